"""The arm's verbs as rows, and all verbs as a robot with an arm does them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casita.world import needs as world
from casita.world.arm import effects as do
from casita.world.arm import needs as need
from casita.world.arm.base_verbs import with_arm
from casita.world.arm.specification import ARM
from casita.world.attempt import Effect
from casita.world.bodies import Body
from casita.world.needs import Need
from casita.world.verbs import VERBS, Verb

FARTHEST = 0.25
"""Metres of the longest move of the gripper."""

WIDEST = 90.0
"""Degrees of its longest turn."""


def _row(name: str, takes: str, needs: list[Need], effect: Effect, takes_too: str = "") -> Verb:
    return Verb(name, tuple(takes.split()), (need.has_arm, *needs), effect, tuple(takes_too.split()))


ARM_VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        _row(
            "move_gripper",
            "direction",
            [need.knows_direction(do.MOVES), world.asks_at_most(FARTHEST)],
            do.move_gripper,
            "amount",
        ),
        _row(
            "turn_gripper",
            "direction",
            [need.knows_direction(do.TURNS), world.asks_at_most(WIDEST)],
            do.turn_gripper,
            "amount",
        ),
        _row("fold_arm", "", [], do.take_pose("folded")),
        _row("raise_arm", "", [], do.take_pose("raised")),
        _row(
            "grasp",
            "",
            [
                world.asks_at_most(ARM.grip),
                world.hand_is_free,
                need.something_in_gripper,
                world.object_is_there,
                world.affords("pick_up", "pick_up"),
                world.not_held,
                world.not_inside_closed,
                need.in_gripper,
            ],
            do.grasp,
            "object amount",
        ),
        _row("release", "", [need.holds_something], do.release),
        _row(
            "open_with_gripper",
            "object",
            [
                world.object_is_there,
                world.affords("open", "open"),
                world.is_not_open,
                world.not_held,
                world.hand_is_free,
                need.at_handle,
            ],
            do.swing(opens=True),
        ),
        _row(
            "close_with_gripper",
            "object",
            [
                world.object_is_there,
                world.affords("open", "close"),
                world.is_open,
                world.not_held,
                world.hand_is_free,
                need.at_handle,
            ],
            do.swing(opens=False),
        ),
    )
}
"""The verbs that only a robot has. Amounts are metres, degrees, and for `grasp` kilograms-force (0: all it has)."""

ROBOT_VERBS: dict[str, Verb] = {name: with_arm(verb) for name, verb in VERBS.items()} | ARM_VERBS
"""All verbs by name, as agents with and without an arm do them."""


def verbs_of(bodies: Iterable[Body]) -> Mapping[str, Verb]:
    """The verbs of agents with these bodies: those of robots too if one of them has an arm."""
    for body in bodies:
        if body.has_arm:
            return ROBOT_VERBS
    return VERBS
