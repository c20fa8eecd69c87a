"""The body plans that rows of the catalogue name: `form = { name = "table", top = 0.05 }`.

Each function is one plan; its keywords are the row's settings and its docstring says what it
stands for. All figures are fractions of the box (see `form.py` for the axes).
"""

from __future__ import annotations

from casita.catalog.form import Cavity, Form, Handle, Joint, Part, Range, Solid, Surface

FULL: Range = (0.0, 1.0)


def block(*, top: bool = False) -> Form:
    """A plain box; with `top`, things can stand on it."""
    surfaces = (Surface("top", 1.0, (0.02, 0.98), (0.02, 0.98)),) if top else ()
    return Form(solids=(Solid(),), surfaces=surfaces)


def drum(*, top: bool = False) -> Form:
    """An upright cylinder: a can, a roll, a candle."""
    surfaces = (Surface("top", 1.0, (0.1, 0.9), (0.1, 0.9), round=True),) if top else ()
    return Form(solids=(Solid("cylinder"),), surfaces=surfaces)


def ball() -> Form:
    """A ball or an egg shape."""
    return Form(solids=(Solid("ball"),))


def bottle(*, shoulder: float = 0.6, neck: float = 0.35) -> Form:
    """A round body up to `shoulder` of the height with a neck of `neck` of the width."""
    low, high = 0.5 - neck / 2, 0.5 + neck / 2
    return Form(
        solids=(
            Solid("cylinder", z=(0.0, shoulder)),
            Solid("cylinder", (low, high), (low, high), (shoulder, 1.0)),
        )
    )


def vessel(*, wall: float = 0.08, base: float = 0.06, body: Range = FULL) -> Form:
    """An open round hollow: a cup, bowl or pot. `body` is the part of the width without the handle."""
    low, high = body[0] + wall * (body[1] - body[0]), body[1] - wall * (body[1] - body[0])
    solids = [Solid("cylinder", y=body, z=(0.0, base)), Solid("tube", y=body, z=(base, 1.0), inner=1 - 2 * wall)]
    if body[1] < 1.0:
        solids.append(Solid("box", (0.4, 0.6), (body[1], 1.0), (0.2, 0.85)))
    hollow = Cavity("inside", (wall, 1 - wall), (low, high), (base, 1.0), open_top=True, round=True)
    return Form(solids=tuple(solids), cavities=(hollow,))


def pan(*, wall: float = 0.06, base: float = 0.15, disc: float = 0.62, rise: float = 1.0) -> Form:
    """A low round hollow at the back, `disc` of the depth long, with a straight handle to the front."""
    body = (0.0, disc)
    inset = wall * disc
    hollow = Cavity("inside", (inset, disc - inset), (wall, 1 - wall), (base, rise), open_top=True, round=True)
    return Form(
        solids=(
            Solid("cylinder", x=body, z=(0.0, base)),
            Solid("tube", x=body, z=(base, rise), inner=1 - 2 * wall),
            Solid("box", (disc, 1.0), (0.44, 0.56), (0.5, 1.0)),
        ),
        cavities=(hollow,),
    )


def dish(*, flat: float = 0.68) -> Form:
    """A plate or tray: a round disc whose middle, `flat` of its width, takes things."""
    low, high = 0.5 - flat / 2, 0.5 + flat / 2
    return Form(solids=(Solid("cylinder"),), surfaces=(Surface("top", 1.0, (low, high), (low, high), round=True),))


def tray(*, rim: float = 0.04) -> Form:
    """A flat rectangle that things are carried on."""
    inner = (rim, 1 - rim)
    return Form(solids=(Solid(),), surfaces=(Surface("top", 1.0, inner, inner),))


