"""Meals and eggs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.food_skins import Lobes, lobed, lumps, skin
from casita.shapes.drawings.foodstuff import fitted, skinned, toned
from casita.shapes.drawings.tubs import LITTLE
from casita.shapes.finish import Finish, mixed, plain, printed
from casita.shapes.flats import patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc


@draws("egg", inside=printed("cut_yolk", 0.3))
def egg(make: Making) -> Iterable[Piece]:
    """Pointed at the top; broken, two halves of jagged shell with the yolk in its white."""
    luck = make.luck
    line = [(0, 0), (0.35, 0.06), (0.72, 0.34), (0.97, 0.86), (0.98, 1.25), (0.82, 1.8), (0.55, 2.24), (0.26, 2.5)]
    line += [(0, 2.58)]
    colour = toned(make, {"brown": "9a6440", "beige": "dcc3a0"})
    speckles = 90 if make.colour != "white" and luck.chance(0.6) else 0
    shell = skinned(colour, "food_speckled", 0.3, count=speckles, size=0.007, strength=0.35)
    made = fitted([Piece("body", skin(line), shell, when=("whole",))], make.size)
    return [*made, *_broken_egg(make, shell)]


def _broken_egg(make: Making, shell: Finish) -> Iterator[Piece]:
    luck = make.luck.child("broken")
    r = min(make.size[:2]) / 2
    for sign, lean in ((1.0, 62.0), (-1.0, 74.0)):
        a = np.linspace(0.0, 2 * math.pi, 37)
        teeth = np.array([luck.uniform(-0.14, 0.14) for _ in range(36)])
        jag = np.append(teeth, teeth[0])
        rows = []
        for t in np.linspace(0.02, 1.0, 9):
            down = t * (math.pi / 2 + jag * t**4)
            rows.append(
                np.column_stack([r * np.sin(down) * np.cos(a), r * np.sin(down) * np.sin(a), -r * np.cos(down)])
            )
        outer = patch(np.stack(rows), unit_uv=True).moved(z=r)
        inner = patch(np.stack(rows)[:, ::-1] * 0.96, unit_uv=True).moved(z=r)
        for name, mesh, finish in (("shell", outer, shell), ("lining", inner, plain("f7f3ea", 0.3))):
            laid = (
                mesh.moved(z=-r)
                .turned("y", lean)
                .moved(x=-0.4 * r, z=r * 0.92)
                .turned("z", 70.0 * sign)
                .moved(y=sign * r * 1.1)
            )
            yield Piece(name, laid, finish, when=("broken",))
    white = skin([(0, 0), (0.9, 0.0), (1.0, 0.03), (0.9, 0.07), (0.5, 0.1), (0, 0.1)], rings=8, lobes=_puddle(luck))
    yield Piece(
        "white", white.scaled(r * 1.35, r * 1.35, r * 0.8).moved(x=r * 0.35), plain("f6f1e0", 0.8), when=("broken",)
    )
    yolk = skin([(0, 0), (0.95, 0.02), (1.0, 0.2), (0.8, 0.6), (0.4, 0.85), (0, 0.92)], sides=32, rings=12)
    yield Piece(
        "yolk",
        yolk.scaled(r * 0.5, r * 0.5, r * 0.42).moved(r * 0.4, 0, r * 0.05),
        plain("f2a51a", 0.8),
        when=("broken",),
    )


def _puddle(luck: Stream) -> Lobes:
    """An irregular round outline."""
    phase = [luck.uniform(0, 6.28) for _ in range(3)]

    def factor(angle: Array, way: Array) -> Array:
        return 1 + 0.1 * np.sin(3 * angle + phase[0]) + 0.06 * np.sin(5 * angle + phase[1]) + 0.0 * way

    return factor


@draws("oyster", inside=plain("d9d2c4"))
def oyster(make: Making) -> Iterable[Piece]:
    """On the half shell: rough layers outside, mother-of-pearl inside, with the meat in it until eaten."""
    luck = make.luck
    colour = toned(make, {"gray": "85837e", "beige": "cdb994"})
    a = np.linspace(0, 2 * math.pi, 61)
    wobble = 1 + 0.06 * np.sin(5 * a + luck.uniform(0, 6)) + 0.03 * np.sin(13 * a + luck.uniform(0, 6))
    outline = np.column_stack([np.cos(a) * wobble, 1.45 * (np.sin(a) + 0.18 * np.cos(2 * a)) * wobble])
    t = np.linspace(0.0, 1.0, 12)
    outer = []
    for k, u in enumerate(t):
        step = 0.02 * (k % 2)
        outer.append(
            np.column_stack([outline * max(u, 0.001), np.full(61, 0.6 * u**1.7 + step) + 0.02 * u * np.sin(9 * a)])
        )
    inner = [
        np.column_stack([outline * max(0.95 * u, 0.001), np.full(61, 0.2 + 0.38 * u**3) + 0.02 * u * np.sin(9 * a)])
        for u in t
    ]
    made = [Piece("body", patch(np.stack(outer)), plain(colour, 0.1).with_texture("food_crumbly", 1.0))]
    rim = np.stack([outer[-1], inner[-1]])
    made.append(Piece("body", patch(rim), plain(colour, 0.1)))
    pearl = mixed(colour, (0.97, 0.95, 0.94), 0.45)
    made.append(Piece("pearl", patch(np.stack(inner)[:, ::-1]), plain(pearl, 0.4).with_texture("food_glaze", 1.0)))
    scar = disc(0.2, 0.0, wide=0.26, sides=20).moved(-0.1, 0.5, 0.26)
    made.append(Piece("pearl", scar, plain("6a5f70", 0.5), amount=LITTLE))
    meat = skin(
        [(0, 0), (0.8, 0.02), (1.0, 0.2), (0.75, 0.5), (0.3, 0.6), (0, 0.58)],
        sides=36,
        rings=12,
        lobes=lobed(7, 0.1),
        warp=lumps(luck, 0.15, 2.0),
    )
    grey = plain("a89c88", 0.8).with_texture("food_glaze", 1.0)
    made.append(Piece("meat", meat.scaled(0.6, 0.9, 0.75).moved(0.0, -0.05, 0.22), grey, amount=(0.75, 1.0)))
    made.append(Piece("meat", meat.scaled(0.4, 0.5, 0.6).moved(0.1, -0.35, 0.22), grey, amount=(0.25, 0.75)))
    frill = skin([(0, 0), (0.95, 0.0), (1.0, 0.1), (0.9, 0.12), (0, 0.1)], sides=60, rings=6, lobes=lobed(19, 0.12))
    made.append(
        Piece("meat", frill.scaled(0.72, 1.05, 1.2).moved(0, -0.05, 0.26), plain("4f4a48", 0.6), amount=(0.75, 1.0))
    )
    return fitted(made, make.size)
