"""Rugs: woven in one piece, round or with fringes at both ends."""

from __future__ import annotations

from collections.abc import Iterator

from casita.shapes.finish import Finish, mixed, plain, printed, shade
from casita.shapes.flats import sheet
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc

FRINGE = 0.05
"""Metres of loose threads at each end."""

THREADS = 0.02
"""Metres from one tassel to the next."""

FRINGED = ("oriental", "kilim", "stripes", "lattice")
"""Motifs of rugs whose threads hang out at both ends."""

SQUARE = ("bordered", "oriental", "oriental", "kilim", "stripes", "lattice", "soft")
ROUND = ("rings", "bordered", "soft", "rings")
"""Motifs of rugs, as often as they are chosen."""


@draws("rug")
def rug(make: Making) -> Iterator[Piece]:
    """A flat piece of cloth with its pattern across the whole of it."""
    luck = make.luck
    d, w, h = make.size
    round_one = make.variant == "round"
    motif = luck.choice(ROUND if round_one else SQUARE)
    if round_one:
        yield Piece("cloth", disc(d / 2, h, sides=64, wide=w / 2), _woven(make, motif, d, w))
        yield Piece("back", disc(d / 2, sides=64, wide=w / 2).inside_out(), plain(shade(make.rgb, 0.6), 0.0))
        return
    fringe = FRINGE if motif in FRINGED else 0.0
    body = w - 2 * fringe
    yield Piece("cloth", sheet((-d / 2, -body / 2, h), (d, 0.0, 0.0), (0.0, body, 0.0)), _woven(make, motif, d, body))
    back = sheet((-d / 2, -body / 2, 0.0), (d, 0.0, 0.0), (0.0, body, 0.0))
    yield Piece("back", back.inside_out(), plain(shade(make.rgb, 0.6), 0.0))
    if fringe:
        threads = mixed(make.rgb, (0.93, 0.9, 0.83), 0.8)
        yield Piece("fringe", joined(list(_tassels(d, body, h, fringe))), plain(threads, 0.0))


def _woven(make: Making, motif: str, deep: float, wide: float) -> Finish:
    """The pattern of a rug of this many metres, to whole centimetres so that alike ones share it."""
    second = named(make.accent) if make.accent else _companion(make)
    deep, wide, is_round = round(deep, 2), round(wide, 2), make.variant == "round"
    return printed("rug", 0.0, motif=motif, deep=deep, wide=wide, main=make.rgb, second=second, round=is_round)


def _companion(make: Making) -> tuple[float, float, float]:
    """A second colour that goes with the first: paler or darker, and a little warmer."""
    light = max(make.rgb) > 0.75
    return mixed(shade(make.rgb, 0.62), (0.45, 0.33, 0.24), 0.3) if light else mixed(make.rgb, (0.95, 0.89, 0.76), 0.6)


def _tassels(d: float, body: float, h: float, long: float) -> Iterator[Mesh]:
    """Threads along both ends, each a narrow strip."""
    count = max(int(d / THREADS), 2)
    for side in (-1.0, 1.0):
        for k in range(count):
            x = -d / 2 + d * (k + 0.25) / count
            y = -body / 2 - long if side < 0 else body / 2
            yield sheet((x, y, 0.5 * h), (0.5 * d / count, 0.0, 0.0), (0.0, long * (0.9 + 0.1 * (k % 2)), 0.0))