def tub(*, wall: float = 0.05, base: float = 0.05, lid: float = 0.0, round: bool = False) -> Form:
    """An open box or drum that things are put in; with `lid`, a hinged lid that thick closes it."""
    top = 1.0 - lid
    inner, edge = (wall, 1 - wall), (0.0, wall)
    far = (1 - wall, 1.0)
    hollow = Cavity("inside", inner, inner, (base, top), joint="lid" if lid else "", open_top=not lid, round=round)
    solids: tuple[Solid, ...]
    if round:
        solids = (Solid("cylinder", z=(0.0, base)), Solid("tube", z=(base, top), inner=1 - 2 * wall))
    else:
        solids = (
            Solid(z=(0.0, base)),
            Solid(x=edge, z=(base, top)),
            Solid(x=far, z=(base, top)),
            Solid(x=inner, y=edge, z=(base, top)),
            Solid(x=inner, y=far, z=(base, top)),
        )
    if not lid:
        return Form(solids=solids, cavities=(hollow,))
    return Form(
        solids=(*solids, Solid("cylinder" if round else "box", z=(top, 1.0), joint="lid")),
        cavities=(hollow,),
        joints=(Joint("lid", "hinge", "y", -90.0, (0.0, 0.5, 1.0)),),
        handles=(Handle((1.0, 0.5, 1.0), "lid"),),
    )


def table(*, top: float = 0.06, leg: float = 0.06, apron: float = 0.0, round: bool = False) -> Form:
    """A top on four legs; `apron` is the height of the frame under the top."""
    under = 1.0 - top - apron
    near, far = (0.02, 0.02 + leg), (0.98 - leg, 0.98)
    legs = tuple(Solid("box", x, y, (0.0, under)) for x in (near, far) for y in (near, far))
    solids = [Solid("cylinder" if round else "box", z=(1.0 - top, 1.0))]
    if round:
        legs = (
            Solid("cylinder", (0.42, 0.58), (0.42, 0.58), (0.03, under)),
            Solid("cylinder", (0.25, 0.75), (0.25, 0.75), (0.0, 0.03)),
        )
    if apron:
        solids.append(Solid("cylinder" if round else "box", (0.06, 0.94), (0.06, 0.94), (under, 1.0 - top)))
    inner = (0.03, 0.97)
    return Form(solids=(*solids, *legs), surfaces=(Surface("top", 1.0, inner, inner, round=round),))


def drawer_table(
    *, top: float = 0.05, leg: float = 0.08, drawers: int = 1, columns: int = 1, low: float = 0.45
) -> Form:
    """A table or chest on legs with drawers, in rows and columns, between `low` and the top."""
    near, far = (0.0, leg), (1.0 - leg, 1.0)
    legs = tuple(Solid("box", x, y, (0.0, low)) for x in (near, far) for y in (near, far)) if low > 0.02 else ()
    return _chest((Solid(z=(1.0 - top, 1.0)), *legs), low, 1.0 - top, drawers, columns)


def desk(*, top: float = 0.05, drawers: int = 0, pedestal: float = 0.33) -> Form:
    """A work table with knee room; with drawers, a pedestal of them `pedestal` wide on its left."""
    slab = Solid(z=(1.0 - top, 1.0))
    legs = tuple(Solid("box", x, (0.0, 0.04), (0.0, 1.0 - top)) for x in ((0.02, 0.1), (0.9, 0.98)))
    surface = Surface("top", 1.0, (0.03, 0.97), (0.03, 0.97))
    if not drawers:
        more = tuple(Solid("box", x, (0.96, 1.0), (0.0, 1.0 - top)) for x in ((0.02, 0.1), (0.9, 0.98)))
        return Form(solids=(slab, *legs, *more), surfaces=(surface,))
    chest = _chest((slab, *legs), 0.06, 1.0 - top, drawers, 1, y=(1.0 - pedestal, 1.0))
    return Form(solids=chest.solids, surfaces=(surface,), parts=chest.parts)


def _chest(solids: tuple[Solid, ...], low: float, high: float, rows: int, columns: int, y: Range = FULL) -> Form:
    """Panels around a grid of drawer parts between two heights."""
    panel = 0.025
    sides = (Solid(x=(0.0, panel), y=y, z=(low, high)), Solid(y=y, z=(low, low + panel / 2)))
    walls = []
    step = (y[1] - y[0]) / columns
    for column in range(columns + 1):
        at = y[0] + column * step
        walls.append(
            Solid(x=(panel, 1.0), y=(max(y[0], at - panel / 2), min(y[1], at + panel / 2)), z=(low + panel / 2, high))
        )
    parts = []
    tall = (high - low - panel / 2) / rows
    for column in range(columns):
        for row in range(rows):
            left = y[0] + column * step
            bottom = low + panel / 2 + row * tall
            parts.append(
                Part(
                    f"drawer_{column * rows + row + 1}",
                    "drawer",
                    (2 * panel, 1.0),
                    (left + panel, left + step - panel),
                    (bottom + 0.1 * tall, bottom + 0.96 * tall),
                )
            )
    surface = Surface("top", 1.0, (0.03, 0.97), (0.03, 0.97))
    return Form(solids=(*solids, *sides, *walls), surfaces=(surface,), parts=tuple(parts))


