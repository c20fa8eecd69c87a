"""Figure 5: the plane of success and speed-up, and rewards by activity, ours and the published ones side by side.

A colour is a kind of helper, and a mark the goal that it works towards, the same in every figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from casita.benchmarks.watch_and_help.models import MODELS
from casita.benchmarks.watch_and_help.report.results import title_of
from casita.evaluation.figures import COLOURS, INK, LINE, MUTED, drawn
from casita.evaluation.statistics import Estimate
from casita.scenes.plan_view.canvas import mixed

FAMILIES = {
    "alice-alone": MUTED,
    "random": "#b0a38a",
    "hp": COLOURS[0],
    "hybrid": COLOURS[2],
    "hrl": COLOURS[1],
    "teammate": COLOURS[5],
    "oracle": INK,
}
"""Colours by how helpers' names begin."""
OTHERS = COLOURS[3]
"""Colour of a helper of another name."""

MARKS = {"none": "s", "inferred": "o", "true": "^", "random": "X"}
"""Marks by the goal that a helper works towards."""
SHADES = {"none": 1.0, "inferred": 1.0, "true": 0.6, "random": 0.3}
"""How strong the bars are, by the goal."""


ORACLES = {
    "oracle-b": ("*", 1.0),
    "oracle-both": ("P", 0.75),
    "oracle-b-two-hands": ("d", 0.5),
    "oracle-joint": ("h", 0.3),
}
"""Marks and shades of oracles."""


class Look(NamedTuple):
    """How a helper is drawn."""

    colour: str
    mark: str
    shade: float

    @property
    def bar(self) -> str:
        """The colour of its bars: paler the weaker the shade."""
        parts = [int(self.colour[at : at + 2], 16) for at in (1, 3, 5)]
        return mixed(parts, (255, 255, 255), 1.0 - self.shade)


def look(helper: str) -> Look:
    """A helper's colour, mark and strength of colour."""
    colour = next((colour for start, colour in FAMILIES.items() if helper.startswith(start)), OTHERS)
    goal = MODELS[helper].goal if helper in MODELS else "inferred"
    if helper in ORACLES:
        return Look(colour, *ORACLES[helper])
    if helper == "hp-bayes":
        return Look(colour, "D", 0.8)
    return Look(colour, MARKS[goal], SHADES[goal])


TICKS = (-0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
"""Speed-ups that are named on the axis, which is logarithmic in L_alice / L: twice as fast is as far from once as
four times from twice."""

Plane = Mapping[str, tuple[Estimate, Estimate]]
"""Success and speed-up by helper."""


def plane_figure(panels: Mapping[str, Plane]) -> bytes:
    """Success across and speed-up up, one panel beside the other on the same axes; crosses are 95% intervals."""
    points = [point for panel in panels.values() for point in panel.values()]
    left = min(0.95, *(_ends(success)[0] for success, _ in points)) - 0.03
    top = 1.1 * max(_ends(speed)[1] for _, speed in points) + 0.05
    bottom = min(0.0, *(_ends(speed)[0] for _, speed in points)) - 0.04

    def draw(figure: Any) -> None:
        plots = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        named: dict[str, Any] = {}
        for axes, (title, panel) in zip(plots, panels.items(), strict=True):
            axes.set_title(title)
            for helper, (success, speed) in panel.items():
                named.setdefault(title_of(helper), _point(axes, helper, success, speed))
            if "alice-alone" in panel:
                _quadrant(axes, *panel["alice-alone"])
            axes.set_xlim(left, 1.02)
            axes.set_yscale("function", functions=(np.log1p, np.expm1))
            axes.set_ylim(bottom, top)
            ticks = [tick for tick in TICKS if bottom <= tick <= top]
            axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
            axes.set_xlabel("success")
            axes.grid(True)
        plots[0].set_ylabel("speed-up")
        _legend(figure, named)

    return drawn(draw, (5.4 * len(panels), 5.4))


def _point(axes: Any, helper: str, success: Estimate, speed: Estimate) -> Any:
    kind = look(helper)
    axes.plot(_ends(success), [speed.mean] * 2, color=kind.colour, linewidth=1.0, zorder=2)
    axes.plot([success.mean] * 2, _ends(speed), color=kind.colour, linewidth=1.0, zorder=2)
    size = 150 if kind.mark in "*P" else 80
    return axes.scatter(
        success.mean, speed.mean, size, kind.colour, marker=kind.mark, edgecolors="white", linewidths=0.8, zorder=3
    )


def _quadrant(axes: Any, success: Estimate, speed: Estimate) -> None:
    """Where help is help: above Alice alone and to the right of her."""
    axes.axvline(success.mean, color=MUTED, linestyle=":", linewidth=1.0, zorder=1)
    axes.axhline(speed.mean, color=MUTED, linestyle=":", linewidth=1.0, zorder=1)


Rewards = Mapping[str, Sequence[Estimate | None]]
"""The reward in each group, by helper."""


def rewards_figure(panels: Mapping[str, Rewards], groups: Sequence[str]) -> bytes:
    """Bars of cumulative reward by activity, one panel below the other; lines are 95% intervals."""

    def draw(figure: Any) -> None:
        plots = figure.subplots(len(panels), 1, squeeze=False, sharey=True)[:, 0]
        named: dict[str, Any] = {}
        for axes, (title, rewards) in zip(plots, panels.items(), strict=True):
            axes.set_title(title)
            _reward_bars(axes, rewards, named)
            axes.set_xticks(range(len(groups)), groups)
            axes.tick_params(axis="x", length=0, labelcolor=INK)
            axes.set_xlim(-0.55, len(groups) - 0.45)
            axes.axhline(0.0, color=MUTED, linewidth=0.8)
            axes.set_ylabel("cumulative reward")
            axes.grid(axis="y", color=LINE)
        _legend(figure, named)

    return drawn(draw, (10.8, 3.2 * len(panels) + 0.5))


def _reward_bars(axes: Any, rewards: Rewards, named: dict[str, Any]) -> None:
    thick = 0.84 / max(1, len(rewards))
    for number, (helper, values) in enumerate(rewards.items()):
        kind = look(helper)
        for group, value in enumerate(values):
            if value is None:
                continue
            x = group + (number - (len(rewards) - 1) / 2) * thick
            bar = axes.bar(x, value.mean, 0.9 * thick, color=kind.bar)
            named.setdefault(title_of(helper), bar)
            axes.plot([x, x], _ends(value), color=INK, linewidth=0.9, solid_capstyle="butt")


def _legend(figure: Any, named: Mapping[str, Any]) -> None:
    """One for all panels, below them."""
    figure.legend(list(named.values()), list(named), loc="outside lower center", ncols=7, fontsize=9)


def _ends(estimate: Estimate) -> tuple[float, float]:
    """The ends of an interval; the mean twice where there is none."""
    return (estimate.mean, estimate.mean) if math.isnan(estimate.low) else (estimate.low, estimate.high)
