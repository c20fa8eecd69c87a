"""Things to read and to keep papers in: books, magazines, newspapers, envelopes, folders, binders."""

from __future__ import annotations

from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.bodies import copies, readable_on, slab
from casita.shapes.finish import CHROME, Finish, mixed, plain, printed, rgb
from casita.shapes.flats import Vector, block, face, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, lathe, sweep

PAPER = rgb("f3eee0")
EDGES = plain("f0ebdd", 0.0).with_texture("page_edges", 0.02)
SHEETS = plain("f4f3ee", 0.0).with_texture("page_edges", 0.012)

TITLES = (
    ("THE RIVER / HOUSE", "A. N. WRITER"),
    ("DEEP SKY / ATLAS", "J. STONE"),
    ("MOUNTAIN / ROADS", "M. HOLLOW"),
    ("COOKING / AT HOME", "ROSA FIELD"),
    ("A SHORT / HISTORY", "P. BARROW"),
    ("THE NIGHT / TRAIN", "EVA LIND"),
)


def _under(low: Vector, high: Vector, off: float = 0.0003) -> Mesh:
    """A page on the underside of a lid that turns over its right edge: it reads rightly when open."""
    (x0, y0, z0), (x1, y1, _) = low, high
    return sheet((x1, y1, z0 - off), (0.0, y0 - y1, 0.0), (x0 - x1, 0.0, 0.0))


@draws("book")
def book(make: Making) -> Iterator[Piece]:
    """Two boards round a block of pages; it opens in the middle."""
    d, w, h = make.size
    luck = make.luck.child("book")
    (title, author), kind = luck.choice(TITLES), luck.below(4)
    board = min(max(0.09 * h, 0.002), 0.0035)
    lip = min(0.006, 0.03 * w)
    letters = luck.choice((readable_on(make.rgb), rgb("f2d784") if total_of(make.rgb) < 1.3 else readable_on(make.rgb)))
    middle, edge = h / 2, board * 0.9
    back = (-d / 2, -w / 2, 0.0)
    for joint, low, high in (("", 0.0, board), ("lid", h - board, h)):
        cover = block((-d / 2, -w / 2, low), (d / 2, w / 2, high), bevel=0.0008)
        yield Piece("cover", cover, make.main, joint=joint)
    for joint, low, high in (("", 0.0, middle), ("lid", middle, h)):
        spine = block((-d / 2, -w / 2, low), (d / 2, -w / 2 + edge, high), bevel=0.0003)
        yield Piece("spine", spine, make.main, joint=joint)
        inner = (board, middle) if not joint else (middle, h - board)
        pages = block((-d / 2 + lip, -w / 2 + edge, inner[0]), (d / 2 - lip, w / 2 - lip, inner[1]), bevel=0.0003)
        yield Piece("pages", pages, EDGES, joint=joint)
        mark = printed("book_spine", 0.05, ground=make.rgb, letters=letters, title=title, thin=round(h / d, 2))
        whole = face("right", back, (d / 2, w / 2, h), 0.0002)
        lower, upper = _halves(whole, middle)
        yield Piece("spine", upper if joint else lower, mark, joint=joint)
    tall = round(d / w, 1)
    front = printed(
        "book_cover", 0.3, ground=make.rgb, letters=letters, title=title, author=author, kind=kind, tall=tall
    )
    hinge = -w / 2 + 0.06 * w
    yield Piece("cover", face("top", (-d / 2, hinge, 0.0), (d / 2, w / 2, h), 0.0003), front, joint="lid")
    groove = face("top", (-d / 2, hinge - 0.012 * w, 0.0), (d / 2, hinge, h), 0.0003)
    yield Piece("cover", groove, make.main.darker(0.6), joint="lid")
    number = 2 * luck.below(4)
    inner_low, inner_high = (-d / 2 + lip, -w / 2 + 0.0005, middle), (d / 2 - lip, w / 2 - lip, middle)
    pictured = kind == 0
    right = printed("book_page", 0.0, number=number + 1, paper=PAPER, picture=False, tall=tall)
    left = printed("book_page", 0.0, number=number + 2, paper=PAPER, picture=pictured, tall=tall)
    yield Piece("page", face("top", inner_low, inner_high, 0.0001), right)
    yield Piece("page", _under(inner_low, inner_high, 0.0001), left, joint="lid")


