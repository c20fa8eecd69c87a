"""What an actor chooses from: every action of the robot, with one of a few forces for its grip."""

from __future__ import annotations

from casita.benchmarks.excalibur.episode.body import ARM_POSES, BASE, DIRECTIONS, DONE, ROBOT, SWINGS
from casita.world.action import Action

FORCES = (0.25, 0.5, 1.0, 2.0, 4.0, 0.0)
"""Kilograms-force of a grip, all of them whole steps of the body; 0 is the strongest.

The body has 200 forces. One logit for each would leave two in three actions of a beginner to grasping air.
"""

ACTIONS: tuple[Action, ...] = (
    *(Action(ROBOT, verb) for verb in (*BASE, *ARM_POSES)),
    *(Action(ROBOT, verb, direction=direction) for verb, ways in DIRECTIONS.items() for direction in ways),
    *(Action(ROBOT, "grasp", amount=force) for force in FORCES),
    *(Action(ROBOT, verb) for verb in ("release", *SWINGS, DONE)),
)
"""One a logit. Waiting is left out: the paper has none."""

DONE_CHOICE = len(ACTIONS) - 1
"""The choice that ends the third phase; in the first one it is not to be had."""

NO_ACTION = len(ACTIONS)
"""Stands for the last action where there was none yet."""
