"""The `casita` command: every command calls one function, and bad input is one line, not a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from casita.cli.benchmarks import group, profile
from casita.cli.detector import add_detector
from casita.cli.scenes import add_scenes, is_sound
from casita.words import safe_for_terminal

app = typer.Typer(
    name="casita",
    help="One small, exact household world, and benchmarks of machines that understand actions.\n\n\b\nExamples:\n"
    "  casita quickstart\n  casita list\n  casita show room kitchen 12 --png",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
show = group("show")
add_scenes(show)
train = group("train")
add_detector(train)
for each in (show, train, *(group(name) for name in ("generate", "eval", "report"))):
    app.add_typer(each)
app.command()(profile)


def main() -> None:
    """Run the command line; what a person got wrong ends it with one line and exit code 2."""
    from casita.errors import BadInput, not_installed

    try:
        try:
            app()
        except ModuleNotFoundError as missing:
            raise not_installed("this", missing) from None
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False,
) -> None:
    """List what there is.

    \b
    Examples:
      casita list
      casita list types --kind kitchen --can pick_up
      casita list rooms --json
    """
    from rich.console import Console

    from casita.scenes.listing import listing

    found = listing(what, kind, can)
    if as_json:
        typer.echo(found.json(), nl=False)
    else:
        found.show(Console())


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Scenes as JSON, or drawings (.toml).")]) -> None:
    """Say what is wrong with some scenes; exit code 1 if anything is.

    \b
    Examples:
      casita check my_scene.json
      casita check scenes/*.json
    """
    from casita import load_scene

    sound = [is_sound(load_scene(file), str(file), err=False) for file in files]
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

    from casita.evaluation.benchmark import benchmark, benchmark_names
    from casita.reports.quickstart import quickstart as run

    rows = [benchmark(name) for name in benchmark_names()]
    run(out, Console(), [row.loaded(row.quickstart) for row in rows])


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
