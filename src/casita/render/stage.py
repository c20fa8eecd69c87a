"""A scene as renderers share it: the geometry of all its things, made once, and how it follows a state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Int64s
from casita.catalog import Form
from casita.exact import total_of
from casita.limits import STAGES_KEPT_BYTES
from casita.recent import Recent
from casita.render.figures import figure
from casita.render.follow import HINGE, LEVELS, RISE, SHRINK, SLIDE, STILL, Rows
from casita.render.pack import Packer
from casita.render.raster.arrays import Geometry, Instances
from casita.render.raster.mirrors import Pane, panes_of
from casita.render.structure import shell
from casita.scenes.palette import set_name
from casita.scenes.scene import Condition, Place, Scene
from casita.seeds import derived_seed
from casita.shapes.making import Making
from casita.shapes.piece import MOMENTS, Moment
from casita.shapes.posed import liquid_colour
from casita.shapes.shape import Group, Shape, grouped, later, shape, slice_shape
from casita.world.bodies import Body
from casita.world.liquids import LIQUIDS
from casita.world.state import ObjectColumns, State
from casita.world.statics import NONE, SLICES, Statics, statics

COARSEST = {"window": 0.01, "door": 0.01}
"""Metres that the drawing of what closes a hole in a wall may depart: a coarser frame leaves slits of sky beside it."""


class Row(NamedTuple):
    """One mesh of one thing, and how it follows the thing's state."""

    slot: int
    id: int
    room: int
    """The room that it is always in; -1 if the state says."""
    mesh: int
    glass: bool
    wall: bool
    group: Group | None
    form: Form | None
    size: tuple[float, float, float]
    roof: bool = False