def chair(*, seat: float = 0.5, thick: float = 0.06, back: float = 0.1, leg: float = 0.08) -> Form:
    """A seat on legs with a back rest; `back` 0 makes a stool."""
    near, far = (0.0, leg), (1.0 - leg, 1.0)
    legs = tuple(Solid("box", x, y, (0.0, seat - thick)) for x in (near, far) for y in (near, far))
    solids = [Solid(z=(seat - thick, seat)), *legs]
    if back:
        solids.append(Solid(x=(0.0, back), z=(seat, 1.0)))
    return Form(solids=tuple(solids), surfaces=(Surface("seat", seat, (back + 0.03, 0.97), (0.05, 0.95)),))


def sofa(*, seat: float = 0.45, back: float = 0.25, arm: float = 0.1, arm_height: float = 0.65) -> Form:
    """A soft seat with a back and two arms."""
    return Form(
        solids=(
            Solid(z=(0.0, seat)),
            Solid(x=(0.0, back), z=(seat, 1.0)),
            Solid(x=(back, 1.0), y=(0.0, arm), z=(seat, arm_height)),
            Solid(x=(back, 1.0), y=(1.0 - arm, 1.0), z=(seat, arm_height)),
        ),
        surfaces=(Surface("seat", seat, (back + 0.02, 0.97), (arm + 0.02, 0.98 - arm)),),
    )


def bed(*, mattress: float = 0.6, headboard: float = 0.05) -> Form:
    """A mattress, `mattress` of the height, with a head board at the back."""
    return Form(
        solids=(Solid(x=(headboard, 1.0), z=(0.0, mattress)), Solid(x=(0.0, headboard))),
        surfaces=(Surface("mattress", mattress, (headboard + 0.02, 0.98), (0.03, 0.97)),),
    )


def case(
    *,
    wall: float = 0.04,
    door: float = 0.04,
    levels: int = 1,
    hinge: str = "right",
    top: bool = False,
    low: float = 0.0,
    opens: float = 90.0,
) -> Form:
    """A closed box with a door in front: a cabinet, fridge, oven, safe.

    `levels` is the number of shelves with the floor, `hinge` the side the door turns on ("right",
    "left", or "bottom" for an oven), `low` the height of a plinth, `top` whether things can stand on it.
    """
    front = 1.0 - door
    inner_z = (low + wall, 1.0 - wall)
    step = (inner_z[1] - inner_z[0]) / levels
    boards = tuple(inner_z[0] + step * level for level in range(levels))
    thickness = min(0.02, step / 10)
    shelves = tuple(Solid(x=(wall, front - 0.02), y=(wall, 1 - wall), z=(z - thickness, z)) for z in boards[1:])
    shell = (
        Solid(x=(0.0, front), z=(0.0, low + wall)),
        Solid(x=(0.0, front), z=(1.0 - wall, 1.0)),
        Solid(x=(0.0, wall), z=inner_z),
        Solid(x=(wall, front), y=(0.0, wall), z=inner_z),
        Solid(x=(wall, front), y=(1.0 - wall, 1.0), z=inner_z),
    )
    leaf = Solid("box", (front, 1.0), FULL, (low, 1.0), joint="door")
    joints = {
        "right": (Joint("door", "hinge", "z", -opens, (1.0, 0.0, 0.5)), Handle((1.0, 0.9, 0.55), "door")),
        "left": (Joint("door", "hinge", "z", opens, (1.0, 1.0, 0.5)), Handle((1.0, 0.1, 0.55), "door")),
        "bottom": (Joint("door", "hinge", "y", 90.0, (1.0, 0.5, low)), Handle((1.0, 0.5, 0.92), "door")),
    }
    joint, handle = joints[hinge]
    hollow = Cavity("inside", (wall, front - 0.01), (wall, 1 - wall), inner_z, boards, joint="door")
    return Form(
        solids=(*shell, *shelves, leaf),
        surfaces=(Surface("top", 1.0, (0.05, 0.95), (0.05, 0.95)),) if top else (),
        cavities=(hollow,),
        joints=(joint,),
        handles=(handle,),
    )


