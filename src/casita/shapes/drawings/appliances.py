"""The case of a kitchen machine, and the microwave."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.fitted import bar, body_finish, lining
from casita.shapes.finish import CHROME, DARK, Colour, Finish, glass, plain, printed
from casita.shapes.flats import Vector, block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import cylinder, lathe

MOMENTS: tuple[tuple[tuple[Moment, ...], bool], ...] = ((("off",), False), (("on",), True))


def case_of(make: Making, door: float) -> tuple[Finish, Vector, Vector, float]:
    """A case's finish, the corners of its hollow, and the x where its door begins at a fraction of the depth."""
    d = make.size[0]
    return body_finish(make), *make.hollow, door * d - d / 2


def shell(make: Making, finish: Finish, front: float, top: float = 1.0, bevel: float = 0.006) -> Iterator[Piece]:
    """The walls of a case round its hollow, from the back to a plane given as a fraction of the depth."""
    d, w, h = make.size
    low, high = make.hollow
    x = (front - 0.5) * d
    h = top * h
    gap = 0.0006
    walls: tuple[tuple[Vector, Vector], ...] = (
        ((-d / 2, -w / 2, 0.0), (x, w / 2, low[2] - gap)),
        ((-d / 2, -w / 2, high[2] + gap), (x, w / 2, h)),
        ((-d / 2, -w / 2, 0.0), (low[0] - gap, w / 2, h)),
        ((-d / 2, -w / 2, 0.0), (x, low[1] - gap, h)),
        ((-d / 2, high[1] + gap, 0.0), (x, w / 2, h)),
    )
    yield Piece("body", joined([block(a, b, bevel=bevel, fine=1) for a, b in walls]), finish)


def sheened(make: Making, finish: Finish, repeat: float, strength: float = 0.8) -> Finish:
    """A machine's finish on its front: where it is dark or of steel, upright bands of light mirror in it."""
    glossy = finish._replace(shine=0.7)
    if make.colour not in ("silver", "gray", "black"):
        return glossy
    return glossy.with_texture("metal_sheen", repeat, strength=strength)


def front_print(x: float, y: tuple[float, float], z: tuple[float, float]) -> Mesh:
    """A picture on a front that looks along x."""
    return sheet((x, y[0], z[0]), (0.0, y[1] - y[0], 0.0), (0.0, 0.0, z[1] - z[0]))


def contrast(make: Making) -> Colour:
    """Dark letters on a pale machine, pale ones on a dark one."""
    return (0.12, 0.12, 0.13) if total_of(make.rgb) > 1.6 else (0.92, 0.92, 0.92)


@draws("microwave")
def microwave(make: Making) -> Iterator[Piece]:
    """A low box with a keypad beside its door, which has a dark window and swings to its right."""
    luck = make.luck
    finish = body_finish(make, 0.4)
    d, w, h = make.size
    low, high = make.hollow
    foot = 0.035 * h
    x = 0.94 * d - d / 2
    for sx in (-0.4, 0.38):
        for sy in (-0.42, 0.42):
            yield Piece("foot", cylinder(0.014, 0.0, foot + 0.004, sides=16).moved(sx * d, sy * w), DARK)
    for piece in shell(make, finish, 0.938):
        squeezed = piece.mesh.scaled(1.0, 1.0, (h - foot) / h).moved(0.0, 0.0, foot)
        yield Piece(piece.name, squeezed, finish)
    yield Piece("inside", lining((low[0], low[1], low[2] + 0.002), (x - 0.001, high[1], high[2])), plain("dcdad4", 0.4))
    plate = lathe([(0.0, 0.0), (0.7, 0.0), (1.0, 0.006), (0.98, 0.009), (0.7, 0.004), (0.0, 0.004)])
    r = 0.42 * min(high[0] - low[0], high[1] - low[1])
    yield Piece(
        "turntable",
        plate.scaled(r, r, 0.5).moved((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2] - 0.002),
        glass((0.8, 0.9, 0.92), 0.55),
    )
    out = 0.45 * 0.06 * d
    face = d / 2 - out
    side = luck.choice(("dark", "same"))
    front = plain("17181a", 0.6) if side == "dark" and make.colour != "white" else finish
    (leaf,) = (solid for solid in make.form.solids if solid.joint)
    split = (1.0 - leaf.y[1]) * w
    vents = [
        block(
            (-0.2 * d + 0.03 * k * d, w / 2 - 0.001, 0.55 * h),
            (-0.19 * d + 0.03 * k * d, w / 2 + 0.0005, 0.8 * h),
            bevel=0.0004,
        )
        for k in range(8)
    ]
    yield Piece("vents", joined(vents), DARK)
    y0, y1 = -w / 2 + 0.001, w / 2 - 0.001
    seam = w / 2 - split
    yield Piece("door", block((x, y0, foot), (face, seam - 0.0015, h - 0.001), bevel=0.008), finish, joint="door")
    yield Piece("panel", block((x, seam + 0.0015, foot), (face, y1, h - 0.001), bevel=0.008), front)
    wy, wz = (y0 + 0.055 * w, seam - 0.12 * w), (foot + 0.16 * h, 0.86 * h)
    frame = block((face - 0.004, wy[0] - 0.02, wz[0] - 0.02), (face + 0.0015, wy[1] + 0.02, wz[1] + 0.02), bevel=0.003)
    yield Piece("window", frame, plain("101113", 0.7), joint="door")
    pane = front_print(face + 0.002, wy, wz)
    back = sheet((x - 0.0005, wy[1], wz[0]), (0.0, wy[0] - wy[1], 0.0), (0.0, 0.0, wz[1] - wz[0]))
    yield Piece("window", back, printed("oven_window", 0.5), joint="door")
    keys = (0.24, 0.25, 0.27) if total_of(front.colour) < 1.2 else (0.98, 0.98, 0.98)
    letters = (0.95, 0.95, 0.95) if total_of(front.colour) < 1.2 else (0.15, 0.15, 0.16)
    pad = front_print(face + 0.0007, (seam + 0.025, y1 - 0.018), (foot + 0.05 * h, 0.76 * h))
    yield Piece("keypad", pad, printed("microwave_keys", 0.3, ground=front.colour, keys=keys, letters=letters))
    screen = front_print(face + 0.0008, (seam + 0.03, y1 - 0.023), (0.81 * h, 0.91 * h))
    for when, lit in MOMENTS:
        yield Piece("window", pane, printed("oven_window", 0.8, 0.85 if lit else 0.0, lit=lit), joint="door", when=when)
        shown = printed(
            "machine_digits",
            glow=0.9,
            text="1:30" if lit else "12:45",
            colour=(1.0, 0.75, 0.2) if lit else (0.3, 0.9, 0.7),
        )
        yield Piece("display", screen, shown, when=when)
    r = out * 0.4
    yh = seam - 0.055 * w
    hold = bar((d / 2 - r, yh, 0.2 * h), (d / 2 - r, yh, 0.85 * h), face, r)
    yield Piece("handle", hold, CHROME if luck.chance(0.6) else plain("2a2b2d", 0.4), joint="door")
