"""Houses drawn by hand: a readable text file with a floor plan in letters becomes a scene.

A drawing is TOML. `plan` is the house seen from above, north up, one letter for each square of
`cell` metres; `rooms` says what a letter stands for; `doors`, `windows` and `furniture` are
sentences. What a drawing does not say (looks, wall things, clutter) is drawn from its `seed`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from casita.catalog import RoomKind, catalog
from casita.errors import BadInput, unknown
from casita.geometry.outlines import Wall, inside, walls
from casita.geometry.poses import turned
from casita.limits import DRAWING_BYTES, DRAWING_SQUARES
from casita.reading import parsed_toml, read_bounded
from casita.scenes.check import check_scene
from casita.scenes.draft import Draft
from casita.scenes.files import load
from casita.scenes.generate.clutter import is_clutter, scatter
from casita.scenes.generate.conditions import set_conditions
from casita.scenes.generate.contents import drawn_contents
from casita.scenes.generate.furniture import candidates, floor_of, put_down
from casita.scenes.generate.groups import Group, arrangements, bed_set, desk_set, dining_set, single
from casita.scenes.generate.house import without_misplaced
from casita.scenes.generate.openings import DOORWAY_WIDTH, doorway, hang_doors, lay_floors, shared_wall
from casita.scenes.generate.rugs import lay_rugs
from casita.scenes.generate.seating import seating
from casita.scenes.generate.space import Pose, Poses, RoomSpace, against_wall, at_wall, in_this_order
from casita.scenes.generate.walls import add_light_switch, hang_things
from casita.scenes.generate.windows import add_window, add_windows
from casita.scenes.palette import painted
from casita.scenes.scene import OUTSIDE, WALL, Doorway, Room, Scene, Thing
from casita.scenes.validate import validate
from casita.seeds import Steady, Stream, stream
from casita.versions import SCENES
from casita.words import checked_name

SIDES = {"north": -90.0, "south": 90.0, "east": 180.0, "west": 0.0}
"""The direction that the wall on each side of a room faces, into the room."""

NUMBER = r"-?\d{1,4}(?:\.\d{1,4})?"
DOOR = re.compile(rf"(?P<a>\w)-(?:(?P<b>\w)|outside (?P<side>\w+))(?: at (?P<at>{NUMBER}))?")
WINDOW = re.compile(rf"(?P<room>\w) (?P<side>\w+)(?: at (?P<at>{NUMBER}))?(?: wide (?P<wide>{NUMBER}))?")
PIECE = re.compile(
    rf"(?P<type>[a-z_]+)(?: variant (?P<variant>\w+))?"
    rf"(?: (?P<side>north|south|east|west)(?: at (?P<along>{NUMBER}))?"
    rf"| at (?P<x>{NUMBER}) (?P<y>{NUMBER})(?: facing (?P<facing>\w+))?)?"
    rf"(?: with (?P<with>.+))?"
)
COMPANION = re.compile(r"(?:(?P<count>\d{1,3}) )?(?P<type>[a-z_]+?)(?:s)?")

COMPANIONS = {
    "bed": {"side_table": 2},
    "sofa": {"coffee_table": 1, "side_table": 2},
    "dining_table": {"chair": 8},
    "desk": {"chair": 1},
}
"""What can stand with a piece of furniture, and how many at the most."""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a drawing file."""

    name: str
    plan: str
    rooms: dict[str, RoomKind]
    doors: tuple[str, ...]
    kind: Literal["house", "apartment"] = "house"
    about: str = ""
    cell: float = 0.5
    """Side of a plan letter's square in metres."""
    seed: int = 0
    windows: tuple[str, ...] | None = None
    """Sentences such as "K north at 1.5 wide 1.2"; where not given, windows are drawn."""
    furniture: dict[str, tuple[str, ...]] = {}
    """By room letter: sentences such as "fridge north at 2" or "dining_table at 2 1.5 with 4 chairs"."""
    things: dict[str, dict[str, int]] = {}
    """By room letter: how many of a loose type there are, over what rooms of that kind usually hold."""


def read_drawing(path: str | Path) -> Scene:
    """The scene that a drawing file describes."""
    try:
        text = read_bounded(path, DRAWING_BYTES).decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    return parse_drawing(text, str(path))


def read_scene(path: str | Path) -> Scene:
    """Read a scene from a file of either kind: JSON, or a drawing whose name ends in .toml."""
    return read_drawing(path) if str(path).endswith(".toml") else load(path)


