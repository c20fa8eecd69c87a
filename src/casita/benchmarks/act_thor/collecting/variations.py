"""What can be varied about a room's pictures, each by itself; the paper only suggests it.

The first take of a room never varies. In a later one only what is asked for differs: with `light` alone, the same
things stand at the same places and fall in the same way, under another sun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casita.benchmarks.act_thor.collecting.viewpoint import ROBOT, Viewpoint, candidates, put_there
from casita.errors import unknown
from casita.scenes.scene import Scene
from casita.scenes.variation import vary as vary_scene
from casita.seeds import Stream, derived_seed, stream
from casita.world.arranged import Arranged
from casita.world.starting import beginning

VARIATIONS = ("colours", "light", "perspective", "distractors")

PITCH = 40.0
"""Degrees that the robot looks down."""

AIM, TILT = 8.0, 6.0
"""Degrees by which it looks aside, and further up or down, at the most."""

DISTRACTORS = 3
"""Other things of the room that are put on the surface."""


class RoomSetup(NamedTuple):
    """Where a take of a room happens."""

    scene: Scene
    place: Viewpoint
    pitch: float
    distractors: tuple[Arranged, ...]


def room_setup(scene: Scene, seed: int, take: int = 0, vary: Sequence[str] = ()) -> RoomSetup:
    """The room, where the robot stands and what else is on the surface, in a take that varies these things."""
    for name in vary:
        if name not in VARIATIONS:
            raise unknown("variation", name, VARIATIONS)
    wanted = vary if take else ()
    luck = stream(seed, "act_thor", scene.name, take)
    looks = [name for name in ("colours", "light") if name in wanted]
    varied = vary_scene(scene, derived_seed(seed, "act_thor", take), *looks) if looks else scene
    places = candidates(varied, stream(seed, "act_thor", scene.name))
    place, pitch = places[0], PITCH
    if "perspective" in wanted:
        place, pitch = _other_view(places, luck.child("perspective"))
    others = _distractors(varied, place, luck.child("distractors")) if "distractors" in wanted else ()
    return RoomSetup(varied, place, pitch, others)


def _other_view(places: list[Viewpoint], luck: Stream) -> tuple[Viewpoint, float]:
    """One of the better places, looked at a little from aside."""
    place = luck.choice(places[: max(1, len(places) // 3)])
    yaw = round((place.yaw + luck.uniform(-AIM, AIM)) % 360.0, 2)
    return place._replace(yaw=yaw), round(PITCH + luck.uniform(-TILT, TILT), 2)


def _distractors(scene: Scene, place: Viewpoint, luck: Stream) -> tuple[Arranged, ...]:
    """Loose things that carry nothing, put on the surface one after the other."""
    carriers = {thing.place.of for thing in scene.things}
    bare = [
        t.id for t in scene.things if t.kind.can("pick_up") and t.id not in carriers and t.place.of != place.carrier
    ]
    found: list[Arranged] = []
    for id in luck.shuffled(bare):
        if len(found) == DISTRACTORS:
            break
        there = put_there(beginning(scene, {ROBOT: "thor"}, arranged=found), place, id, luck.below(1 << 31))
        if there is not None:
            found.append(there)
    return tuple(found)
