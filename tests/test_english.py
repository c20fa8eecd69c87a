"""Every action, event and refusal has its sentence, and sentences are understood."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casita.world
from casita.catalog import ROOM_KINDS, RoomKind
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.world.action import Action
from casita.world.arm.verbs import ROBOT_VERBS
from casita.world.english import (
    BRACKET,
    HAPPENINGS,
    NEEDS,
    SAID,
    SLOT,
    event_sentence,
    named,
    reason,
    refusal_sentence,
    sentence,
)
from casita.world.english_names import everyday_names
from casita.world.english_parse import ASKS, Given, NotUnderstood, Parsed, parse
from casita.world.event import Event
from casita.world.liquids import LIQUIDS
from casita.world.refusal import Refusal
from casita.world.verb import Verb
from tests.every_row import every_row
from tests.facts import FOLDER

AGENTS = ("alice", "Bob")

FIELDS = {
    "relation": st.sampled_from(("on", "in", "")),
    "way": st.sampled_from(("on", "in", "near", "")),
    "liquid": st.sampled_from(LIQUIDS[1:]),
    "direction": st.sampled_from(("ahead", "back", "left", "right")),
    "amount": st.floats(0.0, 1e6, allow_nan=False) | st.sampled_from((0.25, 1.0, 90.0, 1e-7)),
    "text": st.text(),
}
"""What each slot of a pattern but its ids can be filled with."""

STRAY_WORDS = ("put", "the", "mug", "in", "on", "of", "slice", "2", "it", "if", "is", "clean", "say", "left", "near")

PLAN_KINDS: dict[int, RoomKind] = {0: "kitchen", 2: "living_room", 3: "bedroom", 4: "bathroom"}
"""The kind of room of an AI2-THOR floor plan, by its hundreds."""

NEVER = "two orders in one, and seeing is none"
NOT_TOGETHER = "no fixed room of this kind has both"
NOT_THERE = "no fixed room of this kind has one"
EXCEPTIONS: dict[tuple[RoomKind, str], str] = {
    ("kitchen", "fill kettle with water and  see the water"): NEVER,
    ("kitchen", "find box"): NOT_THERE,
    ("kitchen", "move cell phone to box"): NOT_THERE,
    ("kitchen", "throw book to break wine bottle"): NOT_TOGETHER,
    ("living_room", "find cabinet"): NOT_THERE,
    ("living_room", "open cabinet"): NOT_THERE,
    ("living_room", "throw boots to hit cell phone"): NOT_TOGETHER,
    ("bedroom", "find dining table"): NOT_THERE,
    ("bedroom", "move pencil to dining table"): NOT_THERE,
    ("bedroom", "put key chain near dining table"): NOT_THERE,
    ("bedroom", "put laptop near dining table"): NOT_THERE,
    ("bedroom", "put pencil near dining table"): NOT_THERE,
    ("bedroom", "put tennis racket near dining table"): NOT_THERE,
    ("bedroom", "put boots near arm chair"): NOT_TOGETHER,
    ("bedroom", "throw vase to hit statue"): NOT_TOGETHER,
}
"""Env-QA's instructions that parse in no fixed room of the kind that they were given in, and why.

