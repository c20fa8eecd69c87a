"""The page about Letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.letters.report.findings import finding

from casita.evaluation.evaluate import evaluate
from casita.evaluation.page import Page, Section, Table, write_report


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Ask all models, and write a page.

    Examples:
      casita report letters --data words
    """

    data: Path
    """The folder with the words."""
    out: Path = Path("report/letters")
    """The folder for the page."""


def run_report(settings: ReportSettings) -> Iterator[Path]:
    """Write the page."""
    found = {name: evaluate("letters", name, data=settings.data, progress=False) for name in ("oracle", "always")}
    table = Table(
        "Right", ("model", "share"), tuple((n, r.scores.metrics["right"].percent()) for n, r in found.items())
    )
    page = Page("Letters", "How many?", (Section("Findings", (finding(found["oracle"]), table)),))
    yield write_report(page, "", settings.out)
