"""What `casita list` shows: everything that Casita has, as tables or as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from casita.catalog import AFFORDANCES, ROOM_KINDS, ObjectType, catalog
from casita.errors import BadInput, unknown
from casita.scenes import fixed
from casita.scenes.describe import measured, plain, sides
from casita.scenes.scene import Scene
from casita.words import safe_for_rich, safe_for_terminal

if TYPE_CHECKING:
    from rich.console import Console

Cell = str | int | float | tuple[str, ...]


class Listing(NamedTuple):
    """A table: its title, the names of its columns, its rows, and a line of advice below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    advice: str = ""

    def json(self) -> str:
        """The rows as a JSON list of objects, one on each line."""
        rows = [msgspec.json.encode(dict(zip(self.columns, row, strict=True))).decode() for row in self.rows]
        return "[\n" + ",\n".join(rows) + "\n]\n"

    def show(self, log: Console) -> None:
        """Print it as a table."""
        from rich import box
        from rich.table import Table

        table = Table(title=safe_for_rich(self.title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
        for number, column in enumerate(self.columns):
            is_number = bool(self.rows) and isinstance(self.rows[0][number], int | float)
            longest = max((len(word) for row in self.rows for word in _words(row[number]).split()), default=0)
            table.add_column(safe_for_rich(plain(column)), justify="right" if is_number else "left", min_width=longest)
        for row in self.rows:
            table.add_row(*(safe_for_rich(_words(cell)) for cell in row))
        log.print(table)
        if self.advice:
            log.print(safe_for_terminal(self.advice, lines=True), markup=False, highlight=False)


def _words(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return ", ".join(plain(item) for item in cell)
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def listing(what: str = "", kind: str = "", can: str = "") -> Listing:
    """A list by its name, or an overview; `kind` of room and affordance `can` narrow the list of types."""
    if kind or can:
        if what not in ("", "types"):
            raise BadInput(f"--kind and --can narrow the list of types, not the list of {what}")
        return types(kind, can)
    if not what:
        return overview()
    if what not in LISTS:
        raise unknown("list", what, LISTS)
    return LISTS[what]()


def overview() -> Listing:
    """How many there are of everything, and a command that shows one of them."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("object types", str(len(catalog())), "casita show object mug"),
        ("fixed rooms", f"{len(ROOM_KINDS)} x {fixed.ROOMS_OF_A_KIND}", "casita show room kitchen 12"),
        ("apartments", str(fixed.APARTMENTS), "casita show apartment 3"),
        ("hand-drawn houses", str(fixed.DRAWN_HOUSES), "casita show drawn 4"),
        ("procedural houses", "any seed", "casita show house 7 --rooms 5"),
        ("materials", str(len(catalog().materials)), "casita list materials"),
        ("colours", str(len(catalog().colours)), "casita list colours"),
    )
    advice = f"All of a sort: casita list {'|'.join(LISTS)}"
    return Listing("What Casita has", ("what", "how_many", "for_example"), rows, advice)


def types(kind: str = "", can: str = "") -> Listing:
    """Object types; only those of a kind of room, or with an affordance, if given."""
    if kind and kind not in ROOM_KINDS:
        raise unknown("kind of room", kind, ROOM_KINDS)
    if can and can not in AFFORDANCES:
        raise unknown("affordance", can, AFFORDANCES)
    rows = [
        row for row in catalog().values() if (not kind or kind in row.rooms) and (not can or can in row.affordances)
    ]
    columns = ("name", "rooms", "usual_size", "usual_kg", "can")
    return Listing(
        f"{len(rows)} object types",
        columns,
        tuple(_type_row(row) for row in rows),
        "One of them: casita show object mug",
    )


def _type_row(row: ObjectType) -> tuple[Cell, ...]:
    return row.name, row.rooms, sides(row.size.usual), row.mass.usual, row.affordances


def rooms() -> Listing:
    """The fixed rooms."""
    numbered = [(kind, number) for kind in ROOM_KINDS for number in range(1, fixed.ROOMS_OF_A_KIND + 1)]
    rows = tuple((kind, n, fixed.split_of(n), *_size(fixed.room(kind, n))) for kind, n in numbered)
    columns = ("kind", "number", "split", "m2", "objects", "types")
    return Listing(
        f"{len(rows)} fixed rooms", columns, rows, "One of them: casita show room kitchen 12 --png kitchen.png"
    )


def apartments() -> Listing:
    """The apartments."""
    return _homes("apartments", fixed.APARTMENTS, fixed.apartment, "One of them: casita show apartment 3")


def houses() -> Listing:
    """The hand-drawn houses."""
    advice = "One of them: casita show drawn 4\nA procedural one, from any seed: casita show house 7 --rooms 5"
    return _homes("hand-drawn houses", fixed.DRAWN_HOUSES, fixed.drawn_house, advice)


def _homes(what: str, count: int, build: Callable[[int], Scene], advice: str) -> Listing:
    homes = [build(number) for number in range(1, count + 1)]
    rows = tuple((number, len(home.rooms), *_size(home)) for number, home in enumerate(homes, 1))
    return Listing(f"{count} {what}", ("number", "rooms", "m2", "objects", "types"), rows, advice)


def _size(scene: Scene) -> tuple[float, int, int]:
    """Area in square metres, number of things and of their types."""
    floor, objects, types = measured(scene.rooms, scene.things)
    return round(floor, 1), objects, types


def materials() -> Listing:
    """What things are made of."""
    users = [material for row in catalog().values() for material in row.materials]
    rows = tuple(
        (row.name, row.density, row.friction, row.breaks_at or "never", row.shine, row.colours, users.count(row.name))
        for row in catalog().materials.values()
    )
    columns = ("name", "kg_per_m3", "friction", "breaks_at_m_per_s", "shine", "colours", "used_by_types")
    return Listing(f"{len(rows)} materials", columns, rows)


def colours() -> Listing:
    """Named colours."""
    rows = tuple((row.name, "#{:02x}{:02x}{:02x}".format(*row.rgb)) for row in catalog().colours.values())
    return Listing(f"{len(rows)} colours", ("name", "rgb"), rows)


LISTS: dict[str, Callable[[], Listing]] = {
    "types": types,
    "rooms": rooms,
    "apartments": apartments,
    "houses": houses,
    "materials": materials,
    "colours": colours,
}
"""The lists by name."""
