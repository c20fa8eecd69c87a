"""Templates about how many: events and things."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.blanks import acted_on, counted, deed, event, later, possible_deed
from casita.benchmarks.env_qa.asking.templates.template import Template

ROWS = (
    Template(
        "times_done_to",
        "number",
        ("How many times {x.was} {x} {d}?", "How often {x.was} {x} {d}?", "How many times did {x} get {d}?"),
        ["count_events", {"action": "$d", "object1": "%x"}],
        {"x": acted_on, "d": possible_deed("x")},
        least_events=1,
        weight=4,
    ),
    Template(
        "times_done",
        "number",
        ("How many times was something {d}?", "How often in the video was something {d}?"),
        ["count_events", "$d"],
        {"d": deed()},
        least_events=1,
        weight=2,
    ),
    Template(
        "objects_done",
        "number",
        ("How many objects were {d}?", "How many different objects were {d} in the video?"),
        ["count_objects", "$d"],
        {"d": deed()},
        least_events=1,
    ),
    Template(
        "objects_done_with_other",
        "number",
        ("How many objects were {d}?", "How many different things were {d}?"),
        ["count_objects", "$d"],
        {"d": deed("prep", "object2")},
        least_events=1,
    ),
    Template(
        "times_touched",
        "number",
        ("How many times was something done to {x}?", "How often did the person do something to {x}?"),
        ["count_events", {"object1": "%x"}],
        {"x": acted_on},
        least_events=1,
    ),
    Template(
        "how_many_seen",
        "number",
        (
            "How many {x.many} do you see?",
            "How many {x.many} are there in the video?",
            "How many {x.many} can be seen?",
        ),
        ["count_things", "%x"],
        {"x": counted},
        weight=4,
    ),
    Template(
        "how_many_events",
        "number",
        ("How many things happened in the video?", "How many actions were done in the video?"),
        ["count_events", {}],
        least_events=1,
    ),
    Template(
        "objects_touched",
        "number",
        ("How many different objects was something done to?", "How many objects did the person act on?"),
        ["count_objects", {}],
        least_events=1,
    ),
    Template(
        "how_many_after",
        "number",
        ("How many things happened after {e}?", "After {e}, how many things were done?"),
        ["count_after", "$e"],
        {"e": event()},
        least_events=1,
    ),
    Template(
        "how_many_before",
        "number",
        ("How many things happened before {e}?", "Before {e}, how many things were done?"),
        ["count_before", "$e"],
        {"e": event()},
        least_events=1,
    ),
    Template(
        "how_many_between",
        "number",
        ("How many things happened between {e} and {f}?", "How many things were done after {e} and before {f}?"),
        ["count_between", "$e", "$f"],
        {"e": event(), "f": later("e")},
        least_events=2,
    ),
    Template(
        "opened_still_open",
        "number",
        (
            "How many of the opened objects are open at the end of the video?",
            "How many objects were opened and left open?",
        ),
        ["count_so", {"action": "opening"}, "open", ["end"]],
        least_events=1,
    ),
    Template(
        "turned_on_still_on",
        "number",
        (
            "How many of the objects that were turned on are on at the end of the video?",
            "How many objects were turned on and left on?",
        ),
        ["count_so", {"action": "turning on"}, "on", ["end"]],
        least_events=1,
    ),
)
