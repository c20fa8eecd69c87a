"""Light, shadow, texture, glass and antialiasing in the rasteriser's frames."""

from __future__ import annotations

import numpy as np
import pytest

from casita.render.raster.arrays import Frame, Geometry, Instances, Lights
from casita.render.raster.buffers import Buffers
from casita.render.raster.draw import draw
from casita.render.raster.shadows import Shadows
from tests.raster_house import Maker, box, house, lights, look, mipmaps, packed, seeded_views

FROM_ABOVE = look((0.0, 0.0, 2.2), 0, -89.99)


def room(
    *boxes: tuple[tuple[float, float, float], tuple[float, float, float]], colour: int = packed(200, 200, 200)
) -> Maker:
    """A floor of eight by eight metres with boxes of a size at a place."""
    make = Maker()
    grey = make.finish(colour)
    make.put(make.mesh([box(8, 8, 0.1)], grey), (0, 0, -0.05), wall=True)
    for size, at in boxes:
        make.put(make.mesh([box(*size)], grey), at)
    return make


def lit(
    make: Maker, lamps: Lights, view: object = FROM_ABOVE, size: tuple[int, int] = (80, 80), shadowed: bool = True
) -> Frame:
    geometry, instances = make.geometry(), make.instances()
    shadows = Shadows(geometry) if shadowed else None
    if shadows:
        shadows.update(instances, lamps)
    return draw(geometry, instances, lamps, shadows, view, size, Buffers())  # type: ignore[arg-type]


def brightness(frame: Frame) -> np.ndarray:
    return frame.rgb.astype(float).mean(-1)


def test_a_box_throws_a_shadow_where_it_must_and_nowhere_else() -> None:
    lamps = lights()
    lamps.ceiling[0] = (0.0, 0.0, 2.4)
    # A plate of 0.4 m at (0.5, 0), 1.2 m up, half way to the light: its shadow is 0.8 m wide around (1, 0).
    make = room(((0.4, 0.4, 0.02), (0.5, 0.0, 1.2)))
    above = look((1.0, 0.0, 2.2), 0, -89.99)
    with_box, without = lit(make, lamps, above), lit(make, lamps, above, shadowed=False)
    floor = with_box.ids == 0
    y, x = np.mgrid[0:80, 0:80]
    # Looking down with the head towards +x: up in the picture is +x, left is +y; the floor is 2.2 m away.
    ahead, left = 1.0 + (40 - (y + 0.5)) / 40 * 2.2, (40 - (x + 0.5)) / 40 * 2.2
    deep = floor & (np.abs(ahead - 1.0) < 0.34) & (np.abs(left) < 0.34)
    clear = floor & ((np.abs(ahead - 1.0) > 0.46) | (np.abs(left) > 0.46))
    ratio = brightness(with_box) / brightness(without)
    assert deep.sum() > 50
    assert clear.sum() > 2000
    assert ratio[deep].max() < 0.8
    assert ratio[clear].min() > 0.99


def test_what_is_outside_the_map_is_lit() -> None:
    lamps = lights()
    lamps.reach[0] = 0.3
    make = room(((0.4, 0.4, 0.02), (1.5, 0.0, 1.2)))
    floor = lit(make, lamps).ids == 0
    assert np.abs(brightness(lit(make, lamps)) - brightness(lit(make, lamps, shadowed=False)))[floor].max() <= 1


def test_a_lone_lit_box_has_no_specks() -> None:
    """A box on the floor under the light: its top and sides are evenly lit."""
    make = room(((0.8, 0.8, 0.7), (0.6, 0.3, 0.35)))
    for view in (look((-1.5, -0.5, 1.4), 20, -25), look((2.5, 2.0, 1.5), 220, -25)):
        with_shadow, without = lit(make, lights(), view, (96, 96)), lit(make, lights(), view, (96, 96), shadowed=False)
        on_box = with_shadow.ids == 1
        assert on_box.sum() > 250
        changed = np.abs(brightness(with_shadow) - brightness(without)) > 2
        assert changed[on_box].mean() < 0.02


