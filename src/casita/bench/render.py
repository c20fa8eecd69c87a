"""Speeds of the renderer: frames per CPU-second of a furnished house; the camera and one object move every time."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import NamedTuple

import numpy as np

from casita.bench import Row
from casita.bench.walking import walking_rows
from casita.geometry.outlines import bounding_box
from casita.render.follow import WATCHED, follow
from casita.render.lighting import lights
from casita.render.raster.arrays import Frame, Geometry, Instances, Lights, View
from casita.render.raster.buffers import Buffers
from casita.render.raster.draw import draw
from casita.render.raster.shadows import Shadows
from casita.render.stage import stage
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.world.shut import shut_away
from casita.world.starting import beginning

VIEWS = 64
TIMES = 5
"""How often each view is drawn; its quickest time counts, since others use the machine too."""

EYES = 1.5
"""Metres above the floor."""

MARGIN = 0.5
"""Metres from the eyes to a room's bounding box."""

STEP = 0.02
"""Metres that an object moves between frames."""

AJAR = 0.02
"""How far something must be open for what is in it to be drawn."""

GOALS = {(128, 128): 1_500.0, (224, 224): 750.0, (800, 600): 100.0}
SMOOTH_GOAL = 250.0
"""Frames per CPU-second, by size, and at 224 x 224 with antialiasing."""

FIRST_FRAME = """
import time; start = time.perf_counter()
import casita; world = casita.World(casita.room("kitchen", 12))
from casita.render import Renderer, eyes
Renderer(world.scene).look(world.state, eyes(world.state, 0))
print(time.perf_counter() - start)
"""


class Shown(NamedTuple):
    """A house as the rasteriser takes it, and where it is looked at from."""

    scene: Scene

    geometry: Geometry
    instances: Instances
    lights: Lights
    views: list[View]
    loose: list[int]
    """Instances that are moved, one for each view."""
    detail: str


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    house = _house()
    for size, goal in GOALS.items():
        yield _speed(house, size, goal, smooth=False)
    yield _speed(house, (224, 224), SMOOTH_GOAL, smooth=True)
    yield from walking_rows(house.scene)
    yield _two_threads(house)
    yield _first_frame()
    yield from _miniworld(house)


def _house() -> Shown:
    """A house with five rooms, over 200 objects and 100,000 triangles, and 64 views over all of it."""
    from casita.scenes.generate.house import house

    scene = next(made for made in (house(seed, 5) for seed in range(1, 20)) if len(made.things) > 200)
    state = beginning(scene, ["alice"])
    made = stage(scene)
    instances, rows = made.instances()
    memory = np.zeros((made.statics.count, WATCHED))
    follow(state.objects, shut_away(state, AJAR), memory, rows, instances, True)
    geometry = made.geometry
    shown = np.flatnonzero(instances.shown)
    triangles = int(geometry.level_triangles[geometry.mesh_level[instances.mesh[shown]]].sum())
    objects = int(state.objects.exists.sum())
    assert triangles >= 100_000, f"only {triangles} triangles at full detail"
    small = np.flatnonzero(
        (instances.shown == 1) & (instances.wall == 0) & (geometry.mesh_radius[instances.mesh] * instances.scale < 0.3)
    )
    luck = stream(0, "bench", "render")
    loose = [int(small[luck.below(len(small))]) for _ in range(VIEWS)]
    detail = f"{objects} objects, {triangles:,} triangles at full detail"
    return Shown(scene, geometry, instances, lights(state), _views(scene), loose, detail)


def _views(scene: Scene) -> list[View]:
    """Seeded views at eye height, each room in turn, 90 degrees wide and high."""
    luck = stream(1, "bench", "render")
    views = []
    for number in range(VIEWS):
        x0, y0, x1, y1 = bounding_box(scene.rooms[number % len(scene.rooms)].outline)
        x, y = luck.uniform(x0 + MARGIN, x1 - MARGIN), luck.uniform(y0 + MARGIN, y1 - MARGIN)
        yaw, pitch = math.radians(luck.uniform(0, 360)), math.radians(luck.uniform(-30, 5))
        ahead = np.array((math.cos(yaw) * math.cos(pitch), math.sin(yaw) * math.cos(pitch), math.sin(pitch)))
        right = np.array((math.sin(yaw), -math.cos(yaw), 0.0))
        axes = np.column_stack([right, np.cross(right, ahead), -ahead]).astype(np.float32)
        views.append(View(np.array((x, y, EYES), np.float32), axes, 1.0, 1.0))
    return views