def _halves(whole: Mesh, z: float) -> tuple[Mesh, Mesh]:
    """A print on an upright face cut at a height into its lower and its upper part."""
    level = whole.levels[0]
    low, high = level.points[0], level.points[2]
    share = (z - low[2]) / (high[2] - low[2])
    parts = []
    for rows in ((0.0, share), (share, 1.0)):
        points, uv = level.points.copy(), level.uv.copy()
        for k, v in enumerate((rows[0], rows[0], rows[1], rows[1])):
            points[k, 2] = low[2] + v * (high[2] - low[2])
            uv[k, 1] = v
        parts.append(Mesh((level._replace(points=points, uv=uv),), (0.0,)))
    return parts[0], parts[1]


MAGAZINES = (
    ("HOME", ("50 ideas / for small / gardens", "The new / kitchen", "Paint it / blue")),
    ("VISTA", ("Ten lakes / to swim in", "Night trains / return", "Slow / summer")),
    ("TASTE", ("Bread / in a day", "Soups for / winter", "Best / knives")),
    ("STYLE", ("Autumn / coats", "What to / wear now", "Rosa Field / speaks")),
)


@draws("magazine")
def magazine(make: Making) -> Iterator[Piece]:
    """Glossy leaves, stapled; the cover with a great name and a picture."""
    d, w, h = make.size
    luck = make.luck.child("magazine")
    name, lines = luck.choice(MAGAZINES)
    middle = h / 2
    letters = (
        rgb("c3262e") if make.colour in ("white", "yellow", "black") and luck.chance(0.5) else readable_on(make.rgb)
    )
    for joint, low, high in (("", 0.0, middle), ("lid", middle, h)):
        leaves = block((-d / 2, -w / 2, low), (d / 2, w / 2, high), bevel=0.0006)
        yield Piece("pages", leaves, SHEETS, joint=joint)
        fold = block((-d / 2, -w / 2 - 0.0002, low), (d / 2, -w / 2 + 0.0015, high), bevel=0.0006)
        yield Piece("fold", fold, make.main, joint=joint)
    cover = printed(
        "magazine_cover", 0.35, ground=make.rgb, letters=letters, name=name, kind=luck.below(3), lines=lines
    )
    yield Piece("cover", face("top", (-d / 2, -w / 2, 0.0), (d / 2, w / 2, h), 0.0003), cover, joint="lid")
    accent = make.rgb if make.colour not in ("white", "black") else rgb("3a86b8")
    low3, high3 = (-d / 2, -w / 2, middle), (d / 2, w / 2, middle)
    yield Piece("page", face("top", low3, high3, 0.0001), printed("magazine_page", 0.3, number=1, accent=accent))
    left = printed("magazine_page", 0.3, number=2, accent=accent)
    yield Piece("page", _under(low3, high3, 0.0001), left, joint="lid")
    staples = copies(block((-0.006, -w / 2 - 0.0006, h * 0.3), (0.006, -w / 2, h * 0.48)), ((d * 0.25,), (-d * 0.25,)))
    yield Piece("staples", staples, CHROME)


NEWSPAPERS = (
    ("The Morning Post", "TOWN OPENS NEW BRIDGE"),
    ("Daily Harbour News", "RAIN ENDS LONG DROUGHT"),
    ("The Valley Times", "SCHOOLS WIN PRIZE"),
)


