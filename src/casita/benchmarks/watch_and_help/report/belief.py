"""The report's picture of a belief before and after looking into something (the paper's Figure 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from casita.agents.belief import Belief
from casita.agents.view import View
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.item import ALICE, Task
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.logs import looked_through, outcomes_of
from casita.benchmarks.watch_and_help.report.results import HOW, Results
from casita.evaluation.figures import COLOURS, INK, MUTED, drawn
from casita.evaluation.page import Image, Missing, Section, Words
from casita.seeds import stream
from casita.world.english import named
from casita.world.goals import Goal
from casita.world.outcome import Outcome
from casita.world.state import State
from casita.world.statics import NONE

LEAST = 0.005
"""Chances below this are not drawn."""


class Looked(NamedTuple):
    """What Alice believes before and after she opens a container."""

    step: int
    """After so many steps she opens it."""
    container: str
    state: State
    beliefs: tuple[tuple[str, dict[str, float], dict[str, float]], ...]
    """Things with the chances of their places before and after: first what she finds in it, then what she does not."""

    @property
    def hope(self) -> float:
        """The chance that what was not in it was in it."""
        _, before, _ = self.beliefs[1]
        return before.get(self.container, 0.0)


def looks(outcomes: Sequence[Outcome], goal: Goal) -> Iterator[Looked]:
    """Every time that Alice opens something and finds a thing that her goal is about, but not another one."""
    state = outcomes[0].before
    belief, luck = Belief(state.statics), stream(0, "report", "belief")
    belief.update(View.of(state, ALICE), luck)
    home, known = belief.places, state.statics
    types = {predicate.object for predicate in goal.predicates if predicate.relation in ("on", "in", "hold")}
    rows = [row for row, slot in enumerate(home.slots.tolist()) if known.things[slot].type in types]
    for outcome in outcomes:
        chance, located = belief.chance.copy(), belief.located.copy()
        belief.update(View.of(outcome.state, ALICE), luck)
        opened = _opened(outcome)
        place = int(home.of_container[known.slot(opened)]) if opened else NONE
        if place == NONE:
            continue
        found = [row for row in rows if belief.chance[row, place] == 1.0 and not located[row]]
        ruled_out = [row for row in rows if not belief.located[row] and chance[row, place] > belief.chance[row, place]]
        if found and ruled_out:
            hoped = max(ruled_out, key=lambda row: chance[row, place])
            both = [
                (known.ids[int(home.slots[row])], _chances(belief, chance[row]), _chances(belief, belief.chance[row]))
                for row in (found[0], hoped)
            ]
            yield Looked(outcome.before.tick, opened, outcome.state, tuple(both))


def _opened(outcome: Outcome) -> str:
    """What Alice opens in a step; empty if nothing."""
    pairs = zip(outcome.actions, outcome.refusals, strict=True)
    return next((act.object for act, no in pairs if act.agent == ALICE and act.verb == "open" and no is None), "")


def _chances(belief: Belief, row: Any) -> dict[str, float]:
    return {belief.places.name(int(place)): float(row[place]) for place in np.flatnonzero(row >= LEAST)}


def belief_figure(looked: Looked) -> bytes:
    """Chances of all places, before and after, one panel for each thing."""
    scene = looked.state.scene
    places = list(dict.fromkeys(name for _, *both in looked.beliefs for chances in both for name in chances))
    titles = ["somebody's hands" if name == "hands" else named(name, scene).removeprefix("the ") for name in places]

    def draw(figure: Any) -> None:
        panels = figure.subplots(len(looked.beliefs), 1, sharex=True)
        for axes, (thing, before, after) in zip(panels, looked.beliefs, strict=True):
            for offset, chances, colour, label in (
                (-0.2, before, MUTED, "before"),
                (0.2, after, COLOURS[0], "after"),
            ):
                heights = [chances.get(name, 0.0) for name in places]
                axes.bar(np.arange(len(places)) + offset, heights, 0.38, color=colour, label=label)
            axes.set_title(f"Where Alice thinks that {named(thing, scene)} is")
            axes.set_ylabel("probability")
            axes.grid(axis="y")
            axes.margins(x=0.01)
            axes.tick_params(axis="x", length=0)
        panels[0].legend(loc="upper right", fontsize=9)
        panels[-1].set_xticks(range(len(places)), titles, rotation=50, ha="right", rotation_mode="anchor", fontsize=8)
        panels[-1].tick_params(axis="x", length=0, labelcolor=INK)

    return drawn(draw, (10.8, 2.6 * len(looked.beliefs) + 0.9))


def belief_section(results: Results) -> Section:
    """What Alice believes before and after she looks into something."""
    title = "A belief before and after looking (Figure 13)"
    found: list[tuple[Looked, Task]] = []
    for each in looked_through(results, ALONE)[::5]:
        task = task_named(each.task)
        found += [(looked, task) for looked in looks(outcomes_of(results, ALONE, each), task.goal)]
    if not found:
        return Section(title, (Missing("an episode in which Alice opens something and finds what she needs", HOW),))
    looked, task = max(found, key=lambda pair: pair[0].hope)
    (thing, _, _), (other, before, _) = looked.beliefs
    scene = looked.state.scene
    what, rest, where = (named(id, scene) for id in (thing, other, looked.container))
    words = (
        f"{task.id}: after {looked.step} steps Alice opens {where}. She sees {what} in it and is sure of that now; "
        f"{rest} is not in it, so the chance of {before.get(looked.container, 0.0):.2f} that it was goes to the other "
        "places. At first all places where a thing fits are equally likely. Of all such moments the one is shown at "
        "which she hoped most for what was not there."
    )
    return Section(title, (Words(words), Image("Chances of places before and after", belief_figure(looked))))
