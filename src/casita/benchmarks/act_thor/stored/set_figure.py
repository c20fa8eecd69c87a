"""The picture of one contrast set: before, the action, and the candidates, as in the paper's Figure 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.steps.sets import direction_of
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.frozen import FrozenActThor, one_of
from casita.protocols import Picture
from casita.render.sheets import write_png

GAP, TOP = 10, 26
LETTERS = (15, 14, 13, 12, 11, 10, 9)
"""Sizes of letters, largest first; the last holds the longest names of sequences."""
RIGHT, WRONG, INK = (30, 140, 60), (200, 40, 40), (40, 40, 40)
"""Colours of the frame around the right and around a wrong choice, and of words."""


def set_figure(
    item: ContrastSet, picture: Callable[[str], Picture], *, choice: int | None = None, reveal: bool = True
) -> Picture:
    """One row: the picture that is given, then the candidates; the right one is framed if it shall be revealed.

    A `choice` that is wrong is framed in red. In a backward set the picture given is the one after.
    """
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    before = picture(item.before)
    height, width = before.shape[:2]
    count = len(item.candidates) + 1
    made = Image.new("RGB", (count * width + (count + 2) * GAP, height + TOP + GAP), "white")
    pen = ImageDraw.Draw(made)

    def write(x: int, text: str, ink: tuple[int, int, int] = INK) -> None:
        """Above a picture, in letters so small that it does not run into the next."""
        plain = text.replace("_", " ")
        fonts = [ImageFont.load_default(size) for size in LETTERS]
        fitting = [font for font in fonts if pen.textlength(plain, font) <= width]
        pen.text((x, 5), plain, fill=ink, font=(fitting or fonts[-1:])[0])

    moment = "after" if direction_of(item) == "backward" else "before"
    write(GAP, f"{moment}: {item.action} the {item.object_type} ({item.trial})")
    made.paste(Image.fromarray(before), (GAP, TOP))
    for number, key in enumerate(item.candidates):
        x = width + 3 * GAP + number * (width + GAP)
        made.paste(Image.fromarray(picture(key)), (x, TOP))
        right = reveal and number == item.answer
        label = f"{number}"
        if reveal:
            elsewhere = "" if item.scenes[number] == item.scene else ", elsewhere"
            label += f": {item.actions[number]}{elsewhere}"
        write(x, label, RIGHT if right else INK)
        if right or number == choice:
            box = (x - 4, TOP - 4, x + width + 3, TOP + height + 3)
            pen.rectangle(box, outline=RIGHT if number == item.answer else WRONG, width=4)
    return np.asarray(made)


@dataclass(frozen=True, kw_only=True)
class ShowSettings:
    """Draw one contrast set of ACT-Thor: the picture before, and those to choose from.

    Examples:
      casita show act_thor 17
      casita show act_thor 17 --hide
      casita show act_thor kitchen_12/mug_1/held/drop --data data/act_thor
    """

    which: Annotated[str, "argument"]
    """Number of a contrast set, from 0, or its name."""
    data: Path | None = None
    """A folder with data; without one, the set is one of those that come with Casita, drawn anew."""
    configuration: str = "paper"
    """robust (the headline), or a historical one: paper, full or hard."""
    hide: bool = False
    """Do not say which candidate is the right one."""
    out: Path = Path()
    """The folder for the picture."""


def run_show(settings: ShowSettings) -> Iterator[str | Path]:
    """Write the picture of a set; what the set asks, in words, and where it is."""
    name = settings.configuration
    data = FrozenActThor(name) if settings.data is None else ActThor(settings.data, name)
    item, reveal = one_of(data.all_sets, settings.which), not settings.hide
    words = f"{item.id}: {item.action} the {item.object_type.replace('_', ' ')} ({item.trial}) in {item.scene}; "
    yield words + (f"candidate {item.answer} shows it" if reveal else "which candidate shows it?")
    yield write_png(set_figure(item, data.picture, reveal=reveal), settings.out / f"{item.id.replace('/', '-')}.png")
