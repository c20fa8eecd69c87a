"""What food looks like where it is cut: flesh, seeds, rings, segments, crumb, across a face from 0 to 1."""

from __future__ import annotations

import math

import numpy as np

from casita.seeds import derived_seed
from casita.shapes.finish import Colour
from casita.shapes.textures.foods import dots, grid
from casita.shapes.textures.materials import cloud, noise, speckle
from casita.shapes.textures.patterns import Image, pattern


def polar(side: int, power: float = 2.0) -> tuple[Image, Image, Image, Image]:
    """x and y from -1 to 1, the distance from the middle (1 at the outline) and the angle."""
    u, v = grid(side)
    x, y = u * 2 - 1, v * 2 - 1
    return x, y, (np.abs(x) ** power + np.abs(y) ** power) ** (1 / power), np.arctan2(y, x)


def filled(side: int, colour: Colour) -> Image:
    """A picture of one colour."""
    return np.broadcast_to(np.asarray(colour, float), (side, side, 3)).copy()


def laid(picture: Image, amount: Image, colour: Colour) -> Image:
    """The picture with so much of a colour over it, pixel by pixel."""
    share = np.clip(amount, 0.0, 1.0)[..., None]
    return np.asarray(picture * (1 - share) + share * np.asarray(colour))


def beyond(values: Image, edge: Image | float, soft: float = 0.02) -> Image:
    """1 where the values are above an edge, 0 below, soft between."""
    return np.asarray(np.clip((values - edge) / soft + 0.5, 0.0, 1.0))


def drops(side: int, count: int, ring: float, size: float, name: str, turn: float = 0.0) -> Image:
    """Drop-shaped seeds about the middle, pointing inwards."""
    x, y, _, _ = polar(side)
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "drops", name)))
    made = np.zeros((side, side))
    for k in range(count):
        a = turn + 2 * math.pi * (k + 0.25 * luck.random()) / count
        r = ring * (0.9 + 0.2 * luck.random())
        dx, dy = x - r * math.cos(a), y - r * math.sin(a)
        along, across = dx * math.cos(a) + dy * math.sin(a), -dx * math.sin(a) + dy * math.cos(a)
        shape = (along / size) ** 2 + (across / (size * (0.5 + 0.15 * along / size))) ** 2
        made = np.maximum(made, 1 - beyond(shape, 1.0, 0.3))
    return made


def uneven(picture: Image, name: str, strength: float = 0.05) -> Image:
    """A little variation."""
    side = len(picture)
    return picture * (1 + strength * cloud(side, name, 6) + 0.4 * strength * speckle(side, name))[..., None]


@pattern("cut_core")
def core(side: int, flesh: Colour, seeds: Colour, rim: Colour) -> Image:
    """An apple or pear: a thin rim of skin, pale flesh, a core with seeds."""
    x, y, r, a = polar(side)
    made = uneven(filled(side, flesh), "core")
    heart = np.sqrt((x * 1.15) ** 2 + (y * 0.85) ** 2)
    made = laid(made, 0.35 * np.exp(-(((heart - 0.4) / 0.03) ** 2)), (0.62, 0.6, 0.3))
    star = r / (0.2 + 0.1 * np.cos(a * 5 + math.pi / 2))
    made = laid(made, 0.35 * (1 - beyond(star, 1.0, 0.2)), (0.75, 0.66, 0.4))
    made = laid(made, drops(side, 5, 0.21, 0.1, "core", math.pi / 2), seeds)
    return laid(made, beyond(r, 0.955), rim)


@pattern("cut_citrus")
def citrus(side: int, flesh: Colour, pith: Colour, rim: Colour, parts: int = 10) -> Image:
    """Segments with pale walls, white pith, a coloured peel."""
    _, _, r, a = polar(side)
    around = a / (2 * math.pi) * parts
    wall = np.abs((around % 1.0) - 0.5) * 2
    inside = (r < 0.82) & (r > 0.09)
    fibre = 1 + 0.14 * np.sin(around * 2 * math.pi * 3 + 9 * r + 2 * noise(side, 16, "citrus"))
    made = laid(filled(side, pith), np.where(inside, beyond(0.96 - 0.03 / (r + 0.05), 0, 1e-3), 0.0), flesh)
    made = np.where(inside[..., None], made * fibre[..., None], made)
    made = laid(made, beyond(wall, 0.97 - 0.035 / (r + 0.1), 0.04) * inside, pith)
    return laid(made, beyond(r, 0.93), rim)


