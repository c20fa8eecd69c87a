"""PlausiblAct in small, for the quickstart: a strip of rated pictures, and what baselines make of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.models import MODELS
from casita.benchmarks.plausiblact.models.chance import Chance
from casita.benchmarks.plausiblact.models.mode import Mode, SoftMode
from casita.benchmarks.plausiblact.models.no_input import NoInput
from casita.benchmarks.plausiblact.models.oracle import Oracle
from casita.benchmarks.plausiblact.pictures.taking import photos_of
from casita.benchmarks.plausiblact.raters.rating import complete_ratings
from casita.benchmarks.plausiblact.raters.truth import Truth, truth_of
from casita.benchmarks.plausiblact.score import Floats, figures
from casita.benchmarks.plausiblact.stored.folder import drawn
from casita.benchmarks.plausiblact.stored.strip import strip
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table, jpeg
from casita.protocols import Picture

LEARNT, ASKED = ("kitchen_09", "living_room_04"), "kitchen_30"
"""Homes that baselines count ratings in, and the home that they are asked about."""

PHOTOS = 12
"""Photos of each home."""

SHOWN = 5
"""Pictures of a strip."""

NOTHING: Picture = np.zeros((1, 1, 3), np.uint8)
"""What models are shown that do not look."""


def quickstart(out: Path) -> Showing:
    """Photograph three homes, let simulated raters judge, and show some of it; nothing is kept in the folder."""
    train = _rated([one for home in LEARNT for one in _instances(home)])
    taken = list(photos_of(ASKED, "test", 0, 0, PHOTOS))
    asked = [one for photo in taken for one in photo.instances]
    test = _rated(asked)
    rows = []
    for name, said in _answers(train, test.instances).items():
        rows.append((MODELS[name].title, *figures(test.plausibility, said, test.valid).text()))
    table = Table(
        f"PlausiblAct in small: {len(train.instances)} instances to count in, {len(asked)} of another kitchen to rate",
        ("model", "A-Acc in %", "CE", "Corr in %"),
        tuple(rows),
        note="All ratings are simulated.",
    )
    words = (
        "How plausible is each of ten actions on the thing in the box: impossible (red), implausible (yellow) or "
        "plausible (green)? Simulated raters judge what is seen and true by rules with reasons. The paper's scale, a "
        "network and the paper's figures: casita generate plausiblact, then casita report plausiblact."
    )
    photos = {photo.photo.id: photo.photo for photo in taken}
    chosen = _varied(asked)
    picture = strip([(drawn(photos[one.photo], 0), one) for one in chosen], complete_ratings(chosen, 0))
    return Showing("plausiblact", "PlausiblAct, in small", words, table, (("what raters say", jpeg(picture)),))


def _instances(home: str) -> list[Instance]:
    return [one for taken in photos_of(home, "train", 0, 0, PHOTOS) for one in taken.instances]


def _rated(instances: Sequence[Instance]) -> Truth:
    return truth_of(instances, complete_ratings(instances, 0))


def _answers(train: Truth, instances: Sequence[Instance]) -> dict[str, Floats]:
    """What the models that do not look at pictures say of instances."""
    oracle, chance, blind = Oracle(0), Chance(), NoInput(train)
    found: dict[str, list[list[list[float]]]] = {name: [] for name in ("chance", "no-input", "mode", "soft-mode")}
    found["oracle"] = []
    mode, soft = Mode(train), SoftMode(train)
    for number, one in enumerate(instances):
        chance.begin(number)
        oracle.told_state(msgspec.to_builtins(one))
        for name, model in (("chance", chance), ("no-input", blind), ("oracle", oracle)):
            found[name].append(model.rate(NOTHING, one.box))
        for name, counted in (("mode", mode), ("soft-mode", soft)):
            found[name].append(counted.answer(one.name).tolist())
    return {name: np.asarray(said) for name, said in found.items()}


def _varied(instances: Sequence[Instance]) -> list[Instance]:
    """Instances of which different things are asked, those with the most actions first; then of other classes."""
    actions = {one.id: named_class(one.name).compatible_actions for one in instances}
    order = sorted(instances, key=lambda one: (-len(actions[one.id]), not (one.dirty or one.liquid), one.id))
    asked = {actions[one.id]: one for one in reversed(order)}
    first = {one.name: one for one in reversed([*reversed(asked.values()), *order])}
    return list(reversed(first.values()))[:SHOWN]
