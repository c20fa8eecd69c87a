"""A renderer draws states of one scene: it keeps where everything was last, so that a little change costs little.

Renderers of one scene share its stage (the meshes); each has its own instances, shadows and buffers, so
that many can draw at once, in threads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from operator import index

import numpy as np

from casita.arrays import Int64s
from casita.errors import BadInput
from casita.limits import PICTURE_PIXELS, PICTURE_SIDE
from casita.render.camera import Camera
from casita.render.figures import figure, placements
from casita.render.follow import WATCHED, follow
from casita.render.frame import Frame
from casita.render.lighting import Brightness, lights
from casita.render.raster.arrays import Instances, Lights, View
from casita.render.raster.buffers import Buffers
from casita.render.raster.draw import USUAL, draw
from casita.render.raster.shadows import Shadows
from casita.render.stage import stage
from casita.scenes.scene import Scene
from casita.world.bodies import Body
from casita.world.shut import shut_away
from casita.world.state import ObjectColumns, State

AJAR = 0.02
"""How far something must be open for what is in it to be drawn."""


class Renderer:
    """Draws states of a scene from any camera.

    >>> import casita
    >>> from casita.render import Renderer, eyes
    >>> world = casita.World(casita.room("kitchen", 12))
    >>> Renderer(world.scene).look(world.state, eyes(world.state, 0), size=(64, 48)).rgb.shape
    (48, 64, 3)
    """

    def __init__(self, scene: Scene, *, agents: bool = True, avatars: Mapping[str, str] | None = None) -> None:
        """Draw a scene; without `agents` nobody is in the pictures.

        An agent looks as its name says, or as that of its avatar (`figures.avatars`).
        """
        self.stage = stage(scene)
        self._with_agents = agents
        self._avatars = dict(avatars or {})
        self._buffers = Buffers()
        self._cast: tuple[tuple[str, Body], ...] = ()
        self._named: tuple[Sequence[str], Sequence[Body]] = ((), ())
        self._begin()

    def _begin(self) -> None:
        """Take the stage as it is now, with nothing shown yet."""
        looks = [(body, self._avatars.get(name, name)) for name, body in self._cast]
        figures = [self.stage.figure(body, look) for body, look in looks]
        self._instances, self._rows = self.stage.instances(figures)
        self._viewed: Instances = self._instances._replace(shown=self._instances.shown.copy())
        ends = np.cumsum([len(self._rows.slot), *map(len, figures)]).tolist()
        self._figure_rows = [slice(a, b) for a, b in pairwise(ends)]
        self._figure_parts = [figure(body, look) for body, look in looks]
        self._memory = np.zeros((self.stage.statics.count, WATCHED))
        self._last: ObjectColumns | None = None
        self._lights: Lights | None = None
        self._shadows = Shadows(self.stage.geometry)

    def look(
        self,
        state: State,
        camera: Camera,
        size: tuple[int, int] = (224, 224),
        want: Collection[str] = USUAL,
        *,
        smooth: bool = False,
        shadows: bool = True,
        glass: bool = True,
        brightness: Brightness | None = None,
    ) -> Frame:
        """What a camera sees of a state; `size` is width and height.

        `want` names what the frame holds: rgb, depth, ids, parts, normals. With `smooth` the colours are the
        mean of four samples a pixel; without `glass` what can be seen through is left out. `brightness` makes the
        home's lights brighter or darker.
        """
        width, height = checked_size(size)
        self.show(state, shadows=shadows)
        assert self._lights is not None
        instances = self._instances
        if not camera.roof or camera.body >= 0 or not glass:
            instances = self._viewed
            instances.shown[:] = self._instances.shown
            if not glass:
                instances.shown[instances.glass != 0] = 0
            if not camera.roof:
                instances.shown[self.stage.roofs] = 0
            if camera.body >= 0 and self._cast:
                self._hide_own_body(camera.body, instances)
        view = View(
            np.array(camera.position, np.float32),
            camera.axes.astype(np.float32),
            camera.slope * width / height,
            camera.slope,
        )
        made = draw(
            self.stage.geometry,
            instances,
            brightness.of(self._lights) if brightness else self._lights,
            self._shadows if shadows else None,
            view,
            (width, height),
            self._buffers,
            want,
            smooth,
            mirrors=self.stage.mirrors,
            mirrored=self._instances,
        )
        return Frame(*made, camera=camera, stage=self.stage)

    def show(self, state: State, *, shadows: bool = True) -> Int64s:
        """Bring everything to a state; the numbers of the instances that changed."""
        if state.scene is not self.stage.scene and state.scene != self.stage.scene:
            raise BadInput(f"this renderer draws {self.stage.scene.name}, not {state.scene.name}")
        if self._with_agents and (state.names is not self._named[0] or state.bodies is not self._named[1]):
            self._named = (state.names, state.bodies)
            cast = tuple(zip(state.names, state.bodies, strict=True))
            if cast != self._cast:
                self._cast = cast
                self._begin()
        now, last = state.objects, self._last
        moved = np.zeros(0, np.int64)
        if last is None or (now is not last and any(a is not b for a, b in zip(now, last, strict=True))):
            self.stage.ensure(now)
            if len(self._rows.slot) != len(self.stage.follows.slot):
                self._begin()
                last = None
            hidden = shut_away(state, AJAR)
            changed = follow(now, hidden, self._memory, self._rows, self._instances, last is None)
            moved = np.flatnonzero(changed)
            if last is None or now.on is not last.on or self._has_lamp(moved):
                self._lights = lights(state)
            self._last = now
        self._place_figures(state)
        if shadows:
            assert self._lights is not None
            self._shadows.update(self._instances, self._lights)
        return moved

    def _place_figures(self, state: State) -> None:
        """Bring the agents to where they are."""
        made = self._instances
        assert self._lights is not None
        if self._figure_rows:
            self._lights.spot[:, :2] = state.agents.position
            self._lights.spot[:, 3] = state.agents.room
        for agent, (rows, parts) in enumerate(zip(self._figure_rows, self._figure_parts, strict=True)):
            made.room[rows] = max(int(state.agents.room[agent]), 0)
            for row, place in zip(range(rows.start, rows.stop), placements(state, agent, parts), strict=True):
                made.shown[row] = place.shown
                if place.shown:
                    made.matrix[row] = place.matrix.reshape(9)
                    made.position[row] = place.position

    def _hide_own_body(self, agent: int, instances: Instances) -> None:
        """Leave out what is around the eyes of an agent; its arm and hands stay in view."""
        if agent >= len(self._cast):
            raise BadInput(f"the camera is of agent {agent}, but there are {len(self._cast)} agents, from 0")
        rows = self._figure_rows[agent]
        for row, part in zip(range(rows.start, rows.stop), self._figure_parts[agent], strict=True):
            if part.tag in ("always", "standing", "sitting", "left down", "right down"):
                instances.shown[row] = 0

    def _has_lamp(self, moved: Int64s) -> bool:
        slots = self._rows.slot[moved]
        return bool(self.stage.statics.can["lights"][slots[slots >= 0]].any())


def checked_size(size: Sequence[int]) -> tuple[int, int]:
    """A picture's width and height; BadInput if no picture can have them."""
    try:
        width, height = (index(side) for side in size)
    except (TypeError, ValueError):
        raise BadInput(f"a picture's size is (width, height) in whole pixels, not {size!r}") from None
    if not (1 <= width <= PICTURE_SIDE and 1 <= height <= PICTURE_SIDE):
        raise BadInput(f"a picture is from 1 to {PICTURE_SIDE} pixels wide and high, not {width} x {height}")
    if width * height > PICTURE_PIXELS:
        raise BadInput(f"a picture has at most {PICTURE_PIXELS:,} pixels, not {width} x {height}")
    return width, height
