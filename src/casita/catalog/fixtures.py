"""Body plans of what is built into kitchens and bathrooms: sinks, baths, toilets, counters, cookers.

They are made of parts that are objects of their own; `forms.py` has the plans of everything else.
"""

from __future__ import annotations

from casita.catalog.form import Cavity, Form, Handle, Joint, Part, Solid, Surface
from casita.catalog.forms import case


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
    oven front), "open" (knee room) or "blind" (the corner of two runs, that nothing opens into).
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
        if unit == "blind":
            solids.append(Solid(x=(0.02, front), y=(right, left), z=(plinth, COUNTER_SLAB)))
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


FIXTURES = {plan.__name__: plan for plan in (sink, bath, toilet, counter, range_cooker)}
"""The plans of this file by the name that rows use."""