def drawer(*, wall: float = 0.04, base: float = 0.08, travel: float = 0.75, front: float = 0.05) -> Form:
    """A box that slides out of the furniture it is part of."""
    inner = (wall, 1.0 - front)
    sides = (wall, 1.0 - wall)
    return Form(
        solids=(
            Solid(z=(0.0, base), joint="slide"),
            Solid(x=(0.0, wall), z=(base, 0.9), joint="slide"),
            Solid(x=(1.0 - front, 1.0), z=(base, 1.0), joint="slide"),
            Solid(x=inner, y=(0.0, wall), z=(base, 0.9), joint="slide"),
            Solid(x=inner, y=(1.0 - wall, 1.0), z=(base, 0.9), joint="slide"),
        ),
        cavities=(Cavity("inside", inner, sides, (base, 0.98), joint="slide"),),
        joints=(Joint("slide", "slide", "x", travel),),
        handles=(Handle((1.0, 0.5, 0.6), "slide"),),
    )


def shelves(*, levels: int = 4, panel: float = 0.03, board: float = 0.02, backed: bool = True) -> Form:
    """Side panels with `levels` boards between them, each a shelf of its own, and a top."""
    step = (1.0 - board) / levels
    sides = [Solid(y=(0.0, panel)), Solid(y=(1.0 - panel, 1.0)), Solid(y=(panel, 1 - panel), z=(1.0 - board, 1.0))]
    if backed:
        sides.append(Solid(x=(0.0, 0.03), y=(panel, 1 - panel), z=(0.0, 1.0 - board)))
    parts = []
    for level in range(levels):
        bottom = level * step + (0.02 if level == 0 else 0.0)
        parts.append(
            Part(
                f"shelf_{level + 1}",
                "shelf",
                (0.03, 1.0),
                (panel, 1 - panel),
                (bottom, bottom + step - board),
                variant="board",
            )
        )
    return Form(solids=tuple(sides), surfaces=(Surface("top", 1.0, (0.05, 0.95), (0.05, 0.95)),), parts=tuple(parts))


def board(*, thick: float = 0.06) -> Form:
    """A shelf: a board at the bottom of the box, with the room above it that belongs to it."""
    return Form(
        solids=(Solid(z=(0.0, thick)),),
        surfaces=(Surface("top", thick, (0.03, 0.97), (0.02, 0.98), headroom=1.0 - thick),),
    )


def panel() -> Form:
    """A thin thing on a wall or on its edge: a picture, a mirror, a window."""
    return Form(solids=(Solid(),))


def clamshell(*, base: float = 0.5, opens: float = 105.0, hinge: str = "back") -> Form:
    """Two leaves that lie on each other: a laptop (hinged at the back), a book (on its right)."""
    if hinge == "back":
        joint = Joint("lid", "hinge", "y", -opens, (0.0, 0.5, base))
        grip = Handle((1.0, 0.5, 1.0), "lid")
    else:
        joint = Joint("lid", "hinge", "x", opens, (0.5, 0.0, base))
        grip = Handle((0.5, 1.0, 1.0), "lid")
    return Form(solids=(Solid(z=(0.0, base)), Solid(z=(base, 1.0), joint="lid")), joints=(joint,), handles=(grip,))


