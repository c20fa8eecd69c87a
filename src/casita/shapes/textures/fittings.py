"""Patterns of fittings: drains, hobs, racks, tufts, shower heads, and the marks on machines."""

from __future__ import annotations

import numpy as np

from casita.seeds import derived_seed
from casita.shapes.finish import Colour
from casita.shapes.textures.materials import cloud, noise, speckle
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.prints import canvas, ink, values


def polar(side: int) -> tuple[Image, Image]:
    """Distance from the middle (1 at the nearest edge) and angle in radians, by pixel."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2 - 1
    return np.hypot(x, y), np.arctan2(y, x)


@pattern("drain", 64)
def drain(side: int) -> Image:
    """A chrome strainer with dark holes."""
    r, a = polar(side)
    made = np.full((side, side), 0.72)
    petals = np.abs(((a * 6 / (2 * np.pi)) % 1.0) - 0.5) < 0.26
    made[(r > 0.35) & (r < 0.85) & petals] = 0.1
    made[r < 0.15] = 0.3
    return made


@pattern("hob_marks", 32)
def hob_marks(side: int) -> Image:
    """Small marks over a knob: off and a rising wedge."""
    made, pen = canvas(side, (0.7, 0.71, 0.72))
    pen.polygon(
        [(side * 0.35, side * 0.8), (side * 0.9, side * 0.8), (side * 0.9, side * 0.2)], fill=ink((0.1, 0.1, 0.1))
    )
    pen.ellipse((side * 0.1, side * 0.4, side * 0.25, side * 0.8), fill=ink((0.8, 0.1, 0.1)))
    return values(made)


@pattern("hob_rings", 128)
def hob_rings(side: int, lit: bool = False) -> Image:
    """Rings on a glass hob, red when it is hot."""
    r, a = polar(side)
    made = np.empty((side, side, 3))
    made[:] = (0.2, 0.2, 0.215)
    if lit:
        wave = 0.5 + 0.5 * np.cos(r * 52)
        heat = np.clip(1.25 - r * 0.5, 0, 1) * (0.5 + 0.5 * wave) * (r < 0.86)
        made = made * (1 - heat[..., None]) + np.array((1.0, 0.26, 0.1)) * heat[..., None]
    line = ((r > 0.9) & (r < 0.94)) | ((r > 0.55) & (r < 0.575))
    made[line] = (0.78, 0.78, 0.78)
    cross = (r < 0.2) & ((np.abs(np.cos(a)) < 0.12) | (np.abs(np.sin(a)) < 0.12))
    made[cross] = (0.7, 0.7, 0.7)
    return made


@pattern("tray_bars", 64)
def tray_bars(side: int) -> Image:
    """The slotted cover of a drip tray."""
    made = np.full((side, side), 0.74)
    x = np.arange(side)
    made[:, (x % 6) < 3] = 0.16
    made[[0, 1, 2, side // 2 - 1, side // 2, side - 3, side - 2, side - 1]] = 0.74
    return made


@pattern("washer_window", 128)
def washer_window(side: int, lit: bool = False) -> Image:
    """What is behind a washing machine's window: the dark drum, or clothes and suds going round."""
    r, a = polar(side)
    y = np.sin(a) * r
    depth = np.clip(0.3 + 0.22 * y - 0.12 * r, 0.08, 1.0)
    made = depth[..., None] * np.array((0.62, 0.72, 0.82))
    drum = r < 0.66
    made[drum] = (0.16 + 0.2 * np.clip(y[drum] + 0.1, 0, 1))[:, None] * np.array((0.85, 0.9, 0.95))
    rim = (r > 0.64) & (r < 0.69)
    made[rim] = (0.52, 0.55, 0.58)
    shine = np.clip(1 - np.abs(r - 0.8) * 9, 0, 1) * np.clip(np.cos(a + 2.2) * 1.6 - 0.6, 0, 1)
    made = made + 0.55 * shine[..., None]
    if lit:
        swirl = np.sin(a * 3 + r * 7) + 0.8 * np.asarray(noise(side, 6, "laundry"))
        colours = np.array([(0.25, 0.4, 0.7), (0.85, 0.85, 0.9), (0.7, 0.25, 0.25), (0.6, 0.75, 0.85)])
        made = (
            colours[np.clip(((swirl + 1.8) * 1.12).astype(int), 0, 3)]
            * (0.85 + 0.15 * np.cos(a * 9 + r * 20))[..., None]
        )
        foam = np.asarray(noise(side, 24, "foam")) + (r - 0.5) > 0.45
        made[foam] = (0.95, 0.97, 1.0)
    return np.asarray(np.clip(made, 0, 1))


