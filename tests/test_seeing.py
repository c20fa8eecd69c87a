"""What an agent sees by pixels, and that rays find the same things, as the contract says."""

from __future__ import annotations

import numpy as np
import pytest

import casita
from casita.errors import BadInput
from casita.render import Renderer, eyes
from casita.render.seeing import SIDE, pixel_counts, sight_by_pixels
from casita.scenes.scene import Scene
from casita.world.seen import sight
from casita.world.starting import beginning
from casita.world.state import State
from tests.rooms import open_kitchen

LARGE = 0.001
"""Share of the frame that a thing must cover for rays and pixels to have to agree on it."""


@pytest.fixture(scope="module")
def world() -> casita.World:
    return casita.World(open_kitchen(), {"alice": "person", "bob": "thor"}, seed=1)


def turned(state: State, towards: str) -> State:
    """A state in which the first agent looks at a thing."""
    x, y, z = state.objects.position[state.statics.slot(towards)] - (*state.agents.position[0], 1.6)
    yaw, pitch = state.agents.yaw.copy(), state.agents.pitch.copy()
    yaw[0], pitch[0] = np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(-z, np.hypot(x, y)))
    return state.altered(agents={"yaw": yaw, "pitch": pitch})


def test_pixel_counts_are_those_of_the_frame(world: casita.World) -> None:
    state = turned(world.state, "dining_table_1")
    counts = pixel_counts(world.renderer, state, 0)
    frame = world.renderer.look(state, eyes(state, 0), (SIDE, SIDE), ("ids",))
    assert len(counts) == world.renderer.stage.outside_id + 1 + 2
    for name, count in frame.pixels().items():
        assert counts[state.statics.slot(name)] >= count
    opaque = [name for name in frame.pixels() if name.startswith(("fridge", "counter_top", "floor", "dining"))]
    assert opaque
    ids, times = np.unique(frame.ids, return_counts=True)
    assert set(np.flatnonzero(counts)) >= set(ids[ids >= 0])
    assert times.sum() == SIDE * SIDE


def test_what_is_behind_is_not_seen_and_what_is_ahead_is(world: casita.World) -> None:
    for name in ("dining_table_1", "fridge_1", "counter_top_1"):
        state = turned(world.state, name)
        slot = state.statics.slot(name)
        assert sight_by_pixels(world.renderer, state, 0).things[slot]
        away = state.altered(agents={"yaw": state.agents.yaw + 180.0, "pitch": state.agents.pitch * 0.0})
        assert not sight_by_pixels(world.renderer, away, 0).things[slot]


def test_more_pixels_are_asked_for_and_fewer_things_are_seen(world: casita.World) -> None:
    seen = [sight_by_pixels(world.renderer, world.state, 0, least=least).things for least in (1, 30, 1000)]
    assert (seen[0] >= seen[1]).all()
    assert (seen[1] >= seen[2]).all()
    assert seen[0].sum() > seen[2].sum() > 0


def test_window_glass_is_seen_and_looked_through() -> None:
    scene = open_kitchen()
    state = turned(beginning(scene, {"alice": "person"}), "window_1")
    drawn = Renderer(scene)
    counts = pixel_counts(drawn, state, 0)
    assert counts[state.statics.slot("window_1")] > 500
    assert counts[drawn.stage.outside_id] > 100


def test_a_held_thing_is_always_seen_and_so_is_oneself(world: casita.World) -> None:
    own = casita.World(world.scene, {"alice": "person", "bob": "thor"}, seed=1)
    assert own.act("alice", "pick_up", "mug_1").ok
    assert own.act("alice", "look_up").ok
    seen = sight_by_pixels(world.renderer, own.state, 0)
    assert seen.things[own.state.statics.slot("mug_1")]
    assert seen.agents[0]


def test_the_world_and_its_graph_can_be_seen_by_pixels(world: casita.World) -> None:
    seen = world.seen("alice", "pixels")
    expected = sight_by_pixels(world.renderer, world.state, 0)
    assert (seen == expected.things).all()
    names = {node["id"] for node in world.graph("alice", "pixels")["nodes"]}
    assert {world.state.statics.ids[slot] for slot in np.flatnonzero(seen)} <= names
    with pytest.raises(BadInput, match="unknown way of seeing 'pixel'"):
        world.seen("alice", "pixel")


def views(scene: Scene, count: int) -> list[State]:
    """Two agents in a home: other bodies, doors and lids, and directions of view each time."""
    found = []
    for seed in range(count):
        luck = np.random.default_rng(seed)
        body = ("thor", "person", "robot")[seed % 3]
        state = beginning(scene, {"a": body, "b": "person"}, seed=seed)
        can = state.statics.can["open"]
        openness = state.objects.openness.copy()
        if seed % 2:
            openness[can] = luck.choice([0.0, 0.0, 1.0], size=int(can.sum()))
        looking = {"yaw": luck.uniform(-180.0, 180.0, 2), "pitch": luck.choice([0.0, 30.0, -15.0, 15.0], 2)}
        found.append(state.altered({"openness": openness}, looking))
    return found


def test_rays_agree_with_pixels_on_what_covers_a_thousandth_of_the_frame() -> None:
    scenes = [open_kitchen(), casita.room("living_room", 7), casita.room("bedroom", 3),
              casita.room("bathroom", 2), casita.house(3, 3)]  # fmt: skip
    large = agree = unseen = 0
    for scene in scenes:
        drawn = Renderer(scene)
        for state in views(scene, 6):
            counts = pixel_counts(drawn, state, 0)[: state.statics.count]
            rays = sight(state, 0, "rays").things
            enough = counts >= LARGE * SIDE * SIDE
            large += int(enough.sum())
            agree += int((enough & rays).sum())
            unseen += int((rays & (counts == 0)).sum())
    assert large > 300
    assert agree / large >= 0.98
    assert unseen / large <= 0.04
