"""A robot in a kitchen, for the tests of the arm: acting, reaching, and where it starts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import msgspec
import numpy as np

import casita
from casita.errors import BadInput
from casita.scenes.scene import Scene
from casita.world import Action, State, beginning
from casita.world.arm.contacts import configuration, gaps, hand_in_space
from casita.world.arm.effects import MOVES, TURNS
from casita.world.arm.frames import robot_links
from casita.world.arm.needs import handles
from casita.world.arm.overlap import TOUCH
from casita.world.arm.pieces import OWNER, pieces_near
from casita.world.arm.specification import ARM, Floats
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.legal import why_not
from casita.world.outcome import Outcome
from casita.world.refusal import Refusal
from casita.world.step import step

KITCHEN = 25


def act(state: State, verb: str, object: str = "", **more: object) -> Outcome:
    return step(state, [Action("robot", verb, object, **more)])  # type: ignore[arg-type]


def done(state: State, verb: str, object: str = "", **more: object) -> State:
    """The state after an action that must be done."""
    outcome = act(state, verb, object, **more)
    assert outcome.ok, outcome.refusals
    return outcome.state


def refused(state: State, verb: str, object: str = "", **more: object) -> Refusal:
    """The refusal of an action that must change nothing but the time."""
    outcome = act(state, verb, object, **more)
    refusal = outcome.refusals[0]
    assert refusal is not None
    for before, after in zip(
        (*state.objects, *state.agents), (*outcome.state.objects, *outcome.state.agents), strict=True
    ):
        assert np.array_equal(before, after)
    assert why_not(state, outcome.actions[0]) == refusal
    return refusal


def gripper(state: State) -> Floats:
    return hand_in_space(configuration(Edit(state), 0))[0]


def places(scene: Scene, x: float, y: float, facing: float | None = None) -> Iterator[State]:
    """Robots that stand around a point and face it, the nearest first; if `facing`, only in about that direction."""
    for away in (0.5, 0.55, 0.6, 0.65, 0.7):
        for yaw in range(-165, 181, 15):
            if facing is not None and math.cos(math.radians(yaw - facing)) < 0.85:
                continue
            at = x - away * math.cos(math.radians(yaw)), y - away * math.sin(math.radians(yaw))
            try:
                yield beginning(scene, {"robot": "robot"}, positions=[(round(at[0], 3), round(at[1], 3), float(yaw))])
            except BadInput:
                continue


def moved_to(state: State, goal: Floats, within: float) -> State | None:
    """Move the gripper step by step to a point, sideways and ahead before down; None if it does not get there."""
    for _ in range(60):
        dx, dy, dz = (goal - gripper(state)).tolist()
        yaw = math.radians(float(state.agents.yaw[0]))
        ahead, left = dx * math.cos(yaw) + dy * math.sin(yaw), dy * math.cos(yaw) - dx * math.sin(yaw)
        if max(abs(ahead), abs(left), abs(dz)) <= within:
            return state
        wanted = [(abs(ahead), "ahead" if ahead > 0 else "back"), (abs(left), "left" if left > 0 else "right")]
        wanted = [*sorted(wanted, reverse=True), (abs(dz), "up" if dz > 0 else "down")]
        for size, direction in wanted:
            outcome = act(state, "move_gripper", direction=direction)
            if size > 0.025 and outcome.ok:
                state = outcome.state
                break
        else:
            return None
    return None


@cache
def at_mug(mass: float = 0.0) -> State:
    """A robot with its gripper at a mug on a counter; the mug weighs so much, if a mass is given."""
    scene = casita.room("kitchen", KITCHEN)
    if mass:
        things = tuple(msgspec.structs.replace(t, mass=mass) if t.id == "mug_1" else t for t in scene.things)
        scene = scene.replace(things=things)
    mug = next(thing for thing in scene.things if thing.id == "mug_1")
    assert mug.place.of.startswith("counter_top")
    top = np.add(mug.position, (0.0, 0.0, mug.size[2] - 0.01))
    for state in places(scene, *mug.position[:2]):
        raised = act(state, "raise_arm")
        there = moved_to(raised.state, top, 0.03) if raised.ok else None
        if there is not None:
            return there
    raise AssertionError("the mug is not reached from anywhere")


@cache
def with_mug() -> State:
    """The same robot with the mug in its gripper, lifted a little."""
    state = done(at_mug(), "grasp", "mug_1", amount=2.0)
    for _ in range(3):
        state = done(state, "move_gripper", direction="up")
    return state


def slot(state: State, id: str) -> int:
    return state.statics.slot(id)


@cache
def in_the_open() -> State:
    """A robot with the gripper well within its reach and nothing close to it."""
    scene = casita.room("living_room", 1)
    for seed in range(40):
        state = beginning(scene, {"robot": "robot"}, seed=seed)
        ready = [("raise_arm", ""), *(("move_gripper", way) for way in ("ahead", "ahead", "down", "down"))]
        ready += [("turn_gripper", "up")] * 2
        around = [("move_gripper", way) for way in MOVES] + [("turn_gripper", way) for way in TURNS]
        outcomes = []
        for verb, direction in ready:
            outcomes.append(act(state, verb, direction=direction))
            state = outcomes[-1].state
        outcomes += [act(state, verb, direction=direction) for verb, direction in around]
        if all(outcome.ok for outcome in outcomes):
            return state
    raise AssertionError("there is no open space")


@cache
def at_handle(id: str) -> State:
    """A robot with its gripper close to a handle."""
    scene = casita.room("kitchen", KITCHEN)
    first = beginning(scene, {"robot": "robot"})
    handle = handles(Attempt(Edit(first), 0, Action("robot", "open", id)))[0]
    facing = scene.by_id[id].rotation[2] + 180.0
    for state in places(scene, float(handle[0]), float(handle[1]), facing):
        for pose in ("fold_arm", "raise_arm"):
            ready = act(state, pose)
            there = moved_to(ready.state, handle, 0.085) if ready.ok else None
            if there is not None and why_not(there, Action("robot", "open_with_gripper", id)) is None:
                return there
    raise AssertionError(f"the handle of {id} is not reached from anywhere")


@cache
def at_open_handle(id: str) -> State:
    """A robot with its gripper at a handle of something that is open, so that it can be closed by it."""
    scene = casita.room("kitchen", KITCHEN)
    first = done(beginning(scene, {"robot": "robot"}), "open", id)
    handle = handles(Attempt(Edit(first), 0, Action("robot", "close", id)))[0]
    for state in places(scene, float(handle[0]), float(handle[1])):
        opened = done(state, "open", id)
        for pose in ("fold_arm", "raise_arm"):
            there = moved_to(act(opened, pose).state, handle, 0.085)
            if there is not None and act(there, "close_with_gripper", id).ok:
                return there
    raise AssertionError(f"the handle of {id} was reached from nowhere")


def touching(state: State) -> dict[str, set[int]]:
    """What each link stands in, found by many points along it: an independent check."""
    x, y = state.agents.position[0].tolist()
    around = pieces_near(Edit(state), 0, [], (x, y, ARM.shoulder[2]), 5.0)
    found: dict[str, set[int]] = {}
    for link in robot_links(state, 0)[1:4]:
        for share in np.linspace(0.0, 1.0, 60):
            away = gaps(link.origin + share * link.length * link.axes[:, 0], around)
            found.setdefault(link.name, set()).update(
                around[away < link.radius - 2 * TOUCH, OWNER].astype(int).tolist()
            )
    return found
