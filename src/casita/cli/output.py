"""Prints what commands say: lines and tables to the output, paths of what was written to the error output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

from casita.evaluation.page import Table


def say(pieces: Iterable[str | Table | Path]) -> None:
    """Print lines, tables and paths."""
    for piece in pieces:
        if isinstance(piece, Table):
            from rich.console import Console

            from casita.evaluation.terminal import print_table

            print_table(piece, Console())
        elif isinstance(piece, Path):
            typer.echo(f"wrote {piece}", err=True)
        else:
            typer.echo(piece)
