"""What models share that do not enter the house, and the loop that asks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.reading import ROBOT, graph_of
from casita.benchmarks.excalibur.houses import state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models import GRAPH
from casita.benchmarks.excalibur.score import Visit, checked_answer
from casita.seeds import derived_seed
from casita.world.action import Action


class Answerer(Protocol):
    """Whoever answers questions."""

    def answer(self, question: str) -> str:
        """One of "yes" and "no", or a number, or words."""


class NotActing:
    """A model that answers without having been in the house."""

    acts = False

    def act(self, observation: Any) -> Action:
        """Nothing: it is done at once."""
        return Action(ROBOT, "done")


def graph_of_episode(episode: Episode) -> Graph:
    """The graph of an episode's house, as it is at the beginning."""
    return graph_of(state_of(episode))


def answered(
    model: Answerer,
    episodes: Sequence[Episode],
    seed: int = 0,
    graph: Callable[[Episode], Graph] = graph_of_episode,
) -> list[Visit]:
    """The visits of a model that does not act: it answers once, and the second answers are the first."""
    visits = []
    for episode in episodes:
        if begin := getattr(model, "begin", None):
            begin(derived_seed(seed, "excalibur", episode.id) >> 1)
        if GRAPH in getattr(model, "privileges", ()):
            model.told_graph(graph(episode))  # type: ignore[attr-defined]  # who has the privilege has the method
        said, sure = [], []
        for question in episode.questions:
            said.append(checked_answer(model.answer(question.text)))
            if confidence := getattr(model, "confidence", None):
                sure.append(float(confidence(question.text)))
        visits.append(Visit(tuple(said), tuple(said), 0, tuple(sure)))
    return visits
