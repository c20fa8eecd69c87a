"""Pictures and patterns of prepared food and of fruit whose skin is more than one colour."""

from __future__ import annotations

import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from casita.seeds import derived_seed
from casita.shapes.finish import Colour, shade
from casita.shapes.textures.food_cuts import beyond, filled, laid, polar, uneven
from casita.shapes.textures.foods import dots, grid, level
from casita.shapes.textures.materials import cloud, noise, speckle
from casita.shapes.textures.patterns import Image, pattern


@pattern("food_tortilla")
def tortilla(side: int) -> Image:
    """A flour wrap from a hot pan: many small toasted blisters, a few large ones, floury between."""
    large = beyond(cloud(side, "toast", 7, 3), 0.42, 0.3) * 0.75
    small = dots(side, 90, 0.012, "blisters") * beyond(cloud(side, "blistered", 5), -0.1, 0.4) * 0.6
    brown = np.maximum(large, small)
    made = filled(side, (1.06, 1.06, 1.06)) * (1 + 0.05 * cloud(side, "flour", 12))[..., None]
    return level(made * (1 - brown[..., None] * np.array((0.3, 0.45, 0.62))))


@pattern("food_scoop")
def scoop(side: int, specks: int = 60) -> Image:
    """Ice cream that a spoon has scraped: torn ridges round it, and specks of vanilla or fruit."""
    torn = noise(side, 64, "scoop")[:, ::4].repeat(4, axis=1) * 0.5 + cloud(side, "scrape", 10)
    pits = dots(side, 70, 0.014, "pits", 0.6) * beyond(cloud(side, "torn", 5), 0.0, 0.3)
    return level(1.02 + 0.24 * torn - 0.32 * pits - 0.45 * dots(side, specks, 0.004, "vanilla"))


@pattern("food_rind", 512)
def rind(side: int, base: Colour, pale: Colour, dark: Colour, tear: int = 0) -> Image:
    """A pomegranate: leathery, flushed from yellow to deep red, with russet freckles; torn open over its seeds."""
    x, y = grid(side)
    made = filled(side, base) * (1 + 0.08 * cloud(side, "leather", 9) + 0.05 * noise(side, 64, "leather"))[..., None]
    made = laid(made, np.clip(cloud(side, "sun", 5) * 1.6 - 0.1, 0, 0.8), pale)
    made = laid(made, np.clip(cloud(side, "flush", 6) * 1.4 - 0.1, 0, 0.75), dark)
    made = laid(made, 0.6 * np.clip((0.1 - y) * 8, 0, 1), pale)
    made = laid(made, 0.5 * dots(side, 260, 0.003, "russet"), (0.45, 0.26, 0.14))
    made = laid(made, 0.45 * beyond(cloud(side, "scar", 12), 0.75, 0.2), (0.5, 0.33, 0.2))
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "tear", tear)))
    low, high = 0.2 + 0.08 * luck.random(), 0.84 + 0.06 * luck.random()
    middle = 0.5 + 0.03 * np.sin(y * 9 + 6 * luck.random())
    t = np.clip((y - low) / (high - low), 0, 1)
    wide = (0.2 + 0.04 * luck.random()) * np.sin(np.pi * t**0.8) ** 0.6
    wide = wide * (1 + 0.12 * noise(side, 24, f"torn{tear}"))
    away = wide - np.abs(x - middle)
    made = laid(made, 0.5 * beyond(away, -0.016, 0.02), shade(dark, 0.7))
    made = laid(made, beyond(away, -0.004, 0.004), (0.94, 0.84, 0.63))
    seeds = beyond(away + 0.006 * noise(side, 32, "pith"), 0.01, 0.004)[..., None]
    return np.asarray(made * (1 - seeds) + arils(side) * seeds)