class _Drawer:
    """Draws the views of a house in turn, moving an object before each, with arrays of its own."""

    def __init__(self, house: Shown, size: tuple[int, int], smooth: bool) -> None:
        self.house, self.size, self.smooth = house, size, smooth
        self.instances = Instances._make(column.copy() for column in house.instances)
        self.shadows, self.buffers = Shadows(house.geometry), Buffers()
        self.shadows.update(self.instances, house.lights)
        self.frame: Frame | None = None

    def draw(self, number: int, turn: int) -> Frame:
        """One frame: RGB, depth and ids."""
        house = self.house
        self.instances.position[house.loose[number]] += STEP if turn % 2 else -STEP
        self.shadows.update(self.instances, house.lights)
        self.frame = draw(
            house.geometry,
            self.instances,
            house.lights,
            self.shadows,
            house.views[number],
            self.size,
            self.buffers,
            smooth=self.smooth,
            out=self.frame,
        )
        return self.frame

    def round(self, turn: int) -> None:
        """All views once."""
        for number in range(VIEWS):
            self.draw(number, turn)


def _speed(house: Shown, size: tuple[int, int], goal: float, smooth: bool) -> Row:
    """Frames per CPU-second over all views, and at the slowest."""
    drawer = _Drawer(house, size, smooth)
    took = np.full(VIEWS, np.inf)
    digests, blank = set(), 0
    for turn in range(TIMES):
        for number in range(VIEWS):
            begin = time.thread_time()
            frame = drawer.draw(number, turn)
            took[number] = min(took[number], time.thread_time() - begin)
            if turn == 0:
                digests.add(hashlib.sha256(frame.rgb.tobytes() + frame.depth.tobytes()).digest())
                blank += bool((frame.ids < 0).mean() > 0.9 or frame.rgb.std() < 1.0)
    assert len(digests) == VIEWS, f"only {len(digests)} of {VIEWS} frames differ"
    assert blank <= VIEWS // 16, f"{blank} of {VIEWS} frames are blank"
    drawn = int(drawer.buffers.statistics[1]) // (VIEWS * TIMES)
    name = f"{size[0]} x {size[1]}" + (", antialiased" if smooth else "")
    detail = f"slowest view {1 / took.max():.0f}; {drawn:,} triangles drawn a frame; {house.detail}"
    return Row("render", name, float(1 / took.mean()), "frames/s", goal, True, detail)


def _two_threads(house: Shown) -> Row:
    """Two threads beside one, in wall time, each with the whole house to itself."""
    drawers = [_Drawer(house, (224, 224), False) for _ in range(2)]
    best = {1: math.inf, 2: math.inf}
    with ThreadPoolExecutor(2) as pool:
        for turn in range(TIMES):
            for threads in (1, 2):
                begin = time.perf_counter()
                list(pool.map(lambda drawer, turn=turn: drawer.round(turn), drawers[:threads]))
                best[threads] = min(best[threads], time.perf_counter() - begin)
    one, two = VIEWS / best[1], 2 * VIEWS / best[2]
    detail = f"224 x 224: {one:.0f} frames/s in one thread, {two:.0f} in two"
    return Row("render", "two threads", two / one, "x one", 1.8, True, detail)


def _first_frame() -> Row:
    """Seconds from a new process to a picture of a kitchen, with kernels and bytecode on disk."""
    with tempfile.TemporaryDirectory() as folder:  # for Python's own bytecode, which not every machine keeps
        kept = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        command = [sys.executable, "-c", FIRST_FRAME]
        runs = [subprocess.run(command, capture_output=True, text=True, check=True, env=kept) for _ in range(4)]
    took = min(float(run.stdout) for run in runs)
    return Row("render", "first frame", took, "s", 2.0, False, "a kitchen in a new process that is not the first")


def _miniworld(house: Shown) -> Iterator[Row]:
    """MiniWorld's frames of a bare hallway, if it is installed and has an OpenGL to draw with."""
    try:
        import gymnasium

        import_module("miniworld")
        env = gymnasium.make("MiniWorld-Hallway-v0")
        env.reset(seed=0)
    except Exception:
        return
    width, height = 80, 60
    begin = time.process_time()
    for _ in range(200):
        env.step(env.action_space.sample())
    theirs = 200 / (time.process_time() - begin)
    env.close()
    ours = _speed(house, (width, height), 0.0, smooth=False).value
    detail = f"{width} x {height}: ours {ours:.0f} frames/s of a furnished house, theirs {theirs:.0f} of a bare hallway"
    yield Row("render", "beside MiniWorld", ours / theirs, "x", 1.0, True, detail)
