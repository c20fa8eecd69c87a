"""What can stand in the blank of a template: each kind of blank draws something that one story has.

A draw is only a proposal: the program is run with it, and says whether the question can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from casita.benchmarks.env_qa.asking.lookup import Description
from casita.benchmarks.env_qa.asking.phrases import Words, done, said, the
from casita.benchmarks.env_qa.asking.pools import Pools
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.vocabulary import NOTHING, PARTICIPLES
from casita.catalog import catalog
from casita.seeds import Stream

CHANGED_FIRST = 0.75
"""How often a thing that changes in the video is asked about, where there is one; or else any."""

RIGHT = 0.5
"""How often a yes-or-no question is filled with what is so."""

COUNTED = (
    *("book", "pillow", "mug", "cup", "plate", "bowl", "knife", "fork", "spoon", "pencil", "pen", "chair", "box"),
    *("towel", "cloth", "candle", "soap bar", "toilet paper", "apple", "potato", "bottle", "painting", "window"),
    *("drawer", "cabinet", "shelf", "house plant", "newspaper", "cd", "vase", "stove burner", "light switch"),
)
"""Names that are asked for by number though none may be there."""


class Blank(NamedTuple):
    """What stands in a blank."""

    node: Any
    """In the program."""
    words: Words
    """In the text."""
    name: str
    """Its bare name or value."""


Chosen = Mapping[str, Blank]
"""The blanks that are filled already."""


Draw = Callable[[Pools, Chosen, Stream], Blank | None]
"""Draws what stands in a blank; None if the story has nothing for it."""


def _one(options: list[Blank], draw: Stream) -> Blank | None:
    return draw.choice(options) if options else None


def _thing(name: str, how: str = "thing") -> Blank:
    return Blank([how, name], the(name), name)


def having(aspect: str, apart: str = "") -> Draw:
    """A thing that has an aspect, other than the one in the blank `apart`."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        changed, every = pools.having(aspect)
        names = changed if changed and draw.chance(CHANGED_FIRST) else every
        other = chosen[apart].name if apart else ""
        return _one([_thing(name) for name in names if name != other], draw)

    return drawn


def looking(attribute: str, apart: str = "") -> Draw:
    """A thing that is the only one of its name that was seen, with a colour or a material."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        other = chosen[apart].name if apart else ""
        things = pools.lookup.story.things
        names = [name for name, one in pools.single.items() if name != other and getattr(things[one], attribute)]
        return _one([_thing(name, "only") for name in names], draw)

    return drawn


def acted_on(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """A thing that something was done to."""
    return _one([_thing(name) for name in pools.acted if name in pools.things], draw)


def acted_again(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """A thing that several things were done to."""
    counts = {name: sum(pools.lookup.roles[one].object1 == name for one in pools.lookup.events) for name in pools.acted}
    return _one([_thing(name) for name, count in counts.items() if count > 1 and name in pools.things], draw)


def _event(pools: Pools, number: int) -> Blank:
    roles = pools.lookup.roles[number]
    return Blank(["event", roles.filled()], said(roles), str(number))


def event(*apart: str) -> Draw:
    """An event, other than those in the blanks `apart`."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        taken = {chosen[blank].name for blank in apart}
        return _one([_event(pools, number) for number in pools.events if str(number) not in taken], draw)

    return drawn


def later(blank: str, gap: int = 0) -> Draw:
    """An event after the one in a blank; with a gap of so many events between them, if there is one."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        order = pools.lookup.events
        start = order.index(int(chosen[blank].name))
        after = order[start + 1 :] if not gap else order[start + gap + 1 : start + gap + 2]
        return _one([_event(pools, number) for number in after if number in pools.events], draw)

    return drawn


MOMENTS = ("beginning", "end", "before", "after", "between")


def moment(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """A moment: the beginning, the end, before or after an event, or after one and before another."""
    kind = draw.choice(MOMENTS)
    if kind in ("beginning", "end"):
        return Blank([kind], Words(f"at the {kind} of the video"), kind)
    one = event()(pools, chosen, draw)
    if one is None:
        return None
    if kind != "between":
        return Blank([kind, one.node], Words(f"{kind} {one.words}"), kind)
    other = later("one")(pools, {"one": one}, draw)
    if other is None:
        return None
    return Blank([kind, one.node, other.node], Words(f"after {one.words} and before {other.words}"), kind)


def _described(description: Description, words: Words) -> Blank:
    return Blank(description, words, description["action"])


def deed(*roles: str) -> Draw:
    """Something that was done, by its action and some further roles, as said of the thing: "moved to the sink"."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        options = []
        for number in pools.lookup.events:
            filled = pools.lookup.filled[number]
            if all(role in filled for role in roles):
                own = {role: filled[role] for role in ("action", *roles)}
                if own["action"] == "making":
                    own["adjective"] = filled["adjective"]
                options.append(_described(own, done(RoleAnswer(**own)) if roles else Words(PARTICIPLES[own["action"]])))
        return _one(options, draw)

    return drawn