def arils(side: int, across: int = 33, rows: int = 16) -> Image:
    """The seeds of a pomegranate, packed like cobbles: clear red jelly, each with a dark kernel and a glint."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "arils")))
    x, y = grid(side)
    spots = luck.uniform(-0.28, 0.28, (rows + 2, across + 2, 3))
    i, j = np.floor(y * rows).astype(int), np.floor(x * across).astype(int)
    none: Image = np.zeros((side, side))
    nearest, second, tone, right, up = none + 9.0, none + 9.0, none, none, none
    for down in (-1, 0, 1):
        for aside in (-2, -1, 0, 1, 2):
            row, column = i + down, j + aside
            a, b, shade_ = np.moveaxis(spots[row + 1, np.clip(column + 1, 0, across + 1)], -1, 0)
            u, v = x * across - (column + 0.5 + 0.5 * (row % 2) + a), y * rows - (row + 0.5 + b)
            away = np.sqrt(u * u + v * v)
            closer = away < nearest
            second = np.where(closer, nearest, np.minimum(second, away))
            nearest, tone = np.where(closer, away, nearest), np.where(closer, shade_, tone)
            right, up = np.where(closer, u, right), np.where(closer, v, up)
    seam = np.clip((second - nearest) / 0.2, 0, 1)
    made = filled(side, (0.72, 0.06, 0.14)) * (1.0 + tone)[..., None]
    made = laid(made, 0.5 * np.clip(nearest / 0.5, 0, 1) ** 2 * seam, (0.93, 0.25, 0.32))
    made = laid(made, 0.5 * np.exp(-((right / 0.16) ** 2) - ((up + 0.08) / 0.24) ** 2), (0.4, 0.0, 0.08))
    made = laid(made, 0.75 * (1 - seam), (0.36, 0.0, 0.07))
    return laid(made, 0.85 * np.exp(-(((right + 0.14) / 0.1) ** 2) - ((up - 0.2) / 0.09) ** 2), (1.0, 0.88, 0.88))


@pattern("food_bun")
def bun(side: int, crust: Colour, crumb: Colour) -> Image:
    """A long bun that is cut open, v round it: crust, dark on both shoulders and paler below, to 0.63; then crumb."""
    _, y = grid(side)
    away = np.abs(y / 0.63 - 0.5) * 2
    brown = np.clip(np.exp(-(((away - 0.66) / 0.26) ** 2)) + 0.25 * cloud(side, "bun", 5), 0, 1.2)
    made = filled(side, crust) * (1.3 - brown[..., None] * np.array((0.32, 0.42, 0.52)))
    soft = filled(side, crumb) * (1 + 0.05 * cloud(side, "soft", 12) - 0.12 * dots(side, 160, 0.006, "airy"))[..., None]
    inside = beyond(y, 0.63, 0.015)[..., None]
    return np.asarray(np.clip(made * (1 - inside) + soft * inside + 0.03 * speckle(side, "bun")[..., None], 0, 1))


@pattern("food_pepper", 256)
def pepper(side: int, lobes: int = 4, phase: float = 0.0) -> Image:
    """A bell pepper: dark furrows between its lobes, and on each a streak of light that the waxy skin throws back."""
    x, y = grid(side)
    furrow = 1 - np.abs(np.sin(x * np.pi * lobes + phase))
    made = (1.04 + 0.05 * cloud(side, "pepper", 4))[..., None] - (0.5 * furrow**3)[..., None] * np.array((0.8, 1, 1))
    crest = np.abs(((x * lobes + phase / np.pi) % 1.0) - 0.5)
    streak = np.exp(-(((crest - 0.14) / 0.05) ** 2)) * np.exp(-(((y - 0.72) / 0.13) ** 2))
    glint = streak + 0.5 * np.exp(-((crest / 0.08) ** 2) - ((y - 0.4) / 0.22) ** 2)
    return np.asarray(np.clip(made + glint[..., None] * np.array((0.35, 0.6, 0.6)), 0.2, 2.4))


@pattern("food_courgette")
def courgette(side: int, base: Colour, stripe: Colour, share: float = 0.3) -> Image:
    """A courgette, v along it: ribs along it and pale flecks; some yellow ones have green ribs."""
    x, y = grid(side)
    made = filled(side, base) * (1 + 0.06 * cloud(side, "courgette", 6))[..., None]
    wave = np.cos((x * 10 + 0.12 * noise(side, 6, "ribs")) * 2 * np.pi) + 0.5 * noise(side, 24, "dapple")
    made = laid(made, share * beyond(wave, 0.0, 0.5), stripe)
    flecks = dots(side, 420, 0.0045, "flecks", 0.4) + 0.7 * dots(side, 500, 0.003, "specks", 0.4)
    made = laid(made, np.clip(0.42 * flecks, 0, 1), (0.85, 0.88, 0.6))
    made = laid(made, np.clip((y - 0.88) * 7, 0, 0.8), stripe)
    return laid(made, np.clip((0.02 - y) * 60, 0, 0.8), (0.62, 0.56, 0.36))


@pattern("food_bract")
def bract(side: int, tip: float = 0.5) -> Image:
    """A scale of an artichoke from its foot (v 0) to its point: fine lines along it, shaded foot, purple edges."""
    x, y = grid(side)
    middle = np.abs(x - 0.5) * 2
    lines = 0.05 * np.sin(x * 60 + 2 * noise(side, 8, "bract")) + 0.05 * cloud(side, "bract", 6)
    made = 0.62 + 0.6 * np.clip(y * 1.6, 0, 1) + lines + 0.12 * (1 - middle)
    edge = np.clip(np.maximum((middle - 0.72) * 3, (y - 0.8) * 4), 0, 1) * tip
    factors = np.stack([made * (1 - 0.1 * edge), made * (1 - 0.45 * edge), made * (1 - 0.1 * edge)], -1)
    thorn = np.clip((y - 0.95) * 20, 0, 1)[..., None]
    return level(np.clip(factors * (1 - thorn * np.array((0.1, 0.4, 0.5))), 0.15, 1.55))


@pattern("food_spaghetti", 512)
def spaghetti(side: int, count: int = 340, pepper: int = 60) -> Image:
    """Spaghetti from above, tangled: each strand is round and lies in the shade of those over it; some pepper."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "spaghetti")))
    made = Pictures.new("L", (side, side), 112)
    pen = ImageDraw.Draw(made)
    thick = side * 0.017
    for number in range(count):
        lit = 0.82 + 0.18 * number / count
        x, y, r, start, turn = luck.random(5)
        radius = side * (0.12 + 0.34 * r)
        angle = 2 * np.pi * (start + (0.25 + 0.45 * turn) * np.linspace(0, 1, 22))
        wave = 1 + 0.1 * np.sin(3 * angle + 6 * x)
        line = np.column_stack([side * x + radius * wave * np.cos(angle), side * y + radius * wave * np.sin(angle)])
        for wide, shade_, off in ((1.5, 105.0, 0.0), (1.0, 150.0, 0.0), (0.72, 178.0, -0.06), (0.3, 192.0, -0.14)):
            path = [(float(px), float(py)) for px, py in line + off * thick]
            pen.line(path, fill=round(shade_ * lit), width=max(round(wide * thick), 1), joint="curve")
    tone = np.asarray(made, float) / 170.0
    return level(tone * (1 - 0.6 * dots(side, pepper, 0.004, "pepper", 0.6)))


