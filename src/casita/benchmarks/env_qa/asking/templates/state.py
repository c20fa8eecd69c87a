"""Templates about how things are at a moment, and where."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.aspects import STATES
from casita.benchmarks.env_qa.asking.blanks import any_place, having, liquid_for, moment, neighbour_of, place_for
from casita.benchmarks.env_qa.asking.templates.template import Template

YES_OR_NO: dict[str, tuple[str, ...]] = {
    "open": ("{x.be} {x} open, {m}?", "{x.does} {x} stand open, {m}?"),
    "closed": ("{x.be} {x} closed, {m}?", "{x.be} {x} shut, {m}?"),
    "on": ("{x.be} {x} turned on, {m}?", "{x.be} {x} on, {m}?", "{x.be} {x} switched on, {m}?"),
    "off": ("{x.be} {x} turned off, {m}?", "{x.be} {x} off, {m}?", "{x.be} {x} switched off, {m}?"),
    "dirty": ("{x.be} {x} dirty, {m}?", "{x.does} {x} look dirty, {m}?", "{x.does} {x} need cleaning, {m}?"),
    "clean": ("{x.be} {x} clean, {m}?", "{x.does} {x} look clean, {m}?"),
    "broken": ("{x.be} {x} broken, {m}?", "{x.be} {x} in pieces, {m}?", "{x.does} {x} lie broken, {m}?"),
    "sliced": ("{x.be} {x} sliced, {m}?", "{x.be} {x} cut into slices, {m}?"),
    "full": ("{x.be} {x} full, {m}?", "Is there something in {x} to pour out, {m}?", "{x.be} {x} filled, {m}?"),
    "empty": ("{x.be} {x} empty, {m}?", "Is there nothing to pour out of {x}, {m}?"),
    "used up": ("{x.be} {x} used up, {m}?", "{x.be} {x} finished, {m}?", "Is nothing left of {x}, {m}?"),
}
"""Wordings for each state that yes-or-no questions ask for."""

EITHER: dict[str, tuple[str, ...]] = {
    "open": ("{x.be} {x} open or closed, {m}?", "{x.be} {x} closed or open, {m}?"),
    "on": ("{x.be} {x} on or off, {m}?", "{x.be} {x} off or on, {m}?"),
    "dirt": ("{x.be} {x} clean or dirty, {m}?", "{x.be} {x} dirty or clean, {m}?"),
    "wholeness": ("{x.be} {x} broken or complete, {m}?", "{x.be} {x} complete or broken, {m}?"),
    "slicing": ("{x.be} {x} complete or sliced, {m}?", "{x.be} {x} sliced or complete, {m}?"),
    "filling": ("{x.be} {x} full or empty, {m}?", "{x.be} {x} empty or full, {m}?"),
}
"""Wordings for each aspect whose two values a question offers."""

ROWS = (
    Template(
        "where",
        "state",
        (
            "Where {x.be} {x}, {m}?",
            "Where to find {x}, {m}?",
            "Where can one find {x}, {m}?",
            "In which place {x.be} {x}, {m}?",
        ),
        ["where", "$x", "$m"],
        {"x": having("place"), "m": moment},
        weight=35,
    ),
    *(
        Template(
            f"is_{state.replace(' ', '_')}",
            "state",
            wordings,
            ["is", "$x", state, "$m"],
            {"x": having(STATES[state]), "m": moment},
        )
        for state, wordings in YES_OR_NO.items()
    ),
    *(
        Template(
            f"which_{aspect}",
            "state",
            wordings,
            ["which_state", "$x", aspect, "$m"],
            {"x": having(aspect), "m": moment},
        )
        for aspect, wordings in EITHER.items()
    ),
    Template(
        "contents",
        "state",
        ("What {x.be} {x} filled with, {m}?", "What is in {x} to drink or pour, {m}?", "Which liquid is in {x}, {m}?"),
        ["state", "$x", "contents", "$m"],
        {"x": having("contents"), "m": moment},
        weight=5,
    ),
    Template(
        "is_filled_with",
        "state",
        ("{x.be} {x} filled with {v}, {m}?", "Is there {v} in {x}, {m}?", "{x.does} {x} hold {v}, {m}?"),
        ["is_filled_with", "$x", "$v", "$m"],
        {"x": having("contents"), "v": liquid_for("x"), "m": moment},
    ),
    Template(
        "is_at",
        "state",
        ("{x.be} {x} {p}, {m}?", "Can {x} be found {p}, {m}?", "{x.does} {x} lie or stand {p}, {m}?"),
        ["is_at", "$x", "$p", "%p", "$m"],
        {"x": having("support"), "p": place_for("x"), "m": moment},
    ),
    Template(
        "is_near",
        "state",
        ("{x.be} {x} near {y}, {m}?", "{x.be} {x} next to {y}, {m}?", "{x.does} {x} stand beside {y}, {m}?"),
        ["is_near", "$x", "%y", "$m"],
        {"x": having("beside"), "y": neighbour_of("x"), "m": moment},
    ),
    Template(
        "same_place",
        "state",
        (
            "Are {x} and {y} in the same place, {m}?",
            "Are {x} and {y} on or in the same thing, {m}?",
            "Do {x} and {y} share one place, {m}?",
        ),
        ["same_place", "$x", "$y", "$m"],
        {"x": having("support"), "y": having("support", "x"), "m": moment},
    ),
    Template(
        "which_is_at",
        "state",
        (
            "Which of the objects that something was done to is {p}, {m}?",
            "Of all that the person acted on, which object is {p}, {m}?",
        ),
        ["which_is_at", "$p", "%p", "$m"],
        {"p": any_place, "m": moment},
        least_events=1,
        weight=8,
    ),
)