@pattern("shower_nozzles", 128)
def shower_nozzles(side: int) -> Image:
    """Rings of rubber nozzles on the face of a shower head."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2 - 1
    made = np.full((side, side), 0.8)
    for ring, count in ((0.0, 1), (0.25, 6), (0.5, 12), (0.75, 18), (0.92, 24)):
        for k in range(count):
            angle = 2 * np.pi * k / count
            near = (x - ring * np.cos(angle)) ** 2 + (y - ring * np.sin(angle)) ** 2
            made[near < 0.0025] = 0.25
    return made


@pattern("curtain_stripes", 128)
def curtain_stripes(side: int) -> Image:
    """Upright stripes, pale and deeper."""
    x = np.arange(side) * 4 // side
    made = np.where(x % 2 == 0, 1.12, 0.88)[None, :] * (1 + 0.02 * speckle(side, "stripes"))
    return np.asarray(made / made.mean())


@pattern("curtain_dots", 128)
def curtain_dots(side: int) -> Image:
    """Dots in staggered rows."""
    y, x = np.mgrid[0:side, 0:side] / side
    row = (y * 6).astype(int)
    u, v = (x * 6 + 0.5 * (row % 2)) % 1.0 - 0.5, (y * 6) % 1.0 - 0.5
    made = np.where(u * u + v * v < 0.06, 0.62, 1.08)
    return np.asarray(made / made.mean())


@pattern("curtain_waves", 128)
def curtain_waves(side: int) -> Image:
    """Waves across."""
    y, x = np.mgrid[0:side, 0:side] / side
    phase = (y * 6 + 0.35 * np.sin(x * 4 * np.pi)) % 1.0
    made = np.where(phase < 0.3, 0.72, np.where(phase < 0.45, 0.9, 1.12))
    return np.asarray(made / made.mean())


@pattern("terry", 128)
def terry(side: int) -> Image:
    """The loops of a towel."""
    y, x = np.mgrid[0:side, 0:side]
    loops = np.sin(x * np.pi / 2) * np.sin(y * np.pi / 2)
    made = 1 + 0.1 * loops + 0.18 * speckle(side, "terry") + 0.1 * cloud(side, "terry", 32)
    return np.asarray(made / made.mean())


@pattern("edge_shade", 32)
def edge_shade(side: int) -> Image:
    """From the dark of a gap (below) to the light of the front beside it; it takes the finish's colour."""
    up = 1 - (np.arange(side) + 0.5) / side
    made = np.where(up < 0.22, 0.42, 0.42 + 0.58 * np.clip((up - 0.22) / 0.5, 0.0, 1.0) ** 0.6)
    return np.broadcast_to(made[:, None], (side, side))


@pattern("curtain_leaves", 256)
def curtain_leaves(side: int) -> Image:
    """Scattered leaves, darker than the cloth."""
    made, pen = canvas(side, (1.0, 1.0, 1.0))
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "curtain_leaves")))
    grey: Colour = (0.66, 0.66, 0.66)
    for k in range(30):
        x, y, a = side * luck.random(), side * luck.random(), np.pi * luck.random()
        dx, dy = side * 0.06 * np.cos(a), side * 0.06 * np.sin(a)
        pen.polygon(
            [(x - dx, y - dy), (x + dy * 0.4, y - dx * 0.4), (x + dx, y + dy), (x - dy * 0.4, y + dx * 0.4)],
            fill=ink(grey if k % 2 else (0.8, 0.8, 0.8)),
        )
    leaves = values(made)
    return np.asarray(leaves / leaves.mean())


@pattern("fridge_niche", 128)
def fridge_niche(side: int) -> Image:
    """The hollow of a water dispenser seen from the front: dark at the top, a spout, a paler back wall and a tray."""
    y, x = np.mgrid[0:side, 0:side] / side
    light = 0.12 + 0.34 * np.clip(y, 0.0, 0.8) - 0.12 * np.abs(2 * x - 1) ** 3
    light = np.where((np.abs(x - 0.5) < 0.1) & (y < 0.28), 0.5 - 0.6 * np.abs(x - 0.5), light)
    light = np.where(y > 0.86, 0.52 - 0.12 * ((x * 14).astype(int) % 2), light)
    return np.stack([light, light * 1.02, light * 1.06], -1)
