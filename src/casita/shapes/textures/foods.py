"""Skins, crusts and crumbs of food: pale patterns that take the food's colour, and a few pictures."""

from __future__ import annotations

import numpy as np

from casita.seeds import derived_seed
from casita.shapes.finish import Colour
from casita.shapes.textures.materials import cloud, noise, speckle
from casita.shapes.textures.patterns import Image, pattern


def grid(side: int) -> tuple[Image, Image]:
    """How far right and how far up each pixel is, from 0 to 1."""
    y, x = np.mgrid[0:side, 0:side]
    return (x + 0.5) / side, 1 - (y + 0.5) / side


def dots(side: int, count: int, radius: float, name: str, tall: float = 1.0) -> Image:
    """1 inside of scattered round dots and 0 outside, without a seam; radii in fractions of the side."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "dots", name, count)))
    made = np.zeros((side, side))
    for u, v, share in luck.random((count, 3)):
        r = radius * (0.5 + share) * side
        x, y = u * side, v * side
        columns = np.arange(int(x - r) - 1, int(x + r) + 3)
        rows = np.arange(max(int(y - r * tall) - 1, 0), min(int(y + r * tall) + 3, side))
        away = np.sqrt((columns + 0.5 - x)[None, :] ** 2 + ((rows + 0.5 - y)[:, None] / tall) ** 2)
        window = np.ix_(rows, columns % side)
        made[window] = np.maximum(made[window], np.clip((r - away) * 0.6 + 0.5, 0, 1))
    return made


def level(values: Image) -> Image:
    """The values with a mean of one, so that they keep the colour they are laid over."""
    return np.asarray(values / values.mean(axis=(0, 1)))


def tint(amount: Image, colour: Colour, base: Colour) -> Image:
    """Factors that turn so much of the base colour into another."""
    ratio = np.asarray(colour) / np.maximum(np.asarray(base), 0.05)
    return np.asarray(1 + amount[..., None] * (ratio - 1))


@pattern("food_pulp", 64)
def pulp(side: int) -> Image:
    """Torn flesh or crumb."""
    return level(1 + 0.1 * cloud(side, "pulp", 6) + 0.05 * speckle(side, "pulp"))


@pattern("food_roast", 128)
def roast(side: int) -> Image:
    """Browned in patches, nearly black in some."""
    blot = cloud(side, "roast", 5)
    dark = 1 - 0.55 * np.clip(blot * 2.2 - 0.2, 0, 1) + 0.1 * noise(side, 24, "roast")
    return level(dark)


@pattern("food_streaks")
def streaks(side: int, freckles: int = 60, strength: float = 0.14) -> Image:
    """An apple's skin: streaks from pole to pole, pale freckles, lighter at the stalk."""
    _, y = grid(side)
    lines = noise(side, 64, "streaks")[:1, :] + 0.7 * noise(side, 32, "streaks")[1:2, :]
    wide = noise(side, 4, "streaks")
    pale = 0.35 * np.clip((y - 0.8) * 5, 0, 1) + 0.2 * np.clip((0.15 - y) * 6, 0, 1)
    made = (
        1
        + strength * (lines * (0.4 + 0.4 * noise(side, 6, "apple")) + wide * 0.9)
        + 0.22 * dots(side, freckles, 0.006, "freckles", 2.0)
    )
    factors = np.stack([made + pale * 0.3, made + pale * 1.1, made + pale * 0.5], -1)
    return level(np.clip(factors, 0.5, 1.5))


@pattern("food_blush")
def blush(side: int, other: Colour, base: Colour, freckles: int = 40) -> Image:
    """A skin that turns into another colour on its sunny side: a peach, a mango."""
    x, _ = grid(side)
    sunny = np.clip(-0.05 + 0.9 * np.cos((x - 0.05) * 2 * np.pi) + 0.35 * cloud(side, "blush", 3), 0, 1) * 0.8
    made = tint(sunny, other, base) * (1 + 0.05 * cloud(side, "skin", 8))[..., None]
    made = made * (1 + 0.15 * dots(side, freckles, 0.006, "blush", 2.0))[..., None]
    return np.asarray(np.clip(made, 0.0, 2.5))