def parse_drawing(text: str, file: str) -> Scene:
    """The scene that a drawing's text describes; `file` is its name for error messages."""
    if len(text) > DRAWING_BYTES:
        raise BadInput(f"{file}: too large; a drawing has at most {DRAWING_BYTES:,} bytes")
    try:
        drawing = msgspec.convert(parsed_toml(text, file), Drawing)
    except msgspec.ValidationError as error:
        raise BadInput(f"{file}: {error}") from None
    scene = _Builder(drawing, file).scene()
    validate(scene, file)
    return scene


class _Builder:
    """Turns one drawing into a scene, stage by stage."""

    def __init__(self, drawing: Drawing, file: str) -> None:
        self.drawing = drawing
        self.file = file
        checked_name(drawing.name, f"{file}: name")
        if not 0.2 <= drawing.cell <= 5.0:
            raise self._bad("cell", f"a square of the plan is 0.2 to 5 m wide; it is {drawing.cell}")
        self.rooms = self._rooms()
        for field in ("furniture", "things"):
            for letter in getattr(drawing, field):
                self._room(letter, field)

    def scene(self) -> Scene:
        drawing = self.drawing
        luck = stream(drawing.seed, drawing.name)
        rooms = tuple(self.rooms.values())
        scene = painted(
            Scene(drawing.name, drawing.kind, rooms, self._doorways(), (), version=SCENES, seed=drawing.seed)
        )
        scene = lay_floors(scene, luck.child("floors"))
        scene = hang_doors(scene, luck.child("doors"))
        contents = {
            letter: dict(drawn_contents(room.kind, luck.child("contents", letter)))
            for letter, room in self.rooms.items()
        }
        scene = self._with_windows(scene, contents, luck.child("windows"))
        for letter, room in self.rooms.items():
            scene = add_light_switch(scene, room, luck.child("switch", letter))
            scene = self._furnished(scene, letter, room, luck.child("furniture", letter))
        for letter, room in self.rooms.items():
            loose = contents[letter] | self._things(letter)
            scene = lay_rugs(scene, room, luck.child("rug", letter))
            scene = hang_things(scene, room, loose, luck.child("walls", letter), never_over_doorways=True)
            scene = scatter(scene, room, loose, luck.child("clutter", letter))
        scene = set_conditions(scene, luck.child("conditions"))
        return without_misplaced(scene, check_scene(scene))

    def _bad(self, where: str, problem: str) -> BadInput:
        return BadInput(f"{self.file}: {where}: {problem}")

    def _rooms(self) -> dict[str, Room]:
        """Rooms from the plan's letters, each one piece."""
        rows = [line.rstrip() for line in self.drawing.plan.splitlines() if line.strip()]
        squares = len(rows) * max((len(line) for line in rows), default=0)
        if squares > DRAWING_SQUARES:
            raise self._bad("plan", f"a plan has at most {DRAWING_SQUARES:,} squares; this has {squares:,}")
        cells: dict[str, set[tuple[int, int]]] = {}
        for y, line in enumerate(reversed(rows)):
            for x, letter in enumerate(line):
                if letter not in " .":
                    cells.setdefault(letter, set()).add((x, y))
        for letter in cells:
            if letter not in self.drawing.rooms:
                raise self._bad("plan", f"{unknown('room letter', letter, self.drawing.rooms)}")
        count: Counter[str] = Counter()
        found: dict[str, Room] = {}
        for letter, kind in self.drawing.rooms.items():
            if letter not in cells:
                raise self._bad(f"rooms.{letter}", "the plan has no such letter")
            count[kind] += 1
            outline = _outline(cells[letter], self.drawing.cell)
            if outline is None:
                raise self._bad(f"plan, letter {letter}", "a room is one piece without holes")
            found[letter] = Room(f"{kind}_{count[kind]}", kind, outline)
        return found

    def _read(
        self, name: str, sentences: Sequence[str], pattern: re.Pattern[str], write: str
    ) -> Iterator[tuple[str, re.Match[str]]]:
        """Each sentence of a list as where it stands and what it says; one that says nothing is told what to write."""
        for i, sentence in enumerate(sentences):
            where = f"{name}[{i}] {sentence!r}"
            match = pattern.fullmatch(sentence)
            if not match:
                raise self._bad(where, write)
            yield where, match

    def _room(self, letter: str, where: str) -> Room:
        if letter not in self.rooms:
            raise self._bad(where, f"{unknown('room letter', letter, self.rooms)}")
        return self.rooms[letter]

    def _wall(self, room: Room, side: str, where: str) -> Wall:
        """The longest wall on one side of a room."""
        if side not in SIDES:
            raise self._bad(where, f"{unknown('side', side, SIDES)}")
        return max((w for w in walls(room.outline) if w.yaw == SIDES[side]), key=lambda wall: wall.length)

    def _is_outer(self, wall: Wall, along: float, where: str) -> None:
        """Raise if there is another room behind a place of a wall."""
        x, y = wall.at(along, -WALL - 0.05)
        for letter, room in self.rooms.items():
            if inside(room.outline, x, y):
                raise self._bad(where, f"there it is not an outer wall: room {letter} is behind it")

    def _doorways(self) -> tuple[Doorway, ...]:
        """Doorways from sentences like "K-L at 2" and "L-outside south at 1.5"."""
        found: list[Doorway] = []
        write = 'write "K-L", "K-L at 2" or "L-outside south at 1.5"'
        for where, match in self._read("doors", self.drawing.doors, DOOR, write):
            a = self._room(match["a"], where)
            if match["b"]:
                b = self._room(match["b"], where)
                shared = shared_wall(a, b)
                if shared is None:
                    raise self._bad(where, "the rooms share no wall that is long enough")
                along, line, low, high = shared
                other = b.id
            else:
                wall = self._wall(a, match["side"], where)
                along, other = ("x" if wall.dx else "y"), OUTSIDE
                ends = sorted((wall.at(0.0)["xy".index(along)], wall.at(wall.length)["xy".index(along)]))
                low, high = ends
                line = wall.at(0.0, -WALL / 2)[1 - "xy".index(along)]
                self._is_outer(wall, _along(wall, float(match["at"] or (high - low) / 2)), where)
            at = low + float(match["at"]) if match["at"] else (low + high) / 2
            if not low + DOORWAY_WIDTH / 2 <= at <= high - DOORWAY_WIDTH / 2:
                raise self._bad(
                    where, f"its middle must be {DOORWAY_WIDTH / 2} to {high - low - DOORWAY_WIDTH / 2:.2f} m along"
                )
            found.append(doorway(len(found) + 1, (a.id, other), along, line, at))
        return tuple(found)

    def _with_windows(self, scene: Scene, contents: dict[str, dict[str, int]], luck: Stream) -> Scene:
        if self.drawing.windows is None:
            for letter, room in self.rooms.items():
                scene = add_windows(scene, room, contents[letter], luck.child(letter))
            return scene
        write = 'write "K north", "K north at 1.5" or "K north at 1.5 wide 1.2"'
        for i, (where, match) in enumerate(self._read("windows", self.drawing.windows, WINDOW, write)):
            room = self._room(match["room"], where)
            wall = self._wall(room, match["side"], where)
            along = _along(wall, float(match["at"])) if match["at"] else wall.length / 2
            self._is_outer(wall, along, where)
            wide = float(match["wide"] or 1.2)
            if not 0.3 <= wide <= 6.0:
                raise self._bad(where, f"a window is 0.3 to 6 m wide; it is {wide:g}")
            added = add_window(scene, room, wall, along, wide, luck.child("window", i))
            if added is None:
                raise self._bad(where, "there is no space for it")
            scene = added
        return scene

    def _things(self, letter: str) -> dict[str, int]:
        """What a drawing asks for by name in one room."""
        asked = self.drawing.things.get(letter, {})
        for type, count in asked.items():
            if not 0 <= count <= 50:
                raise self._bad(f"things.{letter}.{type}", f"a room has 0 to 50 of a type; asked for {count}")
            if type not in catalog():
                raise self._bad(f"things.{letter}", f"{unknown('object type', type, catalog())}")
            if not is_clutter(type) and "wall" not in catalog()[type].stands:
                raise self._bad(f"things.{letter}.{type}", "it does not stand on other things; list it under furniture")
        return asked

    def _furnished(self, scene: Scene, letter: str, room: Room, luck: Stream) -> Scene:
        """Put the furniture of one room where the sentences say."""
        draft = Draft(scene)
        space = RoomSpace(scene, room, keep_views=False)
        floor = floor_of(scene, room)
        placed: list[Thing] = []
        write = 'write "fridge north at 2", "bed west with 2 side_tables" or "dining_table at 2 1.5"'
        for where, match in self._read(f"furniture.{letter}", self.drawing.furniture.get(letter, ()), PIECE, write):
            group = self._group(match, where)
            poses = self._poses(match, room, space, group, placed, luck, where)
            pose = space.first_fit(poses, group.solid, group.clear)
            if pose is None:
                raise self._bad(where, f"it does not fit there, because of {_reasons(space, poses, group)}")
            things, _ = put_down(draft, space, floor, group, pose, luck)
            placed += things
        return draft.finished()

    def _group(self, match: re.Match[str], where: str) -> Group:
        """The pieces that a sentence names, of their usual sizes."""
        type, variant = match["type"], match["variant"] or "plain"
        if type not in arrangements():
            raise self._bad(where, f"{unknown('type of furniture', type, arrangements())}")
        if variant not in catalog()[type].forms:
            raise self._bad(where, f"{unknown(f'variant of {type}', variant, catalog()[type].forms)}")
        friends = self._companions(type, match["with"], where)
        usual = Steady()
        side_tables = ["plain"] * friends.get("side_table", 0)
        if type == "bed":
            return bed_set(usual, side_tables)
        if type == "sofa":
            return seating(usual, "plain" if friends.get("coffee_table") else "", side_tables)
        if type == "dining_table":
            return dining_set(usual, variant, friends.get("chair", 0))
        if type == "desk":
            return desk_set(usual, variant, bool(friends.get("chair", 0)))
        return single(type, usual, variant)

    def _companions(self, type: str, text: str | None, where: str) -> dict[str, int]:
        """What stands after "with": "4 chairs", "coffee_table and 2 side_tables"."""
        found: dict[str, int] = {}
        for phrase in text.split(" and ") if text else ():
            match = COMPANION.fullmatch(phrase)
            if not match or match["type"] not in arrangements():
                raise self._bad(where, f"do not understand {phrase!r} after 'with'")
            name, count = match["type"], int(match["count"] or 1)
            most = COMPANIONS.get(type, {}).get(name, 0)
            if name in found or not 1 <= count <= most:
                raise self._bad(where, f"{type} comes with at most {most} {name}s; asked for {phrase!r}")
            found[name] = count
        return found

    def _poses(
        self,
        match: re.Match[str],
        room: Room,
        space: RoomSpace,
        group: Group,
        placed: list[Thing],
        luck: Stream,
        where: str,
    ) -> Poses:
        """Where a sentence says that a group goes, or all places to try if it does not say."""
        if match["x"]:
            facing = match["facing"] or "south"
            if facing not in SIDES:
                raise self._bad(where, f"{unknown('side', facing, SIDES)}")
            yaw = -SIDES[facing] if facing in ("north", "south") else 180.0 - SIDES[facing]
            main = group.members[0]
            dx, dy = turned(main.x, main.y, yaw)
            x0, y0 = min(x for x, _ in room.outline), min(y for _, y in room.outline)
            return np.array([(x0 + float(match["x"]) - dx, y0 + float(match["y"]) - dy, yaw)])
        if not match["side"]:
            return candidates(space, group, placed, luck)
        wall = self._wall(room, match["side"], where)
        off = -min(box.x0 for box in group.solid)
        if match["along"]:
            return at_wall(wall, np.array([_along(wall, float(match["along"]))]), off)
        poses = against_wall(wall, group.width, off)
        from_middle = np.abs(poses[:, :2] - wall.at(wall.length / 2, off)).sum(axis=1)
        return in_this_order(poses, from_middle, luck, 0.0)


