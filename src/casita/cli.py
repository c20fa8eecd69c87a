"""The `casita` command: every command calls one function, and bad input is one line, not a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from casita import cli_act_thor, cli_groups, cli_watch_and_help
from casita.cli_groups import show

if TYPE_CHECKING:
    from casita.scenes.scene import Scene

app = typer.Typer(
    name="casita",
    help="One small, exact household world.\n\n\b\nExamples:\n"
    "  casita quickstart\n  casita list\n  casita show room kitchen 12 --png",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.add_typer(show, name="show")
app.add_typer(cli_groups.generate, name="generate")
app.add_typer(cli_groups.train, name="train")
app.add_typer(cli_groups.evaluate, name="eval")
app.add_typer(cli_groups.report, name="report")
BENCHMARKS = (cli_act_thor, cli_watch_and_help)
"""Their commands are in the groups from when they are loaded."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Png = Annotated[bool, typer.Option("--png", help="Write a picture of it.")]
Map = Annotated[bool, typer.Option("--map", help="Write a picture from above, with names.")]
Plan = Annotated[bool, typer.Option("--plan", help="Write the floor plan as SVG; it has tooltips in a browser.")]
Glb = Annotated[bool, typer.Option("--glb", help="Write all meshes as GLB, for Blender, three.js and others.")]
Out = Annotated[Path, typer.Option(help="The folder for what is written.")]
HERE = Path()
Check = Annotated[bool, typer.Option("--check", help="Say whether the scene is sound; exit code 1 if it is not.")]


def main() -> None:
    """Run the command line; what a person got wrong ends it with one line and exit code 2."""
    from casita.errors import BadInput
    from casita.words import safe_for_terminal

    try:
        app()
    except BadInput as error:
        typer.echo(f"error: {safe_for_terminal(error)}", err=True)
        raise SystemExit(2) from None


@app.command("list")
def list_(
    what: Annotated[
        str, typer.Argument(help="types, rooms, apartments, houses, materials or colours; an overview if left out.")
    ] = "",
    kind: Annotated[str, typer.Option(help="Only types found in this kind of room.")] = "",
    can: Annotated[str, typer.Option(help="Only types with this affordance.")] = "",
    as_json: Json = False,
) -> None:
    """List what there is.

    \b
    Examples:
      casita list
      casita list types --kind kitchen --can pick_up
      casita list rooms --json
    """
    from rich.console import Console

    from casita.reports.listing import listing

    found = listing(what, kind, can)
    if as_json:
        typer.echo(found.json(), nl=False)
    else:
        found.show(Console())


@show.command("room")
def show_room(
    kind: Annotated[str, typer.Argument(help="kitchen, living_room, bedroom or bathroom.")],
    number: Annotated[int, typer.Argument(help="From 1 to 30.")],
    as_json: Json = False,
    png: Png = False,
    map: Map = False,
    plan: Plan = False,
    glb: Glb = False,
    out: Out = HERE,
    check: Check = False,
) -> None:
    """Show one of the 4 x 30 fixed rooms.

    \b
    Examples:
      casita show room kitchen 12
      casita show room bedroom 3 --png --plan --check
    """
    from casita import room

    _show_scene(room(kind, number), as_json, Drawn(png, map, plan, glb, out), check)  # type: ignore[arg-type]  # room() checks the kind


@show.command("house")
def show_house(
    seed: Annotated[int, typer.Argument(help="Any whole number: the same one gives the same house.")],
    rooms: Annotated[int | None, typer.Option(help="From 1 to 10; drawn from the seed if left out.")] = None,
    as_json: Json = False,
    png: Png = False,
    map: Map = False,
    plan: Plan = False,
    glb: Glb = False,
    out: Out = HERE,
    check: Check = False,
) -> None:
    """Make and show a procedural house.

    \b
    Examples:
      casita show house 7 --rooms 5
      casita show house 7 --map
      casita show house 7 --rooms 5 --json > my_scene.json
    """
    from casita import house

    _show_scene(house(seed, rooms), as_json, Drawn(png, map, plan, glb, out), check)


@show.command("apartment")
def show_apartment(
    number: Annotated[int, typer.Argument(help="From 1 to 7.")],
    as_json: Json = False,
    png: Png = False,
    map: Map = False,
    plan: Plan = False,
    glb: Glb = False,
    out: Out = HERE,
    check: Check = False,
) -> None:
    """Show one of the 7 apartments.

    \b
    Examples:
      casita show apartment 3
      casita show apartment 3 --map --out pictures
    """
    from casita import apartment

    _show_scene(apartment(number), as_json, Drawn(png, map, plan, glb, out), check)