Cabinets hang in kitchens and bathrooms alone since v2 of the rooms: in living rooms they counted as a fault.
"""


def kitchen() -> Scene:
    return casita.room("kitchen", 1)


@cache
def scenes() -> tuple[Scene, ...]:
    rooms = [casita.room(kind, number) for kind in ROOM_KINDS for number in (1, 17)]
    return (*rooms, casita.house(seed=7, rooms=5), casita.house(seed=3, rooms=10))


def things(scene: Scene) -> tuple[str, ...]:
    whole = [thing.id for thing in scene.things]
    cut = [thing.id for thing in scene.things if thing.kind.can("slice")]
    return (*whole, *(f"{id}_slice_{number}" for id in cut for number in range(1, 5)))


@st.composite
def actions(draw: st.DrawFn, verb: Verb, scene: Scene) -> Action:
    """Any action of a verb; what its pattern has in brackets may stay empty."""
    ids = {
        "object": st.sampled_from(things(scene)),
        "target": st.sampled_from((*things(scene), *(room.id for room in scene.rooms), *AGENTS)),
    }
    optional = set(SLOT.findall(" ".join(BRACKET.findall(verb.say))))
    fields = {}
    for slot in SLOT.findall(verb.say):
        if slot not in optional or draw(st.booleans()):
            fields["relation" if slot == "way" else slot] = draw((ids | FIELDS)[slot])
    return Action("alice", verb.name, **fields)


def understood(text: str, scene: Scene, prefer: tuple[str, ...] = ()) -> Action:
    answer = parse(text, "alice", scene, prefer, AGENTS)
    assert isinstance(answer, Parsed), f"{text}: {answer}"
    assert answer.given is None
    return answer.action


def not_understood(text: str) -> NotUnderstood:
    answer = parse(text, "alice", kitchen(), (), AGENTS)
    assert isinstance(answer, NotUnderstood), answer
    return answer


# Actions and back.


@pytest.mark.parametrize("verb", SAID.values(), ids=SAID)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_parse_is_the_inverse_of_sentence(verb: Verb, data: st.DataObject) -> None:
    scene = data.draw(st.sampled_from(scenes()), "scene")
    action = data.draw(actions(verb, scene), "action")
    said = sentence(action, scene)
    assert understood(said, scene) == action, said
    order = stream(data.draw(st.integers(0, 2**32), "order"))
    prefer = tuple(order.shuffled([thing.id for thing in scene.things]))
    assert understood(said, scene, prefer) == action, said


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_everything_in_every_fixed_room_has_a_name_of_its_own(kind: RoomKind) -> None:
    for number in range(1, 31):
        scene = casita.room(kind, number)
        ids = [*things(scene), *(room.id for room in scene.rooms)]
        assert len({named(id, scene).casefold() for id in ids}) == len(ids)
        assert [understood(f"walk to {named(id, scene)}", scene).target for id in ids] == ids
        assert [understood(f"walk to {id}", scene).target for id in ids] == ids


def test_every_verb_of_the_world_has_a_phrase_with_its_roles() -> None:
    assert len(SAID) == len(ROBOT_VERBS) > 40
    for verb in SAID.values():
        slots = {"relation" if slot == "way" else slot for slot in SLOT.findall(verb.say)}
        assert slots == {*verb.takes, *verb.takes_too}, verb.name


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"verb": "move_ahead"}, "move ahead"),
        ({"verb": "move_ahead", "amount": 0.25}, "move ahead 0.25 metres"),
        ({"verb": "turn_left", "amount": 1.0}, "turn left 1 degree"),
        ({"verb": "put_near", "object": "knife_1", "target": "plate_1"}, "put the knife near the plate"),
        ({"verb": "put", "object": "mug_1", "target": "sink_1"}, "put the mug at the sink"),
        ({"verb": "move_to", "object": "bowl_1", "target": "microwave_1"}, "move the bowl to the microwave"),
        (
            {"verb": "move_to", "object": "bowl_1", "target": "drawer_2", "relation": "in"},
            "move the bowl into drawer 2",
        ),
        ({"verb": "take_out", "object": "potato_1", "target": "microwave_1"}, "take the potato out of the microwave"),
        ({"verb": "throw", "object": "cup_1", "target": "window_1"}, "throw the cup at window 1"),
        ({"verb": "push", "object": "plate_1", "direction": "left"}, "push the plate left"),
        ({"verb": "fill", "object": "mug_1", "liquid": "coffee"}, "fill the mug with coffee"),
        ({"verb": "pour", "object": "mug_1", "target": "sink_basin_1"}, "pour the mug into the sink basin"),
        ({"verb": "eat", "object": "tomato_1_slice_2"}, "eat slice 2 of the tomato"),
        ({"verb": "walk_to", "target": "kitchen_1"}, "walk to the kitchen"),
        ({"verb": "follow", "target": "Bob"}, "follow Bob"),
        ({"verb": "say", "text": "hello"}, 'say "hello"'),
        ({"verb": "wait", "amount": 2.0}, "wait 2 seconds"),
        ({"verb": "juggle", "object": "mug_1"}, "juggle the mug"),
        ({"verb": "put"}, "put something at something"),
    ],
)
def test_sentences_read_well(fields: dict[str, str], said: str) -> None:
    assert sentence(Action("alice", **fields), kitchen()) == said


def test_rooms_are_numbered_when_there_are_several() -> None:
    house = casita.house(seed=7, rooms=5)
    assert sentence(Action("alice", "walk_to", target="bathroom_2"), house) == "walk to bathroom 2"
    assert sentence(Action("alice", "walk_to", target="kitchen_1"), house) == "walk to the kitchen"
    assert understood("go to the bathroom", house).target == "bathroom_1"


# Forgiving.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Pick up mug.", "pick up the mug"),
        ("PLEASE, TAKE THE MUGS!", "pick up the mug"),
        ("could you please grab a mug, please?", "pick up the mug"),
        ("  pick   the mug   up ", "pick up the mug"),
        ("pick up mug_1", "pick up the mug"),
        ("place the potatoes on the plate", "put the potato on the plate"),
        ("put the potato into the pot", "put the potato in the pot"),
        ("put potato next to plate", "put the potato near the plate"),
        ("move the potato in the pot", "move the potato into the pot"),
        ("move the potato next to the pot", "move the potato near the pot"),
        ("move potato out of microwave", "take the potato out of the microwave"),
        ("go to the fridge", "walk to the fridge"),
        ("find refrigerator", "walk to the fridge"),
        ("look for alice", "walk to alice"),
        ("follow bob", "follow Bob"),
        ("turn on stove", "turn on stove knob 1"),
        ("move pot to the stove", "move the pot to stove burner 1"),
        ("switch the tap off", "turn off the faucet"),
        ("wash the dishbowl", "clean the bowl"),
        ("throw away the bread", "dispose of the bread"),
        ("throw the bread away", "dispose of the bread"),
        ("throw cup to hit window", "throw the cup at window 1"),
        ("throw cup to break window", "throw the cup at window 1"),
        ("push plate to the left", "push the plate left"),
        ("push the plate forwards", "push the plate ahead"),
        ("dirty the mug", "make the mug dirty"),
        ("drink the coffee in the mug", "drink from the mug"),
        ("pour the coffee from the mug into the sink", "pour the mug into the sink"),
        ("pour some coffee into the mug", "fill the mug with coffee"),
        ("cut the tomato", "slice the tomato"),
        ("eat tomato slice", "eat slice 1 of the tomato"),
        ("eat tomato_1_slice_3", "eat slice 3 of the tomato"),
        ("wait about 2 seconds", "wait 2 seconds"),
        ("turn left by 90°", "turn left 90 degrees"),
        ("go forward 1 m", "move ahead 1 metre"),
        ("say Hello there", 'say "Hello there"'),
        ("get up", "stand up"),
    ],
)
def test_parse_forgives(text: str, said: str) -> None:
    assert sentence(understood(text, kitchen()), kitchen()) == said


@pytest.mark.parametrize(("name", "types"), everyday_names().items())
def test_everyday_names_are_of_types_that_exist(name: str, types: list[str]) -> None:
    assert set(types) <= set(casita.object_types()), name


def test_a_name_without_a_number_means_what_is_preferred() -> None:
    assert understood("open the cabinet", kitchen()).object == "cabinet_1"
    assert understood("open the cabinet", kitchen(), ("mug_1", "cabinet_7", "cabinet_3")).object == "cabinet_7"
    assert understood("open cabinet 3", kitchen(), ("cabinet_7",)).object == "cabinet_3"


def test_a_sliced_thing_means_its_slices_where_only_they_are_preferred() -> None:
    slices = ("tomato_1_slice_2", "tomato_1_slice_1")
    assert understood("eat the tomato", kitchen(), slices).object == "tomato_1_slice_2"
    assert understood("eat the tomato slice", kitchen(), slices).object == "tomato_1_slice_2"
    assert understood("eat the tomato", kitchen(), (*slices, "tomato_1")).object == "tomato_1"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("if pot is clean, make pot dirty", Given("pot_1", "clean")),
        ("If the pot is not dirty then make it dirty.", Given("pot_1", "dirty", holds=False)),
    ],
)
def test_a_condition_is_kept(text: str, condition: Given) -> None:
    answer = parse(text, "alice", kitchen())
    assert answer == Parsed(Action("alice", "make_dirty", "pot_1"), condition)


def test_it_is_what_the_condition_named_and_other_names_are_not() -> None:
    for words, meant in (("it", "pot_1"), ("the mug", "mug_1"), ("the pot", "pot_1")):
        answer = parse(f"if the pot is clean, make {words} dirty", "alice", kitchen())
        assert isinstance(answer, Parsed)
        assert answer.action.object == meant, words


# What is not understood.


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("pick up the mugg", "mugg", "I do not know a thing called 'mugg'; did you mean mug?"),
        ("take the mugg out of the fridge", "mugg", "I do not know a thing called 'mugg'; did you mean mug?"),
        ("follow Bobb", "Bobb", "did you mean Bob?"),
        ("put the mug", "put the mug", "I know 'put', but not where: put it on, in or near what?"),
        ("open", "open", "I know 'open', but not what: open what?"),
        ("turn the mug", "turn the mug", "turn left, turn right, or turn what on or off?"),
        ("fill the mug with cofee", "cofee", "I do not know a liquid called 'cofee'; did you mean coffee?"),
        ("grap the mug", "grap", "I do not know a verb called 'grap'; did you mean grab"),
        ("juggle the mug", "juggle", "I know move, go, walk and others"),
        ("sit on the sofa", "sofa", "there is no sofa here"),
        ("open fridge 4", "fridge 4", "there is no fridge 4 here, only fridge 1"),
        ("eat a slice of the plate", "slice of the plate", "a plate has no slices"),
        ("if the mugg is clean, make it dirty", "mugg", "did you mean mug?"),
        (" . ", "", "there are no words"),
    ],
)
def test_errors_name_what_was_not_understood(text: str, words: str, message: str) -> None:
    answer = not_understood(text)
    assert answer.words == words
    assert message in str(answer)


@pytest.mark.parametrize("verb", ASKS)
def test_every_question_back_is_about_a_verb_that_is_known(verb: str) -> None:
    unfinished = "wait for" if verb == "wait" else verb
    assert str(not_understood(unfinished)) == f"I know '{verb}', but not {ASKS[verb]}"


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(STRAY_WORDS)).map(" ".join))
def test_any_text_gets_an_answer(text: str) -> None:
    answer = parse(text, "alice", kitchen())
    assert isinstance(answer, Parsed) or answer.message


# The instructions of Env-QA.


def instructions() -> Counter[tuple[RoomKind, str]]:
    """How often each instruction was given in each kind of room."""
    lists = json.loads((FOLDER / "env_qa_instruction_sample.json").read_text())
    number = re.compile(r"FloorPlan(\d+)_physics_\d+")
    counts: Counter[tuple[RoomKind, str]] = Counter()
    for plan, orders in lists.items():
        match = number.fullmatch(plan)
        assert match
        counts.update((PLAN_KINDS[int(match[1]) // 100], order) for order in orders)
    return counts


def parses_in(kind: RoomKind, order: str) -> bool:
    """Is there a fixed room of a kind in which an instruction is understood?"""
    return any(isinstance(parse(order, "alice", casita.room(kind, number)), Parsed) for number in range(1, 31))


def test_env_qa_instructions_parse_but_for_listed_exceptions() -> None:
    counts = instructions()
    failed = {(kind, order) for kind, order in counts if not parses_in(kind, order)}
    assert failed == set(EXCEPTIONS)
    assert sum(counts.values()) == 3192
    assert sum(counts[each] for each in failed) == 21


@pytest.mark.parametrize(("kind", "order"), [each for each, why in EXCEPTIONS.items() if why != NEVER])
def test_what_an_exception_lacks_is_only_a_thing(kind: RoomKind, order: str) -> None:
    for number in range(1, 31):
        assert str(parse(order, "alice", casita.room(kind, number))).startswith("there is no "), (kind, number)


# Events.


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event(1, "alice", "put", "mug_1", "on", "counter_top_2"), "Alice put the mug on counter top 2."),
        (Event(1, "alice", "put_near", "mug_1", "near", "plate_1"), "Alice put the mug near the plate."),
        (Event(1, "alice", "move_to", "mug_1", "in", "sink_1"), "Alice moved the mug into the sink."),
        (Event(1, "alice", "move_to", "fork_1", "out of", "mug_1"), "Alice moved the fork out of the mug."),
        (Event(1, "alice", "throw", "cup_1", "at", "window_1"), "Alice threw the cup at window 1."),
        (Event(1, "alice", "fill", "mug_1", adjective="full of coffee"), "Alice filled the mug with coffee."),
        (Event(1, "alice", "pour", "mug_1", "in", "sink_basin_1"), "Alice poured the mug into the sink basin."),
        (Event(1, "alice", "open", "cabinet_3", adjective="open"), "Alice opened cabinet 3."),
        (Event(1, "alice", "move_ahead", ""), "Alice moved ahead."),
        (Event(1, "alice", "walk_to", ""), "Alice walked."),
        (Event(1, "alice", "say", "", text="Where is the mug?"), 'Alice said "Where is the mug?".'),
        (Event(1, "alice", "say", ""), "Alice said something."),
        (Event(1, "alice", "eat", "tomato_1_slice_1"), "Alice ate slice 1 of the tomato."),
        (Event(1, "", "break", "cup_1", adjective="broken", cause="impact"), "The cup broke from the impact."),
        (
            Event(1, "", "move_to", "fork_1", "out of", "mug_1", cause="broke"),
            "The fork came out of the mug when that broke.",
        ),
        (Event(1, "", "clean", "mug_1", adjective="clean", cause="follows"), "The mug was cleaned."),
        (Event(1, "", "fill", "mug_1", adjective="half full of water"), "The mug was filled with water."),
        (Event(1, "", "darken", "kitchen_1", adjective="dark"), "The kitchen became dark."),
        (Event(1, "", "vanish", "mug_1"), "Vanish happened to the mug."),
    ],
)
def test_events_are_told_in_the_past(event: Event, told: str) -> None:
    assert event_sentence(event, kitchen()) == told


@pytest.mark.parametrize("verb", sorted(SAID.keys() | HAPPENINGS.keys()))
def test_every_event_is_a_sentence(verb: str) -> None:
    for actor in ("alice", ""):
        told = event_sentence(Event(0, actor, verb, "mug_1", "on", "plate_1"), kitchen())
        assert re.fullmatch(r"[A-Z][\w ]+\.", told), told


# Refusals.


@pytest.mark.parametrize(
    ("refusal", "action", "said"),
    [
        (
            Refusal("affordance", "affords_slice", "mug_1"),
            Action("alice", "slice", "mug_1"),
            "the mug cannot be sliced",
        ),
        (
            Refusal("affordance", "affords_fill", "fork_1"),
            Action("alice", "fill", "fork_1"),
            "the fork cannot be filled",
        ),
        (Refusal("affordance", "affords_read", "mug_1"), Action("alice", "read", "mug_1"), "the mug cannot be read"),
        (
            Refusal("state", "not_inside_closed", "mug_1", "cabinet_3"),
            Action("alice", "pick_up", "mug_1"),
            "the mug is in cabinet 3, which is closed",
        ),
        (
            Refusal("geometry", "way_is_free", "", "chair_1"),
            Action("alice", "move_ahead"),
            "chair_1 is in the way",
        ),
        (
            Refusal("geometry", "can_reach_by_walking"),
            Action("alice", "walk_to", target="kitchen_1"),
            "there is no way to the kitchen",
        ),
        (Refusal("geometry", "fits", "mug_1"), Action("alice", "put", "mug_1"), "there is no space for the mug"),
        (
            Refusal("affordance", "takes_liquid", "mug_1", "soup"),
            Action("alice", "fill", "mug_1", liquid="soup"),
            "the mug cannot be filled with soup",
        ),
        (
            Refusal("affordance", "known_target", "mug_1", "moon_1"),
            Action("alice", "put", "mug_1", "moon_1"),
            "'moon_1' is nothing that this can be done to",
        ),
        (
            Refusal("affordance", "known_verb", "juggle"),
            Action("alice", "juggle"),
            "'juggle' is nothing that one can do here",
        ),
        (Refusal("conflict", "conflict", "mug_1", "Bob"), Action("alice", "pick_up", "mug_1"), "Bob was quicker"),
        (
            Refusal("conflict", "conflict", "mug_1", "fridge_1"),
            Action("alice", "pick_up", "mug_1"),
            "somebody else was quicker",
        ),
        (
            Refusal("state", "is_dry", "mug_1"),
            Action("alice", "wipe", "mug_1"),
            "the mug is not as it must be (is dry)",
        ),
    ],
)
def test_refusals_say_why(refusal: Refusal, action: Action, said: str) -> None:
    assert reason(refusal, action, kitchen()) == said


def test_a_refusal_says_what_was_refused() -> None:
    refusal = Refusal("state", "is_closed", "fridge_1")
    said = refusal_sentence(refusal, Action("alice", "open", "fridge_1"), kitchen())
    assert said == "Alice cannot open the fridge: the fridge is open already."


def test_things_that_are_several_by_name_are_spoken_of_as_several() -> None:
    scene = next(room for room in (casita.room("bedroom", n) for n in range(1, 31)) if len(room.of_type("blinds")) == 1)
    blinds = scene.of_type("blinds")[0].id
    refusal = Refusal("state", "is_closed", blinds)
    assert reason(refusal, Action("alice", "open", blinds), scene) == "the blinds are open already"


@every_row([*NEEDS, *(f"affords_{verb}" for verb in SAID), "affords_nonsense"])
def test_every_need_reads_with_and_without_an_obstacle(need: str) -> None:
    action = Action("alice", "put", "mug_1", "fridge_1")
    for obstacle in ("plate_1", ""):
        said = reason(Refusal("state", need, "mug_1", obstacle), action, kitchen())
        assert "{" not in said
        assert "[" not in said
        assert "  " not in said


def test_every_need_of_the_world_has_words() -> None:
    named_in_code = re.compile(r'(?:refusal|Refusal)\(\s*"\w+",\s*"(\w+)"')
    sources = [path.read_text() for path in Path(str(casita.world.__file__)).parent.glob("*.py")]
    found = {need for source in sources for need in named_in_code.findall(source)}
    assert len(found) > 20
    assert found <= NEEDS.keys()
