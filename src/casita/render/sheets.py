"""Contact sheets: many small pictures with captions on one."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.writing import write_whole

CAPTION = 16
"""Height in pixels of the line of text over each picture."""


def sheet(pictures: Sequence[Uint8s], captions: Sequence[str] = (), *, columns: int = 8, gap: int = 2) -> Uint8s:
    """Pictures of one size side by side, row by row, each under its caption if there are captions."""
    from PIL import Image, ImageDraw, ImageFont

    if not pictures:
        raise BadInput("a contact sheet needs at least one picture")
    if captions and len(captions) != len(pictures):
        raise BadInput(f"{len(pictures)} pictures cannot have {len(captions)} captions")
    if columns < 1 or gap < 0:
        raise BadInput(f"a contact sheet has at least one column and no gap below 0, not {columns} and {gap}")
    height, width = pictures[0].shape[:2]
    top = CAPTION if captions else 0
    columns = min(columns, len(pictures))
    rows = -(-len(pictures) // columns)
    made = Image.new("RGB", (columns * (width + gap) - gap, rows * (height + top + gap) - gap), "white")
    pen, font = ImageDraw.Draw(made), ImageFont.load_default(11)
    for number, picture in enumerate(pictures):
        if picture.shape[:2] != (height, width):
            raise BadInput(f"picture {number + 1} of the sheet is {picture.shape[:2]}, the first is {(height, width)}")
        x, y = number % columns * (width + gap), number // columns * (height + top + gap)
        made.paste(Image.fromarray(picture), (x, y + top))
        if captions:
            pen.text((x + 3, y + 1), captions[number], fill="black", font=font)
    return np.asarray(made)


def write_png(picture: Uint8s, path: str | Path) -> Path:
    """Write a picture as a PNG file."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(picture).save(made, "PNG")
    write_whole(Path(path), made.getvalue())
    return Path(path)
