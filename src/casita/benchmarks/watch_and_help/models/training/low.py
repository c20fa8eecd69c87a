"""Episodes that the low-level policies of HRL learn from: Bob alone, after one predicate of a goal.

Two phases: to grab a thing of the right class, and then to put it where it is wanted. In the second the policy says
when to grab, and the one of the first phase what to do then. Several episodes go on side by side, so that the network
is asked once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.agents.view import View
from casita.benchmarks.watch_and_help.item import BOB, Task
from casita.benchmarks.watch_and_help.models.policies.acting import low_action, low_ask
from casita.benchmarks.watch_and_help.models.policies.features import GRAB, KIND_NUMBERS, Nodes, carried_number
from casita.benchmarks.watch_and_help.models.policies.networks import LowPolicy
from casita.benchmarks.watch_and_help.models.training.high import Played, carried_goal, start_of_bob
from casita.exact import total_of
from casita.learn.actor_critic import trajectory
from casita.learn.choosing import Actor, Taken
from casita.seeds import stream
from casita.world.goals import Predicate
from casita.world.step import step

CLOSE, REACHED = 0.05, 10.0
"""Rewards, as in the paper: for being close to what is wanted next, and for grabbing or putting it."""

PATIENCE = 0.97
"""What a reward is worth a step later."""


class _Episode:
    """One episode while it goes on."""

    def __init__(self, task: Task, seed: int, *, places: bool) -> None:
        self.luck = stream(seed, "learning", task.id, "low")
        self.predicate: Predicate = self.luck.choice(carried_goal(task.goal).predicates)
        self.number = carried_number(self.predicate)
        self.places = places
        self.state = start_of_bob(task)
        self.view = View.of(self.state, BOB)
        self.taken: list[Taken[Nodes]] = []
        self.rewards: list[float] = []
        self.ended = False
        self._grabbed = False
        self._met = self.predicate.met(self.state)

    def do(self, taken: Taken[Nodes], by: Taken[Nodes]) -> None:
        """Act on a choice; `by` is that of the policy that says what is done."""
        self.taken.append(taken)
        self.state = step(self.state, [low_action(by, self.view, self.predicate)]).state
        self.view = View.of(self.state, BOB)
        self.rewards.append(self._reward())

    def _reward(self) -> float:
        """What the step was worth; ends the episode when the end of its phase is reached."""
        known, view = self.view.known, self.view
        holds = any(known.things[slot].type == self.predicate.object for slot in view.hands)
        reward = 0.0
        if holds and not self._grabbed:
            self._grabbed = True
            self.ended = not self.places
            reward += REACHED
        if self.places and self.predicate.met(self.state) > self._met:
            self.ended = True
            reward += REACHED
        return reward

    def closeness(self, seen: Nodes) -> float:
        """What it is worth to be near the thing that is wanted next: the object, or its place once it is held."""
        known = self.view.known
        holds = any(known.things[slot].type == self.predicate.object for slot in self.view.hands)
        wanted = KIND_NUMBERS[self.predicate.target if holds else self.predicate.object]
        return CLOSE * bool(np.any(seen.close & (seen.kind == wanted)))


def play_low(
    policy: LowPolicy, jobs: Sequence[tuple[Task, int]], limit: int, grabbing: LowPolicy | None = None
) -> list[Played]:
    """Episodes of tasks and seeds side by side: of grabbing, or of placing with a policy that knows how to grab."""
    every = [_Episode(task, seed, places=grabbing is not None) for task, seed in jobs]
    actor = Actor(policy, len(every))
    helper = None if grabbing is None else Actor(grabbing, len(every))
    for _ in range(limit):
        going = [number for number, each in enumerate(every) if not each.ended]
        if not going:
            break
        asked = [low_ask(every[n].view, every[n].number, delegates=helper is not None) for n in going]
        for number, ask in zip(going, asked, strict=True):
            if every[number].rewards:
                every[number].rewards[-1] += every[number].closeness(ask.nodes)
        taken = actor.choose(asked, [every[n].luck for n in going], going)
        acting = list(taken)
        if helper is not None:
            grabs = [row for row, each in enumerate(taken) if each.first == GRAB]
            if grabs:
                to_grab = [low_ask(every[going[row]].view, every[going[row]].number) for row in grabs]
                lucks = [every[going[row]].luck for row in grabs]
                found = helper.choose(to_grab, lucks, [going[row] for row in grabs])
                for row, by in zip(grabs, found, strict=True):
                    acting[row] = by
        for number, own, by in zip(going, taken, acting, strict=True):
            every[number].do(own, by)
    return [
        Played(
            trajectory(each.taken, each.rewards, [PATIENCE] * len(each.taken), each.ended),
            total_of(each.rewards),
            each.ended,
            len(each.taken),
        )
        for each in every
    ]
