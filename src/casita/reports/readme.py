"""The README's pictures of homes and things: `python -m casita.reports.readme docs` draws them anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from casita.catalog import RoomKind, catalog
from casita.render.pictures import Picture, home_picture, room_picture
from casita.render.sheets import sheet
from casita.render.studio import close_up, instance
from casita.scenes.fixed import room
from casita.scenes.generate.house import house
from casita.scenes.scene import Condition
from casita.world.starting import beginning
from casita.writing import write_whole

HOUSE = (9, 5)
"""Seed and rooms of the house."""

ROOMS: tuple[tuple[RoomKind, int], ...] = (("kitchen", 29), ("living_room", 25), ("bedroom", 24), ("bathroom", 25))
"""One room of each kind."""

STATES = (
    ("mug", Condition()), ("mug", Condition(liquid="coffee", level=1.0)),
    ("mug", Condition(dirty=True, liquid="coffee", level=0.5)), ("mug", Condition(broken=True)),
    ("laptop", Condition()), ("laptop", Condition(openness=1.0)),
    ("laptop", Condition(openness=1.0, on=True)), ("laptop", Condition(openness=1.0, broken=True)),
    ("fridge", Condition()), ("fridge", Condition(openness=1.0)),
    ("tomato", Condition()), ("tomato", Condition(amount=0.5)),
)  # fmt: skip
"""Things and the conditions that they are shown in."""

THINGS = (
    *("teddy_bear", "alarm_clock", "laptop", "pineapple", "hamburger", "toaster", "coffee_machine", "cake"),
    *("strawberry", "television", "key_chain", "basket_ball", "plunger", "statue", "burrito", "watermelon", "popcorn"),
    *("stove", "desk_lamp", "watering_can", "house_plant", "scissors", "kettle", "ice_cream", "salad", "radio"),
    *("doughnut", "wine_bottle", "fridge", "sofa", "cell_phone", "croissant", "pan", "boots", "infant_bed"),
    *("cereal", "tennis_racket", "toilet", "broccoli", "soap_bottle", "washing_machine", "mug", "safe"),
    *("hairbrush", "pizza", "vacuum_cleaner", "teapot", "watch"),
)
"""Types on the sheet of things."""

QUALITY = 88
"""Of the JPEG files."""


def pictures() -> Iterator[tuple[str, Picture]]:
    """Each picture with the name of its file."""
    yield "house", home_picture(beginning(house(*HOUSE)), (1200, 720))
    yield "rooms", sheet([room_picture(room(*each), size=(600, 450)) for each in ROOMS], columns=2)
    yield "states", sheet([_shown(type, condition, 200) for type, condition in STATES], columns=4)
    shown = (Condition(on=catalog()[type].can("shows"), openness=1.0 if type == "laptop" else 0.0) for type in THINGS)
    yield "things", sheet([_shown(*each, 132) for each in zip(THINGS, shown, strict=True)], columns=12)


def _shown(type: str, condition: Condition, size: int) -> Picture:
    """A close-up, from higher up of what can hold something."""
    return close_up(instance(type), condition, elevation=38.0 if catalog()[type].can("fill") else 22.0, size=size)


def write_pictures(folder: Path) -> list[Path]:
    """Draw all pictures into a folder."""
    from PIL import Image

    written = []
    for name, picture in pictures():
        made = BytesIO()
        Image.fromarray(picture).save(made, "JPEG", quality=QUALITY)
        write_whole(folder / f"{name}.jpg", made.getvalue())
        written.append(folder / f"{name}.jpg")
    return written


if __name__ == "__main__":
    for path in write_pictures(Path(sys.argv[1])):
        sys.stdout.write(f"{path}\n")
