"""What the function that draws a type is told, and how such functions are registered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casita.catalog import Cavity, Form, ObjectType, Part, Solid, catalog
from casita.errors import BadInput
from casita.seeds import Stream, stream
from casita.shapes.finish import Colour, Finish, glass, plain
from casita.shapes.mesh import Mesh, Vector
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc

PALE = (0.86, 0.9, 0.92)
"""What is seen through a clear liquid where nothing else is known of its vessel."""


@dataclass(frozen=True)
class Making:
    """One thing that is to be drawn: its type, size, colours, and luck of its own."""

    type: str
    variant: str
    size: tuple[float, float, float]
    material: str
    colour: str
    """Name of its main colour in the catalogue; what is drawn must still be nearest to it."""
    accent: str
    """Name of a second colour; empty if it has none."""
    seed: int
    part_of: str = ""
    """Type of the thing that it is built into; empty if it stands by itself."""

    @cached_property
    def kind(self) -> ObjectType:
        """Its row of the catalogue."""
        return catalog()[self.type]

    @cached_property
    def form(self) -> Form:
        """Its body: solids, surfaces, cavities and joints that the drawing has to fit."""
        return self.kind.forms[self.variant]

    @cached_property
    def luck(self) -> Stream:
        """Draws that make it differ from others of its type."""
        return stream(self.seed, "shape", self.type)

    @property
    def rgb(self) -> Colour:
        """Its main colour."""
        return named(self.colour)

    @cached_property
    def main(self) -> Finish:
        """The finish of its main material in its main colour: wood grain, brushed metal, cloth, glaze, glass."""
        return surfaced(self.material, self.rgb, self.colour)

    @cached_property
    def second(self) -> Finish:
        """The same in its second colour (or in a darker shade of the first)."""
        return surfaced(self.material, named(self.accent), self.accent) if self.accent else self.main.darker(0.75)

    def at(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """The point in metres of fractions of the box, as the catalogue's forms give them."""
        depth, width, height = self.size
        return (x - 0.5) * depth, (y - 0.5) * width, z * height

    def box(self, x: Sequence[float], y: Sequence[float], z: Sequence[float]) -> tuple[Vector, Vector]:
        """The two corners in metres of a box given in fractions."""
        return self.at(x[0], y[0], z[0]), self.at(x[1], y[1], z[1])

    def box_of(self, part: Solid | Cavity | Part) -> tuple[Vector, Vector]:
        """The two corners in metres of the box that a part of its form fills."""
        return self.box(part.x, part.y, part.z)

    def middle_and_half(self, part: Solid | Cavity | Part) -> tuple[Vector, Vector]:
        """The middle in metres of the box that a part of its form fills, and half of each of its sides."""
        (x0, y0, z0), (x1, y1, z1) = self.box_of(part)
        return ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), ((x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2)

    @property
    def hollow(self) -> tuple[Vector, Vector]:
        """The two corners in metres of its form's first cavity."""
        return self.box_of(self.form.cavities[0])

    def liquid(
        self,
        profile: Iterable[tuple[float, float]],
        *,
        x: float = 0.0,
        y: float = 0.0,
        wide: float = 1.0,
        inside: Colour = PALE,
    ) -> Piece:
        """The top of a liquid in a hollow: inner (radius, height) points going up, about a middle.

        `wide` is how much wider the hollow is along y than along x. Its colour comes from the state; one that is
        clear shows the colour of the `inside` of what holds it.
        """
        inner = sorted((height, radius) for radius, height in profile)
        low, high = inner[0][0], inner[-1][0]
        rows = []
        for share in range(11):
            z = low + (high - low) * (0.06 + 0.86 * share / 10)
            radius = _between(inner, z)
            rows.append((share / 10, z, radius * 0.995, radius * 0.995 * wide))
        return Piece("liquid", disc(1.0), Finish(inside, shine=0.5), when=("liquid",), rise=tuple(rows), middle=(x, y))


def _between(points: Sequence[tuple[float, float]], at: float) -> float:
    """The second coordinate of a rising line of points at a value of the first."""
    before = points[0]
    for point in points:
        if point[0] >= at:
            gap = point[0] - before[0]
            return point[1] if gap < 1e-9 else before[1] + (point[1] - before[1]) * (at - before[0]) / gap
        before = point
    return points[-1][1]


def named(colour: str) -> Colour:
    """The sRGB of a colour of the catalogue, each from 0 to 1."""
    r, g, b = catalog().colours[colour].rgb
    return r / 255, g / 255, b / 255


def surfaced(material: str, colour: Colour, name: str = "") -> Finish:
    """How a material of a colour looks."""
    if material == "glass" or name == "transparent":
        return glass(colour, 0.32 if name in ("transparent", "") else 0.6)
    shine = catalog().materials[material].shine
    finish = plain(colour, shine)
    if material == "wood" and name not in WOODEN:
        return finish.with_texture("wood", 0.6, strength=0.15)
    pattern = SURFACES.get(material)
    return finish.with_texture(pattern[0], pattern[1]) if pattern else finish


SURFACES: dict[str, tuple[str, float]] = {
    "wood": ("wood", 0.6),
    "fabric": ("fabric", 0.12),
    "leather": ("leather", 0.25),
    "marble": ("marble", 0.9),
    "stone": ("granite", 0.4),
    "tile": ("tiles", 0.6),
    "paper": ("paper", 0.3),
    "metal": ("brushed", 0.3),
}
"""Pattern and size of its repetition in metres, by material; the others are plain."""

WOODEN = ("brown", "beige", "gold", "orange")
"""Colours that wood has by itself; in any other it is painted, and its grain hardly shows."""


Drawing = Callable[[Making], Iterable[Piece]]

DRAWINGS: dict[str, Drawing] = {}
"""The function that draws each type."""

OWN: dict[str, Drawing] = {}
"""Functions of a user's own that draw a type instead (see `own.py`)."""

INSIDES: dict[str, Finish] = {}
"""What shows where a type is cut, bitten or broken; its main finish if it is not here."""


def draws(*types: str, inside: Finish | None = None) -> Callable[[Drawing], Drawing]:
    """Register a function as the one that draws these types: `@draws("mug")`."""

    def register(function: Drawing) -> Drawing:
        for name in types:
            if name in DRAWINGS:
                raise BadInput(f"two functions draw {name!r}: {DRAWINGS[name].__name__} and {function.__name__}")
            DRAWINGS[name] = function
            if inside is not None:
                INSIDES[name] = inside
        return function

    return register


def solid_pieces(make: Making, finish: Finish | None = None, **more: Any) -> Iterable[Piece]:
    """The form's solids as they are: what a type without a drawing of its own looks like."""
    from casita.shapes.flats import block
    from casita.shapes.rounds import ball, cylinder, lathe

    for number, solid in enumerate(make.form.solids):
        low, high = make.box_of(solid)
        middle, half = make.middle_and_half(solid)
        mesh: Mesh
        if solid.shape == "box":
            mesh = block(low, high)
        elif solid.shape == "ball":
            mesh = ball(*half).moved(*middle)
        elif solid.shape == "cylinder":
            mesh = cylinder(half[0], low[2], high[2]).scaled(1.0, half[1] / half[0], 1.0).moved(middle[0], middle[1])
        else:
            (inner, outer), (z0, z1) = (solid.inner * half[0], half[0]), (low[2], high[2])
            ring = lathe([(inner, z0), (outer, z0), (outer, z1), (inner, z1), (inner, z0)])
            mesh = ring.scaled(1.0, half[1] / half[0], 1.0).moved(middle[0], middle[1])
        yield Piece(f"part_{number + 1}", mesh, finish or make.main, joint=solid.joint, **more)