def test_sun_comes_through_a_window_and_not_through_the_wall() -> None:
    make = room()
    wall = make.finish(packed(230, 230, 230))
    # A wall along x = -1 with a hole from y -0.5 to 0.5 and z 1 to 2, the sun behind it, and a roof.
    for size, at in (
        ((0.1, 3.5, 3.0), (-1.0, -2.25, 1.5)), ((0.1, 3.5, 3.0), (-1.0, 2.25, 1.5)),
        ((0.1, 1.0, 1.0), (-1.0, 0.0, 0.5)), ((0.1, 1.0, 1.0), (-1.0, 0.0, 2.5)),
    ):  # fmt: skip
        make.put(make.mesh([box(*size)], wall), at, wall=True)
    make.put(
        make.mesh([box(0.02, 1.0, 1.0)], make.finish(packed(255, 255, 255), opacity=0.2)), (-1, 0, 1.5), glass=True
    )
    lamps = lights(strength=0.0, sun=0.5)
    toward = np.array([-1.0, 0.0, 1.0]) / np.sqrt(2)
    right = np.array([0.0, -1.0, 0.0])
    lamps.sun[:] = np.concatenate([toward, right, np.cross(toward, right), (0, 0, 1)])
    frame = lit(make, lamps, look((0.8, 0.0, 2.2), 0, -89.99))
    y, x = np.mgrid[0:80, 0:80]
    ahead, left = 0.8 + (40 - (y + 0.5)) / 40 * 2.2, (40 - (x + 0.5)) / 40 * 2.2
    floor = frame.ids == 0
    # The hole's rays come down at 45 degrees: the patch is from x 0 to 1.
    patch = floor & (ahead > 0.1) & (ahead < 0.9) & (np.abs(left) < 0.42)
    dark = floor & (ahead > -0.85) & ((ahead < -0.1) | (np.abs(left) > 0.6)) & (ahead < 1.8)
    light = brightness(frame)
    assert patch.sum() > 100
    assert dark.sum() > 300
    assert light[patch].min() > light[dark].max() + 25


def test_a_lamp_lights_its_own_room_only() -> None:
    make = room()
    for y, number in ((-1.5, 0), (1.5, 1)):
        make.put(make.mesh([box(0.5, 0.5, 0.5)], 0), (0.0, y, 0.25), room=number)
    lamps = lights(strength=0.0, ambient=0.4)
    two = Lights(
        ambient=np.full(2, 0.4, np.float32), ceiling=np.repeat(lamps.ceiling, 2, 0), strength=np.zeros(2, np.float32),
        reach=np.ones(2, np.float32), lamp=np.array([[0, 0, 1.5, 0.8]], np.float32),
        lamp_first=np.array([0, 0, 1], np.int32), box=np.zeros((2, 6), np.float32), spot=lamps.spot,
        sun=lamps.sun, sun_strength=np.zeros(2, np.float32),
        sun_half=4.0, sky=0,
    )  # fmt: skip
    frame = lit(make, two)
    light = brightness(frame)
    assert light[frame.ids == 2].min() > light[frame.ids == 1].max() + 10


def test_a_light_at_the_eye_or_on_a_surface_is_no_trouble() -> None:
    make = room(((0.5, 0.5, 0.5), (1.0, 0.0, 0.25)))
    for place in ((0.0, 0.0, 2.2), (1.0, 0.0, 0.5), (0.0, 0.0, 0.0)):
        lamps = lights()
        lamps.ceiling[0] = place
        light = brightness(lit(make, lamps))
        assert light.min() > 60