def folding(*, folds: int = 6, along: str = "z") -> Form:
    """Cloth or slats that cover the whole box when closed and are gathered at one end when open.

    `along` z gathers at the top (blinds), y at the right (a shower curtain).
    """
    leaves, joints = [], []
    for number in range(folds):
        x = (number / folds, (number + 1) / folds)
        joint = f"fold_{number}" if number else ""
        if along == "z":
            span = (1.0 - (number + 1) / folds, 1.0 - number / folds)
            leaves.append(Solid(x=x, z=span, joint=joint))
        else:
            span = (number / folds, (number + 1) / folds)
            leaves.append(Solid(x=x, y=span, joint=joint))
        if number:
            travel = number / folds if along == "z" else -number / folds
            joints.append(Joint(joint, "slide", "z" if along == "z" else "y", travel))
    grip = (1.0, 0.5, 0.0) if along == "z" else (1.0, 1.0, 0.5)
    return Form(solids=tuple(leaves), joints=tuple(joints), handles=(Handle(grip, joints[-1].name),))


def rail(*, bar: float = 0.12, back: float = 0.3) -> Form:
    """A bar on the wall that cloth or a roll hangs from; the box takes in what hangs there."""
    hook = Cavity("bar", (back, 1.0), (0.02, 0.98), (0.0, 1.0), hang=True)
    return Form(solids=(Solid(x=(0.0, back), z=(1.0 - bar, 1.0)),), cavities=(hook,))


def basin(*, wall: float = 0.03, base: float = 0.08) -> Form:
    """The hollow of a sink or bath."""
    inner = (wall, 1 - wall)
    return Form(
        solids=(
            Solid(z=(0.0, base)),
            Solid(x=(0.0, wall), z=(base, 1.0)),
            Solid(x=(1 - wall, 1.0), z=(base, 1.0)),
            Solid(x=inner, y=(0.0, wall), z=(base, 1.0)),
            Solid(x=inner, y=(1 - wall, 1.0), z=(base, 1.0)),
        ),
        cavities=(Cavity("inside", inner, inner, (base, 1.0), open_top=True),),
    )


def lamp(*, shade: float = 0.45, stem: float = 0.12, foot: float = 0.06, spread: float = 0.55) -> Form:
    """A foot, a stem and a shade that fills the top `shade` of the height."""
    middle = (0.5 - stem / 2, 0.5 + stem / 2)
    base = (0.5 - spread / 2, 0.5 + spread / 2)
    return Form(
        solids=(
            Solid("cylinder", base, base, (0.0, foot)),
            Solid("cylinder", middle, middle, (foot, 1.0 - shade)),
            Solid("cylinder", z=(1.0 - shade, 1.0)),
        )
    )


def sink(*, rim: float = 0.06, faucet: float = 0.2, column: float = 0.0) -> Form:
    """A rim around a basin with a faucet behind it; `column` is the height of a pedestal below."""
    inner_x, inner_y = (faucet, 1.0 - rim), (rim, 1.0 - rim)
    lip = (column + (1.0 - column) * 0.85, 1.0)
    solids = [
        Solid(x=(0.0, faucet), z=lip),
        Solid(x=(1.0 - rim, 1.0), z=lip),
        Solid(x=inner_x, y=(0.0, rim), z=lip),
        Solid(x=inner_x, y=(1.0 - rim, 1.0), z=lip),
    ]
    if column:
        solids.append(Solid("cylinder", (0.3, 0.65), (0.35, 0.65), (0.0, column)))
    middle = (0.5 - 0.06, 0.5 + 0.06)
    spout = 1.0 + 1.6 * (1.0 - column)
    return Form(
        solids=tuple(solids),
        parts=(
            Part("basin", "sink_basin", inner_x, inner_y, (column, 1.0)),
            Part("faucet", "faucet", (0.03, 0.55), middle, (1.0, spout)),
        ),
        controls=(("faucet", "basin"),),
    )


def bath(*, rim: float = 0.06, wall: float = 0.3) -> Form:
    """A bath tub: a rim around a basin, a faucet at its right end."""
    inner = (2 * rim, 1.0 - 2 * rim)
    long = (2 * rim, 1.0 - rim)
    return Form(
        solids=(
            Solid(x=(0.0, inner[0])),
            Solid(x=(inner[1], 1.0)),
            Solid(x=inner, y=(0.0, long[0])),
            Solid(x=inner, y=(long[1], 1.0)),
            Solid(x=inner, y=long, z=(0.0, wall)),
        ),
        surfaces=(Surface("rim", 1.0, (0.0, inner[0]), (0.02, 0.98)),),
        parts=(
            Part("basin", "bathtub_basin", inner, long, (wall, 1.0)),
            Part("faucet", "faucet", (0.44, 0.56), (0.01, 0.16), (1.0, 1.3), yaw=90.0),
        ),
        controls=(("faucet", "basin"),),
    )


