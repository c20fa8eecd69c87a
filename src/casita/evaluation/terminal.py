"""A table of a report, printed for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casita.evaluation.page import Table
from casita.words import safe_for_rich

if TYPE_CHECKING:
    from rich.console import Console


def print_table(table: Table, console: Console) -> None:
    """Print a table; what looks like markup in it is printed as it is."""
    from rich import box
    from rich.table import Table as Shown

    shown = Shown(title=safe_for_rich(table.title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    shown.caption, shown.caption_justify = safe_for_rich(table.note) or None, "left"
    for number, column in enumerate(table.columns):
        shown.add_column(safe_for_rich(column), justify="left" if number < table.left else "right")
    for row in table.cells:
        shown.add_row(*(safe_for_rich(cell.text) for cell in row))
    console.print(shown)
