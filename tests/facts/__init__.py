"""Facts that tests compare with, as rows."""

from __future__ import annotations

import csv
import re
from pathlib import Path

FOLDER = Path(__file__).parent
ROOM_COLUMNS = {
    "kitchen": "kitchens_of_30",
    "living_room": "living_rooms_of_30",
    "bedroom": "bedrooms_of_30",
    "bathroom": "bathrooms_of_30",
}
OBJECTS_PER_ROOM = {"kitchen": 69.6, "living_room": 42.4, "bedroom": 40.9, "bathroom": 36.1}
TYPES_PER_ROOM = {"kitchen": 42.1, "living_room": 27.4, "bedroom": 28.6, "bathroom": 28.2}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one file."""
    with (FOLDER / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def snake(name: str) -> str:
    """AI2-THOR's name as ours."""
    return {"CD": "cd", "TVStand": "tv_stand"}.get(name) or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
