"""Scenes, things and types of things in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casita.catalog import Affordance, Form, ObjectType, catalog
from casita.exact import total_of
from casita.geometry.outlines import area
from casita.scenes.scene import Condition, Relation, Room, Scene, Thing

CAN: dict[Affordance, str] = {
    "pick_up": "be picked up",
    "move": "be pushed and pulled",
    "open": "be opened and closed",
    "toggle": "be switched on and off",
    "break": "break",
    "slice": "be sliced",
    "fill": "be filled",
    "dirty": "get dirty",
    "cook": "be cooked",
    "use_up": "be used up",
    "eat": "be eaten",
    "drink_from": "be drunk from",
    "eat_from": "be eaten from",
    "sit_on": "be sat on",
    "lie_on": "be lain on",
    "wash": "be washed",
    "store": "be put away",
    "discard": "be thrown away",
    "empty_out": "be emptied",
    "takes_trash": "take trash",
    "read": "be read",
    "cuts": "cut other things",
    "cleans": "clean other things",
    "heats": "heat what is on or in it",
    "cools": "cool what is in it",
    "runs_water": "run water",
    "brews_coffee": "brew coffee",
    "lights": "light the room",
    "shows": "show pictures",
    "wets": "pour water on things",
}
"""What a thing can do or have done to it, after the word "can"."""

SYSTEMS = {"ai2thor": "AI2-THOR", "virtualhome": "VirtualHome", "env_qa": "Env-QA", "openimages": "Open Images"}
"""How other systems write their own names."""

HOW: dict[Relation, str] = {
    "on": "on it ",
    "in": "in it ",
    "hung": "hung on it ",
    "part": "part of it ",
    "against": "against it ",
}
"""How something is carried by the thing in the line above."""

LABEL_WIDTH = 14
"""Letters that the left column of a type's card is wide."""


def plain(name: str) -> str:
    """A snake_case name as words."""
    return name.replace("_", " ")


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun: "1 room", "5 rooms"."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def with_article(kind: ObjectType, looks: str) -> str:
    """A type's name with its article and how it looks: "an orange plastic mug", "a pair of black leather boots"."""
    article = ("an" if looks[0] in "aeiou" else "a") if kind.article in ("a", "an") else kind.article
    return f"{article} {looks} {kind.singular}"


def looks(thing: Thing) -> str:
    """What a thing looks like: "a blue ceramic mug"."""
    material = "" if thing.material == thing.kind.singular else f" {thing.material}"
    return with_article(thing.kind, f"{thing.colour}{material}")


def sides(size: Sequence[float]) -> str:
    """Depth, width and height in centimetres."""
    return " x ".join(f"{100 * side:.3g}" for side in size) + " cm"


def where(scene: Scene, thing: Thing) -> str:
    """What carries a thing: "on counter_top_1 (top_1), in kitchen_1"."""
    place = thing.place
    words = {"on": "on", "in": "in", "hung": "hung on", "part": "part of", "against": "against"}[place.relation]
    spot = f" ({place.spot})" if place.spot else ""
    room = scene.room_ids[thing.id]
    return f"{words} {place.of}{spot}" + (f", in {room}" if place.of != room else "")


def state(start: Condition) -> str:
    """The state a thing starts in, if it is anything special: "open, dirty, half full of coffee"."""
    words = [name for name in ("on", "dirty", "broken", "cooked") if getattr(start, name)]
    if start.openness:
        words.insert(0, "open" if start.openness == 1.0 else f"{start.openness:.0%} open")
    if start.liquid:
        words.append(f"{start.level:.0%} full of {start.liquid}")
    if start.amount != 1.0:
        words.append(f"{start.amount:.0%} left")
    return ", ".join(words)


def carried(scene: Scene, thing: Thing) -> str:
    """Everything on, in or part of a thing, with what they carry in brackets."""
    items = []
    for item in scene.contents.get(thing.id, ()):
        inner = carried(scene, item)
        items.append(f"{item.id} ({inner})" if inner else item.id)
    return ", ".join(items)


def describe_thing(scene: Scene, thing: Thing) -> str:
    """All about one thing in a few short lines: what, where, how large and heavy, its state, what it carries."""
    lines = [f"{thing.id}: {looks(thing)}", where(scene, thing), f"{sides(thing.size)}, {thing.mass:.3g} kg"]
    condition = state(thing.start)
    if condition:
        lines.append(condition)
    if thing.controls:
        lines.append(f"switches {', '.join(thing.controls)}")
    if thing.id in scene.contents and thing.type != "floor":
        lines.append(f"carries {carried(scene, thing)}")
    return "\n".join(lines)


def in_room(scene: Scene, room: Room) -> tuple[Thing, ...]:
    """The things in a room."""
    return tuple(thing for thing in scene.things if scene.room_ids[thing.id] == room.id)


class Measures(NamedTuple):
    """How large a scene or a room is."""

    area: float
    """Square metres of floor."""
    objects: int
    types: int
    """How many types its objects are of."""


def measured(rooms: Sequence[Room], things: Sequence[Thing]) -> Measures:
    """How large some rooms with some things are."""
    floor = total_of(area(room.outline) for room in rooms)
    return Measures(floor, len(things), len({thing.type for thing in things}))


def size_in_words(things: Sequence[Thing]) -> str:
    """How many things of how many types."""
    _, objects, types = measured((), things)
    return f"{counted(objects, 'thing')} of {counted(types, 'type')}"