def _reasons(space: RoomSpace, poses: Poses, group: Group) -> str:
    """Why a group fits at none of some poses: what is in the way at the first of them."""
    if not len(poses):
        return "the length of the wall"
    return ", ".join(space.in_the_way(Pose(*poses[0].tolist()), group.solid, group.clear)) or "a wall"


def _along(wall: Wall, from_low_end: float) -> float:
    """Metres along a wall, counted from its west or south end, as metres from where it begins."""
    return from_low_end if wall.dx + wall.dy > 0.0 else wall.length - from_low_end


def _outline(cells: set[tuple[int, int]], cell: float) -> tuple[tuple[float, float], ...] | None:
    """The inner face of the walls around some squares, counter-clockwise; None if they are not one piece."""
    follows: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in cells:
        for dx, dy, start, end in (
            (0, -1, (x, y), (x + 1, y)),
            (1, 0, (x + 1, y), (x + 1, y + 1)),
            (0, 1, (x + 1, y + 1), (x, y + 1)),
            (-1, 0, (x, y + 1), (x, y)),
        ):
            if (x + dx, y + dy) not in cells:
                if start in follows:
                    return None
                follows[start] = end
    first = min(follows)
    path = [first]
    while (step := follows.pop(path[-1])) != first:
        path.append(step)
    if follows:
        return None
    corners = [
        (before, at, after)
        for before, at, after in zip((path[-1], *path), path, (*path[1:], path[0]), strict=False)
        if (at[0] - before[0], at[1] - before[1]) != (after[0] - at[0], after[1] - at[1])
    ]
    inset = []
    for before, at, after in corners:
        shift_x, shift_y = 0.0, 0.0
        for one, other in ((before, at), (at, after)):
            dx, dy = _sign(other[0] - one[0]), _sign(other[1] - one[1])
            shift_x, shift_y = shift_x - dy * WALL / 2, shift_y + dx * WALL / 2
        inset.append((round(at[0] * cell + shift_x, 4), round(at[1] * cell + shift_y, 4)))
    return tuple(inset)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
