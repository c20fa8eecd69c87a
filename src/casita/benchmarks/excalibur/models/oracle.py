"""Oracle: reads the question and runs it over the graph of the whole house."""

from __future__ import annotations

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.models import GRAPH
from casita.benchmarks.excalibur.models.not_acting import NotActing
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import answer
from casita.errors import BadInput


class Oracle(NotActing):
    """The upper bound: it is told what is in the house, but reads English as everybody does."""

    privileges = (GRAPH,)

    def __init__(self) -> None:
        self._graph: Graph | None = None

    def told_graph(self, graph: Graph) -> None:
        """What is in the house of the next questions."""
        self._graph = graph

    def answer(self, question: str) -> str:
        """What the program of the question gives."""
        if self._graph is None:
            raise BadInput("the oracle was not told the graph")
        return answer(parsed(question), self._graph)
