"""Things with screens and buttons: phone, laptop, remote control, radio."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.bodies import copies, is_dark, keys, name_on, screen, slab
from casita.shapes.finish import BLACK, CHROME, DARK, STEEL, mixed, plain, printed, rgb, shade
from casita.shapes.flats import block, face, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep
from casita.shapes.textures.displays import key_places

WALLPAPERS = (("2b4fa8", "d65f8c"), ("123f6d", "39b3a6"), ("5b2a86", "f08a4b"), ("1d3557", "7fb4e0"))
PAGES = ("text", "picture", "chart")


@draws("cell_phone")
def cell_phone(make: Making) -> Iterator[Piece]:
    """A flat slab with round corners, its screen up, its top to the back."""
    d, w, h = make.size
    luck = make.luck.child("phone")
    case = plain(make.rgb, 0.6)
    yield Piece("body", slab((-d / 2, -w / 2, 0.0), (d / 2, w / 2, h), radius=0.14 * w, bevel=h * 0.42), case)
    button = luck.chance(0.85)
    top, side, low = (0.11, 0.05, 0.13) if button else (0.04, 0.05, 0.04)
    glass = plain(make.rgb, 0.8) if button else plain("0f1013", 0.9)
    trim = plain("c6c9ce" if is_dark(make.rgb) else shade(make.rgb, 0.75), 0.8)
    rim = slab((-0.488 * d, -0.474 * w, h * 0.88), (0.488 * d, 0.474 * w, h), radius=0.13 * w, bevel=0.0002)
    yield Piece("trim", rim, trim)
    pane = slab((-0.476 * d, -0.455 * w, h * 0.9), (0.476 * d, 0.455 * w, h + 0.0002), radius=0.115 * w, bevel=0.0003)
    yield Piece("glass", pane, glass)
    view = face("top", ((top - 0.5) * d, (side - 0.5) * w, 0.0), ((0.5 - low) * d, (0.5 - side) * w, h), 0.0005)
    above, below = luck.choice(WALLPAPERS)
    number = luck.below(3)
    yield from screen(
        view,
        printed("phone_home", 0.5, 0.85, top=rgb(above), low=rgb(below), number=number),
        printed("phone_home", 0.5, 0.6, top=rgb(above), low=rgb(below), number=number, cracked=True),
    )
    dark = plain("26262a" if not is_dark(make.rgb) else "9a9ca1", 0.4)
    slot = slab((-0.453 * d, -0.1 * w, h - 0.0002), (-0.435 * d, 0.1 * w, h + 0.0004), radius=0.01 * d, bevel=0.0001)
    if button:
        yield Piece("speaker", slot, dark)
        for r, off, look in ((0.1, 0.0004, dark), (0.08, 0.0007, glass)):
            yield Piece("home_button", disc(r * w, h + off, sides=24).moved(0.437 * d), look)
        eye = disc(0.016 * w, h + 0.0005, sides=12).moved(-0.444 * d, -0.18 * w)
        yield Piece("camera", eye, dark)
    else:
        pill = slab((-0.46 * d, -0.13 * w, h), (-0.435 * d, 0.13 * w, h + 0.0008), radius=0.01 * d, bevel=0.0001)
        yield Piece("speaker", pill, plain("0c0c0e", 0.7))
        bar = block((0.445 * d, -0.14 * w, h + 0.0005), (0.45 * d, 0.14 * w, h + 0.0008), bevel=0.0001)
        yield Piece("bar", bar, plain("e8e8ea", 0.2), when=("on",))
    for x0, x1, y in ((-0.26, -0.18, 1.0), (-0.3, -0.22, -1.0), (-0.2, -0.12, -1.0)):
        edge = y * w / 2
        stud = block((x0 * d, edge - 0.0008, h * 0.36), (x1 * d, edge + 0.0008, h * 0.64), bevel=0.0005)
        yield Piece("buttons", stud, case.darker(0.8))
    lens = cylinder(0.06 * w, -0.0008, 0.001, bevel=0.0003, sides=20).moved(-0.42 * d, 0.3 * w)
    yield Piece("camera", lens, BLACK)


@draws("laptop")
def laptop(make: Making) -> Iterator[Piece]:
    """A base with keys and a touch pad, and a lid with the screen, hinged at the back."""
    d, w, h = make.size
    luck = make.luck.child("laptop")
    shell = make.main._replace(texture=None)
    seam = 0.6 * h
    deck = seam - 0.0014
    base = slab((-d / 2, -w / 2, 0.0), (d / 2, w / 2, deck), radius=0.03 * w, bevel=0.18 * h)
    yield Piece("base", base, shell)
    lid = slab((-d / 2, -w / 2, seam), (d / 2, w / 2, h), radius=0.03 * w, bevel=0.12 * h)
    yield Piece("lid", lid, shell, joint="lid")
    dent = face("top", (-0.44 * d, -0.44 * w, 0.0), (0.44 * d, 0.44 * w, h), 0.0002)
    torn = mixed(shell.colour, (1.0, 1.0, 1.0), 0.75) if is_dark(shell.colour) else shade(shell.colour, 0.25)
    cracked = printed("cracks", shell.shine, ground=shell.colour, lines=torn)
    yield Piece("lid", dent, cracked, joint="lid", when=("broken",))
    pale = make.colour in ("white", "silver") and luck.chance(0.4)
    cap, letters = (rgb("e9e9e7"), rgb("4a4b50")) if pale else (rgb("2a2b2f"), rgb("d5d6d8"))
    low, high = (-0.36 * d, -0.43 * w, deck), (0.1 * d, 0.43 * w, deck)
    well = face("top", (low[0] - 0.004, low[1] - 0.004, 0.0), (high[0] + 0.004, high[1] + 0.004, deck), 0.0002)
    yield Piece("keyboard", well, plain(shade(make.rgb, 0.5), 0.1) if pale else plain("101113", 0.1))
    places = [place[:4] for place in key_places("small")]
    board = keys((low, high), places, rise=0.001, inset=0.0013, taper=0.0004)
    yield Piece(
        "keyboard",
        board,
        printed("keyboard_keys", 0.15, board="small", cap=cap, letters=letters, special=shade(cap, 0.92)),
    )
    pad = face("top", (0.16 * d, -0.17 * w, 0.0), (0.46 * d, 0.17 * w, deck), 0.0004)
    yield Piece(
        "touch_pad", face("top", (0.155 * d, -0.175 * w, 0.0), (0.465 * d, 0.175 * w, deck), 0.0002), shell.darker(0.55)
    )
    yield Piece("touch_pad", pad, plain(mixed(make.rgb, (0.5, 0.5, 0.5), 0.2), 0.3))
    for y in (-0.47, 0.45):
        grille = sheet((0.1 * d, y * w, deck + 0.0003), (0.0, 0.02 * w, 0.0), (-0.46 * d, 0.0, 0.0), unit_uv=False)
        yield Piece("speaker", grille, plain(shade(make.rgb, 0.75), 0.1).with_texture("grille", 0.02))
    bezel = sheet((-0.485 * d, -0.488 * w, seam - 0.0002), (0.0, 0.976 * w, 0.0), (0.97 * d, 0.0, 0.0))
    yield Piece("bezel", bezel, plain("1a1b1e", 0.4) if not pale else plain("e4e4e2", 0.3), joint="lid")
    view = sheet((-0.4 * d, -0.455 * w, seam - 0.0004), (0.0, 0.91 * w, 0.0), (0.845 * d, 0.0, 0.0))
    above, below = luck.choice((("2f6fb8", "9fd0f0"), ("153a5b", "3f8f9f"), ("4b2f7a", "d77f9a"), ("1f4f3f", "9fc08a")))
    page = luck.choice(PAGES)
    yield from screen(
        view,
        printed("laptop_desktop", 0.3, 0.85, top=rgb(above), low=rgb(below), page=page),
        printed("laptop_desktop", 0.3, 0.6, top=rgb(above), low=rgb(below), page=page, cracked=True),
        "lid",
    )
    eye = disc(0.0022, sides=12).inside_out().moved(0.465 * d, 0.0, seam - 0.0004)
    yield Piece("camera", eye, plain("3b3c40", 0.8), joint="lid")
    barrel = (
        cylinder(0.16 * h, -0.33 * w, 0.33 * w, sides=16)
        .turned("x", 90.0)
        .moved(-d / 2 + 0.17 * h, 0.0, deck - 0.08 * h)
    )
    yield Piece("hinge", barrel, DARK)
    yield from _laptop_details(make, luck.below(3))


def _laptop_details(make: Making, logo: int) -> Iterator[Piece]:
    """The logo on the lid, sockets at the sides, feet, a lip for the thumb and a light."""
    d, w, h = make.size
    shining = plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.85) if total_of(make.rgb) < 1.6 else shade(make.rgb, 0.35), 0.8)
    if logo == 0:
        mark = joined([disc(0.055 * w, h + 0.0003), disc(0.02 * w, h + 0.0003).moved(-0.056 * w, 0.056 * w)])
        yield Piece("logo", mark, shining, joint="lid")
    elif logo == 1:
        for k in range(4):
            x, y = (k // 2 - 0.5) * 0.09 * w, (k % 2 - 0.5) * 0.09 * w
            tile = face("top", (x - 0.04 * w, y - 0.04 * w, 0.0), (x + 0.04 * w, y + 0.04 * w, h), 0.0003)
            yield Piece("logo", tile, shining, joint="lid")
    else:
        text = printed("name_print", 0.3, ground=make.rgb, letters=shining.colour, text="NOVUS", shape=4.0)
        yield Piece(
            "logo", face("top", (-0.06 * d, -0.17 * w, 0.0), (0.06 * d, 0.17 * w, h), 0.0003), text, joint="lid"
        )
    for y, spots in (
        (1.0, ((-0.36, 0.05), (-0.26, 0.04), (-0.18, 0.05), (-0.08, 0.02))),
        (-1.0, ((-0.34, 0.05), (-0.24, 0.05), (-0.1, 0.02))),
    ):
        for x, long in spots:
            low, high = (x * d, y * w / 2 - 0.0004, 0.2 * h), ((x + long) * d, y * w / 2 + 0.0004, 0.4 * h)
            yield Piece("sockets", block(low, high, bevel=0.0003), plain("1a1a1c", 0.2))
    notch = block((d / 2 - 0.002, -0.06 * w, 0.5 * h), (d / 2 + 0.0004, 0.06 * w, 0.575 * h), bevel=0.0004)
    yield Piece("notch", notch, make.main.darker(0.5))
    light = block((d / 2 - 0.001, -0.42 * w, 0.3 * h), (d / 2 + 0.0004, -0.4 * w, 0.38 * h), bevel=0.0003)
    yield Piece("light", light, plain("3d4a3d", 0.3), when=("off",))
    yield Piece("light", light, plain("58e06a", 0.3)._replace(glow=1.0), when=("on",))


@draws("remote_control")
def remote_control(make: Making) -> Iterator[Piece]:
    """A long handset: a red button, digits, a ring of arrows, rockers and four coloured buttons."""
    d, w, h = make.size
    luck = make.luck.child("remote")
    top = 0.84 * h
    body = slab(
        (-d / 2, -w / 2, 0.0), (d / 2, w / 2, top), radius=(0.45 if luck.chance(0.5) else 0.2) * w, bevel=0.3 * h
    )
    yield Piece("body", body, make.main)
    dark = is_dark(make.rgb)
    cap = plain("d9dadc" if dark and luck.chance(0.6) else ("55565a" if dark else "3a3b3f"), 0.1)
    if luck.chance(0.4):
        plate = slab(
            (-0.47 * d, -0.43 * w, top - 0.001), (0.3 * d, 0.43 * w, top + 0.0006), radius=0.1 * w, bevel=0.0003
        )
        yield Piece("plate", plate, plain(shade(make.rgb, 0.8) if not dark else (0.22, 0.22, 0.23), 0.4))
    dome = [(0.078 * w, top - 0.001), (0.075 * w, h * 0.95), (0.06 * w, h * 0.98), (0.0, h * 0.985)]
    small = lathe(dome, sides=14)
    row = 0.062 * d
    digits = [(-0.36 * d + k // 3 * row, (k % 3 - 1) * 0.27 * w) for k in range(12)]
    yield Piece("digits", copies(small, digits), cap)
    power = cylinder(0.09 * w, top - 0.001, h, bevel=0.0008, sides=18).moved(-0.44 * d, -0.27 * w)
    yield Piece("power", power, plain("d02a24", 0.3))
    yield Piece("source", small.moved(-0.44 * d, 0.27 * w), cap)
    middle = 0.015 * d
    ring = lathe(
        [
            (0.16 * w, top - 0.001),
            (0.17 * w, h * 0.99),
            (0.32 * w, h * 0.99),
            (0.34 * w, h * 0.94),
            (0.34 * w, top - 0.001),
        ],
        sides=32,
    )
    yield Piece("arrows", ring.moved(middle), plain("77797e" if dark else "4a4b50", 0.3))
    yield Piece("arrows", cylinder(0.13 * w, top - 0.001, h, bevel=0.0008, sides=24).moved(middle), cap)
    for y in (-0.27, 0.27):
        rocker = slab(
            (0.13 * d, y * w - 0.08 * w, top - 0.001),
            (0.255 * d, y * w + 0.08 * w, h * 0.99),
            radius=0.08 * w,
            bevel=0.0008,
        )
        yield Piece("rockers", rocker, cap)
    yield Piece("rockers", copies(small, ((0.155 * d, 0.0), (0.23 * d, 0.0))), cap)
    for k, colour in enumerate(("d23b33", "3f9b46", "e5c02f", "2f62c4")):
        stud = slab(
            (0.3 * d, (-0.36 + 0.19 * k) * w, top - 0.001),
            (0.325 * d, (-0.22 + 0.19 * k) * w, h * 0.98),
            radius=0.01 * d,
            bevel=0.0006,
            steps=3,
        )
        yield Piece("colours", stud, plain(colour, 0.2))
    yield Piece("digits", copies(small, [(0.37 * d, (k - 1) * 0.27 * w) for k in range(3)]), cap)
    letters = rgb("b9bbbe") if dark else rgb("3a3b3f")
    name = printed("name_print", 0.2, ground=make.rgb, letters=letters, text="VISION", shape=3.4)
    yield Piece("name", face("top", (0.415 * d, -0.24 * w, 0.0), (0.455 * d, 0.24 * w, top), 0.0004), name)
    window = block((-d / 2 - 0.0004, -0.2 * w, 0.25 * h), (-d / 2 + 0.004, 0.2 * w, 0.6 * h), bevel=0.0008)
    yield Piece("window", window, plain("4a1018", 0.7))


@draws("radio")
def radio(make: Making) -> Iterator[Piece]:
    """A portable radio: loudspeaker behind a grille, a lit scale, knobs, a handle and an aerial."""
    d, w, h = make.size
    luck = make.luck.child("radio")
    top = 0.8 * h
    front = 0.46 * d
    retro = make.material == "wood" or luck.chance(0.35)
    yield Piece(
        "case",
        block((-d / 2, -w / 2, 0.012 * h), (front, w / 2, top), bevel=0.02 if retro else 0.008, fine=2),
        make.main,
    )
    feet = [(x * d, y * w) for x in (-0.3, 0.3) for y in (-0.4, 0.4)]
    yield Piece("feet", copies(cylinder(0.006, 0.0, 0.02 * h, sides=12), feet), plain("1d1d1f", 0.0))
    dark = plain("1d1e20", 0.2) if not is_dark(make.rgb) else plain("8d9094", 0.4)
    cloth = (
        plain("d8c49a", 0.0).with_texture("grille", 0.03)
        if retro
        else plain("77797c", 0.4).with_texture("grille", 0.05)
    )
    if retro or luck.chance(0.5):
        plate = sheet((front + 0.0006, -0.45 * w, 0.1 * h), (0.0, 0.48 * w, 0.0), (0.0, 0.0, 0.6 * h), unit_uv=False)
        yield Piece("grille", plate, cloth)
        rim = [
            (front, -0.45 * w, 0.1 * h),
            (front, 0.03 * w, 0.1 * h),
            (front, 0.03 * w, 0.7 * h),
            (front, -0.45 * w, 0.7 * h),
        ]
        yield Piece("grille", sweep(rim, 0.0016, sides=6, closed=True, up=(1.0, 0.0, 0.0)), CHROME)
    else:
        radius = min(0.27 * h, 0.2 * w)
        place = (front, -0.22 * w, 0.4 * h)
        cone = disc(radius, sides=40).turned("y", 90.0)
        flat = cone.each(lambda level: level._replace(uv=level.uv * 2 * radius))
        yield Piece("grille", flat.moved(front + 0.0008, place[1], place[2]), cloth)
        ring = lathe([(radius * 0.98, 0.0), (radius * 1.0, 0.003), (radius * 1.06, 0.003), (radius * 1.1, 0.0)])
        yield Piece("grille", ring.turned("y", 90.0).moved(*place), CHROME)
    low, high = (0.0, 0.08 * w, 0.48 * h), (front, 0.45 * w, 0.7 * h)
    yield Piece(
        "scale",
        block(
            (front - 0.002, low[1] - 0.004, low[2] - 0.004),
            (front + 0.0012, high[1] + 0.004, high[2] + 0.004),
            bevel=0.001,
        ),
        CHROME,
    )
    off, lit = (rgb("cdbb8c"), rgb("ffe09a")) if retro else (rgb("2b2f33"), rgb("ffb347"))
    letters = rgb("3a2c1c") if retro else rgb("e8e8e2")
    needle = round(luck.uniform(0.2, 0.9), 1)
    view = face("front", low, high, 0.0017)
    yield Piece("scale", view, printed("radio_scale", 0.4, ground=off, letters=letters, needle=needle), when=("off",))
    yield Piece(
        "scale", view, printed("radio_scale", 0.4, 0.95, ground=lit, letters=rgb("3a2416"), needle=needle), when=("on",)
    )
    for y, radius in ((0.16 * w, 0.1 * h), (0.365 * w, 0.13 * h)):
        knob = lathe([(radius, 0.0), (radius, 0.05 * d), (radius * 0.9, 0.062 * d), (0.0, 0.062 * d)], sides=32)
        yield Piece("knobs", knob.turned("y", 90.0).moved(front - 0.02 * d, y, 0.25 * h), dark)
        mark = block(
            (front + 0.04 * d, y - 0.001, 0.25 * h + radius * 0.3),
            (front + 0.0445 * d, y + 0.001, 0.25 * h + radius * 0.85),
            bevel=0.0004,
        )
        yield Piece("knobs", mark, plain("f0f0ec", 0.2))
    light = disc(0.012 * h, sides=12).turned("y", 90.0).moved(front + 0.001, 0.26 * w, 0.4 * h)
    yield Piece("light", light, plain("4a1512", 0.4), when=("off",))
    yield Piece("light", light, plain("ff4030", 0.4)._replace(glow=1.0), when=("on",))
    bar = 0.016 * h + 0.003
    grip = [(0.0, -0.4 * w, top - 0.03 * h), (0.0, -0.4 * w, 0.93 * h), (0.0, -0.36 * w, h - bar), (0.0, 0.0, h - bar)]
    grip += [(0.0, 0.36 * w, h - bar), (0.0, 0.4 * w, 0.93 * h), (0.0, 0.4 * w, top - 0.03 * h)]
    yield Piece(
        "handle",
        sweep(
            [(x, y, min(z, h - bar)) for x, y, z in curve(grip, 4)], 0.09 * d, flat=bar, up=(1.0, 0.0, 0.0), sides=14
        ),
        dark if not retro else plain("5a3a24", 0.3),
    )
    rod = sweep(
        [(-0.44 * d, -0.46 * w, top + 0.006), (-0.44 * d, 0.1 * w, top + 0.006), (-0.44 * d, 0.46 * w, top + 0.006)],
        [0.0034, 0.0028, 0.002],
        sides=10,
    )
    yield Piece("aerial", rod, CHROME)
    joint = block((-0.5 * d, -0.49 * w, top - 0.004), (-0.38 * d, -0.44 * w, top + 0.012), bevel=0.002)
    yield Piece("aerial", joint, STEEL)
    name = name_on(make, "MELODY", "e6d9a8")
    yield Piece("name", face("front", (0.0, 0.12 * w, 0.725 * h), (front, 0.4 * w, 0.775 * h), 0.0007), name)
