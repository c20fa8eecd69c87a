"""The commands of the benchmarks: generate, show, train, eval and report, one function call each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

generate = typer.Typer(
    help="Make the data of a benchmark from a seed.\n\n\b\nExamples:\n"
    "  casita generate act_thor --out data/act_thor --scale small",
    no_args_is_help=True,
)

Seed = Annotated[int, typer.Option(help="Where all luck comes from: the same seed gives the same bytes.")]
Workers = Annotated[int, typer.Option(help="Processes at work; the bytes do not depend on it.")]
Data = Annotated[Path, typer.Option(help="The folder with the data.")]


@generate.command("act_thor")
def generate_act_thor(
    out: Annotated[Path, typer.Option(help="The folder for the data; a run that was stopped goes on.")],
    seed: Seed = 0,
    scale: Annotated[str, typer.Option(help="small (24 rooms), paper (120), or N times the paper's size.")] = "paper",
    vary: Annotated[
        str, typer.Option(help="What differs in takes beyond the first: colours,light,perspective,distractors.")
    ] = "perspective",
    physics: Annotated[str, typer.Option(help="mujoco, or the simple rules: kinematic.")] = "mujoco",
    rooms: Annotated[str, typer.Option(help="The only rooms to use, such as kitchen_12,bedroom_03.")] = "",
    workers: Workers = 2,
) -> None:
    """Collect pictures before and after every action, clean them, and make contrast sets.

    \b
    Examples:
      casita generate act_thor --out data/act_thor
      casita generate act_thor --out data/small --scale small --workers 1
      casita generate act_thor --out data/many --scale 4 --vary colours,light,perspective
    """
    from casita.benchmarks.act_thor.generate import Settings
    from casita.benchmarks.act_thor.generate import generate as run

    wanted = Settings(
        seed, scale, tuple(vary.split(",")) if vary else (), physics, tuple(rooms.split(",")) if rooms else ()
    )
    made = run(out, wanted, workers=workers)
    typer.echo((made.out / "README.md").read_text(), nl=False)


def show_act_thor(
    which: Annotated[str, typer.Argument(help="Number of a contrast set, from 0, or its name.")],
    data: Annotated[
        Path | None, typer.Option(help="A folder with data; without one, the set is one of version 1, drawn anew.")
    ] = None,
    hide: Annotated[bool, typer.Option("--hide", help="Do not say which candidate is the right one.")] = False,
    out: Annotated[Path, typer.Option(help="The folder for the picture.")] = Path(),
) -> None:
    """Draw one contrast set of ACT-Thor: the picture before, and the four to choose from.

    \b
    Examples:
      casita show act_thor 17
      casita show act_thor 17 --hide
      casita show act_thor kitchen_12/mug_1/held/drop --data data/act_thor
    """
    from casita.benchmarks.act_thor.figure import draw_set

    path, words = draw_set(which, data, out, reveal=not hide)
    typer.echo(words)
    typer.echo(f"wrote {path}", err=True)
