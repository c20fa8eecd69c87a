"""The robot's actions: which there are, what is wrong with one, and how one becomes a step of the world.

A robot names no things: the fingers close on what is between them, and what opens is whatever has its handle there.
Steps have one size each: 0.25 m and 15 degrees for the base, 5 cm and 15 degrees for the gripper, 0.05 kilograms-force
for the grip.
"""

from __future__ import annotations

import numpy as np

from casita.errors import BadInput, unknown
from casita.products import length
from casita.world.action import Action
from casita.world.arm.effects import MOVES, TURNS
from casita.world.arm.grip import FORCE_STEP
from casita.world.arm.needs import HANDLE_REACH, gripper_point, handles
from casita.world.arm.specification import ARM
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.outcome import Outcome
from casita.world.refusal import Refusal
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.validation import plain, wrong_values

ROBOT = "robot"
"""What the robot is called, and the name of its body."""

DONE = "done"
"""Ends the phase."""

BASE = ("move_ahead", "move_back", "turn_left", "turn_right", "look_up", "look_down")
ARM_POSES = ("raise_arm", "fold_arm")
SWINGS = ("open_with_gripper", "close_with_gripper")
VERBS = (*BASE, *ARM_POSES, "move_gripper", "turn_gripper", "grasp", "release", *SWINGS, "wait", DONE)
"""All that the robot can do; its arm moves and turns in a `direction`, and grasps with an `amount`."""

DIRECTIONS = {"move_gripper": tuple(MOVES), "turn_gripper": tuple(TURNS)}

IN_WORDS = {
    "way_is_free": "something is in the way",
    "arm_is_free": "the arm would hit something",
    "arm_reaches": "the arm does not reach so far",
    "something_in_gripper": "there is nothing between the fingers",
    "in_gripper": "there is nothing between the fingers",
    "not_inside_closed": "there is nothing between the fingers",
    "grip_holds": "it slipped",
    "hand_is_free": "the gripper holds something",
    "holds_something": "the gripper is empty",
    "at_handle": "there is no handle at the gripper",
    "is_open": "it is closed already",
    "is_closed": "it is open already",
    "not_held": "it is held",
    "has_space_to_swing": "the robot is in its way",
    "looks_no_further": "the head turns no further",
}
"""Why an action was not done, as far as a robot can tell; by the name of the need."""


def checked_action(answer: object) -> Action:
    """What a model answered as an action of the robot; BadInput if its body has none such."""
    wrong = wrong_values(answer)
    if wrong:
        raise BadInput(wrong)
    assert isinstance(answer, Action)
    action = plain(answer)
    if action.agent != ROBOT:
        raise BadInput(f"an action of {action.agent!r}, not of {ROBOT!r}")
    if action.verb not in VERBS:
        raise unknown("action of the robot", action.verb, VERBS)
    directions = DIRECTIONS.get(action.verb, ("",))
    if action.direction not in directions:
        raise unknown(f"direction to {action.verb}", action.direction, directions)
    named = action.object or action.target or action.relation or action.liquid or action.text
    if named:
        raise BadInput(f"the robot names nothing in its actions; {action.verb} has {named!r}")
    _check_amount(action)
    return action


def _check_amount(action: Action) -> None:
    """Only a grip has an amount: a whole number of steps, or 0 for the strongest."""
    if action.verb != "grasp":
        if action.amount:
            raise BadInput(f"{action.verb} has one size; it is asked for {action.amount:g}")
        return
    steps = action.amount / FORCE_STEP
    if not 0.0 <= action.amount <= ARM.grip or abs(steps - round(steps)) > 1e-6:
        raise BadInput(
            f"a grip has 0 to {ARM.grip:g} kilograms-force in steps of {FORCE_STEP:g}; it is {action.amount:g}"
        )


def as_step(state: State, action: Action) -> Action | Refusal:
    """The world's action for one of the robot's; a refusal if there is nothing to open or close at the gripper."""
    if action.verb not in SWINGS:
        return action
    slot = at_the_gripper(state)
    if slot == NONE:
        return Refusal("geometry", "at_handle", ROBOT)
    return Action(ROBOT, action.verb, state.statics.ids[slot])


def at_the_gripper(state: State) -> int:
    """What opens and has its handle nearest to the gripper, within reach; NONE if nothing does."""
    known, edit, agent = state.statics, Edit(state), state.agent(ROBOT)
    point = gripper_point(Attempt(edit, agent, Action(ROBOT, "wait")))
    opens = np.flatnonzero(known.can["open"] & state.objects.exists)
    far = np.linalg.norm(known.size[opens], axis=1) * 2.0 + HANDLE_REACH
    close = opens[np.linalg.norm(state.objects.position[opens] - point, axis=1) <= far]
    best, nearest = NONE, HANDLE_REACH
    for slot in close.tolist():
        for handle in handles(Attempt(edit, agent, Action(ROBOT, "open_with_gripper", known.ids[slot]))):
            away = length(handle - point)
            if away <= nearest:
                best, nearest = slot, away
    return best


def in_words(refusal: Refusal | None) -> str:
    """Why an action was not done, in words that give away no more than a robot can tell; empty if it was."""
    if refusal is None:
        return ""
    if refusal.need == "joint_turns":
        return f"{refusal.object} turns no further"
    return IN_WORDS.get(refusal.need, "it cannot be done")


def felt(outcome: Outcome) -> str:
    """What the gripper feels after a step: "slipped", "lifted", "held", or nothing."""
    refusal = outcome.refusals[0] if outcome.refusals else None
    if (refusal and refusal.need == "grip_holds") or any(event.verb == "slip" for event in outcome.events):
        return "slipped"
    agent = outcome.state.agent(ROBOT)
    held = int(outcome.state.agents.hands[agent, 0])
    if held == NONE:
        return ""
    rises = outcome.state.objects.position[held, 2] > outcome.before.objects.position[held, 2]
    return "lifted" if rises else "held"
