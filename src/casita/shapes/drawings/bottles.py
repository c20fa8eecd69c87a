"""Bottles, tins, shakers and soap."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.profiles import Line, hollow, profile, ring, slats, strip
from casita.shapes.drawings.vessels import Spot, edge_of_glass, glassy, glints, liquid, spot
from casita.shapes.finish import CHROME, Finish, mixed, plain, printed, shade
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep

WINES = ("CHATEAU BEL", "VALMONT", "DOMAINE ROC", "SAN LUCA", "RIOJA ALTA")
DYES = ((0.1, 0.25, 0.5), (0.55, 0.12, 0.12), (0.1, 0.35, 0.2))
DRINKS = (("ALPINA", "spring"), ("CITRUS", "lemon"), ("AQUA", "drop"), ("HERBAL", "leaf"))


def labelled(at: Spot, outer: Line, low: float, high: float, art: Finish, half: float = 62.0) -> Iterator[Piece]:
    """A paper label on the front of a bottle, and one on its back."""
    for start in (-half, 180.0 - half):
        mesh = lathe(strip(outer, low, high, 0.0006), around=(start, start + 2 * half), sides=20, unit_uv=True)
        yield Piece("label", at.put(mesh), art)


def _glass_body(make: Making, at: Spot, outer: Line, floor: float, tint: Finish, opacity: float) -> Iterator[Piece]:
    """The walls of a bottle, its thick bottom, and what is in it up to the neck."""
    finish, edge = tint._replace(opacity=opacity), edge_of_glass(make)
    top = outer[-1][1]
    yield Piece("body", at.put(lathe([(0.0, 0.003), (outer[0][0] * 0.8, 0.003), *outer])), finish)
    yield Piece(
        "base",
        at.put(lathe([(0.0, 0.003), (outer[0][0] * 0.8, 0.0005), *strip(outer, 0.0005, 0.004, 0.0002)])),
        plain(mixed(make.rgb, (1, 1, 1), 0.15), 0.9),
    )
    yield Piece(
        "mouth",
        at.put(ring(outer[-1][0] - 0.001, top - 0.0015, 0.0018)),
        edge if make.colour == "transparent" else tint._replace(opacity=1.0),
    )
    inner = [(max(r - 0.0035, 0.002), z) for r, z in outer if z > floor]
    yield from liquid(make, at, [(inner[0][0], floor), *inner], seen_through=True)


@draws("bottle")
def bottle(make: Making) -> Iterator[Piece]:
    """A glass bottle with a shoulder, a neck, a cap and a label."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, neck = at.radius, at.radius * 0.36
    shoulder, clear = luck.uniform(0.53, 0.58), make.colour == "transparent"
    outer = profile(
        [
            (r * 0.93, 0.0),
            (r * 0.985, 0.005),
            (r, 0.02),
            (r, h * 0.4),
            (r, h * (shoulder - 0.08)),
            (r * 0.9, h * shoulder),
            (r * 0.56, h * (shoulder + 0.09)),
            (neck * 1.06, h * (shoulder + 0.17)),
            (neck * 0.96, h * 0.86),
            (neck * 0.96, h * 0.975),
        ],
        4,
        r,
    )
    yield from _glass_body(make, at, outer, 0.008, make.main, 0.36 if clear else 0.66)
    yield Piece("collar", at.put(ring(neck * 0.98, h * 0.9, 0.0022)), make.main._replace(opacity=0.9))
    cap = luck.choice([plain("c83a32", 0.4), plain("2f6db5", 0.4), plain("1f4f9a", 0.4), plain("c9a552", 0.6)])
    grip = [(neck * 1.13 + 0.0008, h * 0.925), (neck * 1.13 + 0.0008, h * 0.988)]
    yield Piece("cap", at.put(cylinder(neck * 1.13, h * 0.92, h, bevel=0.002)), cap)
    yield Piece("cap", at.put(slats(grip, [k * 15.0 for k in range(24)], 7.0)), cap.darker(0.86))
    name, motif = luck.choice(DRINKS)
    paper, dye = luck.choice([(0.95, 0.94, 0.9), (0.9, 0.93, 0.97), (0.97, 0.93, 0.78)]), luck.choice(DYES)
    ground, letters = (dye, paper) if clear else (paper, dye)  # a pale label hardly shows on clear glass
    art = printed(
        "drink_label",
        0.2,
        ground=ground,
        letters=letters,
        name=name,
        motif=motif,
    )
    yield from labelled(at, outer, h * 0.12, h * 0.43, art, 80.0)
    yield glints(at, outer, h * 0.04, h * (shoulder + 0.1), -92.0, 86.0)
    yield glints(at, outer, h * 0.44, h * 0.88, -24.0, 156.0)


