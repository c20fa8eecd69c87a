"""Reads the catalogue's tables into typed rows, once, and answers questions about them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from casita.catalog.fixtures import FIXTURES
from casita.catalog.form import Form
from casita.catalog.forms import FORMS
from casita.catalog.types import Colour, Material, ObjectType
from casita.errors import BadInput, looked_up, unknown

Row = TypeVar("Row")

PLANS: dict[str, Callable[..., Form]] = {**FORMS, **FIXTURES}
"""Every body plan by the name that rows use."""

MASS_SPREAD = (0.5, 1.5)
"""A type's lightest and heaviest, as factors of its usual mass, where its row gives only that."""

HEAVIEST_HELD = 5.0
"""Kilograms: no pickupable thing is heavier, even at the most."""


class Catalog(Mapping[str, ObjectType]):
    """All object types by name, with their materials and colours."""

    def __init__(
        self, types: dict[str, ObjectType], materials: dict[str, Material], colours: dict[str, Colour]
    ) -> None:
        self._types = types
        self.materials = materials
        self.colours = colours

    def __getitem__(self, name: str) -> ObjectType:
        return looked_up("object type", name, self._types)

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)

    def __contains__(self, name: object) -> bool:
        return name in self._types

    def called(self, system: str, name: str) -> tuple[ObjectType, ...]:
        """The types that another system calls by this name; there may be none or several."""
        return tuple(t for t in self._types.values() if name in t.aliases.get(system, ()))


@cache
def catalog() -> Catalog:
    """The catalogue that ships with Casita."""
    tables = resources.files("casita.catalog")
    materials = _rows(tables.joinpath("materials.toml").read_text("utf-8"), "materials.toml", Material)
    colours = _rows(tables.joinpath("colours.toml").read_text("utf-8"), "colours.toml", Colour)
    types: dict[str, ObjectType] = {}
    files = sorted(tables.joinpath("objects").iterdir(), key=lambda file: file.name)
    for file in files:
        if file.name.endswith(".toml"):
            for name, row in read_types(file.read_text("utf-8"), file.name).items():
                if name in types:
                    raise BadInput(f"{file.name}: object type {name!r} stands in two files")
                types[name] = row
    _check_references(types, materials, colours)
    return Catalog(types, materials, colours)


def read_types(text: str, file: str) -> dict[str, ObjectType]:
    """The object types of one TOML table; `file` is its name for error messages."""
    return {name: _object_type(name, row, f"{file}: [{name}]") for name, row in _parsed(text, file).items()}


def _parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{file}: not valid TOML: {error}") from None


def _rows(text: str, file: str, row_type: type[Row]) -> dict[str, Row]:
    return {
        name: _converted({"name": name, **row}, row_type, f"{file}: [{name}]")
        for name, row in _parsed(text, file).items()
    }


def _converted(row: dict[str, Any], row_type: type[Row], where: str) -> Row:
    try:
        return msgspec.convert(row, row_type)
    except msgspec.ValidationError as error:
        raise BadInput(f"{where}: {error}") from None


def _object_type(name: str, row: dict[str, Any], where: str) -> ObjectType:
    """One row with its defaults filled in and its body plans built."""
    row = dict(row)
    plain = row.pop("form", "block")
    variants = {"plain": plain, **row.pop("variants", {})}
    row["forms"] = {variant: _form(plan, f"{where}: form {variant!r}") for variant, plan in variants.items()}
    row["name"] = name
    singular = row.setdefault("singular", name.replace("_", " "))
    row.setdefault("plural", singular + "s")
    row.setdefault("article", "an" if singular[0] in "aeiou" else "a")
    row["size"] = _spread(row.get("size"), f"{where}: size")
    sizes = row.pop("variant_sizes", {})
    row["variant_sizes"] = {
        variant: _spread(size, f"{where}: variant_sizes.{variant}") for variant, size in sizes.items()
    }
    mass = row.get("mass")
    if isinstance(mass, int | float):
        mass = [mass * MASS_SPREAD[0], mass, mass * MASS_SPREAD[1]]
    row["mass"] = _spread(mass, f"{where}: mass")
    built = _converted(row, ObjectType, where)
    _check_row(built, where)
    return built