class Stage:
    """The meshes of a scene, shared by all that draw it. Rows are only ever added."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.statics: Statics = statics(scene)
        self.shapes: dict[int, list[Shape]] = {}
        """The shapes of each thing that has rows, by slot: as it is, and what shows once it is broken or eaten."""
        self._spoilt = np.zeros(self.statics.count, np.bool_)
        self._packer = Packer()
        self._rows: list[Row] = []
        self._figures: dict[tuple[str, str], list[int]] = {}
        self._lock = Lock()
        for slot, thing in enumerate(scene.things):
            if thing.type != "floor":
                self._add(slot)
        self._add_shell()
        self._freeze()

    @property
    def nbytes(self) -> int:
        """Bytes of its meshes and textures, as they are drawn and as shapes."""
        shapes = total_of(shape.nbytes for shapes in self.shapes.values() for shape in shapes)
        return self._packer.nbytes + int(shapes)

    @property
    def outside_id(self) -> int:
        """What `ids` say of the ground, facades and roofs; the ids before it, after all slots, are rooms' shells."""
        return self.statics.count + len(self.scene.rooms)

    def name(self, id: int) -> str:
        """What an id of a frame stands for: an object, a room (its walls and ceiling), "outside" or "agent 1"."""
        if 0 <= id < self.statics.count:
            return self.statics.ids[id]
        room = id - self.statics.count
        if 0 <= room < len(self.scene.rooms):
            return self.scene.rooms[room].id
        return "" if room < 0 else "outside" if id == self.outside_id else f"agent {id - self.outside_id}"

    def ensure(self, now: ObjectColumns) -> None:
        """Make rows for the slices that exist, and for what is broken or eaten, and has none yet."""
        can = self.statics.can
        whole = self.statics.made_from == NONE
        cut = now.exists & ~self.drawn & ~whole
        spoilt = ((now.broken & can["break"]) | ((now.amount < 1.0) & can["eat"])) & ~self._spoilt & whole
        if cut.any() or spoilt.any():
            with self._lock:
                for slot in np.flatnonzero(cut & ~self.drawn).tolist():
                    self._add(slot)
                missing = np.flatnonzero(spoilt & ~self._spoilt)
                for slot in missing.tolist():
                    self._add_shape(slot, later(self._making(slot)))
                self._freeze()
                self._spoilt[missing] = True  # last, so that no other thread takes the rows for made before they are

    def figure(self, body: Body, name: str) -> list[int]:
        """The meshes of an agent's figure, part by part; made on first use."""
        key = (body.name, name)
        with self._lock:
            if key not in self._figures:
                found = []
                for part in figure(body, name):
                    (group,) = (made := grouped(part.pieces)).groups
                    found.append(self._packer.mesh(group.mesh, made.finishes, group.finishes, group.parts))
                self._figures[key] = found
                self._freeze()
        return self._figures[key]

    def instances(self, figures: Sequence[Sequence[int]] = ()) -> tuple[Instances, Rows]:
        """Instances of all rows, then of agents' figures, with only the shell shown; and how the rows follow things."""
        with self._lock:
            return self._instances(figures), self.follows

    def _instances(self, figures: Sequence[Sequence[int]]) -> Instances:
        agents = [
            Row(-1, self.outside_id + 1 + agent, 0, mesh, False, False, None, None, (0.0, 0.0, 0.0))
            for agent, meshes in enumerate(figures)
            for mesh in meshes
        ]
        shell_or_thing = len(self._rows)
        rows = [*self._rows, *agents]
        n = len(rows)
        return Instances(
            mesh=np.array([row.mesh for row in rows], np.int32),
            shown=np.array([row.slot < 0 and k < shell_or_thing for k, row in enumerate(rows)], np.uint8),
            glass=np.array([row.glass for row in rows], np.uint8),
            wall=np.array([row.wall for row in rows], np.uint8),
            matrix=np.tile(np.eye(3, dtype=np.float32).reshape(1, 9), (n, 1)),
            position=np.zeros((n, 3), np.float32),
            scale=np.ones(n, np.float32),
            id=np.array([row.id for row in rows], np.int32),
            room=np.array([max(row.room, 0) for row in rows], np.int32),
            contact=np.array([k < shell_or_thing for k in range(n)], np.uint8),
        )

    def _add(self, slot: int) -> None:
        """Make the rows of one thing."""
        whole = int(self.statics.made_from[slot])
        make = self._making(slot)
        if whole == NONE:
            self._add_shape(slot, shape(make))
        else:
            x, y, z = self.statics.size[slot].tolist()
            self._add_shape(slot, slice_shape(make, slot - self.statics.slices[whole].start, SLICES, (x, y, z)))

    def _making(self, slot: int) -> Making:
        """How the thing of a slot is drawn."""
        thing = self.statics.things[slot]
        owner = thing
        while owner.place.relation == "part":  # drawers and knobs of one thing are of one style
            owner = self.scene.by_id.get(owner.place.of) or owner.replace(place=Place("on", ""))
        seed = derived_seed(self.scene.seed, self.scene.name, set_name(self.scene, owner))
        whole = "" if owner is thing else owner.type
        return Making(thing.type, thing.variant, thing.size, thing.material, thing.colour, thing.accent, seed, whole)

    def _add_shape(self, slot: int, made: Shape) -> None:
        """Make the rows of a shape of a thing; its parts are numbered after those that the thing has already."""
        fixed = self.statics
        first = sum(len(known.parts) for known in self.shapes.setdefault(slot, []))
        self.shapes[slot].append(made)
        size = (float(fixed.size[slot, 0]), float(fixed.size[slot, 1]), float(fixed.size[slot, 2]))
        for group in made.groups:
            mesh = self._mesh(made, group, first, coarsest=COARSEST.get(fixed.things[slot].type, math.inf))
            self._rows.append(Row(slot, slot, -1, mesh, group.glass, False, group, fixed.forms[slot], size))

    def part_name(self, slot: int, part: int) -> str:
        """What a part of a thing is called, by its number in a frame."""
        names = [name for made in self.shapes.get(slot, ()) for name in made.parts]
        return names[part] if 0 <= part < len(names) else ""

    def parts_when(self, slot: int, moment: Moment) -> frozenset[int]:
        """Numbers of the parts of a thing that are drawn only at some moment: the lit screen only when it is on."""
        found: set[int] = set()
        first = 0
        for made in self.shapes.get(slot, ()):
            for group in made.groups:
                if moment in group.when:
                    found.update((group.parts[0] + first).tolist())
            first += len(made.parts)
        return frozenset(found)

    def _mesh(self, made: Shape, group: Group, first: int, coarsest: float) -> int:
        """Pack a group's mesh; that of a liquid once in the colour of each liquid, one after the other."""
        parts = [column + np.int32(first) for column in group.parts]
        if not group.rise:
            return self._packer.mesh(group.mesh, made.finishes, group.finishes, parts, coarsest=coarsest)
        rows = []
        for liquid in LIQUIDS:
            finishes = [finish._replace(colour=liquid_colour(liquid, finish.colour)) for finish in made.finishes]
            rows.append(self._packer.mesh(group.mesh, finishes, group.finishes, parts))
        return rows[0]

    def _add_shell(self) -> None:
        """Make the rows of walls, floors, ceilings and what is outside."""
        count = self.statics.count
        for element in shell(self.scene):
            room = element.room if element.room >= 0 else len(self.scene.rooms)
            id = self.statics.floor_slots[room] if element.kind == "floor" else count + room
            made = grouped(element.pieces)
            for group in made.groups:
                mesh = self._packer.mesh(group.mesh, made.finishes, group.finishes, group.parts)
                wall = element.kind != "lamp"
                roof = element.kind in ("roof", "facade")
                self._rows.append(Row(-1, id, room, mesh, group.glass, wall, None, None, (0.0, 0.0, 0.0), roof))

    def _freeze(self) -> None:
        """Turn the rows into arrays."""
        self.geometry: Geometry = self._packer.geometry()
        self.follows: Rows = _follows(self._rows)
        panes = {pane.mesh: pane for pane in panes_of(self.geometry)}
        self.mirrors: list[tuple[int, Pane]] = [
            (number, panes[row.mesh]) for number, row in enumerate(self._rows) if row.mesh in panes
        ]
        """The rows that mirror, and where on their meshes."""
        self.drawn: Bools = np.zeros(self.statics.count, np.bool_)
        self.drawn[[row.slot for row in self._rows if row.slot >= 0]] = True
        self.roofs: Int64s = np.flatnonzero([row.roof for row in self._rows])