@draws("newspaper")
def newspaper(make: Making) -> Iterator[Piece]:
    """A folded pile of sheets: round folds to the front, the upper half of the first page on top."""
    d, w, h = make.size
    luck = make.luck.child("newspaper")
    name, headline = luck.choice(NEWSPAPERS)
    pages = make.main.with_texture("page_edges", 0.012)
    count = 4
    for k in range(count):
        low, high = h * k / count, h * (k + 1) / count
        back = luck.uniform(0.0, 0.05) * d if k % 3 else 0.0
        side = luck.uniform(0.0, 0.012) * w if k % 3 else 0.0
        fold = luck.uniform(0.0, 0.02) * d if k % 3 else 0.0
        leaf = block((-d / 2 + back, -w / 2 + side, low), (d / 2 - fold, w / 2 - side, high), bevel=h / count * 0.49)
        yield Piece("pages", leaf, pages)
    shape = round(w / d, 1)
    page = printed(
        "newspaper_front", 0.0, paper=make.rgb, name=name, headline=headline, number=luck.below(4), wide_by=shape
    )
    rim = h / count * 0.4
    top = face("top", (-d / 2 + rim, -w / 2 + rim, 0.0), (d / 2 - rim, w / 2 - rim, h), 0.0003)
    yield Piece("front_page", top, page)
    lines = printed("book_page", 0.0, number=4, paper=make.rgb, picture=False, tall=0.5)
    strip = sheet((d / 2 + 0.0003, -w / 2 + rim, h * 0.80), (0.0, w - 2 * rim, 0.0), (0.0, 0.0, h * 0.14))
    yield Piece("fold", strip, lines)


@draws("envelope")
def envelope(make: Making) -> Iterator[Piece]:
    """A thin pocket of paper, mostly with its flap up, which tells it from any other sheet."""
    d, w, h = make.size
    luck = make.luck.child("envelope")
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, h)
    yield Piece("paper", slab(low, high, radius=0.0015, bevel=h * 0.45, steps=3), make.main)
    front = printed("envelope_front", 0.0, paper=make.rgb, airmail=luck.chance(0.4), window=luck.chance(0.3))
    back = printed("envelope_back", 0.0, paper=make.rgb, pointed=luck.chance(0.7))
    up, down = (front, back) if luck.chance(0.2) else (back, front)
    rim = h * 0.4
    inner = (-d / 2 + rim, -w / 2 + rim, 0.0), (d / 2 - rim, w / 2 - rim, h)
    yield Piece("print", face("top", *inner, 0.0002), up)
    yield Piece("print", face("bottom", *inner, 0.0002), down)


