"""Instances as pictures for people: the photo with its box, and what raters say of each compatible action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Instance, Rating
from casita.benchmarks.plausiblact.pictures.homes import SMALL
from casita.benchmarks.plausiblact.pictures.taking import photos_of
from casita.benchmarks.plausiblact.raters.rating import complete_ratings
from casita.benchmarks.plausiblact.raters.truth import truth_of
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct, drawn
from casita.errors import BadInput
from casita.protocols import Picture
from casita.render.sheets import write_png

SIDE, LINE, PAD = 300, 20, 8
"""Pixels of a picture's longer side, of a line of text, and around them."""

LETTERS = 44
"""Of the line under a picture, at the most."""

COLOURS = ((196, 72, 60), (222, 168, 60), (62, 146, 84))
"""Impossible, implausible, plausible."""

GREY = 40
"""Of letters, from 0 to 255."""

FRAME, INK, PAPER = (230, 30, 30), (GREY, GREY, GREY), (255, 255, 255)


def panel(picture: Picture, one: Instance, plausibility: Float64s, rows: int) -> Picture:
    """One instance: its photo with the box, and a bar of three colours for every compatible action."""
    from PIL import Image, ImageDraw, ImageFont

    height, width = picture.shape[:2]
    scale = SIDE / max(height, width)
    image = Image.new("RGB", (SIDE + 2 * PAD, SIDE + (rows + 1) * LINE + 3 * PAD), PAPER)
    shown = Image.fromarray(picture).resize((round(width * scale), round(height * scale)), Image.Resampling.LANCZOS)
    left, top = PAD + (SIDE - shown.width) // 2, PAD + (SIDE - shown.height) // 2
    image.paste(shown, (left, top))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(13)
    box = [round(side * scale) for side in one.box]
    pen.rectangle((left + box[0], top + box[1], left + box[2], top + box[3]), outline=FRAME, width=2)
    y = SIDE + 2 * PAD
    pen.text((PAD, y), f"{one.name}: {in_words(one)}"[:LETTERS], fill=INK, font=ImageFont.load_default(14))
    for action in named_class(one.name).compatible_actions:
        y += LINE
        pen.text((PAD, y), action.replace("_", " "), fill=INK, font=font)
        x = float(PAD + SIDE // 2)
        for share, colour in zip(plausibility[ACTIONS.index(action)].tolist(), COLOURS, strict=True):
            end = x + share * SIDE / 2
            if round(end) > round(x):
                pen.rectangle((round(x), y + 2, round(end) - 1, y + LINE - 4), fill=colour)
            x = end
    return np.asarray(image)


def strip(shown: Sequence[tuple[Picture, Instance]], ratings: Sequence[Rating]) -> Picture:
    """Instances side by side, with what raters say of them."""
    truth = truth_of([one for _, one in shown], ratings)
    rows = max(len(named_class(one.name).compatible_actions) for _, one in shown)
    said = {one.id: plausibility for one, plausibility in zip(truth.instances, truth.plausibility, strict=True)}
    return np.concatenate([panel(picture, one, said[one.id], rows) for picture, one in shown if one.id in said], axis=1)


@dataclass(frozen=True, kw_only=True)
class ShowSettings:
    """Draw one instance of PlausiblAct with what the simulated raters say of each action.

    Examples:
      casita show plausiblact 3
      casita show plausiblact 12 --data data/plausiblact --part test
    """

    which: Annotated[str, "argument"]
    """Number of an instance of the part, from 0, or its name."""
    data: Path | None = None
    """A folder with data; without one, instances of one small home are made."""
    part: str = "test"
    """train, valid, test or further, where there are data."""
    out: Path = Path()
    """The folder for the picture."""


def run_show(settings: ShowSettings) -> Iterator[str | Path]:
    """Write the picture of an instance; what it shows, in words, and where it is."""
    if settings.data is None:
        unit = SMALL[-2]
        taken = list(photos_of(unit.home, unit.part, unit.first, 0))
        one = _one_of([one for photo in taken for one in photo.instances], settings.which)
        picture = drawn(next(photo.photo for photo in taken if photo.photo.id == one.photo), 0)
        ratings = complete_ratings([one], 0)
    else:
        data = PlausiblAct(settings.data)
        one = _one_of(data.instances(settings.part), settings.which)
        picture, ratings = data.picture(one.photo), data.ratings
    yield f"{one.id}: {one.name}, {in_words(one)}"
    mine = [rating for rating in ratings if rating.instance == one.id and not rating.again]
    yield from (
        f"{rating.action.replace('_', ' ')}: {RATINGS[rating.rating]} ({rating.rater}: {rating.reason})"
        for rating in mine
    )
    yield write_png(strip([(picture, one)], ratings), settings.out / f"{one.id.replace('/', '-')}.png")


def _one_of(instances: Sequence[Instance], which: str) -> Instance:
    """The instance of a number or a name."""
    if which.isdecimal() and int(which) < len(instances):
        return instances[int(which)]
    found = [one for one in instances if one.id == which]
    if not found:
        raise BadInput(f"there is no instance {which!r} here: expected a number below {len(instances)}, or a name")
    return found[0]


def in_words(one: Instance) -> str:
    """What is true of an instance, in a few words."""
    inside = one.place in ("sink", "cupboard", "bin", "fridge")
    said = [f"{'in' if inside else 'on'} the {one.on.replace('_', ' ')}"] if one.on else []
    said += [f"{round(100 * one.level)}% full of {one.liquid}"] if one.liquid else []
    said += [word for word, so in (("dirty", one.dirty), ("broken", one.broken), ("cooked", one.cooked)) if so]
    said += [f"{round(100 * one.amount)}% left"] if one.amount < 1.0 else []
    said += ["open"] if one.openness > 0.5 else []
    said += [f"{one.food + one.litter} things on or in it"] if one.food + one.litter else []
    return ", ".join(said) or "whole"
