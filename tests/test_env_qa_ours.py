"""Env-QA's model that looks: what it keeps of a video, what it notices, and what it takes for granted."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import casita
from casita.arrays import Float16s
from casita.benchmarks.env_qa.asking.programs import run
from casita.benchmarks.env_qa.item import RoleAnswer, Video
from casita.benchmarks.env_qa.memory.answering import Remembered
from casita.benchmarks.env_qa.memory.believed import Believer, Memory, NoticedEvent
from casita.benchmarks.env_qa.memory.contents import Contents, LookNetwork
from casita.benchmarks.env_qa.memory.grid import EVENT_VERBS, LAGS, grid_of
from casita.benchmarks.env_qa.memory.learnt import KIND, VERSION, Learnt
from casita.benchmarks.env_qa.memory.lessons import frame_targets, lesson_of
from casita.benchmarks.env_qa.memory.noticing import TARGETED, Candidate, _log_sum, candidates, peaks
from casita.benchmarks.env_qa.memory.places import PlaceCounts, PlaceNetwork, Places, counted, floor_number, pairs_of
from casita.benchmarks.env_qa.memory.presumed import Understood, names_in, presumed_by
from casita.benchmarks.env_qa.memory.schooling import frame_numbers
from casita.benchmarks.env_qa.memory.sightings import Sightings, number_of, packed_sightings, sightings_of
from casita.benchmarks.env_qa.memory.teaching import Taught, trained
from casita.benchmarks.env_qa.memory.told import _told
from casita.benchmarks.env_qa.models.training import SHIPPED
from casita.benchmarks.env_qa.story.story import Facts, Happening, Story, Thing
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.benchmarks.env_qa.watching.seen import STATES, Seen, colour_names, kind_names
from casita.learn.checkpoints import save_weights
from casita.learn.needing_torch import torch
from casita.learn.training import Settings
from casita.world.liquids import LIQUIDS


class Thinglike(NamedTuple):
    """A detection by hand."""

    kind: str
    box: Sequence[float] = (40.0, 40.0, 60.0, 60.0)
    score: float = 0.9
    colour: str = "red"
    states: Mapping[str, float] = {}
    features: Float16s = np.zeros(WIDTH, np.float16)


def seen_by(*moments: Sequence[Thinglike]) -> Sightings:
    return packed_sightings(moments, 100)


def table_and_mug(**states: float) -> list[Thinglike]:
    """A mug that stands on a counter top, by its box."""
    return [Thinglike("counter_top", (10, 50, 90, 95), colour="white"), Thinglike("mug", states=states)]


def memory(seen: Sightings) -> Memory:
    """Places by what is usual alone: networks that say nothing."""
    counts = counted([("mug", "on", "counter top")] * 20 + [("mug", "in", "sink")] * 2 + [("apple", "on", "floor")] * 3)
    places, looks = PlaceNetwork(), LookNetwork()
    for network in (places, looks):
        for weight in network.parameters():
            torch.nn.init.zeros_(weight)
    return Memory(seen, Places(places, counts), Contents(looks))


# What was seen.


def test_moments_between_key_frames_show_what_the_last_one_did() -> None:
    numbers = {kind: number for number, kind in enumerate(kind_names())}
    kinds = [numbers["mug"], numbers["floor"], numbers["apple"], numbers["mug"]]
    seen = Seen(
        np.array([4, 7, 11], np.int32), np.arange(3 * WIDTH).reshape(3, WIDTH).astype(np.float16),
        np.array([2, 1, 1], np.int32), np.full((4, 4), 0.25, np.float16), np.array(kinds, np.uint8),
        np.full(4, 0.5, np.float16), np.full(4, colour_names().index("red"), np.uint8),
        np.full((4, len(STATES)), 0.125, np.float16), np.zeros((4, WIDTH), np.float16),
    )  # fmt: skip
    found = sightings_of(seen, 4, 12)
    assert found.moments == 4  # frames 4, 6, 8 and 10, two a second
    # Frame 7 is shown by the moment that begins with frame 6; the floor has no box.
    assert found.frames.tolist() == [0, 1, 2, 3]
    assert found.names.tolist() == [number_of(name) for name in ("mug", "apple", "apple", "mug")]
    is_openable, is_dirtiable = STATES.index("open"), STATES.index("dirty")
    assert found.states[0, [is_openable, is_dirtiable]].tolist() == [0.5, 0.125]  # a mug cannot be open
    assert found.part(1, 3).frames.tolist() == [0, 1]
    assert frame_numbers(Video("v", "f", "test", 0, 1, 1.1, 2.6)) == (6, 11)  # from the next half second


def test_a_grid_shows_what_changed_and_what_is_carried() -> None:
    moving = [
        [Thinglike("mug", (40, 80, 60, 100), states={"dirty": float(at >= 4)}),
         Thinglike("pot", (at * 10, 0, 20 + at * 10, 20)), Thinglike("pan", (at * 10, 30, 10 + at * 10, 40))]
        for at in range(7)
    ]  # fmt: skip
    grid = grid_of(seen_by(*moving))
    mug = grid.names.tolist().index(number_of("mug"))
    dirty = STATES.index("dirty")
    assert grid.cells[:, mug, 12 + dirty].tolist() == [-0.5] * 4 + [0.5] * 3
    change = grid.cells[:, mug, 12 + len(STATES) + dirty]
    assert LAGS[0] == 2
    assert change.tolist() == [0, 0, 0, 0, 1, 1, 0]
    # The picture moves by a tenth of its width each time, and the mug stays where it is in it.
    assert grid.frames[1:, 0] == pytest.approx(0.4)
    assert grid.cells[1:, mug, 10] == pytest.approx(1.0)
    pot = grid.names.tolist().index(number_of("pot"))
    assert (grid.cells[1:, pot, 10] < 0.05).all()
    assert grid.cells[1:, mug, 8] == pytest.approx(-0.4)
    # Two moments are a second, and after one the video's beginning is as far as e tells.
    assert grid.frames[:, 3] == pytest.approx(np.exp(-np.arange(7) / 2))
    assert grid.frames[:, 4] == pytest.approx(grid.frames[::-1, 3])


def test_a_pair_says_where_a_thing_is_in_the_box_of_what_may_carry_it() -> None:
    count = floor_number()
    pairs = pairs_of(
        seen_by(table_and_mug()), 1, 0, 2, np.zeros((count, count + 2), np.float32), np.ones(count, np.bool_)
    )
    assert pairs.carriers.tolist() == [number_of("counter top"), count, count + 1]
    # Its middle is halfway along, its foot two ninths down, and half of it is in the other box, nine times as large.
    expected = [1 / 2, 2 / 9, -2 / 9, 1 / 2, -np.log(9) / 4, 0.9]
    assert pairs.features[0, :6] == pytest.approx(expected, abs=1e-5)


def test_who_is_told_what_is_there_is_told_what_is_used_up() -> None:
    world = casita.World(casita.room("bathroom", 3), ["alice"])
    slot, used = world.state.statics.slot("toilet_paper_1"), list[float]()
    for deed in ("wait", "use_up"):
        world.act("alice", deed, *(["toilet_paper_1"] if deed == "use_up" else []))
        used.append(float(_told(world.state, slot, (0.0, 0.0, 9.0, 9.0)).features[len(LIQUIDS)]))
    assert used == [0.0, 1.0]


def test_nothing_seen_at_all_is_no_event() -> None:
    assert candidates(Learnt.load(SHIPPED).recogniser, seen_by([], [], [])) == []


# What was noticed.


def candidate(end: int, chance: float, deeds: Mapping[tuple[str, str], float], target: str = "") -> Candidate:
    """What may have happened: by verb and object how likely; to a target, if any, for sure."""
    names = ("counter top", "mug", "pot", "sink")
    logs = np.full((4, len(EVENT_VERBS)), -20.0)
    for (verb, thing), share in deeds.items():
        logs[names.index(thing), EVENT_VERBS.index(verb)] = np.log(share)
    targets = np.full((len(TARGETED), 4, 5), -9.0)
    targets[:, :, (*names, "").index(target)] = 0.0
    return Candidate(end, chance, names, logs, targets, np.log(np.full((4, 3), 1 / 3)), np.full(4, 1.0))


MOVED = candidate(4, 0.9, {("move", "pot"): 0.9, ("move", "mug"): 0.1}, "sink")
FAINT = candidate(9, 0.1, {("clean", "pot"): 0.7, ("make dirty", "mug"): 0.3})
SURE = candidate(14, 0.8, {("break", "mug"): 0.6, ("clean", "mug"): 0.4})
ALL = [MOVED, FAINT, SURE]


def said(program: list[object]) -> list[tuple[str, str]]:
    return [(one.verb, one.object) for one in Understood(ALL, program).events()]


def test_peaks_are_apart_and_not_too_faint() -> None:
    assert peaks(np.array([0.1, 0.9, 0.8, 0.3, 0.01, 0.5])) == [1, 3, 5]


def test_what_a_question_names_is_believed() -> None:
    assert said(["count_events", {}]) == [("move", "pot"), ("break", "mug")]
    dirty = ["event", {"action": "making", "object1": "mug", "adjective": "dirty"}]
    assert said(["tell", ["next", dirty]]) == [("move", "pot"), ("make dirty", "mug"), ("break", "mug")]
    # Of two readings of one event, what is asked about decides.
    assert said(["tell", ["previous", ["event", {"action": "cleaning", "object1": "mug"}]]])[-1] == ("clean", "mug")
    # Without that, for the ablation, only what was noticed is believed.
    assert said([]) == [("move", "pot"), ("break", "mug")]
    # Whether it happened is not taken for granted.
    assert said(["did_happen", {"action": "making", "object1": "mug"}]) == [("move", "pot"), ("break", "mug")]


def test_how_likely_something_is_adds_up() -> None:
    assert MOVED.share({"action": "moving"}) == pytest.approx(0.9)
    assert MOVED.share({"action": "moving", "object1": "mug"}) == pytest.approx(0.09)
    assert MOVED.share({"action": "moving", "object1": "pot", "object2": "sink"}) == pytest.approx(0.81)
    assert MOVED.share({"action": "moving", "object1": "pot", "object2": "mug"}) < 0.001
    assert MOVED.share({"object1": "bed"}) < 0.001  # it was never seen
    assert SURE.share({"action": "cleaning"}) == pytest.approx(0.32)


def test_what_must_be_there_is_found() -> None:
    moved = ["event", {"action": "moving", "object1": "pot", "prep": "to", "object2": "sink"}]
    broken = ["event", {"action": "breaking", "object1": "mug"}]
    assert said(["tell", ["between", moved, broken]]) == [("move", "pot"), ("clean", "pot"), ("break", "mug")]
    assert said(["where", ["thing", "mug"], ["between", moved, broken]]) == [("move", "pot"), ("break", "mug")]
    assert said(["tell", ["sole"]]) == [("move", "pot")]
    assert said(["tell", ["nth", 2]]) == [("move", "pot"), ("clean", "pot"), ("break", "mug")]
    assert said(["tell_deed", ["sole_on", ["thing", "pot"]]]) == [("move", "pot"), ("break", "mug")]
    # A likely event in an unlikely reading, before an unlikely one in a likely reading.
    assert said(["tell_deed", ["nth_on", -1, ["thing", "mug"]]]) == [("move", "mug"), ("break", "mug")]
    assert said(["tell_deed", ["next_on", ["thing", "pot"], moved]])[1] == ("clean", "pot")


def test_what_a_program_takes_for_granted() -> None:
    one, other = {"action": "opening", "object1": "box"}, {"action": "closing", "object1": "box"}
    found = presumed_by(["count_between", ["event", one], ["event", other]])
    assert (found.events, found.order) == ([one, other], [(0, 1)])
    assert presumed_by(["tell", ["while", ["thing", "box"], "open", "open"]]) == found
    found = presumed_by(["first_done_to", {"action": "moving"}, ["thing", "pot"], ["thing", "mug"], 0])
    assert found.events == [{"action": "moving", "object1": "pot"}, {"action": "moving", "object1": "mug"}]
    assert presumed_by(["first_deed", ["thing", "box"], "opening", "closing", 0]).events == [one, other]
    assert presumed_by(["count_events", {"action": "moving"}]).events == []
    program = ["is_near", ["thing", "pot"], "mug", ["before", ["event", {"object1": "box", "object2": "bed"}]]]
    assert set(names_in(program)) == {"pot", "box", "bed"}


# What follows.


def test_what_events_say_about_before_and_after() -> None:
    believer = Believer(memory(seen_by(*[table_and_mug(dirty=0.4, broken=0.1)] * 10)))
    events = [
        NoticedEvent("make dirty", "mug", "", "", 1, 2), NoticedEvent("move", "mug", "sink", "", 4, 6),
        NoticedEvent("fill", "mug", "", "wine", 7, 8),
    ]  # fmt: skip
    facts = [moment["mug"] for moment in believer.story(events).moments]
    assert [one.is_dirty for one in facts] == [False, True, True, True]
    assert [(one.prep, one.at) for one in facts] == [("on", "counter top")] * 2 + [("in", "sink")] * 2
    assert [one.liquid for one in facts] == ["", "", "", "wine"]
    assert not any(one.is_broken for one in facts)
    story = believer.story(events, ["apple"])
    assert run(["where", ["thing", "mug"], ["end"]], story) == RoleAnswer(prep="in", object1="sink")
    assert run(["attribute", ["only", "mug"], "colour"], story) == RoleAnswer(adjective="red")
    assert run(["tell", ["nth", -1]], story) == RoleAnswer(
        action="filling", object1="mug", prep="with", adjective="wine"
    )
    assert story.moments[0]["apple"].at == "floor"  # never seen: where apples were in training


def test_what_is_thrown_is_as_it_is_seen_afterwards() -> None:
    before, after = table_and_mug(broken=0.1, filled=0.9), table_and_mug(broken=0.8, filled=0.2)
    believer = Believer(memory(seen_by(*[before] * 4, *[after] * 4)))
    thrown = [NoticedEvent("throw", "mug", "", "", 3, 4), NoticedEvent("clean", "mug", "", "", 6, 7)]
    facts = [moment["mug"] for moment in believer.story(thrown).moments]
    assert [one.is_broken for one in facts] == [False, True, True]
    assert [bool(one.liquid) for one in facts] == [True, False, False]
    assert [one.is_dirty for one in facts] == [True, True, False]  # what is cleaned was dirty
    near = believer.story([NoticedEvent("put near", "mug", "sink", "", 3, 4)])
    assert run(["where", ["thing", "mug"], ["end"]], near) == RoleAnswer(prep="near", object1="sink")


def test_things_are_counted_by_what_two_moments_show() -> None:
    mugs = [Thinglike("mug", (at, 0, at + 5, 5)) for at in (0, 20, 40, 60, 80)]
    believer = Believer(memory(seen_by(mugs, mugs[:2], mugs[:2], [])))
    assert (believer.count("mug"), believer.count("pot"), believer.count("floor")) == (2, 0, 1)
    assert Believer(memory(seen_by(mugs[:1]))).count("mug") == 1
    assert Believer(memory(seen_by(mugs[:3]))).count("mug") == 3


def test_on_or_in_is_what_was_usual() -> None:
    counts = counted([("mug", "in", "sink"), ("pot", "on", "stove burner"), ("egg", "in", "fridge")])
    assert (counts.prep("mug", "sink"), counts.prep("mug", "floor")) == ("in", "on")
    assert (counts.prep("apple", "fridge"), counts.prep("apple", "stove burner")) == ("in", "on")
    assert float(np.exp(PlaceCounts.empty().logs()).sum(1)[0]) == pytest.approx(1.0)


# What is learnt.


def story_with(verb: str, thing: str, ends: float) -> Story:
    one = Thing(f"{thing}_1", thing, thing, "red", "metal", False, False, True, True, False, True, True)
    return Story(
        "v", "kitchen", 0.0, 6.0, {one.id: one}, (Happening(verb, one.id, "", "", ends - 1.0, ends),),
        ({one.id: Facts()}, {one.id: Facts()}), {one.id: ((0.0, 6.0),)},
    )  # fmt: skip


def test_a_lesson_is_part_of_a_film() -> None:
    lesson = lesson_of(seen_by(*[table_and_mug()] * 12), story_with("make dirty", "mug", 4.2), 0, 1)
    assert lesson.seen.moments == 8  # 4.2 seconds, two moments each
    (event,) = lesson.events
    assert (event.end, EVENT_VERBS[event.verb], event.object) == (7, "make dirty", number_of("mug"))
    assert frame_targets(lesson)[7] == 1.0
    assert frame_targets(lesson)[0] < 0.01


def test_a_recogniser_learns_to_notice(tmp_path: Path) -> None:
    films = []
    for number in range(8):
        thing, at = ("mug", "pot")[number % 2], 4 + number % 4
        shown = [
            [Thinglike("mug", states={"dirty": float(thing == "mug" and moment >= at)}),
             Thinglike("pot", (5, 5, 25, 25), states={"dirty": float(thing == "pot" and moment >= at)})]
            for moment in range(at + 2)
        ]  # fmt: skip
        films.append(Taught(seen_by(*shown), story_with("make dirty", thing, (at + 2) / 2)))
    network, scores = trained(films, films[:3], Settings(rate=1e-2, batch=4, epochs=20, patience=20), 0)
    assert scores[-1] > scores[0]
    found = [max(candidates(network, film.seen), key=lambda one: one.chance).best({}) for film in films]
    assert [(one.verb, one.object) for one in found if one] == [("make dirty", "mug"), ("make dirty", "pot")] * 4
    kept = Learnt(network, *memory(films[0].seen)[1:])
    path = tmp_path / "ours.safetensors"
    save_weights(path, KIND, VERSION, kept.weights(), half=True)
    video = Remembered(films[1].seen, Learnt.load(path))
    assert video.answer(["tell", ["sole"]]) == RoleAnswer(action="making", object1="pot", adjective="dirty")
    assert video.answer(["which_state", ["thing", "pot"], "dirt", ["beginning"]]) == RoleAnswer(adjective="clean")
    assert video.answer(["tell", ["event", {"action": "tidying", "object1": "pot"}], "too much"]) is None
    # Of what cannot be seen at all it says nothing, so a guess is made.
    assert video.answer(["tell", ["next", ["event", {"action": "moving", "object1": "banana"}]]]) is None
    assert video.answer(["where", ["thing", "books"], ["end"]]) is None


class Kept:
    """How far a training is; it is killed after so many epochs."""

    def __init__(self, most: int) -> None:
        self.most, self.parts = most, dict[str, Any]()

    def begun(self) -> dict[str, Any] | None:
        return self.parts or None

    def keep(self, parts: Mapping[str, Any]) -> None:
        self.parts = copy.deepcopy(dict(parts))
        if len(parts["scores"]) == self.most:
            raise KeyboardInterrupt


def test_a_training_of_ours_that_was_killed_goes_on_to_the_same_weights() -> None:
    films = [Taught(seen_by(*[table_and_mug()] * 12), story_with("make dirty", "mug", 4.2))] * 4
    settings = Settings(rate=1e-2, batch=2, epochs=3, patience=3)
    whole, scores = trained(films, films[:1], settings, 0, progress=Kept(9))
    kept = Kept(2)
    with pytest.raises(KeyboardInterrupt):
        trained(films, films[:1], settings, 0, progress=kept)
    kept.most = 9
    again, others = trained(films, films[:1], settings, 0, progress=kept)
    assert others == scores
    assert all(torch.equal(one, other) for one, other in zip(whole.parameters(), again.parameters(), strict=True))


def test_what_nothing_can_undergo_has_no_likelihood_and_nobody_is_warned() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert _log_sum(np.log([0.25, 0.5])) == pytest.approx(math.log(0.75))
        assert _log_sum(np.array([-1e4, -1e4])) == _log_sum(np.zeros(0)) == -math.inf