@draws("wine_bottle")
def wine_bottle(make: Making) -> Iterator[Piece]:
    """A wine bottle with high shoulders (Bordeaux) or sloping ones (Burgundy), a label, and foil over its mouth."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, neck = at.radius, at.radius * 0.35
    body = [(r * 0.92, 0.0), (r * 0.985, 0.004), (r, 0.015), (r, h * 0.3)]
    if luck.chance(0.55):
        body += [(r, h * 0.56), (r * 0.93, h * 0.615), (r * 0.62, h * 0.67), (neck * 1.12, h * 0.72), (neck, h * 0.77)]
    else:
        body += [(r, h * 0.46), (r * 0.93, h * 0.54), (r * 0.68, h * 0.63), (neck * 1.3, h * 0.73), (neck, h * 0.8)]
    outer = profile([*body, (neck, h * 0.9), (neck, h * 0.985)], 4, r)
    clear = make.colour == "transparent"
    dark = make.main._replace(colour=shade(make.rgb, 1.0 if clear else 0.5))
    yield from _glass_body(make, at, outer, 0.012, dark, 0.34 if clear else 0.74)
    foil = luck.choice([plain("6b1320", 0.5), plain("1c1c1e", 0.5), plain("b08a3e", 0.7), plain("23402c", 0.5)])
    yield Piece(
        "foil",
        at.put(lathe([*strip(outer, h * 0.8, h * 0.978, 0.0009), (neck * 0.98, h * 0.984), (neck * 0.9, h), (0.0, h)])),
        foil,
    )
    yield Piece("foil", at.put(ring(neck * 1.06, h * 0.968, 0.0022, 0.004)), foil)
    yield Piece("foil", at.put(lathe(strip(outer, h * 0.8, h * 0.81, 0.0013))), plain("c9a552", 0.7))
    paper = luck.choice([(0.95, 0.93, 0.86), (0.97, 0.97, 0.95), (0.12, 0.11, 0.11)])
    letters = (0.92, 0.87, 0.7) if total_of(paper) < 1 else (0.14, 0.1, 0.1)
    art = printed(
        "wine_label", 0.15, ground=paper, letters=letters, name=luck.choice(WINES), year=str(1998 + luck.below(24))
    )
    yield from labelled(at, outer, h * 0.12, h * 0.4, art, 66.0)
    yield glints(at, outer, h * 0.04, h * 0.52, -84.0, 78.0)


@draws("salt_shaker", "pepper_shaker")
def shaker(make: Making) -> Iterator[Piece]:
    """A small shaker: glass with a steel cap and its filling to be seen, or turned metal with a letter."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, salt = at.radius, make.type == "salt_shaker"
    letter = "S" if salt else "P"
    fill = plain("f7f6f2", 0.1) if salt else plain("4a3d31", 0.1).with_texture("granite", 0.03)
    tall = luck.chance(0.5)
    if make.material == "glass":
        line = [
            (r * 0.9, 0.0),
            (r * 0.97, 0.002),
            (r, h * 0.06),
            (r * (0.92 if tall else 1.0), h * 0.4),
            (r * (0.78 if tall else 0.86), h * 0.72),
        ]
        outer = profile([*line, (r * 0.76, h * 0.76)], 4, r)
        inner = [(p[0] - 0.0028, p[1]) for p in outer if 0.006 < p[1] < h * 0.56]
        yield Piece("filling", at.put(lathe([(0.0, 0.006), (inner[0][0], 0.006), *inner, (0.0, h * 0.57)])), fill)
        yield Piece("body", at.put(lathe([(0.0, 0.002), *outer])), make.main)
        edge = edge_of_glass(make)
        yield Piece("base", at.put(lathe([(0.0, 0.001), *strip(outer, 0.0, 0.004, 0.0002)])), edge)
        grooves = slats(strip(outer, h * 0.05, h * 0.7, 0.0004), [k * 30.0 for k in range(12)], 3.5)
        yield Piece("facets", at.put(grooves), edge)
        cap, low = CHROME, h * 0.74
        top = curve(
            [
                (r * 0.8, low),
                (r * 0.82, low + h * 0.02),
                (r * 0.8, h * 0.84),
                (r * 0.74, h * 0.93),
                (r * 0.5, h * 0.99),
                (r * 0.4, h),
            ],
            4,
        )
    else:
        line = [
            (r * 0.98, 0.0),
            (r, 0.003),
            (r * 0.98, h * 0.1),
            (r * (0.72 if tall else 0.9), h * 0.45),
            (r * (0.68 if tall else 0.82), h * 0.7),
        ]
        outer = profile(line, 4, r)
        yield Piece("body", at.put(lathe([(0.0, 0.001), *outer, (outer[-1][0] * 0.9, h * 0.7)])), make.main)
        low = h * 0.7
        cap = make.main if make.colour == "silver" else CHROME
        yield Piece("seam", at.put(lathe(strip(outer, h * 0.685, h * 0.7, 0.0004))), make.main.darker(0.45))
        wide = outer[-1][0]
        top = curve(
            [
                (wide, low),
                (wide * 1.04, low + h * 0.03),
                (wide * 1.02, h * 0.86),
                (wide * 0.85, h * 0.95),
                (wide * 0.55, h * 0.995),
                (wide * 0.45, h),
            ],
            4,
        )
        ground = make.rgb
        panel = lathe(strip(outer, h * 0.2, h * 0.58, 0.0005), around=(-34.0, 34.0), sides=10, unit_uv=True)
        dark = (0.12, 0.11, 0.1) if total_of(ground) > 1 else (0.9, 0.9, 0.88)
        yield Piece("letter", at.put(panel), printed("mug_print", 0.6, ground=ground, colour=dark, motif=letter))
    yield Piece("cap", at.put(lathe([(top[0][0] * 0.9, low), *top, (0.0, h)])), cap)
    flat = disc(top[-1][0] * 1.0, h + 0.0002, sides=24)
    yield Piece("holes", at.put(flat), printed("strainer_holes", 0.7, ground=cap.colour))
    slope = [p for p in top if p[1] > h * 0.9]
    count = 6 if salt else 9
    line = [(slope[0][0] + 0.0004, slope[0][1]), (slope[3][0] + 0.0004, slope[3][1] + 0.0004)]
    holes = slats(line, [k * 360.0 / count for k in range(count)], 9.0)
    yield Piece("holes", at.put(holes), plain("2a2826", 0.05))
    if make.material == "glass":
        band = strip(top, low + h * 0.03, low + h * 0.07, 0.0006)
        yield Piece("cap", at.put(lathe(band)), CHROME.darker(0.8))


