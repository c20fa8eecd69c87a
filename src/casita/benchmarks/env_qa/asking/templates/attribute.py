"""Templates about what never changes of a thing: its colour and its material."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.blanks import deed, event, looking, value_of
from casita.benchmarks.env_qa.asking.templates.template import Template

ROWS = (
    Template(
        "colour",
        "attribute",
        ("What color {x.be} {x}?", "Which color {x.does} {x} have?", "What is the color of {x}?"),
        ["attribute", "$x", "colour"],
        {"x": looking("colour")},
        weight=8,
    ),
    Template(
        "material",
        "attribute",
        ("What {x.be} {x} made of?", "Which material {x.be} {x} made of?", "What is the material of {x}?"),
        ["attribute", "$x", "material"],
        {"x": looking("material")},
        weight=5,
    ),
    Template(
        "is_colour",
        "attribute",
        ("{x.be} {x} {v}?", "Is the color of {x} {v}?", "Would you say that {x} {x.be} {v}?"),
        ["has_attribute", "$x", "colour", "$v"],
        {"x": looking("colour"), "v": value_of("x", "colour")},
    ),
    Template(
        "is_material",
        "attribute",
        ("{x.be} {x} made of {v}?", "Is {v} what {x} {x.be} made of?"),
        ["has_attribute", "$x", "material", "$v"],
        {"x": looking("material"), "v": value_of("x", "material")},
    ),
    Template(
        "which_is_colour",
        "attribute",
        ("Which one is {v}, {x} or {y}?", "Which of the two is {v}: {x} or {y}?", "What is {v}, {x} or {y}?"),
        ["which_has", "colour", "$v", "$x", "$y"],
        {"x": looking("colour"), "y": looking("colour", "x"), "v": value_of("x", "colour")},
    ),
    Template(
        "which_is_material",
        "attribute",
        ("Which one is made of {v}, {x} or {y}?", "What is made of {v}: {x} or {y}?"),
        ["which_has", "material", "$v", "$x", "$y"],
        {"x": looking("material"), "y": looking("material", "x"), "v": value_of("x", "material")},
    ),
    Template(
        "same_colour",
        "attribute",
        (
            "Do {x} and {y} have the same color?",
            "Are {x} and {y} of one color?",
            "Is the color of {x} that of {y}, too?",
        ),
        ["same_attribute", "$x", "$y", "colour"],
        {"x": looking("colour"), "y": looking("colour", "x")},
    ),
    Template(
        "same_material",
        "attribute",
        ("Are {x} and {y} made of the same material?", "Do {x} and {y} consist of the same material?"),
        ["same_attribute", "$x", "$y", "material"],
        {"x": looking("material"), "y": looking("material", "x")},
    ),
    Template(
        "colour_of_acted",
        "attribute",
        ("What color is the object that was {d}?", "Something was {d}: what color is it?"),
        ["attribute", ["object_of", ["event", "$d"]], "colour"],
        {"d": deed()},
        least_events=1,
        weight=3,
    ),
    Template(
        "material_of_acted",
        "attribute",
        ("What is the object that was {d} made of?", "Something was {d}: what is it made of?"),
        ["attribute", ["object_of", ["event", "$d"]], "material"],
        {"d": deed()},
        least_events=1,
        weight=3,
    ),
    Template(
        "colour_of_moved",
        "attribute",
        ("What color is the object that was {d}?", "What is the color of the thing that was {d}?"),
        ["attribute", ["object_of", ["event", "$d"]], "colour"],
        {"d": deed("prep", "object2")},
        least_events=1,
        weight=3,
    ),
    Template(
        "colour_of_next",
        "attribute",
        (
            "What color is the object that something was done to right after {e}?",
            "Right after {e}, something was done to an object: what color is it?",
        ),
        ["attribute", ["object_of", ["next", "$e"]], "colour"],
        {"e": event()},
        least_events=2,
        weight=2,
    ),
)
