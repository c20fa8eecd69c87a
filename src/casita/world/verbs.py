"""Every verb: one row with what it is done to, what it needs, what it does and how it is said.

Patterns are explained in `english.py`, rows in `verb.py`. The robot's arm has rows of its own (`arm/verbs.py`).
"""

from __future__ import annotations

from casita.world import effects as do
from casita.world import landing
from casita.world import moving as go
from casita.world import needs as need
from casita.world.glance import Need
from casita.world.verb import DEGREES, METRES, Offered, Verb, row

THERE = need.object_is_there
REACH = [need.not_inside_closed, need.in_reach]
MINE = [need.not_held_by_other, *REACH]
HOLD: list[Need] = [THERE, need.affords("pick_up", "pick_up"), need.not_held_by_other, need.not_inside_closed]
GRASP: list[Need] = [
    THERE,
    need.affords("pick_up", "pick_up"),
    need.not_held,
    need.not_inside_closed,
    need.hand_is_free,
]
BRING: list[Need] = [*HOLD, need.target_is_there, need.is_held, need.target_not_inside_closed, need.target_in_reach]
SHOVE: list[Need] = [THERE, need.is_movable, need.not_held, need.not_inside_closed, need.in_reach]
WALK: list[Need] = [need.target_is_known, need.stands, need.there_is_a_way]
STEP: list[Need] = [need.asks_at_most_a_stride, need.stands]
TURN: list[Need] = [need.asks_at_most(360.0)]

SIDES = ("ahead", "back", "left", "right")
"""Directions seen from the agent."""

TO_A_ROOM, TO_AN_AGENT, TO_A_THING = (Offered(about, "target") for about in ("room", "agent", "thing"))
WHAT_IS_HELD = Offered("", by_hand=True)


def onto(about: str) -> Offered:
    """What is in a hand, for every target of some kind."""
    return Offered(about, "target", by_hand=True)