def _spread(values: object, where: str) -> dict[str, Any]:
    if not isinstance(values, list) or len(values) != 3:
        raise BadInput(f"{where} must be a list of the least, usual and most; it is {values!r}")
    return dict(zip(("least", "usual", "most"), values, strict=True))


def _form(plan: str | dict[str, Any], where: str) -> Form:
    """A body plan built from a row: its name, or a table with a name and settings, or the pieces themselves."""
    if isinstance(plan, dict) and "name" not in plan:
        return _converted(plan, Form, where)
    settings = {"name": plan} if isinstance(plan, str) else dict(plan)
    name = settings.pop("name")
    if name not in PLANS:
        raise BadInput(f"{where}: {unknown('body plan', name, PLANS)}")
    try:
        return PLANS[name](**settings)
    except TypeError as error:
        raise BadInput(f"{where}: {error}") from None


def _check_row(row: ObjectType, where: str) -> None:
    """Laws that hold for every row."""
    for size in (row.size, *row.variant_sizes.values()):
        for axis in range(3):
            if not 0.0 < size.least[axis] <= size.usual[axis] <= size.most[axis]:
                raise BadInput(
                    f"{where}: size must grow from least to usual to most on every axis; axis {axis} does not"
                )
    if set(row.variant_sizes) - set(row.forms):
        raise BadInput(
            f"{where}: variant_sizes names variants without a form: {sorted(set(row.variant_sizes) - set(row.forms))}"
        )
    if not 0.0 < row.mass.least <= row.mass.usual <= row.mass.most:
        raise BadInput(f"{where}: mass must grow from least to usual to most; it is {row.mass}")
    if row.is_loose and row.mass.most > HEAVIEST_HELD:
        raise BadInput(
            f"{where}: a thing that can be picked up weighs at most {HEAVIEST_HELD} kg; this one {row.mass.most}"
        )
    for variant, form in row.forms.items():
        joints = {joint.name for joint in form.joints}
        used = {solid.joint for solid in form.solids} | {cavity.joint for cavity in form.cavities}
        used |= {handle.joint for handle in form.handles}
        used.discard("")
        if used - joints:
            raise BadInput(f"{where}: form {variant!r} names joints that it does not have: {sorted(used - joints)}")
        parts = [part.name for part in form.parts]
        if len(set(parts)) < len(parts):
            raise BadInput(f"{where}: form {variant!r} has two parts of one name: {parts}")
        for pair in form.controls:
            if set(pair) - set(parts):
                raise BadInput(f"{where}: form {variant!r} has a control between parts that are not there: {pair}")
        if row.can("open") and not form.joints:
            raise BadInput(f"{where}: it can open, but form {variant!r} has no joint")


def _check_references(types: dict[str, ObjectType], materials: dict[str, Material], colours: dict[str, Colour]) -> None:
    """Every name that one row uses for another exists."""
    for row in types.values():
        named: list[tuple[str, tuple[str, ...], Mapping[str, object]]] = [
            ("material", row.materials, materials),
            ("colour", row.colours, colours),
            ("object type", row.holds, types),
        ]
        named += [("object type", tuple(weights), types) for weights in row.found.values()]
        named += [("object type", tuple(part.type for part in form.parts), types) for form in row.forms.values()]
        for what, names, known in named:
            for name in names:
                if name not in known:
                    raise BadInput(f"object type {row.name!r}: {unknown(what, name, known)}")
        for form in row.forms.values():
            for part in form.parts:
                if part.variant not in types[part.type].forms:
                    problem = unknown(f"variant of {part.type}", part.variant, types[part.type].forms)
                    raise BadInput(f"object type {row.name!r}: {problem}")
