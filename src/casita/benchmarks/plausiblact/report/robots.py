"""What robots gain that ask our network: the right dish for the dishwasher, and tidier rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.models.experiments import STATES, Results
from casita.benchmarks.plausiblact.models.mode import SoftMode
from casita.benchmarks.plausiblact.models.training import part_truth
from casita.benchmarks.plausiblact.pictures.homes import ROOMS
from casita.benchmarks.plausiblact.robots.dishwasher import choices, share_right
from casita.benchmarks.plausiblact.robots.tidying import DEEDS, Tidied, Wish, by_class, by_luck, by_model, tidied
from casita.catalog import ROOM_KINDS
from casita.evaluation.page import Image, Section, Table, jpeg
from casita.evaluation.statistics import Estimate, difference, resampled

HOMES = tuple(f"{kind}_{number:02}" for kind in ROOM_KINDS for number in ROOMS["test"])
"""The fixed rooms of the test, in which robots tidy up."""


class RobotTrials(NamedTuple):
    """How many scenes and homes robots are tried in."""

    scenes: int = 100
    homes: tuple[str, ...] = HOMES


def robots_section(results: Results, trials: RobotTrials) -> Section:
    """Both demonstrations, with the first training of our network."""
    model = results.model(results.runs.networks[STATES][0])
    found = share_right(model.rate, trials.scenes)
    note = (
        "Told to put the dish into the dishwasher, with an empty clean and an empty dirty one in view, it takes the "
        "one for which cleansing is more plausible. Test kitchens, arranged anew; with Wilson's interval."
    )
    rows = (("our network", str(found.items), found.percent()), ("luck", "", "50.0"))
    dishes = Table("Which dish goes into the dishwasher?", ("robot goes by", "scenes", "right, in %"), rows, note=note)
    wishes = {
        "our network": by_model(model.rate),
        "soft mode (told the class)": by_class(SoftMode(part_truth(results.data, "train"))),
        "luck": by_luck(0),
    }
    rooms = {name: [tidied(home, wish) for home in trials.homes] for name, wish in wishes.items()}
    return Section("Use by a robot", (dishes, *_shown(), tidying_table(rooms, wishes)))


def _shown() -> list[Image]:
    """One scene of the dishwasher."""
    return [
        Image(f"Which {one.dishes[0].name.lower()} or {one.dishes[1].name.lower()}?", jpeg(one.picture))
        for one in choices(1)
    ]


def tidying_table(rooms: Mapping[str, Sequence[Tidied]], wishes: Mapping[str, Wish]) -> Table:
    """Things amiss before and after, a room's mean with intervals over homes."""
    first = next(iter(wishes))

    def gain(of: str) -> list[list[float]]:
        return [[float(room.before - room.after)] for room in rooms[of]]

    rows = []
    for name in wishes:
        before, after = (float(np.mean([room[side] for room in rooms[name]])) for side in (0, 1))
        less: Estimate | None = None if name == first else difference(gain(first), gain(name))
        said = resampled(gain(name)).text(1)
        rows.append((name, f"{before:.1f}", f"{after:.1f}", said, "" if less is None else less.text(1, sign=True)))
    columns = ("robot goes by", "amiss before", "after", "fewer", f"{first} better by")
    note = (
        f"Means of {len(rooms[first])} rooms with 95% intervals; each robot does up to {DEEDS} things by household "
        "rules and looks round again after each. "
        "Amiss are dirty things, things on floors and seats, rubbish outside bins, and good things in them."
    )
    return Table("A robot that tidies up", columns, tuple(rows), note=note)
