"""Frames are the same to the byte in every thread and process, and close to OpenGL's."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest

from casita.render.raster.buffers import Buffers
from casita.render.raster.compile import OPTIONS
from casita.render.raster.draw import draw
from casita.render.raster.shadows import Shadows
from tests.raster_house import Maker, box, house, lathe, lights, look, packed, seeded_views

WANT = ("rgb", "depth", "ids", "parts", "normals")


def digest(count: int = 6, seed: int = 2) -> str:
    """Of frames of a house, some of them smooth, before and after things move."""
    geometry, instances, lamps = house(80)
    lamps = lamps._replace(
        lamp=np.array([[2.0, 2.0, 1.2, 0.6]], np.float32), lamp_first=np.array([0, 1, 1, 1, 1, 1], np.int32)
    )
    shadows, buffers, whole = Shadows(geometry), Buffers(), hashlib.sha256()
    for number, view in enumerate(seeded_views(count, seed)):
        instances.position[-1 - number] += 0.05
        shadows.update(instances, lamps)
        frame = draw(geometry, instances, lamps, shadows, view, (75, 50), buffers, WANT, smooth=number % 2 == 0)
        for part in frame:
            whole.update(part.tobytes())
    return whole.hexdigest()


def test_threads_draw_the_same_bytes() -> None:
    with ThreadPoolExecutor(3) as pool:
        found = set(pool.map(lambda _: digest(), range(3)))
    assert found == {digest()}


def test_another_process_draws_the_same_bytes() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    code = "from tests.test_raster_same import digest; print(digest())"
    found = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == digest()


def test_no_product_and_sum_are_fused() -> None:
    """As processors with such an instruction would, rounding once instead of twice: then others differ.

    Frames of a plainer processor are compared in `make fuzz`, for which all kernels are compiled again.
    """

    @numba.njit(**OPTIONS)
    def added(a, b, c, out):  # type: ignore[no-untyped-def]
        for i in range(len(a)):
            out[i] = a[i] * b[i] + c[i]

    luck = np.random.default_rng(1)
    a, b, c = luck.uniform(0.5, 2.0, (3, 4096)).astype(np.float32)
    found, product = np.zeros(4096, np.float32), a * b
    added(a, b, -c, found)
    assert (found == product - c).all()
    once = (a.astype(np.float64) * b - c).astype(np.float32)
    assert (found != once).mean() > 0.1, "rounding once would show"


def test_frames_differ_from_view_to_view() -> None:
    assert digest(1) != digest(2)


def test_ids_and_depth_agree_with_opengl() -> None:
    """MuJoCo's own renderer, where there is an OpenGL to draw with."""
    mujoco = pytest.importorskip("mujoco")
    luck = np.random.default_rng(4)
    make, bodies = Maker(), []
    grey = make.finish(packed(150, 150, 150))
    cylinder = make.mesh([lathe(np.array([[0, -0.3], [0.2, -0.3], [0.2, 0.3], [0, 0.3]]), 96)], grey)
    block = make.mesh([box(0.5, 0.7, 0.3)], grey)
    for k in range(20):
        x, y, z, yaw = luck.uniform(1.5, 5), luck.uniform(-2, 2), luck.uniform(-1, 1.5), luck.uniform(0, 6)
        make.put(cylinder if k % 2 else block, (x, y, z), yaw=yaw)
        form = 'type="cylinder" size="0.2 0.3"' if k % 2 else 'type="box" size="0.25 0.35 0.15"'
        bodies.append(f'<geom {form} pos="{x} {y} {z}" euler="0 0 {yaw}"/>')
    camera = '<camera name="c" pos="0 0 0.3" xyaxes="0 -1 0 0 0 1" fovy="60"/>'
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><visual><map znear="0.003"/></visual>'
        f"<worldbody>{camera}{''.join(bodies)}</worldbody></mujoco>"
    )
    try:
        renderer = mujoco.Renderer(model, 120, 160)
    except Exception as problem:
        pytest.skip(f"no OpenGL here: {problem}")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    renderer.update_scene(data, camera="c")
    renderer.enable_segmentation_rendering()
    theirs = renderer.render()[..., 0]
    renderer.disable_segmentation_rendering()
    renderer.enable_depth_rendering()
    far = renderer.render()
    renderer.close()
    up = np.tan(np.radians(30))
    view = look((0, 0, 0.3), 0, 0, up * 160 / 120, up)
    ours = draw(make.geometry(), make.instances(), lights(), None, view, (160, 120), Buffers())
    same = ours.ids == theirs
    assert same.mean() > 0.995
    assert (np.abs(ours.depth - far)[same & (theirs >= 0)] < 0.005).mean() > 0.995
