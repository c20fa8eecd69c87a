"""What `legal` lists is what can be done, also in homes far larger than any that ships."""

from __future__ import annotations

import time
from collections import Counter

import numpy as np
import pytest

import casita
from casita.limits import MOVES_LISTED, THINGS_LISTED
from casita.seeds import stream
from casita.world import legal as listing
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.ground import ground
from casita.world.legal import candidates, in_reach_of, legal, why_not
from casita.world.needs import in_reach
from casita.world.refusal import Refusal
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


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[casita.Action]:
    """The actions that `legal` attempts, as they come: no machine's speed changes how many there are."""
    found, attempted = list[casita.Action](), listing.attempted

    def noted(attempt: Attempt) -> Refusal | None:
        found.append(attempt.action)
        return attempted(attempt)

    monkeypatch.setattr(listing, "attempted", noted)
    return found


def test_a_street_of_eight_homes_is_listed_without_trying_all_pairs(tried: list[casita.Action]) -> None:
    """1,664 things."""
    counts = {}
    for copies in (4, 8):
        for rules in ("command", "household"):
            state = beginning(street(copies), rules=rules)
            tried.clear()
            found = legal(state, "agent")
            counts[copies, rules] = len(tried)
            assert {action.verb for action in found} >= {"walk_to", "turn_left", "wait"}
    things = len(street(8).things)
    assert things == 1696
    assert counts[8, "household"] < 1000
    assert counts[8, "command"] < 6 * things
    assert counts[8, "command"] < 2.2 * counts[4, "command"]


def test_a_town_is_listed_in_a_time_that_grows_with_it(tried: list[casita.Action]) -> None:
    """2,080 and 8,320 things, under the rules that ask for no reach: seconds of a core, and what is tried."""
    took, counts = [], []
    for copies in (10, 10, 40):
        state = beginning(street(copies), rules="command")
        tried.clear()
        begun = time.process_time()
        found = legal(state, "agent")
        took.append(time.process_time() - begun)
        counts.append(len(tried))
        walks = [action for action in found if action.verb == "walk_to"]
        assert len(walks) == 216, "as in a home by itself"
        near = in_reach_of(state, 0)
        assert all(near[state.statics.index[action.object]] for action in found if action.object)
    assert max(counts) < 600, "no more is tried where there is more out of reach"
    assert took[2] < 10 * took[1] + 0.5, "four times as many things; 16 times as long if all were tried with all"


def test_all_that_can_be_done_is_listed_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    state = beginning(casita.room("bathroom", 5), rules="command")
    whole = legal(state, "agent")
    monkeypatch.setattr(listing, "THINGS_LISTED", 10)
    near, fewer = in_reach_of(state, 0), legal(state, "agent")
    objects = {id for id, is_near in zip(state.statics.ids, near, strict=True) if is_near}
    assert 50 < len(fewer) < len(whole)
    assert set(fewer) == {
        action for action in whole if {action.object, action.target if action.object else ""} <= {*objects, ""}
    }


def test_nodes_of_rooms_are_those_of_the_grid() -> None:
    known = beginning(casita.apartment(3)).statics
    here = ground(known, 0.2)
    assert len(known.rooms) == 4
    for room in range(-1, len(known.rooms) + 1):
        rows, columns = np.nonzero(here.nodes & (here.room == room))
        nodes = here.nodes_of(room)
        assert (nodes.rows.tolist(), nodes.columns.tolist()) == (rows.tolist(), columns.tolist())
        assert (len(rows) > 0) == (room < len(known.rooms))
        points = list(zip(nodes.x.tolist(), nodes.y.tolist(), strict=True))
        assert points == [here.point(row, column) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]


def test_moves_are_all_listed_in_every_home_that_ships() -> None:
    homes = [casita.apartment(n) for n in range(1, 8)] + [casita.drawn_house(n) for n in range(1, 11)]
    known = [beginning(home).statics for home in homes]
    assert max(int(one.loose.sum()) * len(one.takers) for one in known) <= MOVES_LISTED
    assert max(one.count for one in known) < THINGS_LISTED / 2