@pattern("food_pores")
def pores(side: int, strength: float = 1.0) -> Image:
    """The dimples of a citrus fruit."""
    bumps = noise(side, 64, "pores") + 0.6 * noise(side, 128, "pores")
    return level(1 + 0.05 * strength * bumps - 0.05 * strength * dots(side, 260, 0.005, "pores", 2.0))


@pattern("food_speckled", 128)
def speckled(side: int, count: int = 30, size: float = 0.02, strength: float = 0.3) -> Image:
    """Darker spots on an even skin: a potato, an egg, a ripe banana."""
    spots = dots(side, count, size, f"spots{size}")
    return level(1 - strength * spots + 0.05 * cloud(side, "speckled", 4) + 0.02 * speckle(side, "speckled"))


@pattern("food_stripes")
def stripes(side: int, count: int = 10, dark: float = 0.42, ragged: float = 0.35) -> Image:
    """Ragged stripes from pole to pole: a watermelon."""
    x, _ = grid(side)
    shift = ragged * (noise(side, 16, "stripes") + 0.7 * noise(side, 32, "stripes")) / count
    wave = np.cos((x + shift * 0.5) * count * 2 * np.pi)
    made = 1 - dark * np.clip(wave * 2.2 + 0.3, 0, 1) + 0.12 * noise(side, 32, "rind")
    return level(made)


@pattern("food_net")
def net(side: int) -> Image:
    """The raised net on a cantaloupe, and its ribs."""
    x, _ = grid(side)
    a, b = cloud(side, "net", 24, 2), cloud(side, "mesh", 24, 2)
    lines = np.maximum(np.exp(-((a * 6) ** 2)), np.exp(-((b * 6) ** 2)))
    ribs = np.abs(np.sin(x * 10 * np.pi)) ** 0.3
    return level((0.82 + 0.38 * lines) * (0.85 + 0.15 * ribs))


@pattern("food_scales")
def scales(side: int, across: int = 10, up: int = 7) -> Image:
    """A pineapple: diamonds with dark seams, a spiky dot in each, greener at their rims."""
    x, y = grid(side)
    a, b = x * across + y * up, x * across - y * up
    u, v = a % 1.0 - 0.5, b % 1.0 - 0.5
    edge = np.maximum(np.abs(u), np.abs(v)) * 2
    lit = 1.28 - 0.75 * np.clip((edge - 0.72) * 4, 0, 1) + 0.15 * (u + v)
    spot = np.clip(1 - (u * u + v * v) * 60, 0, 1)
    made = lit - 0.5 * spot + 0.06 * speckle(side, "scales")
    green = np.clip(edge - 0.35, 0, 1) * 0.35
    return level(np.stack([made * (1 - green), made, made * (1 - 0.4 * green)], -1))


@pattern("food_green")
def green(side: int, stripes: int = 12, warts: int = 120, pale_end: float = 0.25) -> Image:
    """A cucumber or zucchini: fine stripes along it, small bumps, paler at its end."""
    x, y = grid(side)
    lines = np.clip(np.cos(x * stripes * 2 * np.pi + 1.5 * noise(side, 8, "lines")), 0, 1)
    made = 0.9 + 0.2 * lines * (1 - 0.5 * y) + 0.08 * noise(side, 32, "peel")
    made = made + 0.3 * dots(side, warts, 0.008, "warts", 0.5) + pale_end * np.clip(0.25 - y, 0, 1) * 2
    return level(np.stack([made, made**0.8, made], -1))


@pattern("food_rings")
def rings(side: int, count: int = 26) -> Image:
    """A carrot or radish: broken dark lines around it."""
    _, y = grid(side)
    gate = np.clip(noise(side, 8, "gate") * 3, 0, 1)
    lines = np.clip(np.cos((y * count + 0.6 * noise(side, 8, "rings")) * 2 * np.pi) - 0.7, 0, 1) * 3
    return level(1 - 0.3 * lines * gate + 0.06 * noise(side, 16, "root"))