def condition_of(state: State, slot: int) -> Condition:
    """The state of one thing, as a scene would write it down."""
    now = state.objects
    return Condition(
        openness=float(now.openness[slot]),
        on=bool(now.on[slot]),
        dirty=bool(now.dirty[slot]),
        broken=bool(now.broken[slot]),
        cooked=bool(now.cooked[slot]),
        liquid=LIQUIDS[int(now.liquid[slot])],
        level=float(now.level[slot]),
        amount=float(now.amount[slot]),
    )


def _follows(rows: list[Row]) -> Rows:
    """How each row follows its thing, as columns."""
    n = len(rows)
    made = Rows(
        slot=np.array([row.slot for row in rows], np.int32),
        motion=np.zeros(n, np.int8),
        axis=np.zeros(n, np.int8),
        travel=np.zeros(n),
        pivot=np.zeros((n, 3)),
        needs=np.zeros(n, np.int64),
        least=np.full(n, -1.0),
        most=np.ones(n),
        rise=np.zeros((n, LEVELS, 3)),
        mesh=np.array([row.mesh for row in rows], np.int32),
    )
    for number, row in enumerate(rows):
        group = row.group
        if group is None or row.form is None:
            continue
        made.needs[number] = sum(1 << MOMENTS.index(moment) for moment in group.when)
        made.least[number], made.most[number] = group.amount
        made.pivot[number, :2] = group.middle
        joint = next((joint for joint in row.form.joints if joint.name == group.joint), None)
        if group.rise:
            made.motion[number] = RISE
            table = np.array(group.rise)
            at = np.arange(LEVELS) / (LEVELS - 1)
            made.rise[number] = np.column_stack([np.interp(at, table[:, 0], table[:, k]) for k in (1, 2, 3)])
        elif group.shrink != 1.0:
            made.motion[number], made.travel[number] = SHRINK, group.shrink
        elif joint is not None:
            axis = "xyz".index(joint.axis)
            hinge = joint.kind == "hinge"
            made.motion[number], made.axis[number] = (HINGE if hinge else SLIDE), axis
            made.travel[number] = joint.travel if hinge else joint.travel * row.size[axis]
            made.pivot[number] = (np.array(joint.pivot) - (0.5, 0.5, 0.0)) * row.size
        else:
            made.motion[number] = STILL
    return made


_SETTING = Lock()
"""Held while a stage is made, so that threads share one."""

_stages: Recent[int, Stage] = Recent(STAGES_KEPT_BYTES, lambda stage: stage.nbytes, grows=True)
"""By the identity of the scene, which the stage keeps alive."""


def stage(scene: Scene) -> Stage:
    """The stage of a scene: made once, and kept while it is among those that were drawn last."""
    with _SETTING:
        return _stages.get(id(scene), lambda: Stage(scene))
