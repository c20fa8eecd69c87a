"""The picture of one contrast set: before, the action, and the four candidates, as in the paper's Figure 2."""

from __future__ import annotations

from collections.abc import Callable

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.protocols import Picture

GAP, TOP = 10, 26
RIGHT, WRONG, INK = (30, 140, 60), (200, 40, 40), (40, 40, 40)
"""Colours of the frame around the right and around a wrong choice, and of words."""


def set_figure(
    item: ContrastSet, picture: Callable[[str], Picture], *, choice: int | None = None, reveal: bool = True
) -> Picture:
    """One row: the picture before, then the candidates; the right one is framed if it shall be revealed.

    A `choice` that is wrong is framed in red.
    """
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    before = picture(item.before)
    height, width = before.shape[:2]
    made = Image.new("RGB", (5 * width + 7 * GAP, height + TOP + GAP), "white")
    pen, font = ImageDraw.Draw(made), ImageFont.load_default(15)
    what = item.object_type.replace("_", " ")
    pen.text((GAP, 5), f"before: {item.action.replace('_', ' ')} the {what} ({item.trial})", fill=INK, font=font)
    made.paste(Image.fromarray(before), (GAP, TOP))
    for number, key in enumerate(item.candidates):
        x = width + 3 * GAP + number * (width + GAP)
        made.paste(Image.fromarray(picture(key)), (x, TOP))
        right = reveal and number == item.answer
        label = f"{number}"
        if reveal:
            elsewhere = "" if item.scenes[number] == item.scene else ", elsewhere"
            label += f": {item.actions[number].replace('_', ' ')}{elsewhere}"
        pen.text((x, 5), label, fill=RIGHT if right else INK, font=font)
        if right or number == choice:
            box = (x - 4, TOP - 4, x + width + 3, TOP + height + 3)
            pen.rectangle(box, outline=RIGHT if number == item.answer else WRONG, width=4)
    return np.asarray(made)