@pattern("food_leafy")
def leafy(side: int, ribs: int = 9) -> Image:
    """A leaf from its stalk (v 0) to its edge: pale branching veins, darker towards the edge."""
    x, y = grid(side)
    middle = np.abs(x - 0.5)
    vein = np.exp(-((middle / (0.035 * (1.2 - y))) ** 2))
    phase = (y * ribs - middle * ribs * 0.9) % 1.0
    branch = np.exp(-(((phase - 0.5) * 9) ** 2)) * 0.7
    pale = np.clip(np.maximum(vein, branch) + 0.45 * (1 - y), 0, 1)
    made = 0.85 + 0.5 * pale + 0.14 * cloud(side, "leafy", 8)
    return level(np.stack([made + 0.3 * pale, made, made + 0.25 * pale], -1))


@pattern("food_florets", 128)
def florets(side: int) -> Image:
    """The grainy buds of broccoli."""
    grains = noise(side, 64, "buds") + 0.8 * noise(side, 32, "buds")
    return level(1 + 0.3 * grains + 0.12 * speckle(side, "buds"))


@pattern("food_crust")
def crust(side: int, flour: float = 0.0, low: float = 0.12) -> Image:
    """A baked crust: darker towards the top (v 1), paler below, uneven, with an optional dusting."""
    _, y = grid(side)
    made = 1.22 - 0.4 * np.clip((y - low) * 1.6, 0, 1) + 0.1 * cloud(side, "crust", 6) + 0.05 * speckle(side, "crust")
    dust = np.clip(cloud(side, "flour", 6) * 2 + speckle(side, "flour") * 0.4, 0, 1) * flour
    made = made + dust
    return level(np.stack([made, made + 0.15 * dust, made + 0.5 * dust], -1))


@pattern("food_crumbly", 128)
def crumbly(side: int, holes: int = 70, strength: float = 0.25) -> Image:
    """Cake or cookie: grain, small holes and cracks."""
    made = 1 + 0.16 * cloud(side, "crumbly", 8) + 0.06 * speckle(side, "crumbly")
    return level(made - strength * dots(side, holes, 0.012, "holes"))


@pattern("food_glaze", 128)
def glaze(side: int) -> Image:
    """Smooth icing with slight swirls."""
    return level(1 + 0.05 * cloud(side, "glaze", 3))


@pattern("food_peel")
def peel(side: int, freckles: int = 30, green: float = 0.3) -> Image:
    """A banana's peel: a dark tip (v 0), a green to brown stalk (v 1), edges along it, brown freckles."""
    x, y = grid(side)
    edges = np.exp(-(((((x * 5) % 1.0) - 0.5) / 0.07) ** 2))
    made = 1.04 - 0.12 * edges + 0.05 * cloud(side, "peel", 5) - 0.6 * dots(side, freckles, 0.006, "banana", 0.4)
    factors = np.stack([made, made, made], -1)
    unripe = green * (np.clip((y - 0.8) * 5, 0, 1) + np.clip((0.18 - y) * 4, 0, 1))
    factors *= 1 - unripe[..., None] * np.array((0.45, 0.08, 0.2))
    ends = np.maximum(np.clip((y - 0.965) * 60, 0, 1), np.clip((0.045 - y) * 60, 0, 1))
    return np.asarray(factors * (1 - ends[..., None] * np.array((0.72, 0.78, 0.4))))


@pattern("food_griddle")
def griddle(side: int) -> Image:
    """The top of a pancake: golden brown with a paler rim and darker rings."""
    x, y = grid(side)
    r = 2 * np.sqrt((x - 0.5) ** 2 + (y - 0.5) ** 2) + 0.05 * cloud(side, "griddle", 5)
    made = 1 - 0.28 * np.clip((0.9 - r) * 8, 0, 1) + 0.1 * np.exp(-(((r - 0.55) / 0.12) ** 2))
    made = made + 0.1 * cloud(side, "pancake", 8) + 0.5 * np.clip((r - 0.9) * 8, 0, 1)
    return level(np.stack([made, made**1.15, made**1.3], -1))