@pattern("food_loaf")
def loaf(side: int, flour: float = 0.4, slashes: int = 4) -> Image:
    """A hearth loaf, u round it from below and v along it: slashes with pale torn crumb, dark crisp lips, flour."""
    x, y = grid(side)
    top = (x - 0.25) % 1.0 - 0.5
    waver = 0.02 * cloud(side, "loaf", 6)
    way = (y - 0.08) / 0.84 * slashes + top * 2.2 + 2 * waver
    phase = ((way % 1.0) - 0.5) / 0.13
    inside = beyond(0.15 - np.abs(top), 0.0, 0.04) * beyond(0.42 - np.abs(y - 0.5), 0.0, 0.02)
    crackle = np.exp(-((cloud(side, "crackle", 12, 2) * 9) ** 2)) * beyond(cloud(side, "crazed", 4), -0.1, 0.4)
    brown = np.clip(1.1 - np.abs(top) / 0.26, 0, 1) * 0.55 + 0.5 * cloud(side, "bake", 4) + 0.2 * crackle
    foot = np.clip((np.abs(top) - 0.28) * 5, 0, 1)[..., None]
    made = 1.12 - np.clip(brown, -0.2, 1)[..., None] * np.array((0.3, 0.42, 0.5)) + foot * np.array((0.02, 0.08, 0.12))
    made *= (1 + 0.07 * speckle(side, "bake") + 0.06 * noise(side, 64, "bake"))[..., None]
    dust = np.clip(cloud(side, "dust", 7) * 1.6 + 0.3 * speckle(side, "dust"), 0, 1) * flour
    made += dust[..., None] * np.array((0.2, 0.3, 0.5))
    lip = np.exp(-(((phase + 1.2) / 0.45) ** 2)) * inside
    made *= 1 - lip[..., None] * np.array((0.4, 0.48, 0.55))
    torn = np.clip(1.3 - np.abs(phase), 0, 1)[..., None] * inside[..., None] * 0.85
    crumb = np.array((1.2, 1.26, 1.28)) * (1 + 0.22 * cloud(side, "crumb", 16))[..., None]
    return np.asarray(made * (1 - torn) + torn * crumb)


@pattern("cut_loaf")
def cut_loaf(side: int, soft: Colour, rim: Colour) -> Image:
    """A cut face of bread: an airy crumb of holes large and small, denser and darker towards the crust."""
    _, _, r, _ = polar(side, 3.0)
    made = uneven(filled(side, soft), "loaf", 0.06)
    for count, size, dark in ((26, 0.028, 0.2), (120, 0.012, 0.16), (300, 0.006, 0.14)):
        hole = dots(side, count, size, f"airy{count}", 0.7) * (1 - beyond(r, 0.86, 0.1))
        shadow = np.array((0.7, 1.0, 1.5)) * dark
        made *= 1 - (0.6 * hole + 0.4 * np.roll(hole, -2, axis=0))[..., None] * shadow
    made = laid(made, 0.4 * beyond(r, 0.86, 0.2), rim)
    return laid(made, beyond(r, 0.95, 0.03), shade(rim, 0.8))


