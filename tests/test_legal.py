"""What `legal` lists is what can be done, also in homes far larger than any that ships."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import casita
from casita.limits import MOVES_LISTED
from casita.seeds import stream
from casita.world import legal as listing
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.legal import candidates, in_reach_of, legal, why_not
from casita.world.needs import in_reach
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.verbs import VERBS
from tests.large_scenes import street


def some_states(scene: casita.Scene, rules: str, seed: int, turns: int = 6) -> list[State]:
    """States after some actions by luck, of two agents."""
    state = beginning(scene, {"alice": "person", "bob": "thor"}, rules=rules, seed=seed)
    luck, found = stream(seed, "legal", scene.name), [state]
    for turn in range(turns):
        options = [action for action in legal(state, state.names[turn % 2]) if action.verb != "wait"]
        state = step(state, [luck.choice(options)]).state
        found.append(state)
    return found


@pytest.mark.parametrize(("rules", "number"), [("household", 3), ("command", 5)])
def test_short_cuts_leave_nothing_out_and_let_nothing_in(rules: str, number: int) -> None:
    states = some_states(casita.room("kitchen", number), rules, number, 3)[::3]
    assert len(states) == 2
    for state in states:
        pairs = [action for verb in VERBS for action in every(state, "alice", verb) if why_not(state, action) is None]
        assert list(legal(state, "alice")) == pairs
        assert len(pairs) > 50


def every(state: State, agent: str, verb: str) -> list[casita.Action]:
    """The candidates of a verb without any short cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "_only_in_reach", lambda *_: False)
        return list(candidates(state, agent, verb))


def test_what_is_in_reach_is_what_the_need_says() -> None:
    states = some_states(casita.apartment(3), "household", 11)
    assert len(states) == 7
    for state in states:
        for agent, name in enumerate(state.names):
            asked = [
                in_reach(Attempt(Edit(state), agent, casita.Action(name, "pick_up", id))) is None
                for id in state.statics.ids
            ]
            assert in_reach_of(state, agent).tolist() == asked
            assert 1 < np.count_nonzero(asked) < len(asked)


def test_who_is_told_to_walk_is_told_the_same_with_and_without_the_way() -> None:
    """Whether there is a way is answered from the parts of the floor; the way itself must say the same."""
    answers = Counter[bool]()
    for scene in (casita.drawn_house(1), casita.drawn_house(4), street(2)):
        for state in some_states(scene, "household", 4, 3):
            for action in candidates(state, "alice", "walk_to"):
                done = why_not(state, action) is None
                assert listing._walks(state, action) == done, action
                answers[done] += 1
    assert answers[True] > 1000
    assert answers[False] > 500


def test_a_street_of_eight_homes_is_listed_without_trying_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,664 things: attempts are counted, which no machine's speed changes."""
    tried = 0

    def counted(attempt: Attempt, *more: object) -> object:
        nonlocal tried
        tried += 1
        return attempted(attempt, *more)  # type: ignore[arg-type]

    attempted = listing.attempted
    monkeypatch.setattr(listing, "attempted", counted)
    counts = {}
    for copies in (4, 8):
        for rules in ("command", "household"):
            state = beginning(street(copies), rules=rules)
            tried = 0
            found = legal(state, "agent")
            counts[copies, rules] = tried
            assert {action.verb for action in found} >= {"walk_to", "turn_left", "wait"}
    things = len(street(8).things)
    assert things == 1664
    assert counts[8, "household"] < 1000
    assert counts[8, "command"] < 6 * things
    assert counts[8, "command"] < 2.2 * counts[4, "command"]


def test_moves_are_all_listed_in_every_home_that_ships() -> None:
    homes = [casita.apartment(n) for n in range(1, 8)] + [casita.drawn_house(n) for n in range(1, 11)]
    known = [beginning(home).statics for home in homes]
    assert max(int(one.loose.sum()) * len(one.takers) for one in known) <= MOVES_LISTED
