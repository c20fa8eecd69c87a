"""Monte Carlo tree search over subgoals, on a small model of the chores that are left.

In the model an agent takes things (one option for every thing that may serve a predicate), puts down
what it holds at a predicate's target, or does something at a thing (sit, open, turn on). Each costs
steps: walking, opening and closing, and the act itself. With several agents the one that is free first
chooses next, and the cost of a future is the time when the last of them is done; with one agent that
is the sum. The model has no luck in it, so the best future found below a choice is what counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.agents.settings import Settings
from casita.agents.ways import Matrix
from casita.arrays import Bools, Float64s, Int64s

FREE, HELD, KEPT, DONE = 0, 1, 2, 3
"""States of an item: where it is, in a hand to be put somewhere, in a hand to be kept, where it should be."""

CARRY, HOLD, DO, LAST = 0, 1, 2, 3
"""Kinds of predicates: put something somewhere, keep it in hand, do something there, do it when all else is done."""

UNMET = 60.0
"""Steps that a predicate that cannot be met, or lies behind the horizon, is guessed to cost."""

IDLE = -2
"""The choice of an agent to leave the rest to the others."""

Ints = Int64s

NO_GUIDE: Ints = np.zeros((0, 2), np.int64)


class Chores(NamedTuple):
    """What is left to do: the arrays that the search works on. Places are rows of `steps` after the agents'."""

    steps: Matrix
    """Steps from the agents (rows first) and from each place (the rows after them) to each place (columns)."""
    item: Ints
    """Of each option: which thing it takes; things are numbered from 0, and for DO and LAST have a number too."""
    predicate: Ints
    """Of each option: which predicate it serves."""
    place: Ints
    """Of each option: where the thing is."""
    box: Ints
    """Of each option: which container it is in; -1 if it stands free."""
    agent: Ints
    """Of each option: who may do it; -1 if anybody may."""
    kind: Ints
    """Of each predicate."""
    need: Ints
    """Of each predicate: of how many things it must still become true."""
    target: Ints
    """Of each predicate: the place where things are put; -1 if none are."""
    target_box: Ints
    """Of each predicate: the container that they are put in; -1 if they are put on something."""
    is_open: Bools
    """Of each container: does it stand open now?"""
    state: Ints
    """Of each item."""
    owner: Ints
    """Of each item: the agent that holds it; -1 if nobody does."""
    hands: Ints
    """Of each agent: free hands."""
    using: Ints
    """Of each agent: the container that it has opened and will shut when it turns to something else; -1 for none."""


class Found(NamedTuple):
    """What a search found: for every choice that can be made now, the best future that begins with it."""

    choices: Ints
    """An option, or the number of options and a predicate whose things are put down."""
    costs: Float64s
    futures: Ints
    """Choices in order, one row for each of `choices`, -1 after the last."""
    actors: Ints
    """Who makes each of them."""

    @property
    def best(self) -> int:
        """The row with the cheapest future."""
        return int(np.argmin(self.costs))


def search(chores: Chores, settings: Settings, seed: int, guide: Ints | None = None) -> Found:
    """Simulate futures of some chores and give what was found.

    The first future follows `guide`, rows of an agent and its choice: what was meant to be done so far.
    """
    plan = NO_GUIDE if guide is None else guide
    first, costs, futures, actors = _search(
        *chores, plan, settings.simulations, settings.horizon, settings.exploration, settings.greed, settings.closes,
        np.uint64(seed | 1),
    )  # fmt: skip
    return Found(first, costs, futures, actors)


