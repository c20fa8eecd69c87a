"""The scene graph says what the state says, in plain data and always in the same order."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from casita.geometry.rests import RESTS
from casita.seeds import stream
from casita.world import Action, State, beginning, step
from casita.world.graph import ADJECTIVES, CATEGORIES, adjectives, graph, true_of
from casita.world.proposals import proposed
from casita.world.relations import is_in, is_near, is_on, total_mass
from casita.world.seen import sight
from casita.world.stance import is_upright
from casita.world.statics import NONE
from tests.houses import house
from tests.rooms import open_kitchen

KEYS = {
    "id", "type", "words", "category", "states", "colour", "material", "size", "mass", "position", "yaw", "room",
}  # fmt: skip


def lived_in(seed: int = 7, rooms: int = 5, actions: int = 150) -> State:
    state = beginning(house(seed, rooms), ["alice", "bob"], seed=seed)
    luck = stream(seed, "lived in")
    for number in range(actions):
        agent = ("alice", "bob")[number % 2]
        state = step(state, [proposed(state, agent, luck)]).state
    return state


def full_of_what_is_hidden(state: State) -> list[int]:
    """What alice sees that holds something that she does not see."""
    seen, now = sight(state, 0).things, state.objects
    return [slot for slot in np.unique(now.carrier[~seen & now.exists]).tolist() if slot >= 0 and seen[slot]]


def kitchen() -> State:
    return beginning(open_kitchen(), ["alice"], seed=5)


def act(state: State, verb: str, object: str = "", target: str = "", **more: str) -> State:
    outcome = step(state, [Action("alice", verb, object, target, **more)])  # type: ignore[arg-type]
    assert outcome.ok, outcome.refusals
    return outcome.state


def node(state: State, id: str) -> dict[str, Any]:
    return next(node for node in graph(state)["nodes"] if node["id"] == id)


def edges(state: State, relation: str) -> set[tuple[str, str]]:
    return {(edge["from"], edge["to"]) for edge in graph(state)["edges"] if edge["relation"] == relation}


class TestNodes:
    def test_every_thing_room_and_agent_is_one_node(self) -> None:
        state = lived_in()
        known = state.statics
        things = [known.ids[slot] for slot in np.nonzero(state.objects.exists)[0]]
        ids = [node["id"] for node in graph(state)["nodes"]]
        assert ids == [*(room.id for room in state.scene.rooms), "alice", "bob", *things]
        assert len(set(ids)) == len(ids)

    def test_nodes_are_what_the_state_says(self) -> None:
        state = lived_in()
        known, now, mass = state.statics, state.objects, total_mass(state)
        nodes = graph(state)["nodes"][len(state.scene.rooms) + 2 :]
        assert len(nodes) == now.exists.sum() > 50
        for found in nodes:
            slot = known.slot(found["id"])
            thing = known.things[slot]
            assert set(found) - {"made_from", "openness", "rest"} == KEYS
            upright = is_upright(now.rotation[slot])
            rest = RESTS[now.rest[slot]] if now.rest[slot] else None if upright else "lying"
            assert found.get("rest") == rest
            assert found.get("openness") == (now.openness[slot] if known.can["open"][slot] else None)
            assert (found["type"], found["colour"], found["material"]) == (thing.type, thing.colour, thing.material)
            assert found["position"] == now.position[slot].tolist()
            assert found["size"] == known.size[slot].tolist()
            assert found["mass"] == pytest.approx(mass[slot], abs=1e-4)
            assert found["room"] == state.scene.rooms[now.room[slot]].id
            assert found["category"] in CATEGORIES
            assert -180.0 <= found["yaw"] <= 180.0

    def test_yaw_is_the_scenes_before_anybody_acts(self) -> None:
        state = kitchen()
        turns = [(node(state, thing.id)["yaw"] - thing.rotation[2] + 180.0) % 360.0 for thing in state.scene.things]
        assert turns == pytest.approx([180.0] * len(state.scene.things), abs=0.011)
        assert len({thing.rotation[2] for thing in state.scene.things}) >= 3

    def test_the_graph_is_plain_data_and_changing_it_changes_nothing_else(self) -> None:
        state = lived_in()
        text = json.dumps(graph(state))
        assert json.loads(text) == graph(state)
        for found in graph(state)["nodes"]:
            found["states"].append("changed")
            found["size"][0] = -1.0
        assert json.dumps(graph(state)) == text


class TestStates:
    @pytest.mark.parametrize(
        ("verb", "object", "more", "before", "after"),
        [
            ("open", "fridge_1", {}, "closed", "open"),
            ("turn_on", "microwave_1", {}, "off", "on"),
            ("make_dirty", "mug_1", {}, "clean", "dirty"),
            ("fill", "mug_1", {"liquid": "coffee"}, "empty", "full of coffee"),
            ("break", "plate_1", {}, "", "broken"),
            ("cook", "potato_1", {}, "", "cooked"),
        ],
    )
    def test_verbs_change_adjectives(
        self, verb: str, object: str, more: dict[str, str], before: str, after: str
    ) -> None:
        state = kitchen()
        acted = act(state, verb, object, **more)
        was, is_now = node(state, object)["states"], node(acted, object)["states"]
        assert after not in was
        assert after in is_now
        assert before == "" or (before in was and before not in is_now)

    def test_a_cut_tomato_is_four_slices(self) -> None:
        state = act(kitchen(), "slice", "tomato_1")
        nodes = {node["id"]: node for node in graph(state)["nodes"]}
        assert "tomato_1" not in nodes
        slices = [nodes[f"tomato_1_slice_{number}"] for number in (1, 2, 3, 4)]
        assert all("sliced" in node["states"] and node["made_from"] == "tomato_1" for node in slices)
        assert true_of(state, "sliced")[state.statics.slot("tomato_1")]

    def test_a_half_full_mug_is_neither_full_nor_empty(self) -> None:
        state = act(act(kitchen(), "fill", "mug_1", liquid="water"), "drink", "mug_1")
        assert "half full of water" in node(state, "mug_1")["states"]
        assert not {"empty", "full of water"} & set(node(state, "mug_1")["states"])

    def test_a_switch_darkens_its_room(self) -> None:
        state = kitchen()
        switch = next(thing for thing in state.scene.things if thing.type == "light_switch")
        room = state.scene.rooms[0].id
        assert (switch.id, room) in edges(state, "controls")
        lit = node(state, room)["states"]
        other = act(state, "turn_off" if state.objects.on[state.statics.slot(switch.id)] else "turn_on", switch.id)
        assert {*lit, *node(other, room)["states"]} == {"lit", "dark"}

    @pytest.mark.parametrize("pair", [("open", "closed"), ("on", "off"), ("dirty", "clean")])
    def test_opposites_exclude_each_other(self, pair: tuple[str, str]) -> None:
        state = lived_in()
        one, other = (true_of(state, word) for word in pair)
        assert one.any()
        assert other.any()
        assert not (one & other).any()

    def test_every_adjective_of_a_thing_is_true_of_it(self) -> None:
        state = lived_in()
        masks = {word: true_of(state, word) for word in ADJECTIVES}
        words = adjectives(state)
        slots = np.nonzero(state.objects.exists)[0].tolist()
        assert [words[slot] for slot in slots] == [[word for word in ADJECTIVES if masks[word][slot]] for slot in slots]
        assert sum(map(len, words)) > 20


class TestEdges:
    def test_on_and_in_agree_with_carriers(self) -> None:
        state = lived_in()
        known, now = state.statics, state.objects
        both = edges(state, "on") | edges(state, "in")
        assert len(both) == (now.exists & (now.spot != NONE)).sum()
        for relation, holds in (("on", is_on), ("in", is_in)):
            for a, b in edges(state, relation):
                assert now.carrier[known.slot(a)] == known.slot(b)
                assert holds(state, known.slot(a), known.slot(b))

    def test_near_agrees_with_the_relation(self) -> None:
        state = lived_in()
        slot = state.statics.slot
        assert edges(state, "near")
        assert all(is_near(state, slot(a), slot(b)) for a, b in edges(state, "near"))

    def test_everything_is_in_the_room_that_its_node_says(self) -> None:
        state = lived_in()
        rooms = {node["id"]: node["room"] for node in graph(state)["nodes"] if "room" in node}
        assert edges(state, "in_room") == set(rooms.items())

    def test_hands_and_seats(self) -> None:
        state = act(kitchen(), "pick_up", "mug_1")
        assert edges(state, "held_by") == {("mug_1", "alice")}
        seated = act(state, "sit", "chair_1")
        assert edges(seated, "sits_on") == {("alice", "chair_1")}
        assert node(seated, "alice")["states"] == ["sitting"]

    def test_edges_join_nodes_and_none_stands_twice(self) -> None:
        found = graph(lived_in())
        ids = {node["id"] for node in found["nodes"]}
        counts = Counter((edge["relation"], edge["from"], edge["to"]) for edge in found["edges"])
        assert max(counts.values()) == 1
        assert all({edge["from"], edge["to"]} <= ids for edge in found["edges"])


class TestSeen:
    @pytest.mark.parametrize("how", ["room", "rays"])
    def test_what_is_seen_is_a_part_of_the_whole(self, how: str) -> None:
        state = lived_in()
        view = sight(state, 0, how)  # type: ignore[arg-type]
        part = graph(state, np.flatnonzero(view.things).tolist(), np.flatnonzero(view.agents).tolist())
        whole = graph(state)
        ids = {node["id"] for node in part["nodes"]}
        shown = {state.statics.ids[slot] for slot in np.flatnonzero(view.things)}
        rooms = {room.id for room in state.scene.rooms}
        assert ids - rooms - set(state.names) == shown
        assert part["edges"] == [edge for edge in whole["edges"] if {edge["from"], edge["to"]} <= ids]
        of_whole = {node["id"]: node for node in whole["nodes"]}
        for found in part["nodes"]:
            same = of_whole[found["id"]]
            assert {**found, "mass": 0.0, "states": []} == {**same, "mass": 0.0, "states": []} | (
                {} if "mass" in same else {"mass": 0.0}
            )
            assert found["states"] == same["states"] or (found["category"] == "room" and found["states"] == [])
            assert found.get("mass", 0.0) <= same.get("mass", 0.0) + 1e-4

    def test_nothing_out_of_sight_is_told_by_what_is_seen(self) -> None:
        """What is shut in a fridge does not weigh in it, and a room is lit only for those who see its switch."""
        state = next(state for state in map(lived_in, range(7, 12)) if full_of_what_is_hidden(state))
        view = sight(state, 0)
        shown = np.flatnonzero(view.things).tolist()

        def told(other: State) -> str:
            return json.dumps(graph(other, shown, [0]))

        now, hidden = state.objects, ~view.things
        gone = replace(state, objects=now._replace(exists=now.exists & view.things))
        switched = replace(
            state, objects=now._replace(on=now.on ^ hidden, openness=np.where(hidden, 1.0, now.openness))
        )
        assert told(gone) == told(switched) == told(state)
        assert json.dumps(graph(gone)) != json.dumps(graph(state)) != json.dumps(graph(switched))

    def test_an_edge_of_on_or_in_names_the_spot(self) -> None:
        state = lived_in()
        known, now = state.statics, state.objects
        spots = [edge for edge in graph(state)["edges"] if "spot" in edge]
        assert len(spots) == int((now.exists & (now.spot != -1)).sum())
        for edge in spots:
            slot, carrier = known.slot(edge["from"]), known.slot(edge["to"])
            assert (now.carrier[slot], now.spot[slot]) == (carrier, edge["spot"])
            assert known.spots[carrier][edge["spot"]].relation == edge["relation"]