@draws("folder")
def folder(make: Making) -> Iterator[Piece]:
    """A folded cover with papers in it: a tab on its edge, or an elastic band round it."""
    d, w, h = make.size
    luck = make.luck.child("folder")
    banded = make.material == "plastic"
    thick = min(0.0016, h * 0.16)
    reach = w / 2 if banded else w / 2 - 0.055 * w
    for joint, low, high in (("", 0.0, thick), ("lid", h - thick, h)):
        corner = (d / 2, reach if joint or banded else w / 2 - 0.045 * w, high)
        yield Piece(
            "cover", slab((-d / 2, -w / 2, low), corner, radius=0.008, bevel=0.0004, steps=4), make.main, joint=joint
        )
    for joint, low, high in (("", 0.0, h / 2), ("lid", h / 2, h)):
        spine = block((-d / 2, -w / 2, low), (d / 2, -w / 2 + thick, high), bevel=0.0004)
        yield Piece("spine", spine, make.main.darker(0.85), joint=joint)
    if not banded:
        start = luck.choice((-0.42, -0.14, 0.14)) * d
        tab = slab((start, reach - 0.03, 0.0), (start + 0.28 * d, w / 2, thick * 1.6), radius=0.009, bevel=0.0004)
        yield Piece("tab", tab, make.main)
        name = printed("name_print", 0.0, ground=rgb("f6f5f0"), letters=rgb("30343c"), text="BILLS", shape=4.0)
        yield Piece(
            "label", _upright(start + 0.03 * d, start + 0.25 * d, reach + 0.002, w / 2 - 0.003, thick * 1.6), name
        )
    rim = 0.012
    papers = block((-d / 2 + rim, -w / 2 + rim, thick), (d / 2 - rim, reach - rim / 2, h / 2 - 0.0004), bevel=0.0004)
    yield Piece("papers", papers, SHEETS)
    sheet_low, sheet_high = (-d / 2 + rim, -w / 2 + rim, 0.0), (d / 2 - rim, reach - rim / 2, h / 2 - 0.0004)
    yield Piece("papers", face("top", sheet_low, sheet_high, 0.0002), printed("ruled_sheet", 0.0))
    loose = block(
        (-d / 2 + rim * 1.6, -w / 2 + rim, h / 2), (d / 2 - rim * 1.4, reach - rim * 0.2, h - thick), bevel=0.0004
    )
    yield Piece("papers", loose, SHEETS, joint="lid")
    under = _under((-d / 2 + rim * 1.6, -w / 2 + rim, h / 2), (d / 2 - rim * 1.4, reach - rim * 0.2, h), 0.0001)
    yield Piece("papers", under, printed("book_page", 0.0, number=3, paper=rgb("f6f5f0")), joint="lid")
    if banded:
        band = plain("242428" if make.colour != "black" else "c0392b", 0.1)
        strip = block((-d / 2, w / 2 - 0.16 * w, h - 0.0004), (d / 2, w / 2 - 0.13 * w, h + 0.0008), bevel=0.0004)
        yield Piece("band", strip, band, joint="lid")
    words = printed("label", 0.0, ground=rgb("f6f5f0"), letters=rgb("30343c"), lines=_label(luck.below(3)))
    yield Piece("label", face("top", (-0.3 * d, -0.22 * w, 0.0), (-0.06 * d, 0.22 * w, h), 0.0004), words, joint="lid")


def _upright(x0: float, x1: float, y0: float, y1: float, z: float) -> Mesh:
    """A print on a flat top whose words run along x."""
    return sheet((x0, y0, z + 0.0002), (x1 - x0, 0.0, 0.0), (0.0, y1 - y0, 0.0))


def _label(number: int) -> tuple[tuple[str, float], ...]:
    return (
        (("HOUSE", 0.24), ("papers 2024", 0.14)),
        (("TAXES", 0.24), ("keep safe", 0.14)),
        (("SCHOOL", 0.22), ("letters", 0.14)),
    )[number]