@draws("soap_bottle")
def soap_bottle(make: Making) -> Iterator[Piece]:
    """A soap dispenser: a rounded bottle with a label, and a pump whose spout points to the front."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, neck = at.radius, at.radius * 0.34
    shoulder = luck.uniform(0.56, 0.62)
    slim = luck.chance(0.5)
    outer = profile(
        [
            (r * 0.9, 0.0),
            (r * 0.97, 0.004),
            (r, 0.02),
            (r * (1.0 if slim else 0.97), h * 0.3),
            (r * (0.98 if slim else 0.8), h * (shoulder - 0.06)),
            (r * (0.86 if slim else 0.6), h * shoulder),
            (r * 0.5, h * 0.645),
            (neck, h * 0.665),
            (neck, h * 0.7),
        ],
        4,
        r,
    )
    soap = plain(named(luck.choice(["blue", "green", "orange", "pink", "yellow"])), 0.5)
    soap = soap._replace(colour=mixed(soap.colour, (1.0, 1.0, 1.0), 0.25))
    if glassy(make):
        yield Piece("body", at.put(lathe([(0.0, 0.002), *outer])), make.main._replace(opacity=0.36))
        yield Piece("base", at.put(lathe([(0.0, 0.001), *strip(outer, 0.0, 0.004, 0.0002)])), edge_of_glass(make))
        yield from _left(at, outer, h, soap)
    else:
        yield Piece("body", at.put(lathe([(0.0, 0.002), *outer])), make.main)
        yield from _soap_window(at, outer, h, soap)
    name, motif = luck.choice([("SOAP", "lemon"), ("FRESH", "leaf"), ("CLEAN", "drop"), ("HAND SOAP", "leaf")])
    letters = luck.choice([(0.1, 0.3, 0.5), (0.15, 0.4, 0.25), (0.45, 0.15, 0.35)])
    art = printed("drink_label", 0.25, ground=(0.97, 0.97, 0.95), letters=letters, name=name, motif=motif)
    mesh = lathe(strip(outer, h * 0.12, h * 0.44, 0.0007), around=(-40.0, 40.0), sides=14, unit_uv=True)
    yield Piece("label", at.put(mesh), art)
    yield from _pump(make, at, h, neck)


def _left(at: Spot, outer: Line, h: float, soap: Finish) -> Iterator[Piece]:
    """What is left of the soap behind glass, in quarters."""
    for low, high, top in ((0.75, 1.0, 0.56), (0.5, 0.75, 0.42), (0.25, 0.5, 0.28), (0.0, 0.25, 0.14)):
        inner = strip(outer, 0.006, h * top, -0.003)
        body = lathe([(0.0, 0.006), *inner, (0.0, h * top)])
        yield Piece("soap", at.put(body), soap, amount=(low, high))


def _soap_window(at: Spot, outer: Line, h: float, soap: Finish) -> Iterator[Piece]:
    """Strips on both sides of a bottle that show how much soap is left."""
    sides = (52.0, -66.0)
    pane = slats(strip(outer, h * 0.08, h * 0.52, 0.0005), sides, 14.0, columns=4)
    yield Piece("window", at.put(pane), plain("e6ecec", 0.7))
    for low, high, top in ((0.75, 1.0, 0.51), (0.5, 0.75, 0.39), (0.25, 0.5, 0.28), (0.0, 0.25, 0.15)):
        part = slats(strip(outer, h * 0.085, h * top, 0.0009), [a + 1.5 for a in sides], 11.0, columns=4)
        yield Piece("soap", at.put(part), soap, amount=(low, high))


def _pump(make: Making, at: Spot, h: float, neck: float) -> Iterator[Piece]:
    """A pump: collar, stem and a spout to the front; it stays down when the bottle is used up."""
    pump = plain("f3f3f0", 0.4) if make.luck.chance(0.45) else CHROME if make.luck.chance(0.5) else plain("28282a", 0.4)
    yield Piece("collar", at.put(cylinder(neck * 1.22, h * 0.67, h * 0.76, bevel=0.002)), pump)
    grip = [(neck * 1.22 + 0.0006, h * 0.68), (neck * 1.22 + 0.0006, h * 0.75)]
    yield Piece("collar", at.put(slats(grip, [k * 18.0 for k in range(20)], 8.0)), pump.darker(0.85))
    for down, amount in ((0.0, (0.0, 1.0)), (h * 0.1, (-1.0, 0.0))):
        top = h - down
        stem = cylinder(neck * 0.4, h * 0.75, top - h * 0.05, sides=20)
        head = cylinder(neck * 0.85, top - h * 0.065, top, bevel=0.003, sides=28)
        out = min(at.radius * 0.96, max(at.radius * 0.7, 0.035))
        bend = curve(
            [
                (0.0, 0.0, top - h * 0.03),
                (out * 0.6, 0.0, top - h * 0.03),
                (out * 0.94, 0.0, top - h * 0.04),
                (out - 0.002, 0.0, top - h * 0.075),
            ],
            4,
        )
        spout = sweep(bend, [neck * 0.42 * (1 - 0.35 * k / (len(bend) - 1)) for k in range(len(bend))], sides=12)
        yield Piece("pump", joined([stem, head, spout]).moved(at.x, at.y), pump, amount=amount)


@draws("tin_can")
def tin_can(make: Making) -> Iterator[Piece]:
    """An open tin with ribs, rims and a label all round; a bare one has a small label."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    tin = plain("b9bdc0", 0.75).with_texture("brushed", 0.3)
    bare = make.colour in ("silver", "gold")
    side = make.main if bare else tin
    ribs: list[tuple[float, float]] = [(r * 0.955, 0.0), (r * 0.955, h * 0.04)]
    for k in range(13):
        ribs.append((r * (0.955 if k % 2 == 0 else 0.925), h * (0.1 + 0.8 * k / 12)))
    ribs += [(r * 0.955, h * 0.96), (r * 0.955, h)]
    up, inner = hollow(ribs, h * 0.06, 0.0012)
    yield Piece("body", at.put(lathe([(0.0, 0.003), (r * 0.9, 0.003), *up])), side)
    yield Piece("inside", at.put(lathe(inner)), plain("9a9ea1", 0.6))
    for z in (0.0026, h - 0.0026):
        yield Piece("rim", at.put(ring(r - 0.0028, z, 0.0028, 0.0026)), tin if not bare else make.main)
    name, fruit = luck.choice(
        [
            ("TOMATOES", (0.82, 0.16, 0.1)),
            ("PEAS", (0.35, 0.6, 0.2)),
            ("PEACHES", (0.95, 0.62, 0.2)),
            ("BEANS", (0.6, 0.25, 0.12)),
            ("SOUP", (0.85, 0.35, 0.15)),
        ]
    )
    straight = [(r * 0.957, h * 0.07), (r * 0.957, h * 0.93)]
    if not bare:
        art = printed("can_label", 0.35, ground=make.rgb, name=name, fruit=fruit)
        yield Piece("label", at.put(lathe(straight, around=(-60.0, 300.0), unit_uv=True)), art)
    else:
        ground = luck.choice([(0.62, 0.12, 0.1), (0.12, 0.3, 0.5), (0.15, 0.4, 0.2)])
        art = printed("drink_label", 0.3, ground=(0.96, 0.94, 0.88), letters=ground, name=name, motif="leaf")
        for start in (-38.0, 142.0):
            yield Piece(
                "label",
                at.put(
                    lathe(
                        strip(straight, h * 0.3, h * 0.75, 0.0004), around=(start, start + 76.0), sides=14, unit_uv=True
                    )
                ),
                art,
            )
    yield from liquid(make, at, inner, seen_through=False)