@pattern("cut_melon")
def melon(side: int, flesh: Colour, pale: Colour, rim: Colour, seeds: Colour, hollow: bool = False) -> Image:
    """A rind, a paler band, flesh with a ring of seeds, or a seedy hollow."""
    _, _, r, _ = polar(side)
    made = uneven(filled(side, flesh), "melon", 0.09)
    if hollow:
        soft = 1 - beyond(r + 0.05 * noise(side, 8, "hollow"), 0.42, 0.08)
        made = laid(made, soft * 0.75, tuple(0.72 * c for c in flesh))  # type: ignore[arg-type]
        made = laid(made, (dots(side, 130, 0.02, "pips") * soft), seeds)
    else:
        made = laid(made, 0.25 * (1 - beyond(r, 0.3, 0.4)), (1.0, 0.9, 0.85))
        for ring, count in ((0.42, 9), (0.62, 14)):
            made = laid(made, drops(side, count, ring, 0.055, f"melon{count}"), seeds)
    made = laid(made, beyond(r, 0.86, 0.06), pale)
    return laid(made, beyond(r, 0.945), rim)


@pattern("cut_stone")
def stone(side: int, flesh: Colour, pit: Colour, rim: Colour, size: float = 0.4) -> Image:
    """A peach or mango: flesh that is redder round a rough stone."""
    x, y, r, _ = polar(side)
    made = uneven(filled(side, flesh), "stone", 0.07)
    heart = np.sqrt(x**2 + (y * 0.8) ** 2) + 0.03 * noise(side, 16, "stone")
    made = laid(made, 0.55 * (1 - beyond(heart, size + 0.12, 0.16)), (0.75, 0.22, 0.12))
    made = laid(made, 1 - beyond(heart, size), pit)
    made = laid(made, (1 - beyond(heart, size)) * beyond(noise(side, 20, "pit"), 0.1, 0.3) * 0.6, (0.3, 0.17, 0.08))
    return laid(made, beyond(r, 0.95), rim)


@pattern("cut_banana")
def banana(side: int, flesh: Colour = (0.97, 0.92, 0.74), rim: Colour = (0.89, 0.75, 0.2)) -> Image:
    """Cream flesh with three fans of tiny seeds in a peel."""
    _, _, r, a = polar(side)
    made = uneven(filled(side, flesh), "banana", 0.03)
    fan = np.clip(np.cos(a * 3 + 0.4), 0, 1) ** 1.5
    made = laid(made, 0.3 * fan * (1 - beyond(r, 0.5, 0.3)), (0.72, 0.62, 0.36))
    made = laid(made, fan * dots(side, 90, 0.012, "banana") * (r < 0.42) * 0.9, (0.25, 0.17, 0.1))
    made = laid(made, np.exp(-(((r - 0.82) / 0.02) ** 2)) * 0.3, (0.8, 0.7, 0.4))
    return laid(made, beyond(r, 0.88), rim)


@pattern("cut_seedy")
def seedy(
    side: int, flesh: Colour, pale: Colour, rim: Colour, seeds: Colour, count: int = 160, heart: float = 0.72
) -> Image:
    """A fig, or another fruit full of small seeds in a pale wall."""
    _, _, r, a = polar(side)
    made = filled(side, pale)
    wavy = r + 0.05 * np.sin(a * 9)
    full = 1 - beyond(wavy, heart, 0.06)
    made = laid(made, full, flesh)
    made = laid(made, dots(side, count, 0.014, "seedy") * full, seeds)
    made = laid(made, 0.6 * (1 - beyond(r, 0.16, 0.1)), pale)
    return laid(uneven(made, "seedy"), beyond(r, 0.94), rim)


