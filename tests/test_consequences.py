"""What follows by itself: the rows of the table, the fixed point, and rows of one's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import casita
from casita.envs import HomeEnv
from casita.episodes import Recorder, from_lines, replay_outcomes, to_lines
from casita.errors import BadInput
from casita.seeds import stream
from casita.world import Action, Event, State, beginning, step
from casita.world.consequences import CONSEQUENCES, FLOW, MOST_ROUNDS, TICKS_TO_COOK, Consequence, Moment
from casita.world.edit import Edit
from casita.world.exposure import COFFEE, COOLING, HEAT, WASHING, WATER, exposed
from casita.world.proposals import proposed
from casita.world.rules import RULES, Rules
from casita.world.statics import NONE
from tests.rooms import open_kitchen


def slots_of(mask: object) -> list[int]:
    return [int(slot) for slot in np.nonzero(mask)[0]]


def done(state: State, verb: str, object: str, target: str = "") -> State:
    outcome = step(state, [Action("alice", verb, object, target)])
    assert outcome.ok, outcome.reason
    return outcome.state


def cleared(state: State, carrier: int) -> State:
    """A state in which nothing loose is on or in something."""
    known = state.statics
    for other in Edit(state).loose_on(carrier):
        state = done(state, "move_to", known.ids[other], known.ids[known.floor_slots[0]])
    return state


def first(state: State, affordance: str, *, loose: bool) -> str:
    known = state.statics
    mask = known.can[affordance] & state.objects.exists & (known.loose == loose)  # type: ignore[index]
    return known.ids[slots_of(mask)[0]]


# The table that every world has.


def kitchen() -> State:
    return beginning(open_kitchen(), ["alice"], seed=5)


def told(outcome: casita.Outcome) -> list[tuple[str, str, str, str]]:
    return [(event.verb, event.object, event.adjective, event.cause) for event in outcome.events if not event.actor]


def test_water_cleans_at_once_and_fills_by_and_by() -> None:
    state = kitchen()
    known = state.statics
    tap = first(state, "runs_water", loose=False)
    basin = known.ids[known.controls[known.slot(tap)][0]]
    mug = "mug_1"
    state = cleared(state, known.slot(basin))
    for verb in ("empty", "make_dirty"):
        state = step(state, [Action("alice", verb, mug)]).state
    state = done(state, "move_to", mug, basin)
    assert state.objects.dirty[known.slot(mug)]
    outcome = step(state, [Action("alice", "turn_on", tap)])
    assert told(outcome) == [
        ("clean", mug, "clean", "running_water_cleans"),
        ("fill", mug, "half full of water", "running_water_fills"),
    ]
    assert outcome.state.objects.level[known.slot(mug)] == FLOW
    outcome = step(outcome.state, [Action("alice", "wait")])
    assert told(outcome) == [("fill", mug, "full of water", "running_water_fills")]
    assert told(step(outcome.state, [Action("alice", "wait")])) == []


def test_heat_cooks_after_its_ticks_and_what_is_taken_off_cools() -> None:
    state = kitchen()
    known = state.statics
    burner = next(
        s for s in slots_of(known.can["heats"] & ~known.loose) if known.spots[s] and not known.spots[s][0].joint
    )
    food = known.ids[slots_of(known.can["cook"] & known.loose & state.objects.exists & ~state.objects.cooked)[0]]
    slot = known.slot(food)
    state = cleared(state, burner)
    state = done(state, "move_to", food, known.ids[burner])
    outcome = step(state, [Action("alice", "turn_on", known.ids[burner])])
    for tick in range(1, TICKS_TO_COOK + 1):
        assert outcome.state.objects.heat[slot] == tick
        assert outcome.state.objects.cooked[slot] == (tick == TICKS_TO_COOK)
        assert told(outcome) == ([("cook", food, "cooked", "heat_cooks")] if tick == TICKS_TO_COOK else [])
        outcome = step(outcome.state, [Action("alice", "wait")])
    assert outcome.state.objects.heat[slot] == TICKS_TO_COOK, "it gets no hotter"
    away = step(outcome.state, [Action("alice", "pick_up", food)])
    assert away.state.objects.heat[slot] == 0
    assert told(away) == []


def carriers(edit: Edit, slot: int) -> Iterator[int]:
    """What a thing is on or in, and what that is on or in, as long as those exist."""
    at = int(edit.carrier[slot])
    while at != NONE:
        yield at
        at = int(edit.carrier[at]) if edit.exists[at] else NONE


def exposed_slowly(edit: Edit, slot: int) -> int:
    """The same question as `exposed` answers, asked of one thing in plain words."""
    known, found = edit.known, 0
    can = known.can
    there = bool(edit.exists[slot])
    for depth, below in enumerate(carriers(edit, slot) if there else ()):
        shut = edit.openness[below] == 0.0
        spots = known.spots[below]
        behind_door = bool(spots) and spots[0].relation == "in" and bool(spots[0].joint)
        if depth == 0 and known.loose[slot]:
            taps = [tap for tap, basins in known.controls.items() if below in basins and can["runs_water"][tap]]
            found |= WATER if edit.on[taps].any() else 0
            found |= COFFEE if can["brews_coffee"][below] and edit.on[below] else 0
        if edit.on[below]:
            found |= WASHING if can["cleans"][below] and not known.loose[below] and shut else 0
            heated = can["heats"][below] and known.parent[slot] == NONE and (shut or not behind_door)
            found |= HEAT if heated else 0
    return found | (COOLING if edit.heat[slot] > 0 and not found & HEAT else 0)


def test_exposure_is_what_plain_words_say() -> None:
    counts = dict.fromkeys((WATER, COFFEE, WASHING, HEAT, COOLING, 0), 0)
    for number in range(6):
        scene = casita.apartment(number) if number % 2 else casita.room("kitchen", number + 1)
        state = beginning(scene, ["alice"], seed=number)
        known = state.statics
        loose = [known.ids[slot] for slot in slots_of(known.loose & state.objects.exists)]
        acts = known.can["brews_coffee"] | known.can["heats"] | known.can["cleans"]
        acts[list(known.controlled_by)] = True
        places = [known.ids[slot] for slot in slots_of(acts & ~known.loose)]
        for switch in slots_of(known.can["toggle"] & ~known.loose):
            state = step(state, [Action("alice", "turn_on", known.ids[switch])]).state
        luck = stream(number, "consequences")
        machines = [known.ids[slot] for slot in slots_of(known.can["cleans"] & ~known.loose)]
        washing = [Action("alice", "move_to", thing, machines[0]) for thing in loose if machines]
        washing += [Action("alice", "close", machine) for machine in machines]
        for turn in range(60):
            move = Action("alice", "move_to", luck.choice(loose), luck.choice(places))
            state = step(state, [luck.choice((move, move, proposed(state, "alice", luck), *washing))]).state
            out = Edit(state)
            out.write("on")[:] = False
            for edit in (Edit(state), out):
                now = exposed(edit)
                asked = {slot: exposed_slowly(edit, slot) for slot in range(known.count)}
                assert dict(now.things) == {slot: bits for slot, bits in asked.items() if bits}, (number, turn)
                assert now.any == np.bitwise_or.reduce(list(asked.values()))
                for bit in counts:
                    counts[bit] += sum(bool(bits & bit) or bits == bit == 0 for bits in asked.values())
            assert state.exposure.exposed == exposed(Edit(state)), "what is remembered is so"
    assert min(counts.values()) >= 10, counts


# A row of one's own.


def _is_wet_paper(moment: Moment) -> list[int]:
    """Whatever has become dirty and can break."""
    edit = moment.edit
    return slots_of(edit.dirty & edit.known.can["break"] & ~edit.broken)


def _crumble(edit: Edit, slot: int) -> str:
    edit.write("broken")[slot] = True
    return "crumbled"


CRUMBLES = Consequence("dirt_crumbles", _is_wet_paper, _crumble, "break")


@pytest.fixture
def crumbling(monkeypatch: pytest.MonkeyPatch) -> str:
    """Rules with one row more."""
    monkeypatch.setitem(RULES, "crumbling", Rules("crumbling", False, False, False, (*CONSEQUENCES, CRUMBLES)))
    return "crumbling"


def test_a_row_of_ones_own_fires_in_a_world_and_tells_of_it(crumbling: str) -> None:
    world = casita.World(open_kitchen(), ["alice"], rules=crumbling)
    outcome = world.act("alice", "make_dirty", "mug_1")
    assert world.state.objects.broken[world.state.statics.slot("mug_1")]
    assert outcome.events[-1] == Event(0, "", "break", "mug_1", adjective="crumbled", cause="dirt_crumbles")
    assert outcome.story()[-1].startswith("The mug broke")
    other = casita.World(open_kitchen(), ["alice"])
    assert told(other.act("alice", "make_dirty", "mug_1")) == [], "other worlds do not follow it"


def test_a_row_of_ones_own_is_in_a_replayed_episode(crumbling: str) -> None:
    recorder = Recorder(beginning(open_kitchen(), ["alice"], rules=crumbling))
    outcome = recorder.step([Action("alice", "make_dirty", "mug_1")])
    assert ("break", "mug_1", "crumbled", "dirt_crumbles") in told(outcome)
    *_, (state, again) = replay_outcomes(from_lines(to_lines(recorder.episode())))
    assert again is not None
    assert again.events == outcome.events
    assert state.digest() == outcome.state.digest()


def test_a_row_of_ones_own_is_in_an_env(crumbling: str) -> None:
    env = HomeEnv(open_kitchen(), rules=crumbling)
    env.reset(seed=0)
    number = next(i for i, row in enumerate(env.choices.rows) if (row.verb, row.value) == ("make_dirty", "mug_1"))
    env.step(number)
    assert env.current.objects.broken[env.current.statics.slot("mug_1")]


def test_rows_run_in_order_to_a_fixed_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row before another gets its turn again when the later one gives it cause."""

    def wash_broken(moment: Moment) -> list[int]:
        return slots_of(moment.edit.broken & moment.edit.dirty)

    def wash(edit: Edit, slot: int) -> str:
        edit.write("dirty")[slot] = False
        return "clean"

    rows = (Consequence("rain", wash_broken, wash, "clean"), CRUMBLES)
    monkeypatch.setitem(RULES, "rainy", Rules("rainy", False, False, False, rows))
    outcome = step(beginning(open_kitchen(), ["alice"], rules="rainy"), [Action("alice", "make_dirty", "mug_1")])
    assert told(outcome) == [
        ("break", "mug_1", "crumbled", "dirt_crumbles"),
        ("clean", "mug_1", "clean", "rain"),
    ]