@show.command("drawn")
def show_drawn(
    number: Annotated[int, typer.Argument(help="From 1 to 10.")],
    as_json: Json = False,
    png: Png = False,
    map: Map = False,
    plan: Plan = False,
    glb: Glb = False,
    out: Out = HERE,
    check: Check = False,
) -> None:
    """Show one of the 10 hand-drawn houses.

    \b
    Examples:
      casita show drawn 4
      casita show drawn 4 --plan
    """
    from casita import drawn_house

    _show_scene(drawn_house(number), as_json, Drawn(png, map, plan, glb, out), check)


@show.command("file")
def show_file(
    path: Annotated[Path, typer.Argument(help="A scene as JSON, or a drawing (.toml).")],
    as_json: Json = False,
    png: Png = False,
    map: Map = False,
    plan: Plan = False,
    glb: Glb = False,
    out: Out = HERE,
    check: Check = False,
) -> None:
    """Show a scene of your own.

    \b
    Examples:
      casita show file my_scene.json
      casita show file my_house.toml --map --check
    """
    from casita import load_scene

    _show_scene(load_scene(path), as_json, Drawn(png, map, plan, glb, out), check)


@show.command("object")
def show_object(
    name: Annotated[str, typer.Argument(help="A type of object, such as mug; see casita list types.")],
    as_json: Json = False,
    png: Annotated[bool, typer.Option("--png", help="Write pictures of several of them.")] = False,
    states: Annotated[bool, typer.Option("--states", help="Write pictures of one in all its states.")] = False,
    glb: Glb = False,
    out: Out = HERE,
) -> None:
    """Show what the catalogue knows of a type of object, and what it looks like.

    \b
    Examples:
      casita show object mug
      casita show object mug --states
      casita show object mug --glb
      casita show object counter_top --json
    """
    import msgspec

    from casita.catalog import catalog
    from casita.scenes.describe import describe_type

    kind = catalog()[name]
    words = msgspec.json.format(msgspec.json.encode(kind), indent=2).decode() + "\n" if as_json else describe_type(kind)
    typer.echo(words, nl=False)
    if png or states or glb:
        from casita.reports.drawing import draw_object

        for path in draw_object(name, png, states, glb, out):
            _say_written(path)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Scenes as JSON, or drawings (.toml).")]) -> None:
    """Say what is wrong with some scenes; exit code 1 if anything is.

    \b
    Examples:
      casita check my_scene.json
      casita check scenes/*.json
    """
    from casita import load_scene

    sound = [_is_sound(load_scene(file), str(file), err=False) for file in files]
    raise typer.Exit(0 if all(sound) else 1)


@app.command()
def quickstart(
    out: Annotated[Path, typer.Option(help="The folder for the page and the floor plans.")] = Path("out"),
) -> None:
    """Build, check and draw a scene of every sort, run the benchmarks in small, and write a page about it all.

    \b
    Examples:
      casita quickstart
      casita quickstart --out my_folder
    """
    from rich.console import Console

    from casita.benchmarks.act_thor.taste import taste as act_thor
    from casita.benchmarks.watch_and_help.taste import taste as watch_and_help
    from casita.reports.quickstart import quickstart as run

    run(out, Console(), [act_thor(out), watch_and_help(out)])


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="all, or some of the suites (an unknown name lists them).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on each line.")] = False,
) -> None:
    """Measure how fast Casita is on this machine; exit code 1 if a goal is missed.

    \b
    Examples:
      casita bench
      casita bench home --json
    """
    from casita.bench import run

    raise typer.Exit(0 if run(names or ["all"], as_json) else 1)


class Drawn(NamedTuple):
    """What is to be written of a scene, and into which folder."""

    png: bool
    map: bool
    plan: bool
    glb: bool
    out: Path


def _show_scene(scene: Scene, as_json: bool, drawn: Drawn, check: bool) -> None:
    """Print a scene, write pictures and meshes of it, and check it, as asked."""
    from casita.scenes.describe import describe_scene
    from casita.scenes.files import to_json
    from casita.words import safe_for_terminal

    typer.echo(to_json(scene) if as_json else safe_for_terminal(describe_scene(scene), lines=True), nl=False)
    if any(drawn[:4]):
        from casita.reports.drawing import draw_scene

        for path in draw_scene(scene, *drawn):
            _say_written(path)
    if check and not _is_sound(scene, scene.name, err=True):
        raise typer.Exit(1)


def _is_sound(scene: Scene, name: str, *, err: bool) -> bool:
    """Say what is wrong with a scene, or that it is sound."""
    from casita import check_scene
    from casita.words import safe_for_terminal

    problems = check_scene(scene)
    for problem in problems or ("sound",):
        typer.echo(safe_for_terminal(f"{name}: {problem}"), err=err)
    return not problems


def _say_written(path: Path) -> None:
    """Say on the error output that a file is there."""
    from casita.words import safe_for_terminal

    typer.echo(f"wrote {safe_for_terminal(path)}", err=True)
