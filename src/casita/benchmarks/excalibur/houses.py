"""Houses of episodes, from seeds: procedural ones of 1 to 10 rooms, and hand-drawn ones that are varied.

In every episode items weigh 0.5 to 1.5 times what is usual and have 0.8 to 1.0 times their size, and things have other
colours and materials; in hand-drawn houses items are put elsewhere too. Nothing is downloaded or stored: an episode
names the seeds, and its house is made again from them.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.graph.reading import ROBOT
from casita.benchmarks.excalibur.item import PARTS, Episode, Part
from casita.errors import BadInput, unknown
from casita.scenes.fixed import drawn_house
from casita.scenes.generate.house import house
from casita.scenes.scene import Scene
from casita.scenes.variation import NoVariation, vary
from casita.seeds import derived_seed
from casita.world.starting import beginning
from casita.world.state import State

EPISODES_OF_A_DRAWN_HOUSE = 20

PRACTICE_HOUSE = 10
"""The hand-drawn house in which people practise."""

VARIED = ("sizes", "colours", "masses")
"""What differs from episode to episode in the same house."""

VARIED_IF_DRAWN = (*VARIED, "places")

ATTEMPTS = 20
"""Seeds that are tried until the items of a hand-drawn house find places."""

Spawn = tuple[float, float, float]
"""x and y in metres, yaw in degrees."""


class Planned(NamedTuple):
    """An episode before it has questions."""

    id: str
    part: Part
    house: str
    house_seed: int
    seed: int


def planned(part: Part, number: int, seed: int = 0, attempt: int = 0) -> Planned:
    """An episode of a part by its number; another attempt is another house, or other luck in a hand-drawn one."""
    if part not in PARTS:
        raise unknown("part", part, PARTS)
    if not 0 <= number < episodes_of(part):
        raise BadInput(f"{part} has episodes 0 to {episodes_of(part) - 1}; asked for {number}")
    own = _small(seed, part, number, "episode", attempt)
    if part in paper.HOUSES:
        return Planned(f"{part}_{number:05}", part, "", _small(seed, part, number, "house", attempt), own)
    which = PRACTICE_HOUSE if part == "practice" else 1 + number // EPISODES_OF_A_DRAWN_HOUSE
    visit = number % EPISODES_OF_A_DRAWN_HOUSE
    return Planned(f"{part}_{which:02}_{visit:02}", part, f"drawn_house_{which:02}", 0, own)


def episodes_of(part: Part) -> int:
    """How many episodes a part has, at the paper's scale."""
    if part in paper.HOUSES:
        return paper.HOUSES[part]
    return EPISODES_OF_A_DRAWN_HOUSE * (paper.DRAWN_HOUSES if part == "drawn" else 1)


def scene_of(episode: Planned | Episode) -> Scene:
    """The house of an episode, as it is when the robot comes in."""
    if not episode.house:
        return vary(house(episode.house_seed), episode.seed, *VARIED)
    drawn = drawn_house(int(episode.house.rpartition("_")[2]))
    for attempt in range(ATTEMPTS):
        try:
            return vary(drawn, derived_seed(episode.seed, "places", attempt) >> 33, *VARIED_IF_DRAWN)
        except NoVariation:
            continue
    raise RuntimeError(f"{episode.id}: the items of {episode.house} find no places in {ATTEMPTS} attempts")


def state_of(episode: Planned | Episode, scene: Scene | None = None) -> State:
    """The first state of an episode: the robot stands where it begins, drawn if the episode does not say it yet."""
    positions = [episode.spawn] if isinstance(episode, Episode) else []
    return beginning(scene or scene_of(episode), {ROBOT: ROBOT}, seed=episode.seed, positions=positions)


def spawn_of(state: State) -> Spawn:
    """Where the robot stands in a state."""
    x, y = state.agents.position[0].tolist()
    return x, y, float(state.agents.yaw[0])


def _small(seed: int, *names: str | int) -> int:
    """A seed that fits into a column of Parquet."""
    return derived_seed(seed, "excalibur", *names) >> 33