@numba.njit(cache=True)
def _random(luck):  # type: ignore[no-untyped-def]
    """The next number from 0 to 1 of a small generator whose state is in an array of one."""
    x = luck[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    luck[0] = x
    return (x >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@numba.njit(cache=True)
def _possible(  # type: ignore[no-untyped-def]
    me, agents, steps, item, predicate, place, box, agent, kind, target, target_box, is_open,
    state, owner, need, hands, at, using, closes, choices, costs,
):  # fmt: skip
    """Fills in what an agent can choose now and what each choice costs; gives how many there are."""
    count = 0
    options, predicates = len(item), len(kind)
    latch = 2 if closes else 1
    coming = np.zeros(predicates, np.int64)
    left = 0
    for o in range(options):
        if state[item[o]] == HELD and kind[predicate[o]] == CARRY:
            coming[predicate[o]] += 1
    for p in range(predicates):
        if kind[p] != LAST:
            left += need[p]
    useful = False
    for p in range(predicates):
        if kind[p] != CARRY or need[p] <= 0 or target[p] < 0:
            continue
        mine = 0
        for o in range(options):
            if predicate[o] == p and state[item[o]] == HELD and owner[item[o]] == me:
                mine += 1
        if mine > 0:
            useful = True
            b = target_box[p]
            opening = latch if b >= 0 and not is_open[b] and using[me] != b else 0
            choices[count], costs[count] = options + p, steps[at[me], target[p]] + opening + min(mine, need[p])
            count += 1
    for o in range(options):
        p = predicate[o]
        if state[item[o]] != FREE or need[p] <= coming[p] or (agent[o] >= 0 and agent[o] != me):
            continue
        if kind[p] == LAST and left > 0:
            continue
        if kind[p] <= HOLD and hands[me] <= 0:
            continue
        b = box[o]
        opening = latch if b >= 0 and not is_open[b] and using[me] != b else 0
        choices[count], costs[count] = o, steps[at[me], place[o]] + opening + 1
        count += 1
    if agents > 1 and not useful and count > 0:
        choices[count], costs[count] = IDLE, 0.0
        count += 1
    return count


@numba.njit(cache=True)
def _choose(  # type: ignore[no-untyped-def]
    me, agents, choice, cost, item, predicate, place, box, kind, target, target_box,
    state, owner, need, hands, at, using, clock,
):  # fmt: skip
    """Makes a choice: changes the model's state."""
    options = len(item)
    if choice == IDLE:
        clock[me] = np.inf
        return
    clock[me] += cost
    if choice < options:
        i, p = item[choice], predicate[choice]
        at[me], using[me] = agents + place[choice], box[choice]
        if kind[p] == CARRY:
            state[i], owner[i] = HELD, me
            hands[me] -= 1
            return
        state[i], owner[i] = (KEPT if kind[p] == HOLD else DONE), me
        need[p] -= 1
        if kind[p] == HOLD:
            hands[me] -= 1
        return
    p = choice - options
    at[me], using[me] = agents + target[p], target_box[p]
    for o in range(options):
        i = item[o]
        if predicate[o] == p and need[p] > 0 and state[i] == HELD and owner[i] == me:
            state[i] = DONE
            need[p] -= 1
            hands[me] += 1


@numba.njit(cache=True)
def _guided(guide, followed, me, choices, count):  # type: ignore[no-untyped-def]
    """Which of an agent's choices a guide has next; -1 if none."""
    for g in range(len(guide)):
        if guide[g, 0] != me or followed[g]:
            continue
        for k in range(count):
            if choices[k] == guide[g, 1]:
                followed[g] = True
                return k
    return -1


@numba.njit(cache=True)
def _next(clock):  # type: ignore[no-untyped-def]
    """The agent that is free first; -1 if all have stopped."""
    who, least = -1, np.inf
    for a in range(len(clock)):
        if clock[a] < least:
            who, least = a, clock[a]
    return who


@numba.njit(cache=True)
def _search(  # type: ignore[no-untyped-def]
    steps, item, predicate, place, box, agent, kind, need, target, target_box, is_open, state, owner, hands, opened,
    guide, simulations, horizon, exploration, greed, closes, seed,
):  # fmt: skip
    """See `search`."""
    agents, options, predicates = len(hands), len(item), len(kind)
    width = options + predicates + 1
    luck = np.array([seed], np.uint64)
    child = np.full((simulations + 2, width), -1, np.int64)
    visits = np.zeros(simulations + 2, np.int64)
    best = np.full(simulations + 2, np.inf)
    nodes = 1
    choices, costs = np.empty(width, np.int64), np.empty(width)
    root_best = np.full(width, np.inf)
    root_choice = np.full(width, -1, np.int64)
    futures = np.full((width, horizon), -1, np.int64)
    actors = np.full((width, horizon), -1, np.int64)
    sequence, doers = np.empty(horizon, np.int64), np.empty(horizon, np.int64)
    path = np.empty(horizon + 2, np.int64)
    lowest, highest = np.inf, -np.inf
    at, using, clock = np.empty(agents, np.int64), np.empty(agents, np.int64), np.empty(agents)
    busy = np.empty(agents)
    followed = np.zeros(len(guide), np.bool_)
    for simulation in range(simulations):
        now_state, now_owner, now_need, now_hands = state.copy(), owner.copy(), need.copy(), hands.copy()
        for a in range(agents):
            at[a], using[a], clock[a], busy[a] = a, opened[a], 0.0, 0.0
        node, depth, length = 0, 0, 0
        path[0] = 0
        in_tree = True
        root_slot = -1
        while length < horizon:
            me = _next(clock)
            if me < 0:
                break
            count = _possible(
                me, agents, steps, item, predicate, place, box, agent, kind, target, target_box, is_open,
                now_state, now_owner, now_need, now_hands, at, using, closes, choices, costs,
            )  # fmt: skip
            if count == 0:
                clock[me] = np.inf
                continue
            pick = -1
            if simulation == 0:
                pick = _guided(guide, followed, me, choices, count)
            if in_tree:
                untried, cheapest = pick, np.inf
                for k in range(count):
                    slot = choices[k] if choices[k] >= 0 else width - 1
                    if pick < 0 and child[node, slot] < 0 and costs[k] < cheapest:
                        untried, cheapest = k, costs[k]
                if untried >= 0:
                    pick = untried
                    slot = choices[pick] if choices[pick] >= 0 else width - 1
                    child[node, slot] = nodes
                    node = nodes
                    nodes += 1
                    in_tree = False
                else:
                    top = -np.inf
                    spread = max(highest - lowest, 1e-9)
                    for k in range(count):
                        slot = choices[k] if choices[k] >= 0 else width - 1
                        below = child[node, slot]
                        worth = (highest - best[below]) / spread
                        worth += exploration * np.sqrt(np.log(visits[node] + 1.0) / (visits[below] + 1e-9))
                        if worth > top:
                            top, pick = worth, k
                    slot = choices[pick] if choices[pick] >= 0 else width - 1
                    node = child[node, slot]
                depth += 1
                path[depth] = node
            elif pick >= 0:
                pass
            elif _random(luck) < greed:
                pick = 0
                for k in range(1, count):
                    if costs[k] < costs[pick]:
                        pick = k
            else:
                pick = min(int(_random(luck) * count), count - 1)
            if length == 0:
                root_slot = choices[pick] if choices[pick] >= 0 else width - 1
                root_choice[root_slot] = choices[pick]
            sequence[length], doers[length] = choices[pick], me
            length += 1
            _choose(
                me, agents, choices[pick], costs[pick], item, predicate, place, box, kind, target, target_box,
                now_state, now_owner, now_need, now_hands, at, using, clock,
            )  # fmt: skip
            if clock[me] < np.inf:
                busy[me] = clock[me]
        total = 0.0
        for a in range(agents):
            total = max(total, busy[a])
        for a in range(agents):
            total += 0.001 * busy[a]
        for p in range(predicates):
            total += UNMET * max(now_need[p], 0)
        lowest, highest = min(lowest, total), max(highest, total)
        for d in range(depth + 1):
            visits[path[d]] += 1
            best[path[d]] = min(best[path[d]], total)
        if root_slot >= 0 and total < root_best[root_slot]:
            root_best[root_slot] = total
            futures[root_slot, :] = -1
            futures[root_slot, :length] = sequence[:length]
            actors[root_slot, :length] = doers[:length]
        if root_slot < 0:
            break
    made = np.nonzero(root_best < np.inf)[0]
    return root_choice[made], root_best[made], futures[made], actors[made]