def test_a_white_wall_is_bright_and_not_blown_out() -> None:
    make = Maker()
    white = make.finish(packed(245, 245, 245))
    make.put(make.mesh([box(0.1, 5, 2.6)], white), (2.0, 0, 1.3), wall=True)
    frame = lit(make, lights(), look((-1.0, 0, 1.5), 0, 0, 0.7, 0.5))
    light = brightness(frame)[frame.ids == 0]
    assert 210 <= np.median(light) <= 245
    assert light.max() < 255


def test_glow_shows_its_own_colour_in_the_dark() -> None:
    make = Maker()
    make.put(make.mesh([box()], make.finish(packed(250, 200, 120), glow=1.0)), (2.5, 0, 0))
    frame = lit(make, lights(strength=0.0, ambient=0.05), look((0, 0, 0), 0), (32, 32))
    assert (frame.rgb[16, 16] == (250, 200, 120)).all()


def test_shine_adds_a_highlight_that_matt_lacks() -> None:
    pictures = []
    for shine in (0.0, 1.0):
        make = Maker()
        make.put(make.mesh([box(8, 8, 0.1)], make.finish(packed(90, 40, 40), shine=shine)), (0, 0, -0.05), wall=True)
        pictures.append(brightness(lit(make, lights(), look((-2.0, 0, 1.5), 0, -35))))
    assert (pictures[1] - pictures[0]).max() > 30
    assert (pictures[1] - pictures[0]).min() >= 0
    assert np.median(pictures[1] - pictures[0]) < 5


def checked(near: float, far: float) -> list[Frame]:
    """A black and white chequered board from two distances."""
    make = Maker()
    squares = (np.indices((64, 64)).sum(0) % 2 * 255).astype(np.uint8)
    make.textures.append(mipmaps(np.repeat(squares[..., None], 3, 2)))
    make.put(make.mesh([box(0.1, 1, 1)], make.finish(packed(255, 0, 0), texture=0, glow=1.0)), (0.05, 0, 0))
    return [lit(make, lights(), look((-away, 0, 0), 0), (64, 64)) for away in (near, far)]


def test_mipmaps_turn_a_distant_pattern_grey_and_keep_a_near_one() -> None:
    near, far = checked(0.1, 4.0)
    close, distant = brightness(near)[near.ids == 0], brightness(far)[far.ids == 0]
    assert np.abs(distant - 127).max() <= 2
    assert close.min() < 30
    assert close.max() > 225
    assert len(np.unique(close)) > 20, "neighbouring texels are blended when magnified"


def test_textures_are_the_right_way_up() -> None:
    make = Maker()
    picture = np.zeros((64, 64, 3), np.uint8)
    picture[:32, :32] = (255, 0, 0)
    picture[:32, 32:] = (0, 255, 0)
    picture[32:] = (0, 0, 255)
    make.textures.append(mipmaps(picture))
    vertices = np.array([[2.0, 1, -1], [2, -1, -1], [2, -1, 1], [2, 1, 1]])
    uv = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    square = (vertices, np.tile([-1.0, 0, 0], (4, 1)), uv, np.array([[0, 1, 2], [0, 2, 3]]), 0.0)
    make.put(make.mesh([square], make.finish(0, texture=0, glow=1.0)), (0, 0, 0))
    rgb = lit(make, lights(), look((0, 0, 0), 0), (64, 64)).rgb
    assert rgb[24, 24].argmax() == 0
    assert rgb[24, 40].argmax() == 1
    assert rgb[40, 24].argmax() == 2


