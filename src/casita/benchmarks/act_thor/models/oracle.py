"""Oracles: they do the action in the world itself and look for the candidate that shows the state it led to.

They are no models: they show that every set has exactly one right answer, and must score 100%. What they are told
beyond the task is a privilege that stands in the results: the keys of the pictures, which say what was done.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.act_thor.collecting.redraw import FROZEN, MadeWith, room_of, state_again
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.steps.sequences import ActionSequence, Meaning, SequenceTree, begun, sequence_of
from casita.benchmarks.act_thor.steps.sets import BEFORE, told_action
from casita.errors import BadInput
from casita.home import physics_of
from casita.protocols import Picture

KEYS = "keys of the pictures"
"""The privilege: `told_keys` is called before every question."""


class KeyOracle(ABC):
    """Answers from the keys of the pictures, never from the pictures themselves or from an answer."""

    privileges = (KEYS,)

    def __init__(self) -> None:
        self._keys: tuple[str, Sequence[str]] = ("", ())

    def told_keys(self, before: str, candidates: Sequence[str]) -> None:
        """The keys of the pictures of the next question."""
        self._keys = before, candidates

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """The candidate that fits."""
        return self._choice(*self._keys, action)

    def choices(self, sets: Sequence[ContrastSet]) -> Int64s:
        """Its choice in each set; a set in which not exactly one candidate fits is an error."""
        return np.asarray([self._choice(one.before, one.candidates, told_action(one)) for one in sets], dtype=np.int64)

    def _choice(self, before: str, candidates: Sequence[str], action: str) -> int:
        expected, reached = self.outcomes(before, action, candidates)
        fits = [index for index, each in enumerate(reached) if each == expected]
        if expected is None or len(fits) != 1:
            raise BadInput(f"{before}: {len(fits)} candidates show what {action} does, expected exactly one")
        return fits[0]

    @abstractmethod
    def outcomes(
        self, before: str, action: str, candidates: Sequence[str]
    ) -> tuple[Hashable | None, Sequence[Hashable | None]]:
        """What should come of the action, and what each candidate stands for."""


class Oracle(KeyOracle):
    """Of single actions: compares digests of states."""

    def __init__(
        self, made: MadeWith = FROZEN, state_of: Callable[[str], str] | None = None, *, replayed: bool = True
    ) -> None:
        """`state_of` gives the digest of the state that a picture shows, as it was recorded; without it, and where
        actions are `replayed`, what was done is done anew.
        """
        super().__init__()
        self._anew: Callable[[str], str] = lambda key: state_again(key, made).digest()
        self._state_of = state_of or self._anew
        if not replayed:
            self._anew = self._state_of

    def outcomes(self, before: str, action: str, candidates: Sequence[str]) -> tuple[str, list[str]]:
        """The digest that the action leads to, and those of the candidates."""
        return self._anew(f"{before.rpartition('/')[0]}/{action}"), [self._state_of(key) for key in candidates]


class StepOracle(KeyOracle):
    """Of sequences: compares what they lead to, forwards or backwards."""

    def __init__(self, made: MadeWith) -> None:
        super().__init__()
        self._made, self._engine = made, physics_of(made.physics)
        self._trees: dict[str, SequenceTree] = {}

    def outcomes(
        self, before: str, action: str, candidates: Sequence[str]
    ) -> tuple[Meaning | None, list[Meaning | None]]:
        """Forwards, of the sequence from the picture given; backwards, of the sequence from each candidate."""
        sequence = sequence_of(action.removeprefix(BEFORE))
        if action.startswith(BEFORE):
            return self._leads_to(before), [self._leads_to(key, sequence) for key in candidates]
        return self._leads_to(before, sequence), [self._leads_to(key) for key in candidates]

    def _leads_to(self, key: str, sequence: ActionSequence = ()) -> Meaning | None:
        """What a sequence leads to from the state of a picture; None if it cannot be done there."""
        beginning, _, moment = key.rpartition("/")
        earlier = () if moment == "before" else sequence_of(moment)
        return self._tree(beginning).meaning((*earlier, *sequence))

    def _tree(self, beginning: str) -> SequenceTree:
        """Of a beginning such as kitchen_12~3/mug_1/held."""
        if beginning not in self._trees:
            room, object, _ = beginning.split("/")
            where = room_of(room, self._made)
            ways = begun(where.scene.by_id[object], where, self._made.seed, self._engine)
            self._trees |= {f"{room}/{object}/{trial}": tree for trial, tree in ways.items()}
        return self._trees[beginning]
