"""Every verb: a row with what it is done to, what it needs and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from casita.world import effects as do
from casita.world import landing
from casita.world import moving as go
from casita.world import needs as need
from casita.world.attempt import Effect
from casita.world.needs import Need


@dataclass(frozen=True, slots=True)
class Verb:
    """One row: the fields of an action that it uses, its needs in order, and its effect."""

    name: str
    takes: tuple[str, ...]
    needs: tuple[Need, ...]
    effect: Effect
    takes_too: tuple[str, ...] = ()
    """Fields that it may be given besides."""


def _row(name: str, takes: str, needs: list[Need], effect: Effect, takes_too: str = "") -> Verb:
    return Verb(name, tuple(takes.split()), tuple(needs), effect, tuple(takes_too.split()))


THERE = need.object_is_there
REACH = [need.not_inside_closed, need.in_reach]
HOLD: list[Need] = [THERE, need.affords("pick_up", "pick_up"), need.not_held_by_other, need.not_inside_closed]
GRASP: list[Need] = [
    THERE,
    need.affords("pick_up", "pick_up"),
    need.not_held,
    need.not_inside_closed,
    need.hand_is_free,
]
SHOVE: list[Need] = [THERE, need.is_movable, need.not_held, need.not_inside_closed, need.in_reach]

STEP: list[Need] = [need.asks_at_most_a_stride, need.stands]
TURN: list[Need] = [need.asks_at_most(360.0)]

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        _row("move_ahead", "", STEP, go.step_by(0.0), "amount"),
        _row("move_back", "", STEP, go.step_by(180.0), "amount"),
        _row("move_left", "", STEP, go.step_by(90.0), "amount"),
        _row("move_right", "", STEP, go.step_by(-90.0), "amount"),
        _row("turn_left", "", TURN, go.turn_by(1.0), "amount"),
        _row("turn_right", "", TURN, go.turn_by(-1.0), "amount"),
        _row("look_up", "", TURN, go.look_by(-1.0), "amount"),
        _row("look_down", "", TURN, go.look_by(1.0), "amount"),
        _row("walk_to", "target", [need.target_is_known, need.stands, need.there_is_a_way], go.walk),
        _row("follow", "target", [need.target_is_known, need.stands, need.there_is_a_way], go.walk),
        _row("pick_up", "object", [*GRASP, need.in_reach], do.pick_up),
        _row(
            "put",
            "object target",
            [
                *HOLD,
                need.target_is_there,
                need.is_held,
                need.target_not_inside_closed,
                need.target_in_reach,
                landing.target_takes_it,
            ],
            do.put,
            "relation",
        ),
        _row(
            "put_near",
            "object target",
            [
                *HOLD,
                need.target_is_there,
                need.is_held,
                need.target_not_inside_closed,
                need.target_in_reach,
                landing.there_is_space_near_target,
            ],
            do.put,
        ),
        _row(
            "move_to",
            "object target",
            [
                *HOLD,
                need.target_is_there,
                need.target_not_inside_closed,
                need.in_reach,
                need.target_in_reach,
                landing.target_takes_it,
            ],
            do.put,
            "relation",
        ),
        _row("take_out", "object", [*HOLD, need.is_in_something, need.in_reach], do.take_out, "target"),
        _row(
            "drop", "object", [THERE, need.affords("pick_up", "drop"), need.not_held_by_other, need.is_held], do.disturb
        ),
        _row(
            "throw",
            "object",
            [THERE, need.affords("pick_up", "throw"), need.target_if_named, need.not_held_by_other, need.is_held],
            do.disturb,
            "target",
        ),
        _row("push", "object", SHOVE, do.disturb, "direction"),
        _row("pull", "object", SHOVE, do.disturb, "direction"),
        _row(
            "open",
            "object",
            [THERE, need.affords("open", "open"), need.is_not_open, need.not_held_by_other, *REACH],
            do.set_openness(1.0),
        ),
        _row(
            "close",
            "object",
            [THERE, need.affords("open", "close"), need.is_open, need.not_held_by_other, *REACH],
            do.set_openness(0.0),
        ),
        _row(
            "turn_on",
            "object",
            [THERE, need.can_be_switched("turn_on"), need.is_whole, need.is_off, *REACH],
            do.switch(True),
        ),
        _row("turn_off", "object", [THERE, need.can_be_switched("turn_off"), need.is_on, *REACH], do.switch(False)),
        _row(
            "slice",
            "object",
            [THERE, need.affords("slice", "slice"), need.is_whole, need.not_held, need.has_tool("cuts"), *REACH],
            do.slice_it,
        ),
        _row(
            "break",
            "object",
            [THERE, need.affords("break", "break"), need.is_whole, need.not_held_by_other, *REACH],
            do.break_it,
        ),
        _row(
            "fill",
            "object",
            [
                THERE,
                need.affords("fill", "fill"),
                need.takes_liquid,
                need.is_whole,
                need.has_space_for_liquid,
                need.has_source,
                *REACH,
            ],
            do.fill,
            "liquid",
        ),
        _row(
            "pour",
            "object target",
            [
                THERE,
                need.affords("fill", "pour"),
                need.target_is_there,
                need.has_liquid,
                need.target_takes_the_liquid,
                *REACH,
                need.target_in_reach,
            ],
            do.pour,
        ),
        _row("empty", "object", [THERE, need.has_contents, need.not_held_by_other, *REACH], do.empty),
        _row(
            "make_dirty",
            "object",
            [THERE, need.affords("dirty", "make_dirty"), need.is_clean, *REACH],
            do.mark("dirty", True, "dirty"),
        ),
        _row(
            "clean",
            "object",
            [THERE, need.affords("dirty", "clean"), need.is_dirty, need.can_be_cleaned, *REACH],
            do.mark("dirty", False, "clean"),
        ),
        _row(
            "cook",
            "object",
            [THERE, need.affords("cook", "cook"), need.is_raw, need.is_hot, *REACH],
            do.mark("cooked", True, "cooked"),
        ),
        _row("use_up", "object", [THERE, need.affords("use_up", "use_up"), need.has_some_left, *REACH], do.use_up),
        _row("eat", "object", [THERE, need.affords("eat", "eat"), need.not_held_by_other, *REACH], do.eat),
        _row(
            "drink",
            "object",
            [THERE, need.affords("drink_from", "drink"), need.has_liquid, need.not_held_by_other, *REACH],
            do.drink,
        ),
        _row("dispose_of", "object", [*HOLD, need.in_reach], do.dispose),
        _row("tidy", "object", [THERE, need.has_contents, *REACH], do.tidy),
        _row("sit", "object", [THERE, need.affords("sit_on", "sit"), need.stands, need.can_be_sat_on, *REACH], do.sit),
        _row("stand", "", [need.sits], do.stand),
        _row("say", "text", [], do.nothing),
        _row("wait", "", [], do.nothing, "amount"),
    )
}
"""All verbs by name."""
