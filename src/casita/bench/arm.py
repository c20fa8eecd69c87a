"""Speed of the robot's arm: steps per second in a furnished house, collisions included."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from casita.bench import Row
from casita.seeds import stream
from casita.world.arm.proposals import proposed_with_arm
from casita.world.arm.verbs import ARM_VERBS
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step

STEPS = 10_000
EPISODE = 250
"""Steps after which the robot starts again at another place."""

RUNS = 3
"""How often the same steps are timed; the best counts."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    starts = _starts()
    _played(starts, EPISODE)
    took, moved, refused, held, digests = min((_played(starts, STEPS) for _ in range(RUNS)), key=lambda run: run[0])
    assert moved >= STEPS / 3, f"the arm moved in only {moved} of {STEPS} steps"
    assert refused["arm_is_free"] >= STEPS / 100, f"only {refused['arm_is_free']} steps were refused by collisions"
    assert held >= STEPS / 10, f"something was held in only {held} steps"
    assert digests == STEPS // EPISODE, "episodes ended in the same state"
    objects = int(starts[0].objects.exists.sum())
    detail = (
        f"{objects} objects; {moved / STEPS:.0%} moved the arm, {held / STEPS:.0%} with something held, "
        f"{refused['arm_is_free'] / STEPS:.0%} refused by collisions, {refused['joint_turns'] / STEPS:.0%} by joints"
    )
    yield Row("arm", "steps", STEPS / took, "steps/s", 2_000.0, True, detail)


def _starts() -> list[State]:
    """A robot at several places of a house with over 200 objects."""
    from casita.scenes.generate.house import house

    scene = next(made for made in (house(seed, 5) for seed in range(1, 20)) if len(made.things) > 200)
    return [beginning(scene, {"robot": "robot"}, seed=seed) for seed in range(STEPS // EPISODE)]


def _played(starts: list[State], count: int) -> tuple[float, int, Counter[str], int, int]:
    """Random steps: seconds, how many moved the arm, refusals by need, steps with something held, different ends."""
    luck = stream(0, "bench", "arm")
    now, took, moved, held = starts[0], 0.0, 0, 0
    refused: Counter[str] = Counter()
    digests: set[str] = set()
    for number in range(count):
        if number % EPISODE == 0:
            now = starts[number // EPISODE]
        action = proposed_with_arm(now, "robot", luck)
        begin = time.thread_time()
        outcome = step(now, [action])
        took += time.thread_time() - begin
        refusal = outcome.refusals[0]
        if refusal is not None:
            refused[refusal.need] += 1
        else:
            moved += action.verb in ARM_VERBS
        now = outcome.state
        held += int(now.agents.hands[0, 0]) >= 0
        if number % EPISODE == EPISODE - 1:
            digests.add(now.digest())
    return took, moved, refused, held, len(digests)
