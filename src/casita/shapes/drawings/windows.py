"""Windows: frames of several styles, panes that break, and roller blinds let into the frame."""

from __future__ import annotations

from collections.abc import Iterator

from casita.seeds import Stream, stream
from casita.shapes.drawings.fitted import pane_pieces, rod
from casita.shapes.finish import CHROME, STEEL, glass, plain
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece

FRAMES = (
    plain("f3f3ef", 0.3),
    plain("f3f3ef", 0.3),
    plain("8a5c34", 0.2).with_texture("wood", 0.4),
    plain("4b4e52", 0.3),
)
"""Finishes of window frames, as often as they are chosen."""

BLINDS = ("efece2", "e4dccb", "c9cdd0", "b9c2b4", "d8c8b0", "9fa9b5")
"""Colours of the cloth of roller blinds."""


@draws("window")
def window(make: Making) -> Iterator[Piece]:
    """A frame with sash bars and a sill, and perhaps a roller blind; the glass breaks into jagged rests."""
    d, w, h = make.size
    # windows of one room are of one size, and so of one look
    luck = stream(round(w * 1e4), "window", round(h * 1e4))
    frame = luck.choice(FRAMES)
    style = luck.choice(("sash", "casement", "grid"))
    if make.variant != "plain":
        style = make.variant.removesuffix("_blind")
    back, front = -d / 2, d / 2 - 0.028
    sill, edge = 0.035, min(0.055, 0.07 * min(w, h))
    bars: list[Mesh] = [
        block((back, -w / 2, 0.0), (front, -w / 2 + edge, h), bevel=0.004),
        block((back, w / 2 - edge, 0.0), (front, w / 2, h), bevel=0.004),
        block((back, -w / 2 + edge, h - edge), (front, w / 2 - edge, h), bevel=0.004),
        block((back, -w / 2 + edge, 0.0), (front, w / 2 - edge, edge + sill * 0.5), bevel=0.004),
    ]
    yield Piece("sill", block((back, -w / 2, 0.0), (d / 2, w / 2, sill), bevel=0.006), frame)
    low, high = (-w / 2 + edge, sill * 0.5 + edge), (w / 2 - edge, h - edge)
    thin = 0.5 * edge
    columns = 2 if style != "sash" or w > 1.5 else 1
    rows = {"sash": 2, "casement": 1, "grid": 2 if h < 1.2 else 3}[style]
    if style == "grid" and w > 1.4:
        columns = 3
    x0, x1 = -0.012, 0.02
    for k in range(1, columns):
        y = low[0] + (high[0] - low[0]) * k / columns
        bars.append(block((x0, y - thin, low[1]), (x1, y + thin, high[1]), bevel=0.003))
    for k in range(1, rows):
        z = low[1] + (high[1] - low[1]) * k / rows
        bars.append(block((x0, low[0], z - thin * 0.9), (x1, high[0], z + thin * 0.9), bevel=0.003))
    rail = 0.4 * edge
    for a, b in (
        ((x0, low[0], low[1]), (x1, low[0] + rail, high[1])),
        ((x0, high[0] - rail, low[1]), (x1, high[0], high[1])),
        ((x0, low[0], low[1]), (x1, high[0], low[1] + rail)),
        ((x0, low[0], high[1] - rail), (x1, high[0], high[1])),
    ):
        bars.append(block(a, b, bevel=0.003))
    yield Piece("frame", joined(bars), frame)
    at = 0.0 if columns > 1 else 0.35 * (high[0] - low[0])
    z = (low[1] + high[1]) / 2
    if style == "sash":
        catch = block((x1, -0.03, z + thin), (x1 + 0.012, 0.03, z + thin + 0.012), bevel=0.003)
        yield Piece("catch", catch, STEEL)
    else:
        yield Piece("catch", block((x1, at - 0.012, z - 0.03), (x1 + 0.006, at + 0.012, z + 0.03), bevel=0.002), CHROME)
        yield Piece("catch", rod((x1 + 0.012, at, z), (x1 + 0.012, at, z - 0.1), 0.007, 10), CHROME)
    pane = glass((0.8, 0.9, 0.96), 0.22)
    for column in range(columns):
        for row in range(rows):
            y = low[0] + (high[0] - low[0]) * column / columns
            z = low[1] + (high[1] - low[1]) * row / rows
            far = (y + (high[0] - low[0]) / columns, z + (high[1] - low[1]) / rows)
            if (column + row) % 2 == 0 or columns * rows < 3:
                yield from pane_pieces(make, (y, z), far, 0.002, pane)
            else:
                yield Piece("glass", sheet((0.002, y, z), (0.0, far[0] - y, 0.0), (0.0, 0.0, far[1] - z)), pane)
    if make.variant.endswith("_blind"):
        yield from _roller_blind(low, high, (x1 + 0.002, front), luck)


def _roller_blind(
    low: tuple[float, float], high: tuple[float, float], depth: tuple[float, float], luck: Stream
) -> Iterator[Piece]:
    """A blind within the frame, drawn down over a third or so of the glass: roll, cloth, a bar and a cord."""
    cloth = plain(luck.choice(BLINDS), 0.0).with_texture("fabric", 0.1)
    drop = luck.uniform(0.22, 0.45) * (high[1] - low[1])
    x, bottom = (depth[0] + depth[1]) / 2, high[1] - drop
    thick = (depth[1] - depth[0]) / 2
    roll = rod((x, low[0] + 0.002, high[1] - thick), (x, high[0] - 0.002, high[1] - thick), 0.95 * thick, 14)
    yield Piece("roll", roll, cloth.darker(0.92))
    hang = sheet((x, low[0] + 0.012, bottom), (0.0, high[0] - low[0] - 0.024, 0.0), (0.0, 0.0, drop), unit_uv=False)
    back = sheet((x, high[0] - 0.012, bottom), (0.0, low[0] - high[0] + 0.024, 0.0), (0.0, 0.0, drop), unit_uv=False)
    yield Piece("blind", joined([hang, back]), cloth)
    edge = block((x - 0.004, low[0] + 0.01, bottom - 0.012), (x + 0.004, high[0] - 0.01, bottom), bevel=0.002)
    yield Piece("bar", edge, cloth.darker(0.85))
    y = high[0] - 0.03
    cord = rod(
        (x + 0.003, y, high[1] - thick), (x + 0.003, y, high[1] - min(1.6 * drop, 0.9 * (high[1] - low[1]))), 0.0015, 6
    )
    yield Piece("cord", cord, plain("e8e5dc"))
