"""States and pictures made anew: of a key without any data, or of a state at another size, light, colour or viewpoint.

A key such as kitchen_12/mug_1/held/drop says what was done, so that with the seed all else follows.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.collecting.actions import ACTIONS
from casita.benchmarks.act_thor.collecting.trials import acted, beginnings, camera_of, look
from casita.benchmarks.act_thor.collecting.variations import RoomSetup, room_setup
from casita.benchmarks.act_thor.item import Trial
from casita.benchmarks.act_thor.robust.glance import first_look
from casita.episodes import Recorder
from casita.errors import BadInput
from casita.home import physics_of
from casita.protocols import Picture
from casita.render import Camera, Renderer
from casita.scenes.fixed import shipped_scene
from casita.scenes.variation import vary as vary_scene
from casita.world.state import State


class MadeWith(NamedTuple):
    """What outcomes depend on, beside their keys: the settings of some data, or those of the frozen sets."""

    seed: int = 0
    vary: tuple[str, ...] = ()
    physics: str = "mujoco"

    @classmethod
    def of(cls, settings: dict[str, Any]) -> MadeWith:
        """From the settings in a manifest."""
        return cls(settings["seed"], tuple(settings["vary"]), settings["physics"])


FROZEN = MadeWith()
"""Those of the frozen sets."""


@lru_cache(maxsize=8)
def room_of(room: str, made: MadeWith) -> RoomSetup:
    """The setup of a room's key such as kitchen_12, or kitchen_12~3 in the fourth take."""
    name, _, take = room.partition("~")
    return room_setup(shipped_scene(name).replace(), made.seed, int(take or 0), made.vary)


@lru_cache(maxsize=32)
def _begun(room: str, object: str, made: MadeWith) -> dict[Trial, Recorder]:
    where = room_of(room, made)
    if object not in where.scene.by_id:
        return {}
    return dict(beginnings(where.scene.by_id[object], where, made.seed, physics_of(made.physics)))


@lru_cache(maxsize=512)
def state_again(key: str, made: MadeWith = FROZEN) -> State:
    """The state that a picture shows, done anew in the world; BadInput if it was never tried, or is refused."""
    parts = key.split("/")
    if len(parts) != 4:
        raise BadInput(f"a picture's key is room/object/trial/moment, such as kitchen_12/mug_1/held/drop; not {key!r}")
    room, object, trial, moment = parts
    recorder = {str(name): each for name, each in _begun(room, object, made).items()}.get(trial)
    if recorder is None or (moment != "before" and moment not in ACTIONS):
        raise BadInput(f"there is no picture {key!r}: it was never tried, or could not be done")
    if moment == "before":
        return recorder.state
    where = room_of(room, made)
    branch, refused = acted(recorder, ACTIONS[moment], where.scene.by_id[object], where.place)
    if refused:
        raise BadInput(f"there is no picture {key!r}: {refused}")
    return branch.state


@lru_cache(maxsize=256)
def made_again(key: str, made: MadeWith = FROZEN) -> Picture:
    """The picture of a key as the generator makes it."""
    state = state_again(key, made)
    picture = look(Renderer(state.scene), state, key.split("/")[1]).picture
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=256)
def moved_again(key: str, made: MadeWith = FROZEN) -> Picture:
    """The picture of a key as the configuration `robust` has it; BadInput if no glance shows what it should."""
    state, beginning = state_again(key, made), f"{key.rpartition('/')[0]}/before"
    before = None if key == beginning else state_again(beginning, made)
    look = first_look(Renderer(state.scene), made.seed, key, state, before)
    if look is None:
        raise BadInput(f"there is no picture {key!r} in robust: no glance shows what was done")
    look.picture.flags.writeable = False
    return look.picture


def redraw(
    state: State,
    size: tuple[int, int] = (300, 300),
    *,
    camera: Camera | None = None,
    colours: int | None = None,
    light: int | None = None,
) -> Picture:
    """A state as the robot sees it, or from another camera; `colours` and `light` are seeds of other ones."""
    scene = state.scene
    for name, seed in (("colours", colours), ("light", light)):
        if seed is not None:
            scene = vary_scene(scene, seed, name)
    shown = replace(state, scene=scene)
    return Renderer(scene).look(shown, camera or camera_of(state), size, ("rgb",), smooth=True).rgb
