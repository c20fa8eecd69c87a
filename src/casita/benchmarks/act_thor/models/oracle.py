"""The oracle: does the action in the world itself and looks for the candidate that shows the state it led to.

It is no model: it shows that every set has exactly one right answer. It must score 100%.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.steps.sequences import ActionSequence, Meaning, SequenceTree, begun, sequence_of
from casita.benchmarks.act_thor.steps.sets import direction_of
from casita.errors import BadInput
from casita.home import physics_of


class Oracle:
    """Compares states, never pictures or the names of pictures."""

    def __init__(self, state_of: Callable[[str], str], result_of: Callable[[str, str], str]) -> None:
        """`state_of(key)`: digest of the state that a picture shows; `result_of(before, action)`: of what follows."""
        self._state_of = state_of
        self._result_of = result_of

    def choices(self, sets: Sequence[ContrastSet]) -> NDArray[np.int64]:
        """Its choice in each set; a set in which not exactly one candidate fits is an error."""
        return np.asarray([self._choice(one) for one in sets], dtype=np.int64)

    def _choice(self, one: ContrastSet) -> int:
        expected = self._result_of(one.before, one.action)
        fits = [index for index, key in enumerate(one.candidates) if self._state_of(key) == expected]
        if len(fits) != 1:
            raise BadInput(f"set {one.id}: {len(fits)} candidates show what {one.action} does, expected exactly one")
        return fits[0]


class StepOracle:
    """Does the sequences in the world itself and compares what they lead to; it must score 100%.

    It never looks at a picture, a row or an answer: only at the names of pictures, which say what was done.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        """`settings` as in the manifest of the data."""
        self._seed, self._vary = settings["seed"], settings["vary"]
        self._engine = physics_of(settings["physics"])
        self._ways: dict[str, SequenceTree] = {}

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

    def _leads_to(self, key: str, sequence: ActionSequence = ()) -> Meaning | None:
        """What a sequence leads to from the state of a picture; None if it cannot be done there."""
        beginning, _, moment = key.rpartition("/")
        earlier = () if moment == "before" else sequence_of(moment)
        return self._tree(beginning).meaning((*earlier, *sequence))

    def _tree(self, beginning: str) -> SequenceTree:
        """Of a beginning such as kitchen_12~3/mug_1/held."""
        if beginning not in self._ways:
            from casita.scenes.fixed import shipped_scene

            room, object, _ = beginning.split("/")
            name, _, take = room.partition("~")
            where = room_setup(shipped_scene(name), self._seed, int(take or 0), self._vary)
            ways = begun(where.scene.by_id[object], where, self._seed, self._engine)
            self._ways |= {f"{room}/{object}/{trial}": tree for trial, tree in ways.items()}
        return self._ways[beginning]