@pattern("cut_chambers")
def chambers(
    side: int, flesh: Colour, jelly: Colour, seeds: Colour, rim: Colour, parts: int = 5, grains: float = 0.03
) -> Image:
    """A tomato or pomegranate: chambers of jelly and seeds between fleshy walls."""
    _, _, r, a = polar(side)
    wall = np.abs(((a / (2 * math.pi) * parts + 0.15 * noise(side, 4, "walls")) % 1.0) - 0.5) * 2
    room = (1 - beyond(wall, 0.78, 0.1)) * beyond(r, 0.24, 0.06) * (1 - beyond(r, 0.8, 0.06))
    made = laid(uneven(filled(side, flesh), "wall"), room, jelly)
    made = laid(made, dots(side, int(4 / grains), grains, "grains") * room, seeds)
    return laid(made, beyond(r, 0.93), rim)


@pattern("cut_rings")
def rings(side: int, flesh: Colour, heart: Colour, rim: Colour, ring: float = 0.5, edge: float = 0.94) -> Image:
    """A carrot, radish or pineapple: a heart of another shade, rays, a rim."""
    _, _, r, a = polar(side)
    made = laid(uneven(filled(side, flesh), "rings"), 1 - beyond(r, ring, 0.06), heart)
    rays = np.sin(a * 34 + 2 * noise(side, 8, "rays")) * np.clip(r * 1.3, 0, 1)
    made = made * (1 + 0.06 * rays)[..., None]
    made = laid(made, 0.35 * np.exp(-(((r - ring) / 0.025) ** 2)), tuple(0.8 * c for c in flesh))  # type: ignore[arg-type]
    return laid(made, beyond(r, edge), rim)


@pattern("cut_cucumber")
def cucumber(side: int, flesh: Colour, heart: Colour, rim: Colour, seeds: Colour) -> Image:
    """Pale flesh, a clear three-sided heart with seeds, a dark peel."""
    _, _, r, a = polar(side)
    middle = 1 - beyond(r * (1 + 0.12 * np.cos(3 * a)), 0.58, 0.06)
    made = laid(uneven(filled(side, flesh), "cucumber", 0.03), middle, heart)
    for ring, count in ((0.28, 6), (0.45, 12)):
        made = laid(made, drops(side, count, ring, 0.08, f"cucumber{count}"), seeds)
    made = laid(made, 0.5 * np.exp(-((((a * 3 / (2 * math.pi)) % 1.0 - 0.5) / 0.05) ** 2)) * (r < 0.55), flesh)
    return laid(made, beyond(r, 0.92), rim)


@pattern("cut_leaves")
def leaves(side: int, count: int = 9, pale: float = 1.5) -> Image:
    """A head of leaves: wavy layers about a pale stalk; takes the colour of the leaves."""
    x, y, r, a = polar(side)
    bend = r + 0.06 * np.sin(a * 5 + 6 * r) + 0.05 * noise(side, 8, "leaves")
    layer = (bend * count) % 1.0
    lines = np.exp(-(((layer - 0.5) / 0.16) ** 2))
    light = 1 + (pale - 1) * (1 - r * 0.7) + 0.35 * (1 - lines) - 0.25 * lines
    stalk = 1 - beyond(np.abs(x) + 0.25 * np.clip(y + 0.6, 0, 2), 0.2, 0.1)
    light = np.maximum(light, stalk * 1.75)
    white = np.clip(1.1 - r, 0, 1) * 0.55 + stalk * 0.5
    made = np.stack([light + white * 1.4, light + white * 0.5, light + white * 1.3], -1)
    return np.asarray(np.clip(made, 0.2, 3.5))


@pattern("cut_hollow")
def hollow(side: int, parts: int = 4, seeds: float = 0.9) -> Image:
    """A pepper or pumpkin: a thick wall round a paler hollow with ribs and seeds; takes the wall's colour."""
    _, _, r, a = polar(side)
    rim = 0.8 - 0.05 * np.cos(a * parts)
    room = 1 - beyond(r, 0.0, 1e-3) + beyond(rim - r, 0.0, 0.03)
    ribs = beyond(np.abs(np.cos(a * parts / 2)), 0.985 - 0.1 * r, 0.02)
    room = np.clip(room - ribs, 0, 1)
    seed = dots(side, 70, 0.03, "pepper") * (1 - beyond(r, 0.5, 0.05)) * seeds
    made = np.repeat((1.1 - 0.5 * room + 0.1 * noise(side, 16, "hollow"))[..., None], 3, axis=2)
    made = laid(made, 0.35 * beyond(r, 0.76) * (1 - beyond(r, 0.95)), (1.5, 1.5, 1.7))
    return laid(made, seed, (1.9, 2.6, 3.2))


