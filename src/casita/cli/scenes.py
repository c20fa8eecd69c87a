"""`casita show room | house | apartment | drawn | file | object`, and whether scenes are sound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from casita.cli.options import ARGUMENT, command_from
from casita.cli.output import say
from casita.words import safe_for_terminal

if TYPE_CHECKING:
    from casita.scenes.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What is said, drawn and written of a scene."""

    json: bool = False
    """Print JSON instead of words."""
    png: bool = False
    """Write a picture of it."""
    map: bool = False
    """Write a picture from above, with names."""
    plan: bool = False
    """Write the floor plan as SVG; it has tooltips in a browser."""
    glb: bool = False
    """Write all meshes as GLB, for Blender, three.js and others."""
    out: Path = Path()
    """The folder for what is written."""
    check: bool = False
    """Say whether the scene is sound; exit code 1 if it is not."""

    def scene(self) -> Scene:
        """What is shown."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Room(Shown):
    """Show one of the 4 x 30 fixed rooms.

    Examples:
      casita show room kitchen 12
      casita show room bedroom 3 --png --plan --check
    """

    kind: Annotated[str, ARGUMENT]
    """kitchen, living_room, bedroom or bathroom."""
    number: Annotated[int, ARGUMENT]
    """From 1 to 30."""

    def scene(self) -> Scene:
        """The room."""
        from casita import room

        return room(self.kind, self.number)  # type: ignore[arg-type]  # room() checks the kind


@dataclass(frozen=True, kw_only=True)
class House(Shown):
    """Make and show a procedural house.

    Examples:
      casita show house 7 --rooms 5
      casita show house 7 --map
      casita show house 7 --rooms 5 --json > my_scene.json
    """

    seed: Annotated[int, ARGUMENT]
    """Any whole number: the same one gives the same house."""
    rooms: int | None = None
    """From 1 to 10; drawn from the seed if left out."""

    def scene(self) -> Scene:
        """The house."""
        from casita import house

        return house(self.seed, self.rooms)


@dataclass(frozen=True, kw_only=True)
class Numbered(Shown):
    """One of the scenes that a function of Casita's front page knows by numbers."""

    number: Annotated[int, ARGUMENT]
    """Which one, from 1 on."""

    known_to: ClassVar[str]

    def scene(self) -> Scene:
        """The one with the number."""
        import casita

        found: Scene = getattr(casita, self.known_to)(self.number)
        return found


@dataclass(frozen=True, kw_only=True)
class Apartment(Numbered):
    """Show one of the 7 apartments.

    Examples:
      casita show apartment 3
      casita show apartment 3 --map --out pictures
    """

    known_to = "apartment"


@dataclass(frozen=True, kw_only=True)
class Drawn(Numbered):
    """Show one of the 10 hand-drawn houses.

    Examples:
      casita show drawn 4
      casita show drawn 4 --plan
    """

    known_to = "drawn_house"


@dataclass(frozen=True, kw_only=True)
class File(Shown):
    """Show a scene of your own.

    Examples:
      casita show file my_scene.json
      casita show file my_house.toml --map --check
    """

    path: Annotated[Path, ARGUMENT]
    """A scene as JSON, or a drawing (.toml)."""

    def scene(self) -> Scene:
        """The scene in the file."""
        from casita import load_scene

        return load_scene(self.path)


@dataclass(frozen=True, kw_only=True)
class Object:
    """Show what the catalogue knows of a type of object, and what it looks like.

    Examples:
      casita show object mug
      casita show object mug --states
      casita show object mug --glb
      casita show object counter_top --json
    """

    name: Annotated[str, ARGUMENT]
    """A type of object, such as mug; see casita list types."""
    json: bool = False
    """Print JSON instead of words."""
    png: bool = False
    """Write pictures of several of them."""
    states: bool = False
    """Write pictures of one in all its states."""
    glb: bool = False
    """Write all meshes as GLB, for Blender, three.js and others."""
    out: Path = Path()
    """The folder for what is written."""


SCENES: dict[str, type[Shown]] = {
    "room": Room,
    "house": House,
    "apartment": Apartment,
    "drawn": Drawn,
    "file": File,
}
"""What can be shown, by its command."""


def add_scenes(show: typer.Typer) -> None:
    """Add the commands that show scenes and types of objects to their group."""
    commands: dict[str, tuple[type, Callable[[Any], None]]] = {name: (kind, _show) for name, kind in SCENES.items()}
    for name, (kind, run) in (commands | {"object": (Object, _show_object)}).items():
        show.command(name)(command_from(kind, run))


def _show(shown: Shown) -> None:
    """Print a scene, write pictures and meshes of it, and check it, as asked."""
    from casita.scenes.describe import describe_scene
    from casita.scenes.files import to_json

    scene = shown.scene()
    typer.echo(to_json(scene) if shown.json else safe_for_terminal(describe_scene(scene), lines=True), nl=False)
    if shown.png or shown.map or shown.plan or shown.glb:
        from casita.render.drawing import draw_scene

        say(draw_scene(scene, shown.png, shown.map, shown.plan, shown.glb, shown.out))
    if shown.check and not is_sound(scene, scene.name, err=True):
        raise typer.Exit(1)


def _show_object(shown: Object) -> None:
    import msgspec

    from casita.catalog import catalog
    from casita.scenes.describe import describe_type

    kind = catalog()[shown.name]
    plain = msgspec.json.format(msgspec.json.encode(kind), indent=2).decode() + "\n"
    typer.echo(plain if shown.json else describe_type(kind), nl=False)
    if shown.png or shown.states or shown.glb:
        from casita.render.drawing import draw_object

        say(draw_object(shown.name, shown.png, shown.states, shown.glb, shown.out))


def is_sound(scene: Scene, name: str, *, err: bool) -> bool:
    """Say what is wrong with a scene, or that it is sound."""
    from casita import check_scene

    problems = check_scene(scene)
    for problem in problems:
        typer.echo(safe_for_terminal(f"{name}: {problem}"), err=err)
    if not problems:
        typer.echo(safe_for_terminal(f"{name}: sound"), err=err)
    return not problems
