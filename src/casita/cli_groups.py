"""The groups of the benchmarks' commands, and what their commands share; each benchmark adds its own to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

generate = typer.Typer(
    help="Make the data of a benchmark from a seed.\n\n\b\nExamples:\n"
    "  casita generate act_thor --out data/act_thor --scale small\n"
    "  casita generate watch_and_help --out data/watch_and_help --scale small",
    no_args_is_help=True,
)
show = typer.Typer(
    help="Show one scene, one type of object or one item of a benchmark: in words, as JSON, in pictures, as meshes."
    "\n\n\b\nExamples:\n"
    "  casita show room kitchen 12\n  casita show house 7 --rooms 5 --map\n  casita show object mug",
    no_args_is_help=True,
)
train = typer.Typer(
    help="Train a model of a benchmark.\n\n\b\nExamples:\n"
    "  casita train act_thor --data data/act_thor --model concat-multi\n"
    "  casita train watch_and_help --data data/watch_and_help --model goal-lstm",
    no_args_is_help=True,
)
evaluate = typer.Typer(
    help="Ask a model everything, and say how good it is: one that comes with Casita, or yours.\n\n\b\nExamples:\n"
    "  casita eval act_thor --data data/act_thor --model visual-only\n"
    "  casita eval act_thor --data data/act_thor --model my_model.py:Mine\n"
    "  casita eval watch_and_help --model hp --limit 10",
    no_args_is_help=True,
)
report = typer.Typer(
    help="Do all experiments of a benchmark, and write a page about them.\n\n\b\nExamples:\n"
    "  casita report act_thor --data data/act_thor --quick\n"
    "  casita report watch_and_help --quick",
    no_args_is_help=True,
)

Seed = Annotated[int, typer.Option(help="Where all luck comes from: the same seed gives the same bytes.")]
Workers = Annotated[int, typer.Option(help="Processes at work; the bytes do not depend on it.")]
Data = Annotated[Path, typer.Option(help="The folder with the data.")]
MadeIn = Annotated[Path, typer.Option(help="The folder for the data; a run that was stopped goes on.")]
Runs = Annotated[Path, typer.Option(help="The folder for results; what is there is not done again.")]
ReportIn = Annotated[Path, typer.Option(help="The folder for the page and its figures.")]


@contextmanager
def named(model: str) -> Iterator[None]:
    """Let what goes wrong with a user's own model name it."""
    from casita.errors import BadInput

    try:
        yield
    except BadInput as error:
        if ":" not in model or model in str(error):
            raise
        raise BadInput(f"{model}: {error}") from error
