"""How names, accuracies, differences, the paper's numbers and examples look in the report."""

from __future__ import annotations

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.set_figure import set_figure
from casita.evaluation.page import Cell, Image, jpeg
from casita.evaluation.statistics import Estimate

Row = tuple[str | Cell, ...]
"""Of a table."""

MISSING, NONE = Cell("missing", "theirs"), Cell("–", "theirs")
"""What was not run, and what there is not."""


def plain(name: str) -> str:
    """A name as people write it."""
    return name.replace("_", " ")


def beside(theirs: float | None) -> Cell:
    """A number of the paper: whole ones with commas, shares in per cent; a dash if it has none."""
    if theirs is None:
        return NONE
    return Cell(f"{theirs:,}" if isinstance(theirs, int) else f"{100 * theirs:.1f}", "theirs")


def estimate_cell(estimate: Estimate | None, best: bool = False) -> Cell:
    """An accuracy in per cent with its interval."""
    return MISSING if estimate is None else Cell(estimate.percent(), "best" if best else "")


def difference_cell(difference: Estimate | None) -> Cell:
    """A difference in points with its interval, of weight if that does not hold zero."""
    if difference is None:
        return MISSING
    return Cell(difference.scaled(100).text(1, sign=True), "best" if difference.low > 0 or difference.high < 0 else "")


def example_image(data: ActThor, item: ContrastSet, title: str, choice: int | None = None, note: str = "") -> Image:
    """The picture of a set with the right candidate in a green frame, and a wrong choice in a red one."""
    return Image(title, jpeg(set_figure(item, data.picture, choice=choice), width=1130), note)
