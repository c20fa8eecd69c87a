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


def dish(*, flat: float = 0.68, well: float = 0.35) -> Form:
    """A plate: a round disc with a rim around a well, `flat` of its width and at that height, that takes things."""
    low, high = 0.5 - flat / 2, 0.5 + flat / 2
    return Form(
        solids=(Solid("cylinder", z=(0.0, well)), Solid("tube", z=(well, 1.0), inner=flat)),
        surfaces=(Surface("top", well, (low, high), (low, high), round=True, rim=1.0 - well),),
    )


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
    panel: float = 0.0,
) -> Form:
    """A closed box with a door in front: a cabinet, fridge, oven, safe.

    `levels` is the number of shelves with the floor, `hinge` the side the door turns on ("right", "left", "bottom"
    for an oven, or "both" for two doors side by side), `low` the height of a plinth, `top` whether things can stand
    on it, `panel` the share of its width on the left that does not open: a microwave's keys and what is behind them.
    """
    front, left = 1.0 - door, 1.0 - max(wall, panel)
    inner_z = (low + wall, 1.0 - wall)
    step = (inner_z[1] - inner_z[0]) / levels
    boards = tuple(inner_z[0] + step * level for level in range(levels))
    thickness = min(0.02, step / 10)
    shelves = tuple(Solid(x=(wall, front - 0.02), y=(wall, left), z=(z - thickness, z)) for z in boards[1:])
    shell = (
        Solid(x=(0.0, front), z=(0.0, low + wall)),
        Solid(x=(0.0, front), z=(1.0 - wall, 1.0)),
        Solid(x=(0.0, wall), z=inner_z),
        Solid(x=(wall, front), y=(0.0, wall), z=inner_z),
        Solid(x=(wall, front), y=(left, 1.0), z=inner_z),
        *((Solid(x=(front, 1.0), y=(1.0 - panel, 1.0), z=(low, 1.0)),) if panel else ()),
    )
    edge = 1.0 - panel
    on_right = Joint("door", "hinge", "z", -opens, (1.0, 0.0, 0.5))
    doors = {
        "right": (on_right,),
        "left": (Joint("door", "hinge", "z", opens, (1.0, edge, 0.5)),),
        "bottom": (Joint("door", "hinge", "y", 90.0, (1.0, 0.5, low)),),
        "both": (on_right, Joint("left_door", "hinge", "z", opens, (1.0, edge, 0.5))),
    }
    handles = {
        "right": (Handle((1.0, 0.9 * edge, 0.55), "door"),),
        "left": (Handle((1.0, 0.1, 0.55), "door"),),
        "bottom": (Handle((1.0, 0.5, 0.92), "door"),),
        "both": (Handle((1.0, 0.46, 0.55), "door"), Handle((1.0, 0.54, 0.55), "left_door")),
    }
    joints = doors[hinge]
    wide = edge / len(joints)
    leaves = tuple(
        Solid("box", (front, 1.0), (number * wide, (number + 1) * wide), (low, 1.0), joint=joint.name)
        for number, joint in enumerate(joints)
    )
    hollow = Cavity("inside", (wall, front - 0.01), (wall, left), inner_z, boards, joint="door")
    return Form(
        solids=(*shell, *shelves, *leaves),
        surfaces=(Surface("top", 1.0, (0.05, 0.95), (0.05, 0.95)),) if top else (),
        cavities=(hollow,),
        joints=joints,
        handles=handles[hinge],
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


FORMS = {
    plan.__name__: plan
    for plan in (
        *(block, drum, ball, bottle, vessel, pan, dish, tray, tub, panel, board, lamp, rail, folding, clamshell),
        *(table, drawer_table, desk, chair, sofa, bed, case, drawer, shelves, basin),
    )
}
"""The plans of this file by the name that rows use; `fixtures.py` has more."""
