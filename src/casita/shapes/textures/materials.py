"""Pale patterns of materials, which take the finish's colour: wood, cloth, stone, metal."""

from __future__ import annotations

import numpy as np

from casita.exact import total_of
from casita.seeds import derived_seed
from casita.shapes.textures.patterns import Image, pattern


def noise(side: int, cells: int, name: str) -> Image:
    """Smooth noise from -1 to 1 that repeats without a seam, with so many bumps a side."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", name, cells)))
    grid = luck.random((cells, cells)) * 2 - 1
    at = np.arange(side) * cells / side
    low = at.astype(int)
    t = at - low
    t = t * t * (3 - 2 * t)
    high = (low + 1) % cells
    rows = grid[low] * (1 - t)[:, None] + grid[high] * t[:, None]
    return np.asarray(rows[:, low] * (1 - t) + rows[:, high] * t)


def cloud(side: int, name: str, first: int = 4, octaves: int = 4) -> Image:
    """Noise of several sizes, from about -1 to 1."""
    total = total_of(noise(side, first * 2**k, name) / 2**k for k in range(octaves))
    return np.asarray(total) / 1.6


def speckle(side: int, name: str) -> Image:
    """Grain: every pixel drawn for itself, from -1 to 1."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", name)))
    return luck.random((side, side)) * 2 - 1


def levelled(made: Image) -> Image:
    """A pattern whose mean is 1, so that it keeps the colour of what it is on."""
    return np.asarray(made / made.mean())


@pattern("wood")
def wood(side: int, planks: int = 1, strength: float = 1.0) -> Image:
    """Grain along u, in so many planks."""
    y = np.broadcast_to((np.arange(side) / side)[:, None], (side, side))
    made = np.empty((side, side))
    for plank in range(planks):
        rows = slice(plank * side // planks, (plank + 1) * side // planks)
        lean = cloud(side, f"grain{plank}", 2, 3)[rows]
        rings = np.sin((y[rows] * 9 * planks / 2 + lean * 1.1 + plank * 1.7) * 2 * np.pi)
        fine = np.repeat(noise(side, 128, f"fine{plank}")[rows, ::8], 8, axis=1)
        made[rows] = 1 + strength * (0.05 * rings + 0.06 * fine + 0.04 * lean) + 0.05 * ((plank * 7) % 5 - 2) / 2
        if planks > 1:
            made[rows][: max(side // 256, 1)] *= 0.7
    return levelled(made)


@pattern("boards", 512)
def boards(side: int, strength: float = 0.6) -> Image:
    """A wooden floor: staggered boards."""
    made = np.array(wood(side, planks=8, strength=strength))
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "boards")))
    for plank in range(8):
        rows = slice(plank * side // 8, (plank + 1) * side // 8)
        cut = int(luck.random() * side)
        shift = 0.9 + 0.2 * luck.random()
        made[rows, :cut] *= shift
        made[rows, cut : cut + 2] *= 0.72
    return levelled(made)


@pattern("fabric", 128)
def fabric(side: int) -> Image:
    """A plain weave."""
    y, x = np.mgrid[0:side, 0:side]
    weave = np.where((x // 2 + y // 2) % 2 == 0, np.sin(x * np.pi / 2), np.sin(y * np.pi / 2))
    made = 1 + 0.06 * weave + 0.05 * speckle(side, "fabric") + 0.04 * cloud(side, "fabric")
    return levelled(made)


def creases(side: int, name: str) -> Image:
    """Soft folds as in cloth that is sat on or lain in: ridges (1) that run and wander through flat parts (0)."""
    y, x = np.mgrid[0:side, 0:side] / side
    made = np.zeros((side, side))
    for number, (across, up) in enumerate(((1, 2), (2, -1), (3, 2))):
        wander = np.asarray(cloud(side, f"{name} wander {number}", 3, 3))
        ridge = (1 - np.abs(np.sin(np.pi * (across * x + up * y + 0.9 * wander)))) ** 4
        here = np.clip(2.2 * np.asarray(cloud(side, f"{name} where {number}", 3, 2)), 0.0, 1.0)
        made = np.maximum(made, ridge * here)
    return made


@pattern("upholstery", 256)
def upholstery(side: int, hide: bool = False) -> Image:
    """The cover of a seat: a coarse weave (or the grain of a hide), a little uneven, with soft creases."""
    grain = 0.05 * speckle(side, "upholstery")
    if not hide:
        y, x = np.mgrid[0:side, 0:side]
        grain = grain + 0.035 * np.sin(x * np.pi / 2) * np.sin(y * np.pi / 2)
    worn = np.asarray(cloud(side, "worn", 3, 4))
    made = 1 + grain + 0.03 * worn - 0.07 * creases(side, "seat") + (0.05 * np.abs(worn) if hide else 0.0)
    return levelled(made)


@pattern("carpet", 128)
def carpet(side: int) -> Image:
    """Short pile."""
    made = 1 + 0.16 * speckle(side, "carpet") + 0.06 * cloud(side, "carpet", 8)
    return levelled(made)


@pattern("leather", 128)
def leather(side: int) -> Image:
    """Fine creases."""
    made = 1 + 0.06 * np.abs(cloud(side, "leather", 16, 3)) + 0.03 * speckle(side, "leather")
    return levelled(made)


@pattern("marble")
def marble(side: int) -> Image:
    """Soft veins."""
    y, x = np.mgrid[0:side, 0:side] / side
    veins = np.abs(np.sin((x + y) * 2 * np.pi + 3.2 * cloud(side, "marble", 2, 5)))
    made = 1.03 - 0.22 * np.exp(-veins * 9) + 0.03 * cloud(side, "veil", 4)
    return levelled(made)


@pattern("granite")
def granite(side: int) -> Image:
    """Speckled stone."""
    grain = np.asarray(noise(side, 128, "granite")) + 0.6 * speckle(side, "granite")
    made = 1 + 0.14 * grain + np.where(grain > 1.15, 0.25, 0.0) - np.where(grain < -1.15, 0.3, 0.0)
    return levelled(made)


@pattern("tiles")
def tiles(side: int, across: int = 4, brick: bool = False, grout: float = 0.8) -> Image:
    """Square tiles, or bricks half as high."""
    rows = across * 2 if brick else across
    y, x = np.mgrid[0:side, 0:side] / side
    row = (y * rows).astype(int)
    shifted = (x * across + (0.5 * (row % 2) if brick else 0.0)) % across
    u, v = shifted % 1.0, (y * rows) % 1.0
    joint = 0.01
    line = (u < joint) | (u > 1 - joint) | (v < joint * rows / across) | (v > 1 - joint * rows / across)
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "tiles", across)))
    tone = 1 + 0.05 * (luck.random((rows, across)) - 0.5)
    made = np.where(line, grout, tone[row, shifted.astype(int)])
    return levelled(made)


@pattern("paper", 64)
def paper(side: int) -> Image:
    """A little grain."""
    made = 1 + 0.02 * speckle(side, "paper")
    return levelled(made)


@pattern("brushed", 128)
def brushed(side: int) -> Image:
    """Metal with fine lines along u."""
    lines = noise(side, 64, "brushed")[:, :1] + 0.5 * noise(side, 128, "brush")[:, :1]
    made = 1 + 0.035 * np.broadcast_to(lines, (side, side)) + 0.01 * speckle(side, "brushed")
    return levelled(made)


@pattern("plaster")
def plaster(side: int) -> Image:
    """A painted wall."""
    made = 1 + 0.012 * cloud(side, "plaster", 8) + 0.008 * speckle(side, "plaster")
    return levelled(made)
