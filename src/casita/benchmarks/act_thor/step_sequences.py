"""Sequences of two and three actions: which are drawn, what each leads to, and when two of them mean the same.

From each beginning some sequences are drawn that are hard to tell apart: the first one by luck, then those that share
most actions with it, such as the same actions in another order where that leads to something else. Things of one type
draw from a few lists, so that a sequence is met in several rooms. A sequence is named by its actions: fill+put.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from casita.benchmarks.act_thor.actions import ACTIONS, TRIALS, ActionRow, Trial, action_names
from casita.benchmarks.act_thor.collect import DROP_PITCH, remains
from casita.benchmarks.act_thor.collect import _action as told
from casita.benchmarks.act_thor.variations import Setting
from casita.benchmarks.act_thor.viewpoint import ROBOT, put_there
from casita.episodes import Recorder
from casita.scenes.scene import Thing
from casita.seeds import derived_seed, stream
from casita.world.action import Action
from casita.world.physics import Physics
from casita.world.state import State, beginning

Sequenced = tuple[str, ...]
"""Names of actions, in the order that they are done."""

STEP_ACTIONS = action_names("paper")
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


def name_of(sequence: Sequenced) -> str:
    """Such as fill+put."""
    return "+".join(sequence)


def sequence_of(name: str) -> Sequenced:
    """The actions of a name such as fill+put."""
    return tuple(name.split("+"))


def shared(one: Sequenced, other: Sequenced) -> int:
    """How many actions two sequences have in common, in whatever order."""
    return (Counter(one) & Counter(other)).total()


def further_actions(thing: Thing) -> list[str]:
    """The actions that only some types afford, of those that a thing does."""
    return [name for name in STEP_ACTIONS if ACTIONS[name].needs and ACTIONS[name].is_tried_on(thing.kind)]


def is_stepped(thing: Thing) -> bool:
    """Is there enough to do with a thing?"""
    return thing.kind.can("pick_up") and len(further_actions(thing)) >= FURTHER


def possible(thing: Thing, trial: Trial, length: int) -> Iterator[Sequenced]:
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


def meaning(state: State, object: str) -> tuple[object, ...]:
    """All that a sequence of actions determines: how the thing and its slices are and what they are on or in.

    Where exactly something came to lie is luck, and not part of it. How far the robot looks down is. In shards one sees
    no dirt, no liquid and no light.
    """
    known, slots = state.objects, remains(state, object)
    whole = ~known.broken[slots]
    always = (known.exists, known.broken, known.cooked, known.carrier, known.held_by, known.openness, known.amount)
    unbroken = (known.on, known.dirty, known.liquid, known.level)
    return (
        state.scene.name,
        round(float(state.agents.pitch[0])),
        *(tuple(column[slots].astype(np.float64).round(2).tolist()) for column in always),
        *(tuple((column[slots] * whole).astype(np.float64).round(2).tolist()) for column in unbroken),
    )


class Doings:
    """What becomes of a thing from one beginning; every sequence is done once, and in the world itself."""

    def __init__(self, thing: Thing, where: Setting, start: Recorder) -> None:
        self._thing, self._where = thing, where
        self._done: dict[Sequenced, Recorder | None] = {(): start}

    def after(self, sequence: Sequenced) -> Recorder | None:
        """The recorder after a sequence; None if one of its actions is refused."""
        if sequence not in self._done:
            earlier = self.after(sequence[:-1])
            self._done[sequence] = earlier and self._next(earlier, ACTIONS[sequence[-1]])
        return self._done[sequence]

    def meaning(self, sequence: Sequenced) -> tuple[object, ...] | None:
        """What a sequence leads to; None if it cannot be done."""
        recorder = self.after(sequence)
        return None if recorder is None else meaning(recorder.state, self._thing.id)

    def _next(self, earlier: Recorder, row: ActionRow) -> Recorder | None:
        for verb in row.verbs:
            branch = earlier.branch()
            if branch.step([told(verb, self._thing, self._where.place, branch.state.seed)]).ok:
                self._look_there(branch, row.name)
                return branch
        return None

    def _look_there(self, branch: Recorder, action: str) -> None:
        """After a drop the robot looks to the floor; once it has picked the thing up, as it did at first."""
        wanted = {"drop": DROP_PITCH, "pick_up": self._where.pitch}.get(action)
        lower = 0.0 if wanted is None else wanted - float(branch.state.agents.pitch[0])
        if lower:
            branch.step([Action(ROBOT, "look_down" if lower > 0 else "look_up", amount=abs(lower))])


def begun(thing: Thing, where: Setting, seed: int, engine: Physics | None) -> dict[Trial, Doings]:
    """The beginnings of a thing: in the hand, and on the surface; none if there is no space for it."""
    scene, place = where.scene, where.place
    luck = derived_seed(seed, "act_thor", scene.name, thing.id) >> 1
    others = [other for other in where.distractors if other.object != thing.id]
    there = put_there(beginning(scene, {ROBOT: "thor"}, seed=luck, arranged=others), place, thing.id, luck)
    if there is None:
        return {}
    at = [(place.stand_x, place.stand_y, place.yaw)]
    state = beginning(scene, {ROBOT: "thor"}, seed=luck, positions=at, arranged=[*others, there])
    placed = Recorder(state, engine or "kinematic", [*others, there])
    placed.step([Action(ROBOT, "look_down", amount=where.pitch)])
    held = placed.branch()
    found = {"held": held} if held.step([Action(ROBOT, "pick_up", thing.id)]).ok else {}
    starts = found | {"placed": placed}
    return {trial: Doings(thing, where, starts[trial]) for trial in TRIALS if trial in starts}


def drawn(thing: Thing, trial: Trial, doings: Doings, scene: str, seed: int) -> list[Sequenced]:
    """The sequences of a beginning, shorter ones first, with all that they begin with.

    All single further actions are there, and for each sequence, if there is one, a twin: the same after such an action.
    """
    which = stream(seed, "act_thor steps", scene, thing.id).below(LISTS)
    luck = stream(seed, "act_thor steps", thing.type, trial, which)
    further = [(name,) for name in further_actions(thing) if doings.after((name,))]
    found: dict[Sequenced, None] = dict.fromkeys(further)
    asked: list[Sequenced] = []
    for length in LENGTHS:
        mixed = luck.shuffled([each for each in possible(thing, trial, length) if set(each) & set(sum(further, ()))])
        mixed.sort(key=lambda each: "break" in each and luck.chance(SHARDS_LAST))
        if length > LENGTHS[0]:
            mixed.sort(key=lambda each: each[:-1] not in found)  # go on from what there is, if that can be
        kept = _hard_to_tell(mixed, doings)
        found |= {each[:end]: None for each in kept for end in range(1, length + 1)}
        asked += kept
    for sequence in asked:
        twins = [(*one, *sequence) for one in luck.shuffled(further)]
        twin = next((each for each in twins if doings.meaning(each) not in (None, doings.meaning(sequence))), ())
        found |= {twin: None} if twin else {}
    return sorted(found, key=len)


def _hard_to_tell(mixed: Sequence[Sequenced], doings: Doings) -> list[Sequenced]:
    """The first sequence that can be done, and others that share most with it and lead to something else."""
    first = next((each for each in mixed[:TRIES] if doings.after(each)), None)
    if first is None:
        return []
    kept, meanings = [first], {doings.meaning(first), None}
    for each in sorted(mixed, key=lambda other: -shared(first, other))[:TRIES]:
        if len(kept) < DRAWN and doings.meaning(each) not in meanings:
            kept.append(each)
            meanings.add(doings.meaning(each))
    return kept