def describe_scene(scene: Scene) -> str:
    """A scene in words: its rooms, and in each the furniture with what is on and in it."""
    floor = total_of(area(room.outline) for room in scene.rooms)
    rooms = counted(len(scene.rooms), "room")
    head = f"{scene.name}: {scene.kind}, {rooms}, {floor:.1f} m², {size_in_words(scene.things)}"
    return "\n\n".join([head, *(_describe_room(scene, room) for room in scene.rooms)]) + "\n"


def _describe_room(scene: Scene, room: Room) -> str:
    things = in_room(scene, room)
    lines = [f"{room.id}: {plain(room.kind)}, {area(room.outline):.1f} m², {size_in_words(things)}"]
    for way in scene.doorways:
        if room.id in way.rooms:
            other = way.rooms[way.rooms[0] == room.id]
            lines.append(f"  {way.id} to {other}")
            lines += _tree(scene, way.id, "    ") if room.id == way.rooms[0] else []
    lines += _tree(scene, room.id, "  ")
    return "\n".join(lines)


def _tree(scene: Scene, carrier: str, indent: str) -> Iterator[str]:
    """One line a thing that something carries, each followed by what it carries itself."""
    for thing in scene.contents.get(carrier, ()):
        if thing.type == "floor":
            yield f"{indent}{thing.id}: {looks(thing)}"
            yield from _tree(scene, thing.id, indent)
            continue
        condition = state(thing.start)
        relation = "" if len(indent) == 2 else HOW[thing.place.relation]
        yield f"{indent}{relation}{thing.id}: {looks(thing)}" + (f" ({condition})" if condition else "")
        yield from _tree(scene, thing.id, indent + "  ")


def describe_type(kind: ObjectType) -> str:
    """A readable card of an object type: what the catalogue knows of it."""
    head = f"{kind.name}: {kind.article} {kind.singular}, several {kind.plural}"
    lines = [head, "-" * len(head)]
    for label, text in _facts(kind):
        lines.append(f"{label:<{LABEL_WIDTH}}{text}".rstrip())
    return "\n".join(lines) + "\n"


def _facts(kind: ObjectType) -> Iterator[tuple[str, str]]:
    """The rows of a type's card: a label, or none if the row goes on with the one before, and its text."""
    yield "found in", ", ".join(plain(room) for room in kind.rooms) or "no generated room yet"
    yield "size", f"{sides(kind.size.usual)} (deep x wide x high)"
    yield "", f"from {sides(kind.size.least)} to {sides(kind.size.most)}"
    yield "mass", f"{kind.mass.usual:.3g} kg, from {kind.mass.least:.3g} to {kind.mass.most:.3g} kg"
    yield "materials", ", ".join(kind.materials)
    yield "colours", ", ".join(kind.colours or _material_colours(kind))
    yield "stands", ", ".join({"part": "built into other things"}.get(stand, f"on a {stand}") for stand in kind.stands)
    yield "can", ", ".join(CAN[affordance] for affordance in kind.affordances) or "do nothing"
    if kind.liquids:
        yield "liquids", ", ".join(kind.liquids)
    if kind.holds:
        yield "takes only", ", ".join(kind.holds)
    yield from _labelled("takes things", _places(kind.forms["plain"]))
    yield from _labelled("parts", _parts(kind.forms["plain"]))
    yield from _labelled("variants", [_variant(kind, name) for name in kind.forms if name != "plain"])
    yield from _labelled("usually", [f"{plain(room)}: {_shares(weights)}" for room, weights in kind.found.items()])
    names = [f"{SYSTEMS.get(system, system)}: {', '.join(called)}" for system, called in kind.aliases.items()]
    yield from _labelled("elsewhere", names)
    if kind.note:
        yield "note", kind.note


def _labelled(label: str, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Rows that share one label."""
    for number, line in enumerate(lines):
        yield ("" if number else label), line


def _material_colours(kind: ObjectType) -> tuple[str, ...]:
    """The colours that a type without its own has from its materials."""
    rows = catalog().materials
    return tuple(dict.fromkeys(colour for material in kind.materials for colour in rows[material].colours))


def _places(form: Form) -> list[str]:
    """Where a body takes other things, and when."""
    found = [f"on its {plain(surface.name.rstrip('_0123456789'))}" for surface in form.surfaces]
    for cavity in form.cavities:
        words = "inside" if cavity.name == "inside" else f"in its {plain(cavity.name)}"
        if cavity.hang:
            words = f"hung from its {plain(cavity.name)}"
        if len(cavity.levels) > 1:
            words += f", on {len(cavity.levels)} shelves"
        found.append(words + (", when open" if cavity.joint else ""))
    return list(dict.fromkeys(found))


def _parts(form: Form) -> list[str]:
    """The parts of a body, counted by type, and what controls what."""
    types = [part.type for part in form.parts]
    rows = [catalog()[type] for type in dict.fromkeys(types)]
    words = [counted(types.count(row.name), row.singular, row.plural) for row in rows]
    lines = [", ".join(words)] if words else []
    if form.controls:
        lines.append(", ".join(f"{plain(one)} switches {plain(other)}" for one, other in form.controls))
    return lines


def _variant(kind: ObjectType, name: str) -> str:
    """A variant in one line: its usual size, where that is its own, what it takes and its parts."""
    form = kind.forms[name]
    words = [sides(kind.variant_sizes[name].usual)] if name in kind.variant_sizes else []
    places = _places(form)
    if places:
        words.append(f"takes things {', '.join(places)}")
    words += _parts(form)[:1]
    return f"{name}: {'; '.join(words)}" if words else name


def _shares(weights: dict[str, float]) -> str:
    """On or in what a thing is found, most often first, in percent."""
    total = total_of(weights.values())
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{plain(type)} {weight / total:.0%}" for type, weight in ranked)