def test_glass_blends_over_what_is_behind_and_is_the_nearest_surface() -> None:
    make = Maker()
    make.put(make.mesh([box()], make.finish(packed(200, 0, 0), glow=1.0)), (4.5, 0, 0))
    make.put(
        make.mesh([box(0.02, 0.4, 0.4)], make.finish(packed(0, 0, 200), glow=1.0, opacity=0.25)),
        (2.01, 0, 0),
        glass=True,
    )
    make.put(make.mesh([box(0.02, 9, 9)], make.finish(packed(0, 200, 0), glow=1.0, opacity=0.5)), (7, 0, 0), glass=True)
    geometry, instances = make.geometry(), make.instances()
    want = ("rgb", "depth", "ids", "parts", "normals")
    frame = draw(geometry, instances, lights(), None, look((0, 0, 0), 0), (64, 64), Buffers(), want)
    assert frame.ids[32, 32] == 1
    assert abs(frame.depth[32, 32] - 2.0) < 1e-5
    assert np.abs(frame.rgb[32, 32].astype(int) - (150, 0, 50)).max() <= 1
    assert frame.ids[32, 28] == 0, "the box, beside the pane: glass behind a solid thing is not seen"
    assert (frame.rgb[32, 28] == (200, 0, 0)).all()
    assert frame.ids[32, 14] == 2
    sky = np.array((190, 215, 240))
    mixed = sky * 0.5 + np.array((0, 200, 0)) * 0.5
    assert np.abs(frame.rgb[32, 14].astype(int) - mixed).max() < 25
    instances.shown[1:] = 0
    bare = draw(geometry, instances, lights(), None, look((0, 0, 0), 0), (64, 64), Buffers(), want)
    solid = frame.ids == 0
    assert all((a[solid] == b[solid]).all() for a, b in zip(frame, bare, strict=True))


@pytest.mark.parametrize("size", [(40, 30), (7, 5)])
def test_a_smooth_frame_is_the_mean_of_four(size: tuple[int, int]) -> None:
    geometry, instances, lamps = house(60)
    view = seeded_views(3)[2]
    shadows = Shadows(geometry)
    shadows.update(instances, lamps)
    smooth = draw(geometry, instances, lamps, shadows, view, size, Buffers(), smooth=True)
    double = draw(geometry, instances, lamps, shadows, view, (2 * size[0], 2 * size[1]), Buffers())
    four = double.rgb.reshape(size[1], 2, size[0], 2, 3).astype(int).sum((1, 3))
    assert (smooth.rgb == (four + 2) // 4).all()
    assert (smooth.ids == double.ids[::2, ::2]).all()
    assert (smooth.depth == double.depth[::2, ::2]).all()


def rebuilt(geometry: Geometry, instances: Instances, lamps: Lights) -> Shadows:
    fresh = Shadows(geometry)
    fresh.update(instances, lamps)
    return fresh


def test_mended_shadows_are_those_drawn_anew_to_the_bit() -> None:
    geometry, instances, lamps = house(100)
    luck = np.random.default_rng(11)
    kept = Shadows(geometry)
    assert kept.update(instances, lamps) == len(instances.mesh)
    assert kept.update(instances, lamps) == 0
    loose = np.flatnonzero((instances.wall == 0) & (instances.glass == 0))
    seen = set()
    for turn in range(12):
        for i in luck.choice(loose, int(luck.integers(1, 4)), replace=False):
            instances.position[i] += luck.uniform(-0.4, 0.4, 3)
            instances.shown[i] = luck.random() > 0.2
            instances.room[i] = luck.integers(0, 5)
        if turn == 7:
            lamps.ceiling[2] += 0.1
        if turn == 9:
            lamps.sun[9:] += 0.2
        kept.update(instances, lamps)
        fresh = rebuilt(geometry, instances, lamps)
        assert all((a == b).all() for a, b in zip(kept.words, fresh.words, strict=True))
        seen.add(kept.words[0].tobytes())
    assert len(seen) == 12


def test_the_sun_can_go_and_come_back() -> None:
    geometry, instances, lamps = house(30)
    kept = Shadows(geometry)
    kept.update(instances, lamps)
    dark = lamps._replace(sun_strength=np.zeros_like(lamps.sun_strength))
    instances.position[-1] += 0.5
    kept.update(instances, dark)
    kept.update(instances, lamps)
    fresh = rebuilt(geometry, instances, lamps)
    assert (kept.words[1] == fresh.words[1]).all()