def toilet(*, tank: float = 0.25, seat: float = 0.48, lid: float = 0.04) -> Form:
    """A bowl with a lid in front of a tank whose top takes small things."""
    rim = seat - lid
    bowl = (tank + 0.06, 0.94)
    return Form(
        solids=(
            Solid(x=(0.0, tank), y=(0.05, 0.95)),
            Solid(x=(tank, 1.0), y=(0.15, 0.85), z=(0.0, 0.2)),
            Solid(x=(tank, bowl[0]), y=(0.12, 0.88), z=(0.2, rim)),
            Solid(x=(bowl[1], 1.0), y=(0.12, 0.88), z=(0.2, rim)),
            Solid(x=bowl, y=(0.12, 0.2), z=(0.2, rim)),
            Solid(x=bowl, y=(0.8, 0.88), z=(0.2, rim)),
            Solid(x=(tank + 0.02, 1.0), y=(0.12, 0.88), z=(rim, seat), joint="lid"),
        ),
        surfaces=(Surface("tank", 1.0, (0.01, tank - 0.01), (0.08, 0.92)),),
        cavities=(Cavity("bowl", bowl, (0.2, 0.8), (0.2, rim), joint="lid"),),
        joints=(Joint("lid", "hinge", "y", -88.0, (tank + 0.02, 0.5, seat)),),
        handles=(Handle((1.0, 0.5, seat), "lid"),),
    )


COUNTER_SLAB = 0.95
"""Where the underside of a work top is, as a fraction of a counter's height."""


def counter(*, units: list[str], plinth: float = 0.1, overhang: float = 0.03) -> Form:
    """A kitchen or bathroom counter: a work top over units of equal width, named from its right.

    A unit is "cabinet", "drawers" (three), "mixed" (a drawer over a cabinet), "sink" (let into the
    top over a cabinet), "basin" (the same over knee room), "stove" (four burners with knobs over an
    oven front) or "open" (knee room).
    """
    width = 1.0 / len(units)
    solids: list[Solid] = [Solid(x=(0.0, 0.02), z=(0.0, COUNTER_SLAB))]
    surfaces: list[Surface] = []
    parts: list[Part] = []
    controls: list[tuple[str, str]] = []
    seen: dict[str, int] = {}

    def named(kind: str) -> str:
        seen[kind] = seen.get(kind, 0) + 1
        return f"{kind}_{seen[kind]}"

    front = 1.0 - overhang
    for index, unit in enumerate(units):
        right, left = index * width, (index + 1) * width
        inset = 0.01 * width
        y = (right + inset, left - inset)
        if unit not in ("open", "basin"):
            solids.append(Solid(x=(0.02, front - 0.06), y=(right, left), z=(0.0, plinth - 0.01)))
        doors = {"cabinet": (plinth, 0.94), "sink": (plinth, 0.72), "stove": (plinth, 0.84), "mixed": (plinth, 0.74)}
        if unit in doors:
            parts.append(
                Part(
                    named("cabinet"), "cabinet", (0.03, front), y, doors[unit], variant="left" if index % 2 else "plain"
                )
            )
        if unit == "mixed":
            parts.append(Part(named("drawer"), "drawer", (0.03, front), y, (0.76, 0.94)))
        if unit == "drawers":
            for bottom, top in ((plinth, 0.4), (0.42, 0.68), (0.7, 0.94)):
                parts.append(Part(named("drawer"), "drawer", (0.03, front), y, (bottom, top)))
        if unit in ("sink", "basin"):
            hole_x, hole_y = (0.08, 0.9), (right + 0.2 * width, left - 0.2 * width)
            solids += [
                Solid(x=(0.0, hole_x[0]), y=(right, left), z=(COUNTER_SLAB, 1.0)),
                Solid(x=(hole_x[1], 1.0), y=(right, left), z=(COUNTER_SLAB, 1.0)),
                Solid(x=hole_x, y=(right, hole_y[0]), z=(COUNTER_SLAB, 1.0)),
                Solid(x=hole_x, y=(hole_y[1], left), z=(COUNTER_SLAB, 1.0)),
            ]
            parts.append(Part(named("sink"), "sink", hole_x, hole_y, (0.83, 1.0)))
            for low, high in ((right, hole_y[0]), (hole_y[1], left)):
                surfaces.append(Surface(named("top"), 1.0, (0.04, 0.96), (low + 0.01 * width, high - 0.01 * width)))
            continue
        solids.append(Solid(y=(right, left), z=(COUNTER_SLAB, 1.0)))
        if unit == "stove":
            for x in ((0.14, 0.47), (0.53, 0.86)):
                for y_low, y_high in ((0.08, 0.46), (0.54, 0.92)):
                    burner, knob = named("burner"), named("knob")
                    at = right + width * (0.1 + 0.22 * (len(controls) % 4))
                    parts.append(
                        Part(burner, "stove_burner", x, (right + y_low * width, right + y_high * width), (1.0, 1.012))
                    )
                    parts.append(Part(knob, "stove_knob", (front, 1.03), (at, at + 0.1 * width), (0.87, 0.93)))
                    controls.append((knob, burner))
            continue
        surfaces.append(Surface(named("top"), 1.0, (0.04, 0.96), (right + 0.02 * width, left - 0.02 * width)))
    return Form(solids=tuple(solids), surfaces=_joined(surfaces), parts=tuple(parts), controls=tuple(controls))