@draws("ring_binder")
def ring_binder(make: Making) -> Iterator[Piece]:
    """Stiff covers round two arches of steel that hold a pile of paper; its back with a label and a finger hole."""
    d, w, h = make.size
    luck = make.luck.child("ring_binder")
    lid = 0.95 * h
    board = h - lid
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, board)
    yield Piece("cover", block(low, high, bevel=0.001), make.main)
    yield Piece("cover", block((-d / 2, -w / 2, lid), (d / 2, w / 2, h), bevel=0.001), make.main, joint="lid")
    back = block((-d / 2, -w / 2, board * 0.5), (d / 2, -w / 2 + board, lid), bevel=0.001)
    yield Piece("spine", back, make.main)
    inside = plain(mixed(make.rgb, (0.9, 0.9, 0.88), 0.75), 0.05)
    yield Piece("lining", face("top", (-0.49 * d, -0.48 * w, 0.0), (0.49 * d, 0.49 * w, board), 0.0003), inside)
    under = _under((-0.49 * d, -0.48 * w, lid), (0.49 * d, 0.49 * w, h), 0.0003)
    yield Piece("lining", under, inside, joint="lid")
    pile = luck.uniform(0.6, 0.78) * h
    corner = (d / 2 - 0.012, w / 2 - 0.018, pile)
    papers = block((-d / 2 + 0.012, -w / 2 + 0.022, board), corner, bevel=0.0006)
    yield Piece("papers", papers, SHEETS)
    top = face("top", (-d / 2 + 0.012, -w / 2 + 0.022, 0.0), corner, 0.0004)
    yield Piece("papers", top, printed("ruled_sheet", 0.0, holes=True))
    for k, colour in enumerate(("d9534f", "f0ad4e", "5cb85c", "4d8fd0", "8e5bb0")):
        x, z = (-0.45 + 0.19 * k) * d, board + (pile - board) * (0.1 + 0.2 * k)
        tab = block((x, corner[1] - 0.002, z), (x + 0.14 * d, w / 2 - 0.003, z + 0.0025), bevel=0.0005)
        yield Piece("tabs", tab, plain(colour, 0.1))
    for x in (-0.14 * d, 0.14 * d):
        root, far = -w / 2 + 0.016, -w / 2 + 0.054
        arch = curve(
            [
                (x, root, board),
                (x, root, h * 0.6),
                (x, (root + far) / 2, lid - 0.006),
                (x, far, h * 0.6),
                (x, far, board),
            ]
        )
        yield Piece("rings", sweep(arch, 0.0018, sides=8, up=(1.0, 0.0, 0.0)), CHROME)
    plate = block((-0.2 * d, -w / 2 + 0.008, board), (0.2 * d, -w / 2 + 0.06, board + 0.003), bevel=0.001)
    yield Piece("rings", plate, CHROME)
    yield from _binder_back(make, luck.choice(("TAXES", "HOUSE", "RECIPES", "LETTERS")))
    yield from _binder_fittings(make)


def _binder_back(make: Making, text: str) -> Iterator[Piece]:
    """The label and the hole for a finger on a binder's back."""
    d, w, h = make.size
    ground = rgb("f4f2ea") if total_of(make.rgb) < 1.8 else rgb("2f5f9e")
    paper: Finish = printed(
        "name_print", 0.0, ground=ground, letters=readable_on(ground), text=text, shape=3.2, rule=True
    )
    z0, z1 = h * 0.14, h * 0.86
    yield Piece("label", face("right", (-0.16 * d, -w / 2, z0), (0.44 * d, w / 2, z1), 0.0004), paper)
    radius = min(0.34 * h, 0.017)
    rim = [(radius * 0.7, -0.001), (radius, -0.001), (radius, 0.001), (radius * 0.7, 0.001), (radius * 0.7, -0.001)]
    hole = [(0.0, -0.0007), (radius * 0.72, -0.0007), (radius * 0.72, 0.0007), (0.0, 0.0007)]
    for line, finish in ((rim, CHROME), (hole, plain("1d1d1f", 0.0))):
        round_part = lathe(line, sides=24).turned("x", 90.0).moved(-0.33 * d, -w / 2, h * 0.5)
        yield Piece("eyelet", round_part, finish)


def _binder_fittings(make: Making) -> Iterator[Piece]:
    """What is riveted to a binder's lid: rims of the slots that its arches come through, and two steel corners."""
    d, w, h = make.size
    low, back, front = h - 0.0004, -w / 2, w / 2
    for x in (-0.14 * d, 0.14 * d):
        rim = slab((x - 0.013, back + 0.012, low), (x + 0.013, back + 0.022, h), radius=0.005, bevel=0.0002)
        hole = slab((x - 0.01, back + 0.0145, low), (x + 0.01, back + 0.0195, h + 0.0002), radius=0.0025, bevel=0.0001)
        yield Piece("slot", rim.moved(0.0, 0.0, 0.0004), CHROME, joint="lid")
        yield Piece("slot", hole.moved(0.0, 0.0, 0.0004), plain("2a2a2c", 0.0), joint="lid")
    for x0, x1 in ((-d / 2, -d / 2 + 0.03), (d / 2 - 0.03, d / 2)):
        corner = block((x0, front - 0.03, low), (x1, front, h + 0.0004), bevel=0.0004)
        yield Piece("corner", corner, CHROME, joint="lid")