@pattern("cut_crumb")
def crumb(side: int, soft: Colour, rim: Colour, holes: int = 160, edge: float = 0.93, power: float = 5.0) -> Image:
    """Bread or cake: a soft crumb with holes inside a crust; `power` is how square the slice is."""
    _, _, r, _ = polar(side, power)
    made = uneven(filled(side, soft), "crumb", 0.05)
    made = made * (1 - 0.22 * dots(side, holes, 0.013, "crumb"))[..., None]
    made = laid(made, 0.35 * beyond(r, edge - 0.08, 0.14), rim)
    return laid(made, beyond(r, edge, 0.03), rim)


@pattern("cut_layers")
def layers(side: int, sponge: Colour, cream: Colour, rim: Colour, count: int = 3) -> Image:
    """A cake: layers of sponge with cream between them and icing round them."""
    u, v = grid(side)
    made = uneven(filled(side, sponge), "sponge", 0.06)
    made = made * (1 - 0.2 * dots(side, 200, 0.01, "sponge"))[..., None]
    way = (v * 0.93 * count + 0.03 * noise(side, 8, "cream")) % 1.0
    made = laid(made, beyond(way, 0.84, 0.04), cream)
    edge = np.maximum(np.abs(u * 2 - 1) - 0.95, (v - 0.92) * 1.0)
    return laid(made, beyond(edge, 0.0), rim)


@pattern("cut_spiral")
def spiral(side: int, soft: Colour, rim: Colour) -> Image:
    """A croissant: airy rolled layers."""
    _, _, r, a = polar(side)
    way = (r * 5 + a / (2 * math.pi) + 0.4 * noise(side, 8, "spiral")) % 1.0
    made = uneven(filled(side, soft), "spiral")
    made = laid(made, 0.55 * np.exp(-(((way - 0.5) / 0.1) ** 2)), rim)
    return laid(made, beyond(r, 0.9, 0.05), rim)


@pattern("cut_filling")
def filling(side: int, ground: Colour, rim: Colour, bits: tuple[Colour, ...], edge: float = 0.9) -> Image:
    """A burrito: rice, beans and greens in a wrap."""
    _, _, r, _ = polar(side)
    made = uneven(filled(side, ground), "filling", 0.1)
    for number, colour in enumerate(bits):
        made = laid(made, dots(side, 60, 0.028, f"bits{number}", 0.7), colour)
    return laid(made, beyond(r, edge), rim)


@pattern("cut_yolk")
def yolk(side: int, white: Colour = (0.97, 0.96, 0.92), gold: Colour = (0.96, 0.7, 0.16)) -> Image:
    """A boiled egg: a round yolk in the white, a thin shell."""
    x, y, r, _ = polar(side)
    heart = np.sqrt((x * 0.95) ** 2 + ((y + 0.1) * 1.25) ** 2)
    made = laid(filled(side, white), 1 - beyond(heart, 0.55, 0.03), gold)
    made = laid(made, 0.4 * np.exp(-(((heart - 0.55) / 0.03) ** 2)), (0.62, 0.6, 0.36))
    made = laid(made, 0.35 * (1 - beyond(heart, 0.2, 0.4)), (0.93, 0.58, 0.08))
    return laid(made, beyond(r, 0.96), (0.85, 0.78, 0.68))


@pattern("cut_stems")
def stems(side: int, head: Colour, stalk: Colour) -> Image:
    """Broccoli: pale branching stalks under dark buds."""
    x, y, _, _ = polar(side)
    way = np.sqrt(x**2 + ((y + 0.9) * 0.62) ** 2)
    angle = np.arctan2(x, y + 1.1)
    trunk = 1 - beyond(np.abs(x), 0.3 + 0.25 * np.clip(y + 0.4, 0, 1), 0.05)
    branch = beyond(np.cos(angle * 13), 0.1, 0.4) * (1 - beyond(way, 0.86, 0.08))
    buds = np.asarray(head) * (1 + 0.25 * noise(side, 64, "buds"))[..., None]
    return laid(buds, np.maximum(trunk * (1 - beyond(y, 0.1, 0.3)), branch), stalk)
