"""The world: every verb does what it says, refusals change nothing, states are values."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import casita
from casita.errors import BadInput
from casita.geometry import outlines
from casita.scenes.scene import OUTSIDE, Condition
from casita.seeds import stream
from casita.world import Action, State, beginning, step
from casita.world.ground import CLOSEST
from casita.world.legal import why_not
from casita.world.liquids import LIQUIDS
from casita.world.proposals import proposed
from casita.world.refusal import Refusal
from casita.world.statics import NONE, SLICES
from casita.world.verbs import VERBS
from tests.houses import house
from tests.rooms import kitchen_with_a_full_fridge, open_kitchen


def kitchen(rules: str = "command", agents: tuple[str, ...] = ("alice",)) -> State:
    return beginning(open_kitchen(), agents, rules=rules, seed=5)


def act(state: State, verb: str, object: str = "", target: str = "", **more: object) -> State:
    """The state after an action that must be done."""
    outcome = step(state, [Action("alice", verb, object, target, **more)])  # type: ignore[arg-type]
    assert outcome.ok, outcome.reason
    return outcome.state


def refused(state: State, verb: str, object: str = "", target: str = "", **more: object) -> tuple[str, str]:
    """The kind and need of an action that must be refused."""
    outcome = step(state, [Action("alice", verb, object, target, **more)])  # type: ignore[arg-type]
    refusal = outcome.refusals[0]
    assert refusal is not None
    return refusal.kind, refusal.need


def column(state: State, name: str, id: str) -> object:
    return getattr(state.objects, name)[state.statics.slot(id)].item()


def walked(state: State, target: str) -> State:
    """Walk until there."""
    for _ in range(60):
        before = state.agents.position.copy()
        state = act(state, "walk_to", target=target)
        if np.allclose(before, state.agents.position):
            return state
    raise AssertionError(f"never got to {target}")


class TestVerbs:
    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_is_done_by_somebody_somewhere(self, verb: str) -> None:
        for number in range(40):
            state = beginning(house(number % 4, 4), ["alice", "bob"], seed=number)
            luck = stream(number, "verbs")
            for _ in range(400):
                action = proposed(state, "alice", luck)
                if action.verb == verb or number % 2:
                    outcome = step(state, [action])
                    if action.verb == verb and outcome.ok:
                        return
                    state = outcome.state
        raise AssertionError(f"{verb} was never done")

    def test_pick_up_and_put(self) -> None:
        state = act(kitchen(), "pick_up", "mug_1")
        assert state.statics.ids[state.agents.hands[0, 0]] == "mug_1"
        assert column(state, "carrier", "mug_1") == NONE
        assert refused(state, "pick_up", "fork_1") == ("state", "hand_is_free")
        state = act(state, "put", "mug_1", "dining_table_1", relation="on")
        assert column(state, "carrier", "mug_1") == state.statics.slot("dining_table_1")
        assert state.agents.hands[0, 0] == NONE
        assert state.objects.position[state.statics.slot("mug_1"), 2] == pytest.approx(
            state.scene.thing("dining_table_1").size[2]
        )

    def test_what_is_in_a_moved_thing_moves_with_it(self) -> None:
        state = act(kitchen(), "empty", "bowl_1") if not _is_empty(kitchen(), "bowl_1") else kitchen()
        state = act(act(state, "open", "fridge_1"), "move_to", "egg_1", "bowl_1")
        egg, bowl = state.statics.slot("egg_1"), state.statics.slot("bowl_1")
        assert state.objects.carrier[egg] == bowl
        before = state.objects
        state = act(act(state, "pick_up", "bowl_1"), "turn_left")
        way = next(verb for verb in ("move_ahead", "move_back") if step(state, [Action("alice", verb)]).ok)
        after = act(state, way).objects
        assert np.linalg.norm(after.position[bowl] - before.position[bowl]) > 0.2
        assert after.carrier[egg] == bowl
        apart = [now.position[egg] - now.position[bowl] for now in (before, after)]
        assert np.linalg.norm(apart[0]) == pytest.approx(np.linalg.norm(apart[1]), abs=1e-3)
        assert apart[0][2] == pytest.approx(apart[1][2], abs=1e-3), "it stays as high above the bowl's foot"

    def test_open_close_hides_and_shows(self) -> None:
        state = beginning(kitchen_with_a_full_fridge(), ["alice"], seed=5)
        inside = next(t.id for t in state.scene.things if t.place.of == "fridge_1")
        assert refused(state, "pick_up", inside) == ("state", "not_inside_closed")
        state = act(state, "open", "fridge_1")
        assert refused(state, "open", "fridge_1") == ("state", "is_closed")
        state = act(state, "pick_up", inside)
        state = act(act(state, "put", inside, "fridge_1", relation="in"), "close", "fridge_1")
        assert refused(state, "pick_up", inside)[1] == "not_inside_closed"

    def test_slicing_makes_slices(self) -> None:
        state = kitchen()
        state = act(state, "open", "fridge_1")
        state = act(state, "slice", "bread_1")
        pieces = state.statics.slices[state.statics.slot("bread_1")]
        assert state.objects.exists[list(pieces)].all()
        assert len(pieces) == SLICES
        assert not column(state, "exists", "bread_1")
        assert state.statics.mass[list(pieces)].sum() == pytest.approx(state.scene.thing("bread_1").mass)
        assert refused(state, "slice", "bread_1_slice_1") == ("affordance", "affords_slice")
        assert refused(state, "pick_up", "bread_1") == ("affordance", "exists")
        act(state, "pick_up", "bread_1_slice_2")

    def test_a_broken_cup_spills_and_holds_nothing(self) -> None:
        state = act(kitchen(), "empty", "cup_1") if column(kitchen(), "liquid", "cup_1") else kitchen()
        state = act(state, "fill", "cup_1", liquid="coffee")
        assert LIQUIDS[int(column(state, "liquid", "cup_1"))] == "coffee"  # type: ignore[call-overload]
        state = act(state, "break", "cup_1")
        assert column(state, "level", "cup_1") == 0.0
        assert refused(state, "fill", "cup_1", liquid="water") == ("state", "is_whole")

    def test_a_fall_breaks_glass(self) -> None:
        broken = 0
        for seed in range(5):
            state = beginning(open_kitchen(), ["alice"], seed=seed)
            slot = state.statics.slot("plate_1")
            if state.objects.broken[slot]:
                continue
            state = act(act(state, "pick_up", "plate_1"), "drop", "plate_1")
            broken += bool(state.objects.broken[slot])
            assert state.statics.things[int(state.objects.carrier[slot])].type == "floor"
        assert broken == 5

    def test_a_running_faucet_cleans_and_fills(self) -> None:
        state = kitchen()
        if not column(state, "dirty", "mug_1"):
            state = act(state, "make_dirty", "mug_1")
        if column(state, "liquid", "mug_1"):
            state = act(state, "empty", "mug_1")
        state = act(state, "move_to", "mug_1", "sink_basin_1")
        state = act(state, "turn_on", "faucet_1")
        assert not column(state, "dirty", "mug_1")
        assert column(state, "level", "mug_1") == 0.5
        state = act(state, "wait")
        assert column(state, "level", "mug_1") == 1.0

    def test_a_microwave_cooks(self) -> None:
        state = act(kitchen(), "open", "microwave_1")
        state = act(act(state, "open", "fridge_1"), "move_to", "potato_1", "microwave_1")
        state = act(act(state, "close", "microwave_1"), "turn_on", "microwave_1")
        assert not column(state, "cooked", "potato_1")
        for _ in range(3):
            state = act(state, "wait")
        assert column(state, "cooked", "potato_1")

    def test_a_knob_turns_on_its_burner(self) -> None:
        state = act(kitchen(), "turn_on", "stove_knob_2")
        controlled = state.scene.thing("stove_knob_2").controls
        assert [column(state, "on", id) for id in controlled] == [True]
        assert sum(state.objects.on[state.statics.slot(t.id)] for t in state.scene.of_type("stove_burner")) == 1

    def test_nothing_is_thrown_at_itself_or_at_what_is_gone(self) -> None:
        state = act(kitchen(), "open", "fridge_1")
        assert refused(state, "throw", "mug_1", "mug_1") == ("affordance", "not_in_itself")
        state = act(state, "eat", "apple_1")
        assert refused(state, "throw", "mug_1", "apple_1") == ("affordance", "exists")

    def test_eating_and_using_up(self) -> None:
        state = act(kitchen(), "open", "fridge_1")
        state = act(state, "eat", "apple_1")
        assert not column(state, "exists", "apple_1")
        assert refused(state, "eat", "apple_1") == ("affordance", "exists")

    def test_sitting_and_standing(self) -> None:
        state = act(kitchen(), "sit", "chair_1")
        assert refused(state, "move_ahead") == ("state", "stands")
        state = act(state, "stand")
        assert refused(state, "stand") == ("state", "sits")

    def test_walking_goes_a_metre_a_step_along_a_real_path(self) -> None:
        state = beginning(casita.apartment(2), ["alice"], rules="household", seed=1)
        for target in ("fridge_1", "bed_1", "toilet_1", "sofa_1"):
            for _ in range(40):
                before = state.agents.position[0].copy()
                state = act(state, "walk_to", target=target)
                gone = float(np.linalg.norm(state.agents.position[0] - before))
                assert gone <= 1.15
                if gone < 0.01:
                    break
            assert why_not(state, Action("alice", "walk_to", target=target)) is None
            at = state.objects.position[state.statics.slot(target), :2]
            assert np.linalg.norm(state.agents.position[0] - at) < 1.6

    def test_agents_block_each_other(self) -> None:
        state = beginning(casita.room("bathroom", 1), ["alice", "bob"], seed=0)
        luck = stream(1, "crowd")
        moves = ("move_ahead", "move_back", "move_left", "move_right")
        blocked = 0
        for _ in range(400):
            outcome = step(state, [Action(name, luck.choice(moves)) for name in state.names])
            state = outcome.state
            apart = np.linalg.norm(state.agents.position[0] - state.agents.position[1])
            assert apart >= CLOSEST * 0.4 - 1e-6
            blocked += any(r is not None and r.obstacle in state.names for r in outcome.refusals)
        assert blocked > 0

    def test_people_pass_each_other_in_a_narrow_place(self) -> None:
        scene = casita.apartment(5)
        people = {"alice": "person", "bob": "person"}
        state = beginning(scene, people, positions=[(2.275, 4.875, 0.0), (2.775, 4.975, 180.0)])
        for _ in range(3):
            state = step(state, [Action("alice", "walk_to", target="bed_1"), Action("bob", "wait")]).state
        assert state.agents.position[0, 0] > state.agents.position[1, 0] + 0.4

    def test_a_step_goes_through_nothing_and_is_no_longer_than_a_stride(self) -> None:
        free = 0
        for seed in range(60):
            state = beginning(casita.apartment(1), {"alice": "person"}, rules="household", seed=seed)
            x, y = state.agents.position[0].tolist()
            long = step(state, [Action("alice", "move_ahead", amount=1.0)])
            short = [step(state, [Action("alice", "move_ahead", amount=0.05 * n)]).ok for n in range(1, 20)]
            if long.ok:
                free += 1
                assert all(short), seed
                assert math.dist((x, y), long.state.agents.position[0]) == pytest.approx(1.0, abs=1e-3)
        assert free > 10
        for amount in (1.01, 4.0, 1e308, -0.5):
            outcome = step(state, [Action("alice", "move_ahead", amount=amount)])
            assert outcome.refusals[0] == Refusal("affordance", "possible_amount", "alice")
            assert outcome.state.agents.position.tolist() == [[x, y]]
        for verb, amount in (("turn_left", 361.0), ("look_up", -5.0)):
            (refusal,) = step(state, [Action("alice", verb, amount=amount)]).refusals
            assert refusal is not None
            assert refusal.need == "possible_amount"

    @pytest.mark.parametrize(("body", "turn", "look"), [("thor", 90, 30), ("person", 15, 15), ("robot", 15, 15)])
    def test_a_turn_and_a_look_are_by_the_angles_of_the_body(self, body: str, turn: float, look: float) -> None:
        state = beginning(casita.room("bedroom", 1), {"alice": body})
        yaw, pitch = float(state.agents.yaw[0]), float(state.agents.pitch[0])
        turned = act(act(act(state, "turn_left"), "turn_left"), "turn_right")
        assert (turned.agents.yaw[0] - yaw) % 360.0 == pytest.approx(turn)
        assert act(state, "look_down").agents.pitch[0] - pitch == pytest.approx(look)

    def test_what_is_put_on_a_shelving_unit_may_stand_on_any_of_its_shelves(self) -> None:
        state = beginning(casita.room("living_room", 4), ["alice"])
        known = state.statics
        unit = known.slot("shelving_unit_1")
        shelves = [slot for slot, thing in enumerate(known.things) if known.parent[slot] == unit]
        assert [known.ids[slot] for slot in shelves] == ["shelf_1", "shelf_2", "shelf_3", "shelf_4"]
        assert known.open_takers[unit] == (unit, *shelves)
        drawers = [slot for slot, thing in enumerate(known.things) if thing.type == "drawer"]
        assert all(slot not in known.open_takers[known.parent[slot]] for slot in drawers), "they can be shut"


def _is_empty(state: State, id: str) -> bool:
    return step(state, [Action("alice", "empty", id)]).refusals[0] is not None


class TestHouseholdRules:
    def test_a_door_opens_and_closes_from_both_sides(self) -> None:
        state = beginning(house(7, 5), ["alice"], rules="household", seed=1)
        door = next(t for t in state.scene.of_type("door") if t.start.openness)
        way = next(w for w in state.scene.doorways if w.id == door.place.of)
        assert len(way.rooms) == 2
        for room in way.rooms:
            x, y = way.centre
            inside = state.scene.room(room).outline
            side = 0.6 if way.along == "x" else 0.0
            spots = [(x, y + side), (x, y - side)] if side else [(x + 0.6, y), (x - 0.6, y)]
            at = next(spot for spot in spots if outlines.inside(inside, *spot))
            there = beginning(state.scene, ["alice"], rules="household", positions=[(*at, 0.0)])
            act(act(there, "close", door.id), "open", door.id)

    def test_a_closed_door_is_walked_to_on_both_of_its_sides(self) -> None:
        scene = casita.drawn_house(2)
        inner = [way for way in scene.doorways if OUTSIDE not in way.rooms]
        things = tuple(t.replace(start=Condition()) if t.type == "door" else t for t in scene.things)
        shut, walks = scene.replace(things=things), 0
        for seed in range(40):
            state = beginning(shut, {"alice": "person"}, rules="household", seed=seed)
            here = shut.rooms[int(state.agents.room[0])].id
            for way in inner:
                door = next(thing.id for thing in shut.of_type("door") if thing.place.of == way.id)
                refusal = why_not(state, Action("alice", "walk_to", target=door))
                assert (refusal is None) == (here in way.rooms), (seed, door)
                if refusal is None:
                    act(walked(state, door), "open", door)
                    walks += 1
        assert walks >= 40

    def test_things_must_be_near(self) -> None:
        state = beginning(casita.apartment(1), ["alice"], rules="household", seed=2)
        here = state.statics.rooms[int(state.agents.room[0])].id
        far = [t.id for t in state.scene.of_type("plate") if state.scene.room_ids[t.id] != here]
        assert {refused(state, "pick_up", id)[1] for id in far} <= {"in_room", "not_inside_closed"}
        there = walked(walked(state, far[0]), far[0])
        assert refused(there, "pick_up", "pillow_1")[1] in ("in_room", "in_reach")

    def test_slicing_takes_a_knife(self) -> None:
        state = kitchen("household")
        assert refused(state, "slice", "bread_1")[1] == "has_tool_cuts"

    def test_filling_takes_a_tap(self) -> None:
        state = kitchen("household")
        if column(state, "liquid", "mug_1"):
            pytest.skip("the mug starts full")
        assert refused(state, "fill", "mug_1", liquid="water")[1] == "has_source"


class TestStates:
    def test_a_refused_action_changes_nothing_but_the_tick(self) -> None:
        state = kitchen()
        luck = stream(9, "refused")
        refusals: Counter[str] = Counter()
        for _ in range(600):
            action = proposed(state, "alice", luck, 0.3)
            outcome = step(state, [action])
            if not outcome.ok:
                waited = step(state, [Action("alice", "wait")]).state
                assert outcome.state.digest() == waited.digest(), action
                refusals[action.verb] += 1
            state = outcome.state
        assert refusals.total() > 200
        assert len(refusals) > 25

    def test_states_are_read_only(self) -> None:
        state = act(kitchen(), "pick_up", "mug_1")
        for columns in (state.objects, state.agents):
            for array in columns:
                with pytest.raises(ValueError, match="read-only"):
                    array[0] = 0

    def test_restoring_is_exact_and_branches_share_their_luck(self) -> None:
        world = casita.World(open_kitchen(), ["alice"])
        kept = world.state
        first = (
            world.act("alice", "throw", "apple_1").state.digest() if world.act("alice", "open", "fridge_1").ok else ""
        )
        world.restore(kept)
        assert world.state.digest() == kept.digest()
        world.act("alice", "open", "fridge_1")
        assert world.act("alice", "throw", "apple_1").state.digest() == first

    def test_ties_are_won_by_each_agent_about_half_the_time(self) -> None:
        wins = 0
        for seed in range(1000):
            state = beginning(open_kitchen(), ["alice", "bob"], seed=seed)
            outcome = step(state, [Action(name, "pick_up", "mug_1") for name in ("alice", "bob")])
            assert sum(refusal is None for refusal in outcome.refusals) == 1
            loser = next(refusal for refusal in outcome.refusals if refusal)
            assert loser.kind == "conflict"
            wins += outcome.refusals[0] is None
        assert 450 <= wins <= 550

    def test_an_extra_state_is_small(self) -> None:
        state = beginning(house(7, 5), ["alice"])
        assert sum(column.nbytes for column in (*state.objects, *state.agents)) <= 40_000


class TestBadInput:
    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda w: w.act("alice", "juggle", "mug_1"), "unknown verb 'juggle'"),
            (lambda w: w.act("zoe", "wait"), "unknown agent 'zoe'"),
            (lambda w: w.act("alice", "pick_up", "mugg_1"), "did you mean mug_1"),
            (lambda w: w.act("alice", "pick_up", "mug_1", colour="red"), "colour"),
            (lambda w: w.step([Action("alice", "wait"), Action("alice", "wait")]), "one thing in a tick"),
            (lambda w: w.restore(beginning(casita.room("bathroom", 1))), "the state is of bathroom_01"),
            (lambda w: casita.World("kitchen"), "made of a Scene"),
            (lambda w: casita.World(w.scene, []), "at least one"),
            (lambda w: casita.World(w.scene, ["a", "a"]), "different names"),
            (lambda w: casita.World(w.scene, {"a": "ghost"}), "unknown body 'ghost'"),
            (lambda w: casita.World(w.scene, rules="anarchy"), "unknown rules 'anarchy'"),
            (lambda w: casita.World(w.scene, positions=[(99.0, 0.0, 0.0)]), "cannot stand"),
            (lambda w: casita.World(w.scene, positions=[(float("nan"), 0.0, 0.0)]), "must be finite"),
            (lambda w: casita.World(w.scene, ["a"], positions=[(0.0, 0.0, 0.0)] * 2), "2 positions are given for 1"),
        ],
    )
    def test_is_named_and_the_state_stays(self, call, message: str) -> None:  # type: ignore[no-untyped-def]
        world = casita.World(open_kitchen(), ["alice"])
        before = world.state
        with pytest.raises(BadInput, match=message):
            call(world)
        assert world.state is before


class TestBeginning:
    """Everybody who is told where to stand can stand there."""

    def free_places(self) -> list[tuple[float, float, float]]:
        first = beginning(open_kitchen(), ["alice", "bob"], seed=5).agents
        return [(*first.position[i].tolist(), first.yaw[i].item()) for i in (0, 1)]

    def start(self, places: list[tuple[float, float, float]]) -> State:
        return beginning(open_kitchen(), ["alice", "bob"], positions=places)

    def test_agents_stand_where_they_are_told_to(self) -> None:
        places = self.free_places()
        state = self.start(places)
        assert [(*state.agents.position[i].tolist(), state.agents.yaw[i].item()) for i in (0, 1)] == places

    @pytest.mark.parametrize("who", [0, 1])
    @pytest.mark.parametrize("wrong", ["in no room", "a wall or furniture", "something on the floor"])
    def test_a_place_that_is_not_free_is_named_for_every_agent(self, who: int, wrong: str) -> None:
        scene = open_kitchen()
        kinds = {"a wall or furniture": "fridge", "something on the floor": "garbage_can"}
        x, y = next(t.position[:2] for t in scene.of_type(kinds[wrong])) if wrong in kinds else (50.0, 50.0)
        places = self.free_places()
        places[who] = (x, y, 0.0)
        with pytest.raises(BadInput, match=rf"{('alice', 'bob')[who]} cannot stand at .*{wrong}"):
            self.start(places)

    def test_nobody_stands_in_somebody_else(self) -> None:
        x, y, _ = self.free_places()[0]
        with pytest.raises(BadInput, match=r"bob cannot stand at .*: alice is in the way"):
            self.start([(x, y, 0.0), (x + 0.3, y, 90.0)])

    def test_somebody_without_a_place_yet_is_not_in_the_way(self) -> None:
        scene = open_kitchen()
        moved = [beginning(scene, ["alice"], seed=seed).agents.position[0].tolist() for seed in range(200)]
        x, y = min(moved, key=lambda at: at[0] ** 2 + at[1] ** 2)
        state = beginning(scene, ["alice", "bob"], positions=[(x, y, 0.0)])
        assert np.hypot(*(state.agents.position[1] - (x, y))) > 1.0


def test_what_is_said_is_in_the_event() -> None:
    outcome = step(kitchen(), [Action("alice", "say", text="the mug is dirty")])
    assert [event.text for event in outcome.events] == ["the mug is dirty"]
    assert outcome.story() == ('Alice said "the mug is dirty".',)


def test_a_walk_does_not_depend_on_who_asked_before() -> None:
    scene = casita.apartment(1)
    start = beginning(scene, {"alice": "person", "bob": "person"}, rules="household", seed=3)
    targets = [thing.id for thing in scene.things if thing.kind.can("open")][:40]
    assert len(targets) == 40
    for target in targets:
        shared = replace(start, walkable={})
        for _ in range(4):
            step(shared, [Action("alice", "walk_to", target=target)])
            walk = [Action("bob", "walk_to", target=target)]
            alone, after = step(replace(shared, walkable={}), walk).state, step(shared, walk).state
            assert after.digest() == alone.digest()
            shared = after