@pattern("food_berry")
def berry(side: int, flesh: Colour, across: int = 17, rows: int = 15) -> Image:
    """A strawberry: small gold seeds, each in a dent; paler under the collar (v 1)."""
    x, y = grid(side)
    row = np.floor(y * rows)
    u, v = (x * across + 0.5 * (row % 2)) % 1.0 - 0.5, (y * rows) % 1.0 - 0.5
    made = filled(side, flesh) * (1 + 0.06 * cloud(side, "berry", 6))[..., None]
    made = laid(made, np.clip((y - 0.86) * 6, 0, 0.75), (0.95, 0.62, 0.5))
    dent = np.clip(1 - ((u * 3.0) ** 2 + (v * 2.3) ** 2), 0, 1)
    made *= (1.05 - 0.42 * dent)[..., None]
    lit = np.clip(1 - ((u * 3.0) ** 2 + ((v + 0.3) * 3.0) ** 2), 0, 1) * 0.18
    made = laid(made, lit, (1.0, 0.6, 0.5))
    return laid(made, np.clip(3 - 3 * ((u * 7.0) ** 2 + (v * 4.6) ** 2), 0, 1), (0.9, 0.72, 0.36))


@pattern("food_pizza")
def pizza(side: int, cheese: Colour, sauce: float = 0.3, bake: float = 1.0) -> Image:
    """Melted cheese in pools over tomato sauce; baked it has brown blisters. `sauce` is the share left bare."""
    x, y = grid(side)
    r = 2 * np.sqrt((x - 0.5) ** 2 + (y - 0.5) ** 2) + 0.07 * cloud(side, "pizza", 7)
    made = (
        filled(side, (0.76, 0.22, 0.1))
        * (1 + 0.16 * cloud(side, "sauce", 10) + 0.05 * speckle(side, "sauce"))[..., None]
    )
    pool = cloud(side, "pools", 12, 3)
    edge = float(np.quantile(pool, sauce)) + 1.2 * np.clip(r - 0.86, 0, 1) * 4
    melted = beyond(pool, edge, 0.22)
    tone = np.asarray(cheese) * (1.03 - 0.13 * bake) * (1 + 0.1 * cloud(side, "cheese", 9))[..., None]
    tone = laid(tone, np.clip(cloud(side, "milk", 14) * 1.6 - 0.2, 0, 0.7), (0.98, 0.9, 0.68))
    made = made * (1 - melted[..., None]) + tone * melted[..., None]
    made = laid(made, 0.5 * np.exp(-(((melted - 0.45) / 0.2) ** 2)), (0.86, 0.45, 0.14))
    made = laid(made, 0.55 * dots(side, 60, 0.006, "oregano", 0.6), (0.25, 0.3, 0.12))
    brown = dots(side, 90, 0.018, "blister") * np.clip(cloud(side, "brown", 16) + 0.6, 0, 1) * melted
    return laid(made, brown * (0.35 + 0.55 * bake), (0.62, 0.33, 0.1))


@pattern("food_pizza_rim")
def pizza_rim(side: int, bake: float = 1.0) -> Image:
    """The crust round a pizza: golden brown in patches on top, floury below, with scorched bubbles."""
    _, y = grid(side)
    top = np.exp(-(((y - 0.62) / 0.17) ** 2))
    brown = top * (0.35 + 0.3 * bake) + 0.45 * cloud(side, "rim", 7)
    made = 1.14 - np.clip(brown, -0.2, 1)[..., None] * np.array((0.3, 0.44, 0.55))
    made *= (1 + 0.06 * speckle(side, "rim") + 0.05 * noise(side, 64, "rim"))[..., None]
    scorch = beyond(cloud(side, "scorch", 9, 3), 0.55, 0.4) * top * (0.3 + 0.45 * bake)
    return np.asarray(made * (1 - scorch[..., None] * np.array((0.75, 0.9, 0.95))))


@pattern("food_salami", 128)
def salami(side: int) -> Image:
    """A slice of pepperoni from its middle (v 0) to its rim: flecks of fat and pepper, a dark crisp edge."""
    _, y = grid(side)
    made = filled(side, (0.66, 0.2, 0.1)) * (1 + 0.12 * cloud(side, "salami", 6))[..., None]
    made = laid(made, 0.55 * dots(side, 40, 0.02, "fat"), (0.86, 0.46, 0.28))
    made = laid(made, 0.5 * dots(side, 24, 0.014, "pepper"), (0.36, 0.1, 0.05))
    return laid(made, 0.6 * np.clip((y - 0.62) * 4, 0, 1), (0.36, 0.09, 0.05))
