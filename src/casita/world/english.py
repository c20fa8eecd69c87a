"""What actions, events and refusals are in English: how a verb is said stands in its row, what a need says here.

A pattern is words with {slots}; what stands in [brackets] is said only if all its slots are filled.
Other ways to say a verb, which `english_parse` understands, may also use (a|b) and, not at their start, (a)?.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

from casita.scenes.describe import CAN, plain
from casita.scenes.kept import PerScene
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.arm.verbs import ROBOT_VERBS
from casita.world.event import Event
from casita.world.refusal import Refusal
from casita.world.verb import Unit, Verb

SAID: dict[str, Verb] = ROBOT_VERBS
"""All verbs by name; how each is said stands in its row."""

PLACES = {
    "on": "on", "in": "in", "at": "", "onto": "on", "on top of": "on", "into": "in", "inside": "in", "inside of": "in",
    "against": "against", "over": "over",
}  # fmt: skip
"""Words for how a thing is put, and the relation each means; the first word for a relation is the one said."""

WAYS = {
    "to": "", "onto": "on", "into": "in", "near": "near", "over to": "", "on": "on", "on top of": "on", "in": "in",
    "inside": "in", "next to": "near", "close to": "near", "beside": "near", "against": "against", "over": "over",
}  # fmt: skip
"""The same for where a thing is moved."""

HAPPENINGS = {
    "break": "broke",
    "move_to": "came {way} {target}",
    "fall": "fell[ {way} {target}]",
    "topple": "toppled over",
    "spill": "spilled",
    "hit": "hit {target}",
    "slip": "slipped out of the gripper",
}
"""What a verb says of a thing to which it happens by itself, where "was" and the verb would be odd."""

CAUSES = {"tilt": "because it was tilted", "impact": "from the impact", "broke": "when that broke"}
"""How the cause of an event is said, where it helps."""

NEEDS = {
    "known_verb": "'{object}' is nothing that one can do here",
    "known_object": "nothing here is called '{object}'",
    "known_target": "'{target}' is nothing that this can be done to",
    "exists": "{object} {is} no longer there",
    "not_held_by_other": "somebody else holds {object}[: {obstacle}]",
    "not_held": "{object} {is} in somebody's hand[: {obstacle}]",
    "is_held": "{agent} does not hold {object}",
    "hand_is_free": "{agent} has no free hand[, but holds {obstacle}]",
    "not_inside_closed": "{object} {is} in {obstacle}, which is closed",
    "is_inside": "{object} {is} not inside[ {obstacle}]",
    "in_reach": "{object} {is} out of reach",
    "in_room": "{object} {is} in another room",
    "way_is_free": "{obstacle} {obstacle_is} in the way",
    "can_reach_by_walking": "there is no way to {object}",
    "looks_no_further": "{agent}'s head turns no further",
    "is_closed": "{object} {is} open already",
    "is_open": "{object} {is} closed",
    "is_off": "{object} {is} on already",
    "is_on": "{object} {is} off",
    "is_whole": "{object} {is} broken",
    "is_clean": "{object} {is} dirty already",
    "is_dirty": "{object} {is} clean",
    "is_raw": "{object} {is} cooked already",
    "is_hot": "nothing heats {object}",
    "is_empty": "{object} {is} not empty",
    "is_not_full": "{object} {is} full already",
    "is_full_enough": "there is not enough in {object}",
    "has_liquid": "there is nothing to drink or pour in {object}",
    "takes_liquid": "{object} cannot be filled with {obstacle}",
    "has_contents": "there is nothing on or in {object} to take away",
    "has_some_left": "nothing is left of {object}",
    "has_tool": "{agent} has no tool for that in hand",
    "has_tool_cuts": "{agent} has nothing in hand that cuts",
    "has_tool_cleans": "{agent} has nothing in hand that cleans, and no water runs over {object}",
    "has_source": "{object} {is} not where[ {obstacle}] could flow into it",
    "fits": "there is no space for {object}[ at {obstacle}]",
    "drapes": "{object} {is} no cloth, and hangs over nothing",
    "holds_such": "{obstacle} cannot take such things as {object}",
    "not_in_itself": "{object} cannot be put on, in or near itself",
    "target_opens": "{obstacle} {obstacle_is} closed",
    "not_fixed": "{object} {is} fixed in place",
    "light_enough": "{object} {is} too heavy",
    "sits": "{agent} is not sitting",
    "stands": "{agent} sits[ on {obstacle}]",
    "has_room_for_agent": "there is no room for {agent}[ beside {obstacle}]",
    "conflict": "{rival} was quicker",
    "has_arm": "{agent} has no arm",
    "known_direction": "that is no direction for it",
    "possible_amount": "that is more than {agent} can do, or less than nothing",
    "arm_is_free": "{object} would hit {obstacle}",
    "arm_reaches": "the arm does not reach so far",
    "joint_turns": "{object} turns no further",
    "something_in_gripper": "there is nothing between the fingers",
    "in_gripper": "{object} {is} not between the fingers",
    "grip_holds": "{object} slipped",
    "holds_something": "the gripper is empty",
    "at_handle": "the gripper is not at the handle of {object}",
    "has_space_to_swing": "{object} would hit {obstacle}",
}
"""Why an action was refused, by the need that was not met; affords_VERB has no rows: see `Verb.done`."""

BRACKET = re.compile(r"\[([^]]*)\]")
SLOT = re.compile(r"\{(\w+)\}")
SLICE_ID = re.compile(r"(.+)_slice_(\d+)")
PLURAL_ARTICLES = ("some", "a pair of", "a bunch of", "a portion of", "a bag of", "a box of")


def sentence(action: Action, scene: Scene) -> str:
    """An action as one would ask for it: "put the knife near the plate"."""
    verb = SAID.get(action.verb)
    if verb is None:
        return " ".join([plain(action.verb), *(named(id, scene) for id in (action.object, action.target) if id)])
    words = {
        "object": named(action.object, scene),
        "target": named(action.target, scene),
        "relation": _word_for(action.relation, PLACES),
        "way": _word_for(action.relation, WAYS),
        "liquid": action.liquid,
        "direction": action.direction,
        "amount": _amount(action.amount, verb.unit),
        "text": f'"{action.text}"',
    }
    return _filled(verb.say, words)


def event_sentence(event: Event, scene: Scene) -> str:
    """An event as it is told: "Alice put mug 1 on the table.", "The cup broke from the impact."."""
    verb = SAID.get(event.verb)
    by_itself = HAPPENINGS.get(event.verb)
    object = named(event.object, scene)
    words = {
        "object": object,
        "target": named(event.target, scene),
        "relation": _word_for(event.relation, PLACES),
        "way": _word_for(event.relation, WAYS),
        "liquid": event.adjective.partition("full of ")[2],
        "text": f'"{event.text}"' if event.text else "",
    }
    if event.actor and verb:
        told = f"{event.actor} {_filled(verb.past, words)}"
    elif by_itself:
        told = f"{object} {_filled(by_itself, words)}"
    elif verb and verb.done:
        told = f"{object} {_was(event.object, scene)} {_filled(verb.done, words)}"
    elif event.adjective:
        told = f"{object} became {event.adjective}"
    else:
        told = f"{plain(event.verb)} happened to {object or 'something'}"
    cause = CAUSES.get(event.cause, "")
    return _as_sentence(f"{told} {cause}".rstrip())


def refusal_sentence(refusal: Refusal, action: Action, scene: Scene) -> str:
    """What was refused and why: "Alice cannot open the fridge: the fridge is open already."."""
    return _as_sentence(f"{action.agent} cannot {sentence(action, scene)}: {reason(refusal, action, scene)}")


def reason(refusal: Refusal, action: Action, scene: Scene) -> str:
    """Why an action was refused, without a capital letter and a full stop: "the fridge is open already"."""
    object = refusal.object or action.object or action.target
    rival = "" if refusal.obstacle in scene.by_id else refusal.obstacle
    words = {
        "agent": action.agent,
        "object": named(object, scene),
        "target": named(action.target, scene),
        "obstacle": named(refusal.obstacle, scene),
        "is": _is(object, scene),
        "obstacle_is": _is(refusal.obstacle, scene),
        "rival": rival or "somebody else",
    }
    return _filled(_reason_pattern(refusal.need), words)


def _reason_pattern(need: str) -> str:
    """The words for a need; a need without a row still reads as a sentence."""
    if need in NEEDS:
        return NEEDS[need]
    asked = need.removeprefix("affords_")
    if asked == need:
        return f"{{object}} {{is}} not as it must be ({plain(need)})"
    if asked in SAID and SAID[asked].done:
        return f"{{object}} cannot be {BRACKET.sub('', SAID[asked].done)}"
    can = {str(affordance): words for affordance, words in CAN.items()}
    return f"{{object}} cannot {can.get(asked, f'be used to {plain(asked)}')}"


def named(id: str, scene: Scene) -> str:
    """What an object, room or doorway is called in a scene: "the mug", "mug 2", "slice 1 of the tomato".

    Anything else, such as the name of an agent, is called what it is.
    """
    names = _names(scene)
    piece = SLICE_ID.fullmatch(id)
    if piece and piece[1] in names:
        return f"slice {piece[2]} of {names[piece[1]]}"
    return names.get(id, id)


@PerScene
def _names(scene: Scene) -> dict[str, str]:
    """The name of everything in a scene by id, made once and kept with it."""
    nouns = [(thing.id, thing.type, thing.kind.singular) for thing in scene.things]
    nouns += [(room.id, room.kind, plain(room.kind)) for room in scene.rooms]
    nouns += [(doorway.id, "doorway", "doorway") for doorway in scene.doorways]
    count = Counter(kind for _, kind, _ in nouns)
    return {
        id: f"the {noun}" if count[kind] == 1 else f"{noun} {id.removeprefix(kind + '_')}" for id, kind, noun in nouns
    }


def _filled(pattern: str, words: dict[str, str]) -> str:
    """A pattern with its slots filled, without the brackets that have an empty one."""
    kept = BRACKET.sub(lambda part: part[1] if all(words[slot] for slot in SLOT.findall(part[1])) else "", pattern)
    return SLOT.sub(lambda slot: words[slot[1]] or "something", kept)


def _word_for(relation: str, table: dict[str, str]) -> str:
    """The word that a table gives for a relation; a relation that it does not have is its own word."""
    return next((word for word, meaning in table.items() if meaning == relation), relation)


def _amount(value: float, unit: Unit) -> str:
    """An amount with its unit, in full and without exponent; empty for 0, the default."""
    if not value:
        return ""
    return f"{Decimal(repr(float(value))).normalize():f} {unit.one if value == 1.0 else unit.many}"


def _is_plural(id: str, scene: Scene) -> bool:
    """Is this one of the things that are several by name, such as boots?"""
    if id not in scene.by_id:
        return False
    kind = scene.by_id[id].kind
    return kind.singular.endswith("s") and not kind.singular.endswith("us") and kind.article in PLURAL_ARTICLES


def _is(id: str, scene: Scene) -> str:
    return "are" if _is_plural(id, scene) else "is"


def _was(id: str, scene: Scene) -> str:
    return "were" if _is_plural(id, scene) else "was"


def _as_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
