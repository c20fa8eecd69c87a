"""The arm's verbs as rows, and all verbs as a robot with an arm does them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casita.world import needs as world
from casita.world.arm import effects as do
from casita.world.arm import needs as need
from casita.world.arm.base_verbs import with_arm
from casita.world.arm.specification import ARM
from casita.world.bodies import Body
from casita.world.glance import Need
from casita.world.verb import DEGREES, KILOGRAMS_FORCE, METRES, Offered, Verb, row
from casita.world.verbs import VERBS

FARTHEST = 0.25
"""Metres of the longest move of the gripper."""

WIDEST = 90.0
"""Degrees of its longest turn."""


OPENING: list[Need] = [world.not_held, world.hand_is_free, need.at_handle]

_ROWS = (
    row("move_gripper", "direction", [need.has_arm, need.knows_direction(do.MOVES), world.asks_at_most(FARTHEST)],
        do.move_gripper, "move the gripper {direction}[ {amount}]", "moved the gripper",
        also=["move the gripper {direction} by {amount}"], too="amount", unit=METRES,
        offered=[Offered("direction", "direction")], directions=tuple(do.MOVES)),
    row("turn_gripper", "direction", [need.has_arm, need.knows_direction(do.TURNS), world.asks_at_most(WIDEST)],
        do.turn_gripper, "turn the gripper {direction}[ {amount}]", "turned the gripper",
        also=["turn the gripper {direction} by {amount}"], too="amount", unit=DEGREES,
        offered=[Offered("direction", "direction")], directions=tuple(do.TURNS)),
    row("fold_arm", "", [need.has_arm], do.take_pose("folded"), "fold the arm", "folded the arm"),
    row("raise_arm", "", [need.has_arm], do.take_pose("raised"), "raise the arm", "raised the arm"),
    row("grasp", "",
        [need.has_arm, world.asks_at_most(ARM.grip), world.hand_is_free, need.something_in_gripper,
         world.object_is_there, world.affords("pick_up", "pick_up"), world.not_held, world.not_inside_closed,
         need.in_gripper], do.grasp,
        "close the gripper[ on {object}][ with {amount}]", "grasped {object}", "grasped",
        too="object amount", unit=KILOGRAMS_FORCE),
    row("release", "", [need.has_arm, need.holds_something], do.release, "open the gripper", "let go of {object}"),
    row("open_with_gripper", "object",
        [need.has_arm, world.object_is_there, world.affords("open", "open"), world.is_not_open, *OPENING],
        do.swing(opens=True), "open {object} with the gripper", "opened {object}", "opened"),
    row("close_with_gripper", "object",
        [need.has_arm, world.object_is_there, world.affords("open", "close"), world.is_open, *OPENING],
        do.swing(opens=False), "close {object} with the gripper", "closed {object}", "closed"),
)  # fmt: skip

ARM_VERBS: dict[str, Verb] = {verb.name: verb for verb in _ROWS}
"""The verbs that only a robot has. Amounts are metres, degrees, and for `grasp` kilograms-force (0: all it has)."""

ROBOT_VERBS: dict[str, Verb] = {name: with_arm(verb) for name, verb in VERBS.items()} | ARM_VERBS
"""All verbs by name, as agents with and without an arm do them."""


def verbs_of(bodies: Iterable[Body]) -> Mapping[str, Verb]:
    """The verbs of agents with these bodies: those of robots too if one of them has an arm."""
    for body in bodies:
        if body.has_arm:
            return ROBOT_VERBS
    return VERBS
