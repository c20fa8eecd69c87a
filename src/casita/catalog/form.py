"""The values that describe a type's body: solids, surfaces, cavities, joints, handles, parts.

All coordinates are fractions of the type's box, so that one description serves every size:
x runs from the back (0) to the front (1), y from the right (0) to the left (1) and z from the
bottom (0) to the top (1). Putting things down, physics, shapes and rays all read this.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Range = tuple[float, float]
Point = tuple[float, float, float]


class FormRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typed row that rejects fields it does not know."""


class Solid(FormRow, frozen=True):
    """One massive piece of a body. A tube is a cylinder with a round hole through it."""

    shape: Literal["box", "cylinder", "ball", "tube"] = "box"
    x: Range = (0.0, 1.0)
    y: Range = (0.0, 1.0)
    z: Range = (0.0, 1.0)
    joint: str = ""
    """The joint that carries this piece; empty if it does not move."""
    inner: float = 0.0
    """For a tube: the hole's radius as a fraction of the outer one."""


class Surface(FormRow, frozen=True):
    """A level area that things can stand on."""

    name: str
    z: float
    x: Range = (0.0, 1.0)
    y: Range = (0.0, 1.0)
    headroom: float | None = None
    """Free height above it, as a fraction of the box; None is open to the ceiling."""
    round: bool = False
    """Whether it is the ellipse in that rectangle rather than the whole of it."""
    rim: float = 0.0
    """How much higher the rim around it is, as a fraction of the box."""


class Cavity(FormRow, frozen=True):
    """A hollow that things can be in."""

    name: str
    x: Range
    y: Range
    z: Range
    levels: tuple[float, ...] = ()
    """Heights of the shelves in it; none means that its floor is the only one."""
    joint: str = ""
    """The joint that must be open to reach in; empty if it is always open."""
    open_top: bool = False
    """Whether things may stick out above it."""
    hang: bool = False
    """Whether things hang from its top (a towel on a rail) rather than stand on its floor."""
    round: bool = False


class Joint(FormRow, frozen=True):
    """How a piece moves when its object opens."""

    name: str
    kind: Literal["hinge", "slide"]
    axis: Literal["x", "y", "z"]
    """The axis it turns about or slides along."""
    travel: float
    """At openness 1: degrees for a hinge, a fraction of the box along the axis for a slide."""
    pivot: Point = (0.0, 0.0, 0.0)


class Handle(FormRow, frozen=True):
    """Where a hand or a gripper takes hold to open it."""

    at: Point
    joint: str = ""


class Part(FormRow, frozen=True):
    """An object of its own that is built into this one: a drawer, a basin, a burner, a knob."""

    name: str
    type: str
    x: Range
    y: Range
    z: Range
    yaw: float = 0.0
    """Degrees that the part is turned by, seen from above."""
    variant: str = "plain"


class Form(FormRow, frozen=True):
    """The whole body of one variant of a type."""

    solids: tuple[Solid, ...]
    surfaces: tuple[Surface, ...] = ()
    cavities: tuple[Cavity, ...] = ()
    joints: tuple[Joint, ...] = ()
    handles: tuple[Handle, ...] = ()
    parts: tuple[Part, ...] = ()
    controls: tuple[tuple[str, str], ...] = ()
    """Pairs of part names: the first one controls the second."""

    @property
    def is_round(self) -> bool:
        """Are all its pieces round, seen from above?"""
        return all(solid.shape != "box" for solid in self.solids)