def acting(action: str, prep: str = "", *roles: str) -> Draw:
    """A thing that an action was done to, with a preposition (any, if it is empty) and what is in further roles.

    The whole is an event.
    """

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        options = []
        for number in pools.lookup.events:
            own = pools.lookup.filled[number]
            if own["action"] == action and all(role in own for role in roles) and prep in ("", own.get("prep")):
                node = {"action": action, "object1": own["object1"], **({"prep": prep} if prep else {})}
                options.append(Blank(["event", node], the(own["object1"]), own["object1"]))
        return _one(options, draw)

    return drawn


def hit(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """A thing that something was thrown at, as the event that it was hit in."""
    options = []
    for number in pools.lookup.events:
        own = pools.lookup.filled[number]
        if own["action"] == "throwing" and "object2" in own:
            options.append(Blank(["event", {"action": "throwing", "object2": own["object2"]}], the(own["object2"]), ""))
    return _one(options, draw)


def possible_deed(blank: str) -> Draw:
    """An action that was done to the thing in a blank, or one that could have been."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        name = chosen[blank].name
        was = {pools.lookup.roles[one].action for one in pools.lookup.events if pools.lookup.roles[one].object1 == name}
        could = sorted(_could(pools, name) - was)
        actions = sorted(was) if draw.chance(RIGHT) else could
        return _one([Blank(action, Words(PARTICIPLES[action]), action) for action in actions], draw)

    return drawn


def _could(pools: Pools, name: str) -> set[str]:
    thing = pools.lookup.story.things[pools.things[name]]
    found = {"moving", "putting", "throwing", "pushing"} if thing.is_loose else set()
    can = {
        ("opening", "closing"): thing.opens,
        ("turning on", "turning off"): thing.turns_on,
        ("making", "cleaning"): thing.gets_dirty,
        ("breaking",): thing.breaks,
        ("slicing",): thing.is_sliceable,
        ("filling", "emptying"): thing.is_fillable,
        ("using up",): thing.type in catalog() and catalog()[thing.type].can("use_up"),
        ("tidying",): not thing.is_loose and pools.lookup.carries(thing.id),
    }
    return found | {action for actions, is_so in can.items() if is_so for action in actions}


def done_to(blank: str, *apart: str) -> Draw:
    """An action that was done to the thing in a blank, other than those in the blanks `apart`."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        name, taken = chosen[blank].name, {chosen[other].name for other in apart}
        was = {pools.lookup.roles[one].action for one in pools.lookup.events if pools.lookup.roles[one].object1 == name}
        return _one([Blank(action, Words(PARTICIPLES[action]), action) for action in sorted(was - taken)], draw)

    return drawn


def undergoing(blank: str, apart: str = "") -> Draw:
    """A thing that what is in a blank was done to, other than the one in the blank `apart`."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        taken = chosen[apart].name if apart else ""
        names = {pools.lookup.roles[number].object1 for number in pools.lookup.fitting(chosen[blank].node)}
        return _one([_thing(name) for name in sorted(names - {taken}) if name in pools.things], draw)

    return drawn


def value_of(blank: str, attribute: str) -> Draw:
    """A colour or a material: that of the thing in a blank, or another that something else has."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        things = pools.lookup.story.things
        own = str(getattr(things[pools.single[chosen[blank].name]], attribute))
        others = sorted({str(getattr(things[one], attribute)) for one in pools.single.values()} - {own, ""})
        values = [own] if draw.chance(RIGHT) or not others else others
        return _one([Blank(value, Words(value), value) for value in values], draw)

    return drawn


def place_for(blank: str) -> Draw:
    """What something is on or in: the thing in a blank at some time, or something else."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        own = sorted(pools.values_of("support", pools.things[chosen[blank].name]))
        values = own if draw.chance(RIGHT) else pools.values("support")
        return _one([_place(*value) for value in values], draw)

    return drawn


def _place(prep: str, name: str) -> Blank:
    return Blank(prep, Words(f"{prep} the {name}"), name)


def any_place(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """What something is on or in at some time."""
    return _one([_place(*value) for value in pools.values("support")], draw)


def neighbour_of(blank: str) -> Draw:
    """What stands beside the thing in a blank at some time, or beside something else."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        own = sorted(pools.values_of("beside", pools.things[chosen[blank].name]))
        values = own if draw.chance(RIGHT) else pools.values("beside")
        names = sorted({name for value in values for name in value} - {chosen[blank].name})
        return _one([_thing(name) for name in names], draw)

    return drawn


def liquid_for(blank: str) -> Draw:
    """What something is filled with: the thing in a blank at some time, or something else."""

    def drawn(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
        own = {value[0] for value in pools.values_of("contents", pools.things[chosen[blank].name])} - {NOTHING}
        values = sorted(own) if own and draw.chance(RIGHT) else ["coffee", "water", "wine"]
        return _one([Blank(value, Words(value), value) for value in values], draw)

    return drawn


def counted(pools: Pools, chosen: Chosen, draw: Stream) -> Blank | None:
    """A name to count things by: of things that were seen, or of some that may not be there."""
    names = sorted(pools.lookup.seen) if draw.chance(CHANGED_FIRST) else list(COUNTED)
    return _one([Blank(name, the(name), name) for name in names], draw)