_ROWS = (
    # Moving about.
    row("move_ahead", "", STEP, go.step_by(0.0), "move ahead[ {amount}]", "moved ahead", too="amount", unit=METRES,
        also=["(move|go|walk|step) (ahead|forwards?|straight( ahead)?)[ (by )?{amount}]"]),
    row("move_back", "", STEP, go.step_by(180.0), "move back[ {amount}]", "moved back", too="amount", unit=METRES,
        also=["(move|go|walk|step) back(wards?)?[ (by )?{amount}]"]),
    row("move_left", "", STEP, go.step_by(90.0), "move left[ {amount}]", "moved left", too="amount", unit=METRES,
        also=["(move|go|walk|step) (to the )?left[ (by )?{amount}]"]),
    row("move_right", "", STEP, go.step_by(-90.0), "move right[ {amount}]", "moved right", too="amount", unit=METRES,
        also=["(move|go|walk|step) (to the )?right[ (by )?{amount}]"]),
    row("turn_left", "", TURN, go.turn_by(1.0), "turn left[ {amount}]", "turned left", too="amount", unit=DEGREES,
        also=["(turn|rotate) (to the )?left[ (by )?{amount}]"]),
    row("turn_right", "", TURN, go.turn_by(-1.0), "turn right[ {amount}]", "turned right", too="amount", unit=DEGREES,
        also=["(turn|rotate) (to the )?right[ (by )?{amount}]"]),
    row("look_up", "", [*TURN, need.looks_further(-1.0)], go.look_by(-1.0), "look up[ {amount}]", "looked up",
        too="amount", unit=DEGREES, also=["look up by {amount}"]),
    row("look_down", "", [*TURN, need.looks_further(1.0)], go.look_by(1.0), "look down[ {amount}]", "looked down",
        too="amount", unit=DEGREES, also=["look down by {amount}"]),
    row("walk_to", "target", WALK, go.walk, "walk to {target}", "walked[ to {target}]",
        also=["(walk|go|come|run|move) (over )?to {target}", "(go|walk) (in|into) {target}",
              "(find|look for|search for|approach|enter) {target}", "go and find {target}"],
        offered=[TO_A_ROOM, TO_AN_AGENT, TO_A_THING]),
    row("follow", "target", WALK, go.walk, "follow {target}", "followed[ {target}]",
        also=["(go|walk|run) (after|behind) {target}"], offered=[TO_AN_AGENT]),

    # Handling things.
    row("pick_up", "object", [*GRASP, need.in_reach], do.pick_up,
        "pick up {object}", "picked up {object}", "picked up",
        ["(take|grab|get|pick|lift|hold) {object}", "(pick|lift) {object} up", "lift up {object}"]),
    row("put", "object target", [*BRING, landing.target_takes_it], do.put,
        "put {object} {relation} {target}", "put {object} {relation} {target}", "put anywhere",
        ["(put|place|set|lay|lean|prop|hang|drape) {object} (down )?{relation} {target}",
         "drop {object} {relation} {target}"],
        too="relation", offered=[onto("receptacle")]),
    row("put_near", "object target", [*BRING, landing.there_is_space_near_target], do.put,
        "put {object} near {target}", "put {object} near {target}", "put anywhere",
        ["(put|place|set|lay) {object} (down )?(near|beside|next to|close to|by) {target}"],
        offered=[onto("thing")]),
    row("move_to", "object target",
        [*HOLD, need.target_is_there, need.target_not_inside_closed, need.in_reach, need.target_in_reach,
         landing.target_takes_it], do.put,
        "move {object} {way} {target}", "moved {object} {way} {target}", "moved",
        ["(bring|carry) {object} {way} {target}"], too="relation", offered=[Offered("pair")]),
    row("take_out", "object", [*HOLD, need.is_in_something, need.in_reach], do.take_out,
        "take {object} out[ of {target}]", "took {object} out[ of {target}]", "taken out",
        ["(move|get|pull) {object} out[ of {target}]", "(take|get) out {object}",
         "(take|get|remove) {object} from {target}"], too="target"),
    row("drop", "object", [THERE, need.affords("pick_up", "drop"), need.not_held_by_other, need.is_held], do.disturb,
        "drop {object}", "dropped {object}", "dropped", ["(let go of|release) {object}"], offered=[WHAT_IS_HELD]),
    row("throw", "object",
        [THERE, need.affords("pick_up", "throw"), need.target_if_named, need.not_held_by_other, need.is_held],
        do.disturb, "throw {object}[ at {target}]", "threw {object}[ at {target}]", "thrown",
        ["(throw|toss|hurl) {object}[ (at|against|to (hit|break)) {target}]"],
        too="target", offered=[WHAT_IS_HELD, onto("receptacle")]),
    row("push", "object", SHOVE, do.disturb, "push {object}[ {direction}]", "pushed {object}", "pushed",
        ["push {object} to the {direction}"], too="direction", offered=[Offered("movable")], directions=SIDES),
    row("pull", "object", SHOVE, do.disturb, "pull {object}[ {direction}]", "pulled {object}", "pulled",
        ["pull {object} to the {direction}"], too="direction", offered=[Offered("movable")], directions=SIDES),

    # Changing things.
    row("open", "object", [THERE, need.affords("open", "open"), need.is_not_open, *MINE], do.set_openness(1.0),
        "open {object}", "opened {object}", "opened", ["open up {object}"]),
    row("close", "object", [THERE, need.affords("open", "close"), need.is_open, *MINE], do.set_openness(0.0),
        "close {object}", "closed {object}", "closed", ["shut {object}"]),
    row("turn_on", "object", [THERE, need.can_be_switched("turn_on"), need.is_whole, need.is_off, *REACH],
        do.switch(True), "turn on {object}", "turned on {object}", "turned on",
        ["(turn|switch) {object} on", "(switch on|start|light) {object}"]),
    row("turn_off", "object", [THERE, need.can_be_switched("turn_off"), need.is_on, *REACH], do.switch(False),
        "turn off {object}", "turned off {object}", "turned off",
        ["(turn|switch) {object} off", "(switch off|stop|blow out|put out) {object}"]),
    row("slice", "object",
        [THERE, need.affords("slice", "slice"), need.is_whole, need.not_held, need.has_tool("cuts"), *REACH],
        do.slice_it, "slice {object}", "sliced {object}", "sliced", ["(cut|chop)( up)? {object}"]),
    row("break", "object", [THERE, need.affords("break", "break"), need.is_whole, *MINE], do.break_it,
        "break {object}", "broke {object}", "broken", ["(smash|shatter|crack) {object}"]),
    row("fill", "object",
        [THERE, need.affords("fill", "fill"), need.takes_liquid, need.is_whole, need.has_space_for_liquid,
         need.has_source, *REACH], do.fill,
        "fill {object}[ with {liquid}]", "filled {object}[ with {liquid}]", "filled[ with {liquid}]",
        ["fill up {object}[ with {liquid}]", "fill {object} up[ with {liquid}]", "pour {liquid} into {object}"],
        too="liquid", offered=[Offered("liquid")]),
    row("pour", "object target",
        [THERE, need.affords("fill", "pour"), need.target_is_there, need.has_liquid, need.target_takes_the_liquid,
         *REACH, need.target_in_reach], do.pour,
        "pour {object} into {target}", "poured {object} into {target}", "poured",
        ["(pour|empty) {object} (in|into|out into|onto|over) {target}",
         "pour {liquid} (in|from|out of) {object} into {target}"], offered=[onto("vessel")]),
    row("empty", "object", [THERE, need.has_contents, *MINE], do.empty, "empty {object}", "emptied {object}", "emptied",
        ["(empty|pour|tip) out {object}", "(empty|pour|tip) {object} out"], offered=[Offered("container")]),
    row("make_dirty", "object", [THERE, need.affords("dirty", "make_dirty"), need.is_clean, *REACH],
        do.mark("dirty", True, "dirty"), "make {object} dirty", "made {object} dirty", "made dirty",
        ["(dirty|soil) {object}", "get {object} dirty"]),
    row("clean", "object", [THERE, need.affords("dirty", "clean"), need.is_dirty, need.can_be_cleaned, *REACH],
        do.mark("dirty", False, "clean"), "clean {object}", "cleaned {object}", "cleaned",
        ["(wash|rinse|scrub|wipe|clean up|wash up) {object}", "make {object} clean"]),
    row("cook", "object", [THERE, need.affords("cook", "cook"), need.is_raw, need.is_hot, *REACH],
        do.mark("cooked", True, "cooked"), "cook {object}", "cooked {object}", "cooked",
        ["(fry|boil|bake|roast) {object}"]),
    row("use_up", "object", [THERE, need.affords("use_up", "use_up"), need.has_some_left, *REACH], do.use_up,
        "use up {object}", "used up {object}", "used up", ["use {object} up", "finish {object}"]),
    row("eat", "object", [THERE, need.affords("eat", "eat"), *MINE], do.eat, "eat {object}", "ate {object}", "eaten",
        ["eat up {object}"]),
    row("drink", "object", [THERE, need.affords("drink_from", "drink"), need.has_liquid, *MINE], do.drink,
        "drink from {object}", "drank from {object}", "drunk from",
        ["drink {liquid} (in|from|out of) {object}", "drink (out of )?{object}"]),
    row("dispose_of", "object", [*HOLD, need.in_reach], do.dispose,
        "dispose of {object}", "disposed of {object}", "disposed of",
        ["throw (away|out) {object}", "throw {object} (away|out)", "(discard|get rid of|bin|trash) {object}"]),
    row("tidy", "object", [THERE, need.has_things, *REACH], do.tidy, "tidy {object}", "tidied {object}", "tidied",
        ["(tidy up|clear|clear off) {object}", "tidy {object} up"], offered=[Offered("receptacle")]),

    # Oneself.
    row("sit", "object", [THERE, need.affords("sit_on", "sit"), need.stands, need.can_be_sat_on, *REACH], do.sit,
        "sit on {object}", "sat down on {object}", "sat on", ["sit (down )?(on|in|at) {object}"]),
    row("stand", "", [need.sits], do.stand, "stand up", "stood up", also=["stand", "get up"]),
    row("say", "text", [], do.nothing, "say {text}", "said {text}", offered=[Offered("text", "text")]),
    row("wait", "", [], do.nothing, "wait[ {amount}]", "waited", too="amount",
        also=["wait (for )?(about )?{amount}", "(wait a moment|do nothing)"]),
)  # fmt: skip

VERBS: dict[str, Verb] = {verb.name: verb for verb in _ROWS}
"""All verbs by name."""
