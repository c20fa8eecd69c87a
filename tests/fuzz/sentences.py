"""Anything may be said: it is understood or it is not, and what is understood can be said back."""

from __future__ import annotations

import time
from functools import cache

import casita
from casita.catalog import ROOM_KINDS
from casita.errors import BadInput
from casita.limits import SENTENCE_CHARACTERS
from casita.scenes.scene import Scene
from casita.seeds import Stream
from casita.world import english
from casita.world.english_parse import NotUnderstood, Parsed, parse
from casita.world.proposals import proposed
from casita.world.state import State
from tests.fuzz.driving import Case

STRANGE = ("", " ", "\x00", "\x1b[31m", "[/red]", "{object}", "\\", "(((((", "\N{RIGHT-TO-LEFT OVERRIDE}", "İ", "ſ",
           "\N{COMBINING ACUTE ACCENT}", "\ud800", "9" * 400, "-1", "1e999", "nan", "a" * 5000, "if", "it", "the the",
           "\n", "\t", "and", "%s", "½", "²", "٣", "“", "'")  # fmt: skip
SLOW = 2.0
"""Seconds that a sentence may take."""


def say_anything(case: Case) -> None:
    """Some sentences in one room: sound ones, mixed-up ones, and noise."""
    luck = case.luck
    scene = casita.room(luck.choice(ROOM_KINDS), 1 + luck.below(30))
    state = casita.World(scene, ["alice", "bob"], seed=luck.below(1000)).state
    for _ in range(40):
        _say_an_action(case, state)
        text = _mixed_up(luck, scene) if luck.chance(0.7) else _noise(luck)
        expected = (BadInput,) if len(text) > SENTENCE_CHARACTERS else ()
        with case.nothing_but(*expected, doing=f"parse({text!r:.200})"):
            _understand(case, text, scene)


def _say_an_action(case: Case, state: State) -> None:
    """An action that is said is understood as the same."""
    action = proposed(state, "alice", case.luck, 0.5)
    with case.nothing_but(doing=f"said and parsed: {action}"):
        said = english.sentence(action, state.scene)
        heard = parse(said, "alice", state.scene, (), state.names)
        if not isinstance(heard, Parsed) or heard.action != action:
            case.found(f"{action} is said as {said!r} and understood as {heard}")


def _understand(case: Case, text: str, scene: Scene) -> None:
    begun = time.process_time()
    heard = parse(text, "alice", scene, (), ("bob",))
    took = time.process_time() - begun
    if took > SLOW:
        case.found(f"parse of {len(text)} characters took {took:.1f} s: {text!r:.100}")
    if isinstance(heard, NotUnderstood):
        if not str(heard) or "\n" in str(heard).strip():
            case.found(f"the answer to {text!r:.100} is {str(heard)!r:.200}, not one line")
        return
    back = english.sentence(heard.action, scene)
    again = parse(back, "alice", scene, (), ("bob",))
    if not isinstance(again, Parsed) or again.action != heard.action:
        case.found(f"{text!r:.100} is {heard.action}, said back as {back!r} and then {again}")


@cache
def _words() -> tuple[str, ...]:
    """The words in which all verbs are said."""
    said = " ".join(verb.say for verb in english.SAID.values())
    return tuple(sorted({word.strip("[]") for word in said.split() if "{" not in word}))


def _mixed_up(luck: Stream, scene: Scene) -> str:
    """Words of orders and names of things, in any order."""
    things = [english.named(thing.id, scene) for thing in scene.things]
    parts = []
    for _ in range(1 + luck.below(8)):
        kind = luck.below(10)
        parts.append(luck.choice(_words() if kind < 5 else things if kind < 8 else STRANGE))
    return luck.choice((" ", "  ", ", ", "\t")).join(parts)


def _noise(luck: Stream) -> str:
    """Any characters."""
    return "".join(chr(luck.below(luck.choice((128, 0x3000, 0x110000)))) for _ in range(luck.below(60)))
