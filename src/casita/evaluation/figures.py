"""Figures of reports, all in one style: bars with intervals, lines, matrices. Each is given as the bytes of a PNG file.

matplotlib is loaded when the first figure is drawn; its global state is never touched.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from casita.arrays import Float64s
from casita.errors import BadInput
from casita.evaluation.statistics import Estimate

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c6d31")
"""Told apart by colour-blind people too (after Okabe and Ito)."""

INK, MUTED, LINE = "#1f2933", "#5f6c7b", "#e4e7eb"
"""As on the pages."""

STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": MUTED,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "figure.facecolor": "white",
}
"""Settings of matplotlib, whose own type for them is a list of all names."""
DOTS = 150
"""Dots per inch."""
CELL = 0.36
"""Inches of a matrix's cell."""


@dataclass(frozen=True)
class Level:
    """A dashed line across a panel."""

    name: str
    value: float
    colour: str


@dataclass(frozen=True)
class Panel:
    """One plot of groups of bars: `bars[series][group]`, None where there is nothing to show."""

    title: str
    groups: Sequence[str]
    bars: Mapping[str, Sequence[Estimate | float | None]]
    levels: Sequence[Level] = ()


def bars(panels: Sequence[Panel], label: str, *, top: float | None = None, width: float = 10.8) -> bytes:
    """Panels of bars, one below the other, with one legend; a series has the same colour in all panels."""
    if not panels:
        raise BadInput("a figure needs at least one panel")
    names = list(dict.fromkeys(name for panel in panels for name in panel.bars))
    colours = dict(zip(names, _colours(len(names)), strict=True))

    def draw(figure: Any) -> None:
        for axes, panel in zip(figure.subplots(len(panels), 1, squeeze=False)[:, 0], panels, strict=True):
            _bars(axes, panel, colours, label, top)
        _legend(figure.axes[0])

    return drawn(draw, (width, 3.3 * len(panels)))


def lines(series: Mapping[str, Sequence[float]], label: str, below: str, *, dashed: Sequence[str] = ()) -> bytes:
    """Lines over 1, 2, 3 ...; some of them dashed."""
    colours = dict(zip(series, _colours(len(series)), strict=True))

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for name, values in series.items():
            style = "--" if name in dashed else "-"
            axes.plot(range(1, len(values) + 1), values, style, color=colours[name], label=name, linewidth=1.8)
        axes.set_ylabel(label)
        axes.set_xlabel(below)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        _legend(axes)

    return drawn(draw, (9.0, 3.8))


def matrices(
    panels: Sequence[tuple[str, Float64s]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    across: int = 2,
    low: float = 0.0,
) -> bytes:
    """Square-celled matrices of shares with the numbers in them; cells below 0.005 have no number."""
    for title, values in panels:
        if values.shape != (len(rows), len(columns)):
            raise BadInput(f"matrix {title!r} is {values.shape}, expected {(len(rows), len(columns))}")
    across = min(across, len(panels))
    down = math.ceil(len(panels) / across)

    def draw(figure: Any) -> None:
        plots = figure.subplots(down, across, squeeze=False).ravel()
        for axes, (title, values) in zip(plots, panels, strict=False):
            _matrix(axes, title, values, rows, columns, low)
        for axes in plots[len(panels) :]:
            axes.set_axis_off()

    return drawn(draw, ((CELL * len(columns) + 1.0) * across, (CELL * len(rows) + 1.3) * down))


def drawn(draw: Callable[[Any], None], size: tuple[float, float]) -> bytes:
    """What a function draws on a figure of so many inches, in the style of all figures, as the bytes of a PNG file."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    made = BytesIO()
    with rc_context(STYLE):
        figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(h_pad=0.1))
        draw(figure)
        figure.savefig(made, format="png", dpi=DOTS, metadata={"Software": None})
    return made.getvalue()


def _bars(axes: Any, panel: Panel, colours: Mapping[str, str], label: str, top: float | None) -> None:
    thick = 0.8 / max(1, len(panel.bars))
    placed = [0] * len(panel.groups)
    totals = [sum(value is not None for value in column) for column in zip(*panel.bars.values(), strict=False)]
    for name, values in panel.bars.items():
        if len(values) != len(panel.groups):
            raise BadInput(f"panel {panel.title!r}: {len(values)} bars of {name!r} for {len(panel.groups)} groups")
        shown = [(group, value) for group, value in enumerate(values) if value is not None]
        places = [group + (placed[group] - (totals[group] - 1) / 2) * thick for group, _ in shown]
        for group, _ in shown:
            placed[group] += 1
        heights = [value if isinstance(value, float | int) else value.mean for _, value in shown]
        axes.bar(places, heights, 0.92 * thick, color=colours[name], label=name)
        for place, (_, value) in zip(places, shown, strict=True):
            if not isinstance(value, float | int) and not math.isnan(value.low):
                axes.plot([place, place], [value.low, value.high], color=INK, linewidth=1.1, solid_capstyle="butt")
    for level in panel.levels:
        axes.axhline(level.value, color=level.colour, linestyle="--", linewidth=1.3, label=level.name, zorder=0.9)
    axes.set_title(panel.title)
    longest = max((len(line) for name in panel.groups for line in name.split("\n")), default=0)
    crowded = longest * len(panel.groups) > 110
    axes.set_xticks(
        range(len(panel.groups)), panel.groups, rotation=35 if crowded else 0, ha="right" if crowded else "center"
    )
    axes.tick_params(axis="x", length=0, labelcolor=INK)
    axes.set_xlim(-0.6, max(len(panel.groups), 1) - 0.4)
    axes.set_ylim(0, top)
    axes.set_ylabel(label)
    axes.grid(axis="y")


def _matrix(axes: Any, title: str, values: Float64s, rows: Sequence[str], columns: Sequence[str], low: float) -> None:
    axes.imshow(values, cmap="Blues", vmin=low, vmax=max(1.0, float(np.nanmax(values, initial=0.0))))
    for row, column in np.ndindex(values.shape):
        value = float(values[row, column])
        if abs(value) >= 0.005:
            words = f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.0f}"
            light = value > low + 0.6 * (1 - low)
            axes.text(column, row, words, ha="center", va="center", fontsize=7, color="white" if light else INK)
    axes.set_title(title)
    axes.set_xticks(range(len(columns)), columns, rotation=50, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines[:].set_visible(False)


def _legend(axes: Any) -> None:
    """Beside the plot, so that it hides nothing."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)


def _colours(count: int) -> list[str]:
    return [COLOURS[number % len(COLOURS)] for number in range(count)]
