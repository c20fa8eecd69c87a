"""Prints what commands say: lines and tables to the output, paths of what was written to the error output."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from casita.words import safe_for_terminal

if TYPE_CHECKING:
    from casita.evaluation.page import Table


def say(pieces: Iterable[str | Table | Path]) -> None:
    """Print lines, tables and paths."""
    for piece in pieces:
        if isinstance(piece, Path):
            typer.echo(f"wrote {safe_for_terminal(piece)}", err=True)
        elif isinstance(piece, str):
            typer.echo(safe_for_terminal(piece, lines=True))
        else:
            from rich.console import Console

            from casita.evaluation.terminal import print_table

            print_table(piece, Console())
