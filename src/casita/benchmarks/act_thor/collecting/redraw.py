"""Making pictures anew: those of a key without any data, or of a state at another size, light, colour or viewpoint."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from casita.benchmarks.act_thor.collecting.trials import Trials, camera_of, collect
from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.errors import BadInput
from casita.protocols import Picture
from casita.render import Camera, Renderer
from casita.scenes.fixed import shipped_scene
from casita.scenes.variation import vary
from casita.world.state import State


def made_again(key: str, seed: int = 0) -> Picture:
    """The picture of a key such as kitchen_12/mug_1/held/drop, as the generator makes it in its first take."""
    parts = key.split("/")
    if len(parts) != 4 or "~" in key:
        raise BadInput(f"a picture's key is room/object/trial/moment, such as kitchen_12/mug_1/held/drop; not {key!r}")
    room, object, trial, moment = parts
    for trials in _trials(room, object, seed):
        if trials.trial == trial:
            picture = (trials.pictures | {"before": trials.before}).get(moment)
            if picture is not None:
                return picture
    raise BadInput(f"there is no picture {key!r}: it was never tried, or could not be done")


@lru_cache(maxsize=16)
def _trials(room: str, object: str, seed: int) -> tuple[Trials, ...]:
    return tuple(collect(room_setup(shipped_scene(room), seed), seed, only=object))


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
            scene = vary(scene, seed, name)
    shown = replace(state, scene=scene)
    return Renderer(scene).look(shown, camera or camera_of(state), size, ("rgb",), smooth=True).rgb
