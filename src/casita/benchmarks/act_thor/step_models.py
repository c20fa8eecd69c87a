"""Who answers questions about several actions in a row: a chain of single steps, and an oracle.

Chance and visual-only need nothing more than `step_problem`: they never look at what an action is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.problem import Problem, TableLike
from casita.benchmarks.act_thor.step_sequences import Doings, Meaning, Sequenced, begun, sequence_of
from casita.benchmarks.act_thor.step_sets import DIRECTIONS, Direction, direction_of
from casita.benchmarks.act_thor.variations import setting
from casita.errors import BadInput, unknown
from casita.home import physics_of

if TYPE_CHECKING:
    from torch import Tensor


def step_problem(sets: Sequence[ContrastSet], table: TableLike) -> Problem:
    """Sets of one direction as arrays; an action's name is that of a sequence, and `before` is what is given."""
    if len({direction_of(one) for one in sets}) > 1:
        raise BadInput("a problem has sets of one direction, forward or backward; these are of both")
    return Problem.of(sets, table, sorted({name for one in sets for name in (one.action, *one.actions)}))


class ChainedMatrix:
    """Action-Matrix of single actions, applied one after the other: to what is given, or backwards to each candidate.

    By least squares (`l2`) a matrix learns to predict the after-vector itself, so that the next can go on from it.
    """

    def __init__(self, direction: Direction, procedure: str = "l2") -> None:
        from casita.benchmarks.act_thor.models.trained import Trained

        if direction not in DIRECTIONS:
            raise unknown("direction", direction, DIRECTIONS)
        self.direction = direction
        self.single = Trained("action-matrix", procedure=procedure)
        """The model of single actions; one that is trained may be put here."""

    def fit(self, train: Problem, valid: Problem, seed: int) -> None:
        """Learn from problems of single actions: sequences are never trained on."""
        self.single.fit(train, valid, seed)

    def scores(self, problem: Problem) -> NDArray[np.float64]:
        """How near what is predicted comes, for a problem of sequences."""
        import torch

        from casita.learn.training import seeded

        names = [sequence_of(problem.actions[number]) for number in problem.action.tolist()]
        alike = replace(problem, actions=self.single.actions, action=np.zeros_like(problem.action))
        self.single.network.eval()
        with torch.no_grad(), seeded(0, "scores"):
            given, _, candidates, _ = self.single.tensors(alike)
            if self.direction == "forward":
                left, right = self._chained(given, names)[:, None], candidates
            else:
                count = candidates.shape[1]
                each = [sequence for sequence in names for _ in range(count)]
                left = self._chained(candidates.flatten(0, 1), each).reshape(candidates.shape)
                right = given[:, None]
            found = (
                (left * right).sum(dim=2) if self.single.procedure == "contrastive" else -((left - right) ** 2).sum(2)
            )
            scores: NDArray[np.float64] = found.double().numpy()
        return scores

    def _chained(self, vectors: Tensor, sequences: Sequence[Sequenced]) -> Tensor:
        """Vectors after all actions of a sequence each."""
        import torch

        number = {name: index for index, name in enumerate(self.single.actions)}
        for name in sorted({name for sequence in sequences for name in sequence}):
            if name not in number:
                raise unknown("action in a sequence", name, number)
        moved = vectors.clone()
        for place in range(max(map(len, sequences), default=0)):
            rows = torch.tensor([row for row, sequence in enumerate(sequences) if place < len(sequence)])
            actions = torch.tensor([number[sequence[place]] for sequence in sequences if place < len(sequence)])
            moved[rows] = self.single.network.predicted(moved[rows], actions)
        return moved


class StepOracle:
    """Does the sequences in the world itself and compares what they lead to; it must score 100%.

    It never looks at a picture, a row or an answer: only at the names of pictures, which say what was done.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        """`settings` as in the manifest of the data."""
        self._seed, self._vary = settings["seed"], settings["vary"]
        self._engine = physics_of(settings["physics"])
        self._ways: dict[str, Doings] = {}

    def choices(self, sets: Sequence[ContrastSet]) -> NDArray[np.int64]:
        """Its choice in each set; a set in which not exactly one candidate fits is an error."""
        return np.asarray([self._choice(one) for one in sets], dtype=np.int64)

    def _choice(self, one: ContrastSet) -> int:
        sequence = sequence_of(one.action)
        if direction_of(one) == "forward":
            expected = self._leads_to(one.before, sequence)
            reached = [self._leads_to(key) for key in one.candidates]
        else:
            expected = self._leads_to(one.before)
            reached = [self._leads_to(key, sequence) for key in one.candidates]
        fits = [index for index, each in enumerate(reached) if each == expected]
        if expected is None or len(fits) != 1:
            raise BadInput(f"set {one.id}: {len(fits)} candidates fit {one.action}, expected exactly one")
        return fits[0]

    def _leads_to(self, key: str, sequence: Sequenced = ()) -> Meaning | None:
        """What a sequence leads to from the state of a picture; None if it cannot be done there."""
        beginning, _, moment = key.rpartition("/")
        earlier = () if moment == "before" else sequence_of(moment)
        return self._doings(beginning).meaning((*earlier, *sequence))

    def _doings(self, beginning: str) -> Doings:
        """Of a beginning such as kitchen_12~3/mug_1/held."""
        if beginning not in self._ways:
            from casita.scenes.fixed import shipped_scene

            room, object, _ = beginning.split("/")
            name, _, take = room.partition("~")
            where = setting(shipped_scene(name), self._seed, int(take or 0), self._vary)
            ways = begun(where.scene.by_id[object], where, self._seed, self._engine)
            self._ways |= {f"{room}/{object}/{trial}": doings for trial, doings in ways.items()}
        return self._ways[beginning]
