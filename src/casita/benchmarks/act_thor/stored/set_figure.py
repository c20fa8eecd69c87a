"""The picture of one contrast set: before, the action, and the four candidates, as in the paper's Figure 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from casita.benchmarks.act_thor.collecting.redraw import made_again
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.steps.sets import direction_of
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.frozen import frozen_sets, one_of
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
    made = Image.new("RGB", (5 * width + 7 * GAP, height + TOP + GAP), "white")
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


def draw_set(which: str, data: Path | None, out: Path, *, reveal: bool = True) -> tuple[Path, str]:
    """Write the picture of a set of some data, or of version 1; where it is, and what the set asks, in words."""
    opened = None if data is None else ActThor(data)
    item = one_of(opened.all_sets if opened else frozen_sets(), which)
    picture: Callable[[str], Picture] = opened.picture if opened else made_again
    path = write_png(set_figure(item, picture, reveal=reveal), out / f"{item.id.replace('/', '-')}.png")
    words = f"{item.id}: {item.action} the {item.object_type.replace('_', ' ')} ({item.trial}) in {item.scene}; "
    return path, words + (f"candidate {item.answer} shows it" if reveal else "which candidate shows it?")
