"""Relations agree with the state they are read from, and comparisons are orders with a margin."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casita.errors import BadInput
from casita.seeds import stream
from casita.world import Action, State, beginning, step
from casita.world.edit import Edit
from casita.world.placing import NEAR
from casita.world.proposals import proposed
from casita.world.relations import (
    COMPARISONS,
    MARGIN,
    carried,
    compares,
    comparison,
    controls,
    gap_between,
    is_held,
    is_in,
    is_in_room,
    is_near,
    is_on,
    is_part_of,
    near_pairs,
    total_mass,
)
from casita.world.statics import NONE
from tests.houses import house
from tests.rooms import open_kitchen

HOUSES = [(7, 5), (1, 6)]
OPPOSITES = [("heavier", "lighter"), ("larger", "smaller"), ("longer", "shorter")]


def lived_in(seed: int, rooms: int, actions: int = 60) -> State:
    """A house after somebody did something in it."""
    state = beginning(house(seed, rooms), ["alice"], seed=seed)
    luck = stream(seed, "lived in")
    for _ in range(actions):
        state = step(state, [proposed(state, "alice", luck)]).state
    return state


def act(state: State, verb: str, object: str = "", target: str = "", **more: str) -> State:
    outcome = step(state, [Action("alice", verb, object, target, **more)])  # type: ignore[arg-type]
    assert outcome.ok, outcome.refusals
    return outcome.state


def kitchen() -> State:
    return beginning(open_kitchen(), ["alice"], seed=5)


def first(state: State, type: str) -> int:
    return next(slot for slot, thing in enumerate(state.scene.things) if thing.type == type)


def row(
    x: float, y: float, half_x: float, half_y: float, yaw: float = 0.0, disc: bool = False
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    angle = math.radians(yaw)
    return np.array([x, y, half_x, half_y, math.cos(angle), math.sin(angle), 0.0, 1.0, float(disc)])


class TestPlaces:
    @pytest.mark.parametrize(("seed", "rooms"), HOUSES)
    def test_everything_carried_is_on_or_in_its_carrier_and_never_both(self, seed: int, rooms: int) -> None:
        state = lived_in(seed, rooms)
        now = state.objects
        rows = carried(state)
        assert len(rows.thing) == (now.exists & (now.spot != NONE)).sum() > 100
        for thing, carrier, inside in zip(*(column.tolist() for column in rows), strict=True):
            assert now.carrier[thing] == carrier
            assert is_in(state, thing, carrier) == inside
            assert is_on(state, thing, carrier) != inside

    def test_put_in_a_part_is_in_the_whole(self) -> None:
        state = kitchen()
        sink, basin, salt = first(state, "sink"), first(state, "sink_basin"), first(state, "salt_shaker")
        assert not is_in(state, salt, sink)
        state = act(state, "move_to", state.statics.ids[salt], state.statics.ids[sink], relation="in")
        assert state.objects.carrier[salt] == basin
        assert is_in(state, salt, basin)
        assert is_in(state, salt, sink)
        assert not is_on(state, salt, sink)

    def test_what_is_picked_up_is_held_and_nowhere_else(self) -> None:
        state = act(kitchen(), "pick_up", "mug_1")
        mug = state.statics.slot("mug_1")
        assert is_held(state, mug, 0)
        assert mug not in carried(state).thing
        assert not any(is_on(state, mug, slot) or is_near(state, mug, slot) for slot in range(state.statics.count))

    def test_everything_that_exists_is_in_one_room(self) -> None:
        state = lived_in(7, 5)
        slots = np.nonzero(state.objects.exists)[0].tolist()
        assert [sum(is_in_room(state, slot, room) for room in range(5)) for slot in slots] == [1] * len(slots)
        assert len(slots) > 100

    def test_parts_and_controls(self) -> None:
        state = kitchen()
        faucet, sink, basin = first(state, "faucet"), first(state, "sink"), first(state, "sink_basin")
        assert is_part_of(state, faucet, sink)
        assert is_part_of(state, faucet, int(state.statics.parent[sink]))
        assert not is_part_of(state, sink, faucet)
        assert controls(state, faucet, basin)
        assert not controls(state, basin, faucet)


class TestNear:
    @pytest.mark.parametrize(
        ("a", "b", "gap"),
        [
            (row(0, 0, 0.5, 0.5), row(1.2, 0, 0.5, 0.5), 0.2),
            (row(0, 0, 0.5, 0.5), row(1.3, 1.4, 0.5, 0.5), 0.5),
            (row(0, 0, 0.5, 0.5), row(0.9, 0, 0.5, 0.5), 0.0),
            (row(0, 0, 0.5, 0.5), row(1.0 + math.sqrt(0.5), 0, 0.5, 0.5, 45.0), 0.5),
            (row(0, 0, 0.5, 0.5), row(1.0, 0, 0.2, 0.2, disc=True), 0.3),
            (row(0, 0, 0.5, 0.5), row(0.8, 0.9, 0.1, 0.1, disc=True), 0.4),
            (row(0, 0, 0.3, 0.3, disc=True), row(1.0, 0, 0.2, 0.2, disc=True), 0.5),
        ],
    )
    def test_gaps_between_footprints(self, a: np.ndarray, b: np.ndarray, gap: float) -> None:  # type: ignore[type-arg]
        assert gap_between(a, b) == pytest.approx(gap)
        assert gap_between(b, a) == pytest.approx(gap)

    @settings(max_examples=100, deadline=None)
    @given(st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4), st.floats(-180, 180), st.floats(-180, 180))
    def test_a_gap_is_the_least_distance_of_their_points(self, at: list[float], one: float, other: float) -> None:
        a, b = row(at[0], at[1], 0.4, 0.2, one), row(at[2], at[3], 0.3, 0.1, other)
        edge = np.linspace(-1.0, 1.0, 41)
        rim = np.concatenate([[(u, v) for u in edge for v in (-1.0, 1.0)], [(u, v) for v in edge for u in (-1.0, 1.0)]])
        points = [
            r[:2] + np.stack([r[4] * u - r[5] * v, r[5] * u + r[4] * v], axis=1)
            for r, u, v in ((r, rim[:, 0] * r[2], rim[:, 1] * r[3]) for r in (a, b))
        ]
        least = np.hypot(*(points[0][:, None] - points[1][None]).transpose(2, 0, 1)).min()
        gap = gap_between(a, b)
        assert gap <= least + 1e-9
        assert gap == 0.0 or least - gap < 0.02

    @pytest.mark.parametrize(("seed", "rooms"), HOUSES)
    def test_pairs_are_ordered_mutual_and_beside_each_other(self, seed: int, rooms: int) -> None:
        state = lived_in(seed, rooms)
        pairs = near_pairs(state)
        assert len(pairs) > 30
        assert pairs.tolist() == sorted(pairs.tolist())
        assert (pairs[:, 0] < pairs[:, 1]).all()
        for a, b in pairs.tolist():
            assert is_near(state, a, b)
            assert is_near(state, b, a)
            assert state.objects.room[a] == state.objects.room[b]
            away = np.hypot(*(state.objects.position[a, :2] - state.objects.position[b, :2]))
            reach = np.hypot(*state.statics.size[a, :2]) / 2 + np.hypot(*state.statics.size[b, :2]) / 2
            assert away <= reach + NEAR + 1e-6

    def test_put_near_makes_things_near(self) -> None:
        state, known = kitchen(), kitchen().statics
        done = near = 0
        for thing in state.scene.things:
            if thing.kind.is_loose and thing.place.relation == "on":
                outcome = step(state, [Action("alice", "put_near", "mug_1", thing.id)])
                done += outcome.ok
                near += outcome.ok and is_near(outcome.state, known.slot("mug_1"), known.slot(thing.id))
        assert done >= 5
        assert near >= 0.9 * done

    def test_different_shelves_of_one_thing_are_not_near(self) -> None:
        state = lived_in(7, 5)
        now = state.objects
        near = [(a, b) for a, b in near_pairs(state).tolist() if now.spot[a] != NONE and now.spot[b] != NONE]
        on_furniture = [(a, b) for a, b in near if state.statics.things[now.carrier[a]].type != "floor"]
        assert len(on_furniture) > 10
        for a, b in on_furniture:
            assert (now.carrier[a], now.spot[a]) == (now.carrier[b], now.spot[b])
        same_thing = {
            (a, b)
            for carrier in set(now.carrier[now.spot != NONE].tolist())
            for a, b in permutations(np.nonzero((now.carrier == carrier) & now.exists)[0].tolist(), 2)
            if now.spot[a] != now.spot[b] and state.statics.things[carrier].type != "floor"
        }
        assert same_thing, "some things have different shelves in use"
        assert not same_thing & set(near)


class TestComparisons:
    @pytest.mark.parametrize(("word", "opposite"), OPPOSITES)
    def test_each_word_is_the_opposite_of_another_and_antisymmetric(self, word: str, opposite: str) -> None:
        state = lived_in(7, 5)
        table = comparison(state, word)
        assert (comparison(state, opposite) == table.T).all()
        assert not (table & table.T).any()
        assert table.any()

    @pytest.mark.parametrize("word", COMPARISONS)
    def test_the_table_says_the_same_as_the_question(self, word: str) -> None:
        state = lived_in(1, 6)
        table = comparison(state, word)
        slots = np.nonzero(state.objects.exists)[0][::17].tolist()
        said = [compares(state, word, a, b) for a in slots for b in slots]
        assert said == [table[a, b] for a in slots for b in slots]
        assert any(said)
        assert not all(said)

    def test_ten_percent_more_is_needed(self) -> None:
        state = kitchen()
        mass = total_mass(state)
        heavier = comparison(state, "heavier")
        close = (mass[:, None] > mass[None, :]) & (mass[:, None] <= MARGIN * mass[None, :])
        there = state.objects.exists[:, None] & state.objects.exists[None, :]
        assert (close & there).any()
        assert not heavier[close].any()

    @pytest.mark.parametrize(("length", "is_longer"), [(1.0, False), (MARGIN, False), (MARGIN + 0.001, True)])
    def test_just_ten_percent_more_is_not_enough(self, length: float, is_longer: bool) -> None:
        scene = open_kitchen()
        sizes = {"mug_1": (0.1, 0.1, 1.0), "plate_1": (0.2, length, 0.1)}
        things = [thing.replace(size=sizes.get(thing.id, thing.size)) for thing in scene.things]
        state = beginning(scene.replace(things=tuple(things)), ["alice"])
        mug, plate = (state.statics.slot(name) for name in sizes)
        assert compares(state, "longer", plate, mug) == compares(state, "shorter", mug, plate) == is_longer
        assert not compares(state, "shorter", plate, mug)
        assert not compares(state, "longer", mug, plate)

    def test_masses_agree_with_those_of_a_step(self) -> None:
        state = lived_in(7, 5, 200)
        edit, mass = Edit(state), total_mass(state)
        slots = np.nonzero(state.objects.exists)[0].tolist()
        assert mass[slots] == pytest.approx([edit.total_mass(slot) for slot in slots])
        assert len(slots) > 100

    def test_a_full_mug_is_heavier_than_the_same_mug_empty(self) -> None:
        state = kitchen()
        mug = state.statics.slot("mug_1")
        full = act(state, "fill", "mug_1", liquid="water")
        assert total_mass(full)[mug] > MARGIN * total_mass(state)[mug]

    def test_an_unknown_word_is_named(self) -> None:
        with pytest.raises(BadInput, match=r"heavyer.*heavier"):
            compares(kitchen(), "heavyer", 0, 1)
