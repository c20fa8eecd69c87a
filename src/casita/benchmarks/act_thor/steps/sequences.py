"""Sequences of two and three actions: which are drawn, what each leads to, and when two of them mean the same.

From each beginning some sequences are drawn that are hard to tell apart: the first one by luck, then those that share
most actions with it, such as the same actions in another order where that leads to something else. Things of one type
draw from a few lists, so that a sequence is met in several rooms. A sequence is named by its actions: fill+put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations
from typing import NamedTuple

import numpy as np

from casita.benchmarks.act_thor.collecting.actions import ACTIONS, ActionRow, action_names
from casita.benchmarks.act_thor.collecting.trials import acted, beginnings, remains
from casita.benchmarks.act_thor.collecting.variations import RoomSetup
from casita.benchmarks.act_thor.collecting.viewpoint import ROBOT
from casita.benchmarks.act_thor.item import Trial
from casita.episodes import Recorder
from casita.scenes.scene import Thing
from casita.seeds import stream
from casita.world.action import Action
from casita.world.physics import Physics
from casita.world.state import State

ActionSequence = tuple[str, ...]
"""Names of actions, in the order that they are done."""

STEP_CONFIGURATION = "paper"
STEP_ACTIONS = action_names(STEP_CONFIGURATION)
"""The actions that sequences are made of."""

LENGTHS = (2, 3)
"""Actions in a row."""

DRAWN = 3
"""Sequences of each length from a beginning; the shorter ones that they begin with are kept too."""

LISTS = 2
"""Orders in which the sequences of a type are looked at; a thing has one of them by luck."""

TRIES = 12
"""Sequences that are tried at the most to find those of one length."""

SHARDS_LAST = 0.8
"""How often a sequence in which the thing breaks is looked at after all others: shards hide what else was done."""

FURTHER = 2
"""Actions beyond pushing, putting and the like that a type must afford."""


def name_of(sequence: ActionSequence) -> str:
    """Such as fill+put."""
    return "+".join(sequence)


def sequence_of(name: str) -> ActionSequence:
    """The actions of a name such as fill+put."""
    return tuple(name.split("+"))


def shared(one: ActionSequence, other: ActionSequence) -> int:
    """How many actions two sequences have in common, in whatever order."""
    return (Counter(one) & Counter(other)).total()


def further_actions(thing: Thing) -> list[str]:
    """The actions that only some types afford, of those that a thing does."""
    return [name for name in STEP_ACTIONS if ACTIONS[name].needs and ACTIONS[name].is_tried_on(thing.kind)]


def is_stepped(thing: Thing) -> bool:
    """Is there enough to do with a thing?"""
    return thing.kind.can("pick_up") and len(further_actions(thing)) >= FURTHER


def possible(thing: Thing, trial: Trial, length: int) -> Iterator[ActionSequence]:
    """All sequences without repetition that a type affords and that put down only what is held."""
    tried = [name for name in STEP_ACTIONS if ACTIONS[name].is_tried_on(thing.kind)]
    for sequence in permutations(tried, length):
        now: Trial = trial
        for name in sequence:
            if now not in ACTIONS[name].trials:
                break
            now = "held" if name == "pick_up" else "placed" if name in ("put", "throw", "drop") else now
        else:
            yield sequence


LOOKS = ("cooked", "openness", "amount", "on", "dirty", "liquid", "level")
"""Columns of a state that change how a thing looks where it is."""


class Meaning(NamedTuple):
    """All that a sequence of actions determines; where exactly something came to lie is luck, and not part of it."""

    place: tuple[object, ...]
    """Are the thing and its slices there, broken and held, what are they on, and how far does the robot look down?"""
    looks: tuple[object, ...]
    """The rest; in shards one sees no dirt, no liquid and no light."""


def meaning(state: State, object: str) -> Meaning:
    """What a state means for a thing."""
    known, slots = state.objects, remains(state, object)
    place = (tuple(each[slots].tolist()) for each in (known.exists, known.broken, known.carrier, known.held_by))
    hidden = known.broken[slots]
    looks = {name: getattr(known, name)[slots].astype(np.float64).round(2) for name in LOOKS}
    for name in ("on", "dirty", "liquid", "level"):
        looks[name][hidden] = 0.0
    return Meaning(
        (state.scene.name, round(float(state.agents.pitch[0])), *place),
        tuple(tuple(each.tolist()) for each in looks.values()),
    )


def dressed(state: State, object: str, like: State) -> State:
    """A state in which the thing stays where it is, but looks as it does in another state."""
    slots = remains(state, object)
    columns = {name: getattr(state.objects, name).copy() for name in LOOKS}
    for name, column in columns.items():
        column[slots] = getattr(like.objects, name)[slots]
    return state.altered(columns)


class SequenceTree:
    """What becomes of a thing from one beginning; every sequence is done once, and in the world itself."""

    def __init__(self, thing: Thing, where: RoomSetup, start: Recorder) -> None:
        self._thing, self._where = thing, where
        self._done: dict[ActionSequence, Recorder | None] = {(): start}

    def after(self, sequence: ActionSequence) -> Recorder | None:
        """The recorder after a sequence; None if one of its actions is refused."""
        if sequence not in self._done:
            earlier = self.after(sequence[:-1])
            self._done[sequence] = earlier and self._next(earlier, ACTIONS[sequence[-1]])
        return self._done[sequence]

    def meaning(self, sequence: ActionSequence) -> Meaning | None:
        """What a sequence leads to; None if it cannot be done."""
        recorder = self.after(sequence)
        return None if recorder is None else meaning(recorder.state, self._thing.id)

    def _next(self, earlier: Recorder, row: ActionRow) -> Recorder | None:
        branch, refused = acted(earlier, row, self._thing, self._where.place)
        if refused:
            return None
        higher = float(branch.state.agents.pitch[0]) - self._where.pitch
        if row.name == "pick_up" and higher > 0:  # it had looked to the floor, after a drop
            branch.step([Action(ROBOT, "look_up", amount=higher)])
        return branch


def begun(thing: Thing, where: RoomSetup, seed: int, engine: Physics | None) -> dict[Trial, SequenceTree]:
    """What may be done from each beginning of a thing; nothing if there is no place for it."""
    return {trial: SequenceTree(thing, where, recorder) for trial, recorder in beginnings(thing, where, seed, engine)}


def drawn(thing: Thing, trial: Trial, tree: SequenceTree, scene: str, seed: int) -> list[ActionSequence]:
    """The sequences of a beginning, shorter ones first, with all that they begin with.

    All single further actions are there, and for each sequence, if there is one, a twin: the same after such an action.
    """
    which = stream(seed, "act_thor steps", scene, thing.id).below(LISTS)
    luck = stream(seed, "act_thor steps", thing.type, trial, which)
    further = [(name,) for name in further_actions(thing) if tree.after((name,))]
    found: dict[ActionSequence, None] = dict.fromkeys(further)
    asked: list[ActionSequence] = []
    for length in LENGTHS:
        mixed = luck.shuffled([each for each in possible(thing, trial, length) if set(each) & set(chain(*further))])
        mixed.sort(key=lambda each: "break" in each and luck.chance(SHARDS_LAST))
        if length > LENGTHS[0]:
            mixed.sort(key=lambda each: each[:-1] not in found)  # go on from what there is, if that can be
        kept = _hard_to_tell(mixed, tree)
        found |= {each[:end]: None for each in kept for end in range(1, length + 1)}
        asked += kept
    for sequence in asked:
        twins = [(*one, *sequence) for one in luck.shuffled(further)]
        twin = next((each for each in twins if tree.meaning(each) not in (None, tree.meaning(sequence))), ())
        found |= {twin: None} if twin else {}
    return sorted(found, key=len)


def _hard_to_tell(mixed: Sequence[ActionSequence], tree: SequenceTree) -> list[ActionSequence]:
    """The first sequence that can be done, and others that share most with it and lead to something else."""
    first = next((each for each in mixed[:TRIES] if tree.after(each)), None)
    if first is None:
        return []
    kept, meanings = [first], {tree.meaning(first), None}
    for each in sorted(mixed, key=lambda other: -shared(first, other))[:TRIES]:
        if len(kept) < DRAWN and tree.meaning(each) not in meanings:
            kept.append(each)
            meanings.add(tree.meaning(each))
    return kept
