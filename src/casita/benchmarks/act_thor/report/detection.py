"""The report's section on appendix A: how well a small detector does on each kind of features.

It reads detection.json beside the folder `runs`: a JSON list of objects with features, tuned (true or false), and on
rooms 26 to 30 by epoch: precision, types and boxes (lists).
"""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.models.detection import FILE
from casita.benchmarks.act_thor.report.results import feature_title, read_rows
from casita.evaluation.figures import lines
from casita.evaluation.page import Cell, Image, Missing, Section, Table, Words
from casita.learn.detection_probe import DetectionCurve


def detection_section(folder: Path) -> Section:
    """Appendix A: how well a small detector does on frozen and on tuned features (Figure 4)."""
    judged = ("precision", "types", "boxes")
    rows = read_rows(folder / FILE, DetectionCurve)
    if not rows:
        how = f"{folder / FILE} is not there: python -m casita.benchmarks.act_thor.models.detection makes it."
        return Section("The detection probe", (Missing("the detection probe of appendix A (Figure 4)", how),))
    names = [f"{feature_title(row.features)}, {'tuned' if row.tuned else 'frozen'}" for row in rows]
    series = {name: row.precision for name, row in zip(names, rows, strict=True)}
    table: tuple[tuple[str | Cell, ...], ...] = tuple(
        (
            name,
            *(f"{100 * getattr(row, what)[-1]:.1f}" for what in judged),
            f"{len(row.precision)}",
            Cell(paper.DRAWN_ONLY, "theirs"),
        )
        for name, row in zip(names, rows, strict=True)
    )
    return Section(
        "The detection probe",
        (
            Words(
                "One box and one type a picture, found from maps of features: learnt in rooms 1 to 20, mean average "
                "precision in rooms 26 to 30."
            ),
            Image(
                "Mean average precision by epoch (Figure 4)",
                lines(series, "mean average precision", "epoch", dashed=[name for name in series if "tuned" in name]),
                "The paper's is drawn only; it names 37.0 for a ResNet-50 detector on COCO.",
            ),
            Table(
                "After the last epoch, in per cent",
                ("features", "precision", "right types", "boxes that overlap by half", "epochs", "paper"),
                table,
            ),
        ),
    )
