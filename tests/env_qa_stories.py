"""Stories for tests: told by hand, or at random; what each verb does to the facts is written here once more."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from casita.benchmarks.env_qa.story.story import Facts, Happening, Story, Thing
from casita.seeds import Stream, stream

SECONDS = 2.0
"""Each event begins so long after the one before, and takes half of it."""


def thing(id: str, name: str, colour: str, material: str, can: str = "") -> Thing:
    """A thing with what can be done to it, as letters: open, turn on, dirty, break, slice, fill, loose."""
    flags = {
        "opens": "o",
        "turns_on": "t",
        "gets_dirty": "d",
        "breaks": "b",
        "is_sliceable": "s",
        "is_fillable": "f",
        "is_loose": "l",
    }
    return Thing(
        id, name.replace(" ", "_"), name, colour, material, **{flag: key in can for flag, key in flags.items()}
    )


THINGS = (
    thing("fridge", "fridge", "silver", "metal", "o"),
    thing("cabinet", "cabinet", "brown", "wood", "o"),
    thing("sink", "sink", "white", "ceramic", "d"),
    thing("counter", "counter top", "black", "marble"),
    thing("table", "dining table", "brown", "wood"),
    thing("floor", "floor", "gray", "tile"),
    thing("bin", "garbage can", "black", "plastic"),
    thing("faucet", "faucet", "silver", "metal", "t"),
    thing("switch", "light switch", "white", "plastic", "t"),
    thing("window", "window", "transparent", "glass", "b"),
    thing("pot", "pot", "silver", "metal", "dfl"),
    thing("mug", "mug", "white", "ceramic", "bdfl"),
    thing("apple", "apple", "red", "food", "sl"),
    thing("knife", "knife", "silver", "metal", "l"),
    thing("roll", "paper towel roll", "white", "paper", "l"),
    thing("book1", "book", "blue", "paper", "ol"),
    thing("book2", "book", "red", "paper", "ol"),
    thing("orange", "orange", "orange", "food", "l"),
)

START = {
    **{one.id: Facts() for one in THINGS},
    "pot": Facts(prep="on", at="counter"),
    "mug": Facts(prep="on", at="table", near=("knife",)),
    "apple": Facts(prep="in", at="fridge"),
    "knife": Facts(prep="on", at="table", near=("mug",)),
    "roll": Facts(prep="on", at="counter"),
    "book1": Facts(prep="on", at="table"),
    "book2": Facts(prep="on", at="counter"),
    "orange": Facts(prep="on", at="counter"),
    "switch": Facts(is_on=True),
}

PLACES = {"sink": "in", "counter": "on", "table": "on", "bin": "in", "fridge": "in", "cabinet": "in", "floor": "on"}


def told(
    *events: str,
    video: str = "hand",
    unseen: Sequence[int] = (),
    hidden: Sequence[str] = (),
    start: dict[str, Facts] = START,
) -> Story:
    """A story of events such as "move pot sink", "fill pot water" or "find mug"; words are ids."""
    moments, happenings = [start], []
    for number, text in enumerate(events):
        happening = _happening(text, number, number not in unseen)
        happenings.append(happening)
        moments.append(_after(moments[-1], happening))
    seconds = SECONDS * (len(events) + 1)
    seen = {one.id: ((0.5, seconds - 0.5),) for one in THINGS if one.id not in hidden}
    return Story(
        video, "kitchen", 0.0, seconds, {one.id: one for one in THINGS}, tuple(happenings), tuple(moments), seen
    )


def _happening(text: str, number: int, is_seen: bool) -> Happening:
    two = ("put near ", "turn on ", "turn off ", "make dirty ", "use up ")
    verb = next((verb.strip() for verb in two if text.startswith(verb)), text.split()[0])
    object_, *rest = text.removeprefix(verb).split()
    other = rest[0] if rest else ""
    starts = SECONDS * (number + 1)
    target, liquid = ("", other) if verb == "fill" else (other, "")
    return Happening(verb, object_, target, liquid, starts, starts + SECONDS / 2, is_seen)


def _after(before: dict[str, Facts], one: Happening) -> dict[str, Facts]:
    """What is so after an event."""
    after = dict(before)
    old = before[one.object]
    new = msgspec.structs.replace
    match one.verb:
        case "move":
            place = one.target or "table"
            after[one.object] = new(old, prep=PLACES.get(place, "on"), at=place, near=())
        case "put near":
            after[one.object] = new(
                old, prep="on", at="floor" if one.target == "bin" else "counter", near=(one.target,)
            )
        case "throw":
            after[one.object] = new(old, prep="on", at="floor", near=())
            if one.target == "window":
                after[one.target] = new(before[one.target], is_broken=True)
        case "open" | "close":
            after[one.object] = new(old, is_open=one.verb == "open")
        case "turn on" | "turn off":
            after[one.object] = new(old, is_on=one.verb == "turn on")
        case "make dirty" | "clean":
            after[one.object] = new(old, is_dirty=one.verb == "make dirty")
        case "fill" | "empty":
            after[one.object] = new(old, liquid=one.liquid)
        case "break":
            after[one.object] = new(old, is_broken=True)
        case "slice":
            after[one.object] = new(old, exists=False)
        case "use up":
            after[one.object] = new(old, is_used_up=True)
        case "tidy":
            for other, facts in before.items():
                if facts.at == one.object:
                    after[other] = new(facts, prep="on", at="floor", near=())
    return after


def legal(facts: dict[str, Facts]) -> list[str]:
    """All events that change something, as texts."""
    things = {one.id: one for one in THINGS if facts[one.id].exists}
    loose = [id for id, one in things.items() if one.is_loose]
    found = [f"move {id} {place}" for id in loose for place in PLACES if place not in ("floor", facts[id].at)]
    found += [f"put near {id} {other}" for id in loose for other in ("bin", "sink")]
    found += [f"{verb} {id}" for id in loose for verb in ("throw", "push")]
    found += [f"throw {id} {other}" for id in loose for other in ("window", "mug") if other != id]
    found += [f"{'close' if facts[id].is_open else 'open'} {id}" for id, one in things.items() if one.opens]
    found += [f"turn {'off' if facts[id].is_on else 'on'} {id}" for id, one in things.items() if one.turns_on]
    found += [f"{'clean' if facts[id].is_dirty else 'make dirty'} {id}" for id, one in things.items() if one.gets_dirty]
    found += [f"empty {id}" for id, one in things.items() if facts[id].liquid]
    found += [
        f"fill {id} {what}" for id, one in things.items() if one.is_fillable for what in ("water", "coffee", "wine")
    ]
    found += [f"break {id}" for id, one in things.items() if one.breaks and not facts[id].is_broken]
    found += [f"slice {id}" for id, one in things.items() if one.is_sliceable]
    found += [] if facts["roll"].is_used_up else ["use up roll"]
    return [*found, "tidy table", "tidy counter"]


def random_story(number: int, events: int) -> Story:
    """A story of so many legal events; the verb is drawn first, so that none is rare."""
    draw = stream(number, "tests", "env_qa")
    start = _stirred(draw)
    done: list[str] = []
    story = told(start=start, video=f"video{number}")
    for _ in range(events):
        options: dict[str, list[str]] = {}
        for text in legal(story.moments[-1]):
            options.setdefault(_happening(text, 0, True).verb, []).append(text)
        done.append(draw.choice(options[draw.choice(sorted(options))]))
        story = told(*done, start=start, video=f"video{number}")
    return story


def _stirred(draw: Stream) -> dict[str, Facts]:
    """Another beginning: states and places by chance."""
    facts = {}
    for id, one in START.items():
        place = draw.choice(sorted(PLACES)) if one.at else ""
        made = {"is_open": draw.chance(0.5), "is_on": draw.chance(0.5), "is_dirty": draw.chance(0.5)}
        liquid = draw.choice(["", "", "water", "coffee"]) if id in ("pot", "mug") else ""
        facts[id] = Facts(prep=PLACES.get(place, ""), at=place, liquid=liquid, **made)
    return facts