def test_rows_that_feed_each_other_for_ever_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def flipping(to: bool) -> Consequence:
        def when(moment: Moment) -> list[int]:
            slot = moment.edit.known.slot("mug_1")
            return [slot] if moment.edit.dirty[slot] != to and moment.edit.base.tick else []

        def flip(edit: Edit, slot: int) -> str:
            edit.write("dirty")[slot] = to
            return ""

        return Consequence(f"dirty_{to}", when, flip)

    monkeypatch.setitem(RULES, "flipping", Rules("flipping", False, False, False, (flipping(True), flipping(False))))
    world = casita.World(open_kitchen(), ["alice"], rules="flipping")
    world.act("alice", "wait")
    before = world.state
    with pytest.raises(BadInput, match=rf"after {MOST_ROUNDS} rounds of tick 1 .*'dirty_True', 'dirty_False'.*mug_1"):
        world.act("alice", "wait")
    assert world.state is before


def test_what_takes_time_happens_to_a_thing_once_a_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    def fades(moment: Moment) -> list[int]:
        return slots_of(moment.edit.amount > 0.0)[:3]

    def fade(edit: Edit, slot: int) -> str:
        edit.write("amount")[slot] -= 0.25
        return "less"

    monkeypatch.setitem(
        RULES, "fading", Rules("fading", False, False, False, (Consequence("time", fades, fade, "use_up", True),))
    )
    state = beginning(open_kitchen(), ["alice"], rules="fading")
    amounts = state.objects.amount[:3].copy()
    for tick in range(1, 4):
        outcome = step(state, [])
        assert len(told(outcome)) == 3
        state = outcome.state
        assert np.allclose(state.objects.amount[:3], amounts - 0.25 * tick)


def test_every_row_has_a_name_of_its_own() -> None:
    names = [row.name for row in CONSEQUENCES]
    assert len(set(names)) == len(names) == 7