def _joined(surfaces: list[Surface]) -> tuple[Surface, ...]:
    """Neighbouring pieces of work top made into one."""
    merged: list[Surface] = []
    for surface in surfaces:
        if merged and surface.y[0] - merged[-1].y[1] < 0.05:
            merged[-1] = Surface(merged[-1].name, 1.0, surface.x, (merged[-1].y[0], surface.y[1]))
        else:
            merged.append(surface)
    return tuple(merged)


def range_cooker(*, knobs: float = 0.86) -> Form:
    """A stove that stands by itself: an oven with a door that drops, four burners, their knobs."""
    oven = case(wall=0.06, door=0.06, levels=2, hinge="bottom", low=0.1)
    parts, controls = [], []
    for row, x in enumerate(((0.14, 0.46), (0.54, 0.86))):
        for column, y in enumerate(((0.08, 0.46), (0.54, 0.92))):
            number = row * 2 + column + 1
            at = 0.12 + 0.2 * (number - 1)
            parts.append(Part(f"burner_{number}", "stove_burner", x, y, (1.0, 1.012)))
            parts.append(Part(f"knob_{number}", "stove_knob", (1.0, 1.05), (at, at + 0.08), (knobs, knobs + 0.06)))
            controls.append((f"knob_{number}", f"burner_{number}"))
    body = tuple(Solid(s.shape, s.x, s.y, (s.z[0] * 0.82, s.z[1] * 0.82), s.joint, s.inner) for s in oven.solids)
    hollow = oven.cavities[0]
    inside = Cavity(
        "oven",
        hollow.x,
        hollow.y,
        (hollow.z[0] * 0.82, hollow.z[1] * 0.82),
        tuple(z * 0.82 for z in hollow.levels),
        "door",
    )
    hinge = Joint("door", "hinge", "y", 90.0, (1.0, 0.5, 0.082))
    return Form(
        solids=(*body, Solid(z=(0.83, 1.0))),
        cavities=(inside,),
        joints=(hinge,),
        handles=(Handle((1.0, 0.5, 0.76), "door"),),
        parts=tuple(parts),
        controls=tuple(controls),
    )


FORMS = {
    plan.__name__: plan
    for plan in (
        *(block, drum, ball, bottle, vessel, pan, dish, tray, tub, panel, board, lamp, rail, folding, clamshell),
        *(table, drawer_table, desk, chair, sofa, bed, case, drawer, shelves),
        *(basin, sink, bath, toilet, counter, range_cooker),
    )
}
"""Every body plan by the name that rows use."""
