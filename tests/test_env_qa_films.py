"""Films of Env-QA: instructions, camera-people, what is seen, cuts, and stories."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache

import msgspec
import numpy as np
import pytest

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.cutting import videos_of
from casita.benchmarks.env_qa.films.daily_tasks import DAILY_TASKS
from casita.benchmarks.env_qa.films.options import Options
from casita.benchmarks.env_qa.films.persons import FASTEST, PERSONS
from casita.benchmarks.env_qa.films.planned import KINDS, ROOMS_OF, Planned, planned
from casita.benchmarks.env_qa.films.recording import Recording, Reel, film_seconds, new_world, seconds
from casita.benchmarks.env_qa.films.samplers import EVENTS, do_chore, order_of
from casita.benchmarks.env_qa.films.taking import Take
from casita.benchmarks.env_qa.films.verbs import VERBS, Instruction, read
from casita.benchmarks.env_qa.films.visible import CLEARLY, SIZE, owners, pixels_of
from casita.benchmarks.env_qa.generate import taken
from casita.benchmarks.env_qa.item import FILM_KINDS, Film, Video
from casita.benchmarks.env_qa.story.telling import story_of
from casita.benchmarks.env_qa.vocabulary import FIND, GERUNDS
from casita.errors import BadInput
from casita.seeds import stream

ROOMS = ("kitchen_12", "bedroom_07")

DONE_IN = {
    "boil water": "kitchen_06", "brighten a room": "kitchen_02", "chill something": "kitchen_02",
    "clean the bathroom": "bathroom_02", "clear the table": "kitchen_06", "cook in a pot": "kitchen_02",
    "do the laundry": "bedroom_14", "go to sleep": "bedroom_02", "have an accident": "kitchen_14",
    "heat something": "kitchen_02", "light candles": "bathroom_14", "make a salad": "kitchen_02",
    "make coffee": "kitchen_02", "make the bed": "bedroom_02", "make toast": "kitchen_02",
    "pack a box": "living_room_02", "play records": "bedroom_02", "pour a glass of wine": "kitchen_02",
    "put things into a drawer": "bedroom_02", "read a book": "bedroom_02", "set the table": "kitchen_02",
    "take a bath": "bathroom_06", "throw things away": "kitchen_06", "tidy up toys": "bedroom_02",
    "use the toilet": "bathroom_02", "wash a dish": "kitchen_06", "watch television": "living_room_02",
    "water the plant": "kitchen_14", "work at the desk": "living_room_18",
}  # fmt: skip
"""A room for each chore in which it can be done."""


@cache
def films() -> tuple[tuple[Film, Reel], ...]:
    """One film of every kind in every kind of room."""
    people = sorted(PERSONS)
    return tuple(
        taken(Planned(f"{room}_{kind}", room, "train", kind, people[(n + k) % len(people)], 4), 0)
        for n, room in enumerate(ROOMS)
        for k, kind in enumerate(FILM_KINDS)
    )


def test_parts_and_rooms_of_films_are_frozen() -> None:
    """Another share, or another order of rooms, is another split."""
    plan = [(film.id, film.part, film.room, film.kind, film.person, film.cuts) for film in planned("paper", 0)]
    assert hashlib.sha256(repr(plan).encode()).hexdigest()[:16] == "d7c6da9ed4758ca9"


def test_every_verb_reads_as_it_is_written() -> None:
    assert len(VERBS) == 17
    assert set(VERBS) == {*GERUNDS, FIND}
    for name, row in VERBS.items():
        target, liquid = "side_table_2" if row.needs_target else "", "wine" if "{liquid}" in row.pattern else ""
        asked = Instruction(name, "butter_knife_1", target, liquid)
        text = asked.text(lambda id: id.rpartition("_")[0].replace("_", " "))
        found = read(text)
        assert found is not None
        assert (found.verb, found.object) == (name, "butter knife"), text
        assert found.target == ("side table" if row.needs_target else "")
        assert found.liquid == asked.liquid
    thrown = Instruction("throw", "cup_1", "window_1").text(lambda id: id.rpartition("_")[0])
    assert thrown == "throw cup to hit window"
    assert read(thrown) == ("throw", "cup", "window", "", False)
    broke = Instruction("throw", "cup_1", "window_1", breaks=True).text(lambda id: id.rpartition("_")[0])
    assert broke == "throw cup to break window"
    assert read(broke) == ("throw", "cup", "window", "", True)
    assert read("dance") is None


def test_every_step_of_a_chore_is_an_order() -> None:
    assert len(DAILY_TASKS) >= 25
    for name, steps in DAILY_TASKS.items():
        assert len(steps) >= 3, name
        assert all(order_of(text).verb in VERBS for text in steps)
    with pytest.raises(BadInput, match="'sing a song' is no step"):
        order_of("sing a song")


@pytest.mark.parametrize("name", sorted(DAILY_TASKS))
def test_every_chore_comes_off_in_some_room(name: str) -> None:
    """All steps but those in brackets, or none: a film never shows a chore that breaks off."""
    needed = [order_of(text).verb for text in DAILY_TASKS[name] if not text.startswith("[")]
    take = Take(DONE_IN[name], 1, PERSONS["brisk"], stream(0, "chore", name))
    assert do_chore(take, name)
    done = iter(each.verb for each in take.happenings)
    assert all(verb in done for verb in needed), "in this order"


def test_a_chore_that_cannot_be_finished_leaves_no_trace() -> None:
    take = Take("bathroom_06", 1, PERSONS["brisk"], stream(0, "chore"))
    before = take.recording(), take.world.state.digest()
    assert not do_chore(take, "make coffee")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(DAILY_TASKS, "odd", ("turn on faucet", "slice bathtub"))
        assert not do_chore(take, "odd")
    assert (take.recording(), take.world.state.digest()) == before


def test_what_is_seen_of_a_cut_is_seen_in_its_own_frames() -> None:
    """By pictures drawn anew; a thing that its film shows before and after it is not seen in it."""
    less = 0
    for film, reel in films()[::4]:
        for cut in videos_of(film.id, "train", reel.recording, 3, stream(0, film.id)):
            owner = owners(reel.begins)
            shown = [pixels_of(reel.frame(at, SIZE, ("ids",)).ids, owner) for at in film_seconds(cut.starts, cut.ends)]
            clear = {reel.begins.statics.ids[slot] for slot in np.flatnonzero((np.array(shown) >= CLEARLY).any(0))}
            story = story_of(reel, cut)
            assert set(story.seen) == clear & set(story.things)
            less += len(set(reel.recording.seen) - clear)
    assert less > 20


def test_a_film_has_so_many_events_of_its_kind() -> None:
    for film, reel in films():
        done = reel.recording.happenings
        assert EVENTS[0] <= len(done) <= EVENTS[1], film.id
        assert len(film.instructions) == len(done)
        assert all(read(text) is not None for text in film.instructions)
        names = Counter(each.object.rpartition("_")[0] for each in done)
        assert len({each.object for each in done}) == len(names), f"{film.id}: two things of one name"
        if film.kind == "exploring":
            assert {each.verb for each in done} == {"find"}
    kinds = {kind: [reel.recording.happenings for film, reel in films() if film.kind == kind] for kind in FILM_KINDS}
    things = {kind: np.mean([len({each.object for each in done}) for done in found]) for kind, found in kinds.items()}
    assert things["object"] < things["random"]
    verbs = {kind: np.mean([len({each.verb for each in done}) for done in found]) for kind, found in kinds.items()}
    assert verbs["action"] < verbs["random"]


def test_the_same_seed_gives_the_same_film_to_the_byte() -> None:
    film, reel = films()[4]
    again, _ = taken(Planned(film.id, film.room, film.part, film.kind, film.person, 4), 0)
    assert again == film
    other, _ = taken(Planned(film.id, film.room, film.part, film.kind, film.person, 4), 1)
    assert other.log != film.log
    played = Reel(Recording.decoded(film.log, film.id))
    assert played.recording == reel.recording
    at = film.seconds * 0.6
    assert np.array_equal(played.frame(at, (64, 48)).rgb, reel.frame(at, (64, 48)).rgb)


def test_a_film_is_that_of_this_version() -> None:
    """Another table of habits, or another way to look, is another version of the data; drawings decide what is seen."""
    _, reel = taken(Planned("kitchen_12_task", "kitchen_12", "train", "task", "hesitant", 4), 0)
    at = seconds(0.0, reel.recording.seconds, 10.0)
    turns = [(round(camera.yaw, 6), round(camera.pitch, 6)) for camera in (reel.at(second)[1] for second in at)]
    assert len(turns) > 100
    assert hashlib.sha256(repr((reel.recording.steps, turns)).encode()).hexdigest()[:16] == "4c617e69bbe5c2c1"
    assert hashlib.sha256(repr(PERSONS).encode()).hexdigest()[:16] == "04e198c5f9e2472e"


def test_pixels_are_counted_by_the_thing_that_they_count_as() -> None:
    ids = np.array([[0, 1, 1], [2, 3, -1]], np.int32)
    assert pixels_of(ids, np.array([0, 1, 1])).tolist() == [1, 3, 0]  # 2 is part of 1, and 3 is a wall


def test_a_damaged_log_is_named() -> None:
    film, reel = films()[0]
    fewer = film.log.replace(b'"walk_to"', b'"slice"', 1)
    for wrong in (film.log[:-20], b"", b"[]", fewer, film.log.replace(b'"seconds":', b'"secnds":')):
        with pytest.raises(BadInput, match="film x: its log is"):
            Recording.decoded(wrong, "film x")
    known = reel.recording
    still = msgspec.structs.replace(known, steps=(msgspec.structs.replace(known.steps[0], seconds=0.0),))
    with pytest.raises(BadInput, match="film x: its log is damaged: nobody looks"):
        Recording.decoded(still.encoded(), "film x")
    first = msgspec.structs.replace(known.steps[0], verb="slice")
    with pytest.raises(BadInput, match="film x in kitchen_12: its log does not play"):
        Reel(msgspec.structs.replace(known, steps=(first, *known.steps[1:])), "film x")


def test_heads_turn_smoothly_and_no_faster_than_their_bound() -> None:
    for film, reel in films():
        cameras = [reel.at(at)[1] for at in seconds(0.0, film.seconds, 30.0)]
        yaw, pitch = (np.diff([getattr(camera, name) for camera in cameras]) * 30.0 for name in ("yaw", "pitch"))
        assert np.hypot(yaw, pitch).max() <= FASTEST * 1.01, film.id
        away = np.diff([camera.position for camera in cameras], axis=0)
        assert np.sqrt((away**2).sum(1)).max() * 30.0 < 4.0
    assert max(abs(look.yaw) for _, reel in films() for look in reel.recording.looks) > 180.0  # on and on, not back


def test_nearly_all_events_are_seen_while_they_happen() -> None:
    every = [each for _, reel in films() for each in reel.recording.happenings]
    assert len(every) > 50
    assert np.mean([each.is_seen for each in every]) >= 0.95
    for film, reel in films():
        last = 0.0
        for each in reel.recording.happenings:
            assert last <= each.starts < each.ends <= film.seconds
            last = each.ends
        assert reel.recording.seen


def test_what_cannot_be_done_leaves_no_trace() -> None:
    take = Take("kitchen_12", 3, PERSONS["calm"], stream(1, "test"))
    assert take.carry_out(Instruction("find", "microwave_1"))
    before = take.recording(), take.world.state.digest()
    assert not take.carry_out(Instruction("slice", "microwave_1"))
    assert not take.carry_out(Instruction("move", "apple_1", "mug_1"))  # both shut away
    assert (take.recording(), take.world.state.digest()) == before


def test_options_are_what_makes_sense() -> None:
    world = new_world("kitchen_12", 0)
    options = Options(world.state)
    assert "fridge_1" in options.objects("open")
    assert "fridge_1" not in options.objects("close")
    assert "apple_1" not in options.things  # in the fridge, which is closed
    assert all(kind.can("slice") for id, kind in options.things.items() if id in options.objects("slice"))
    asked = [one for verb in VERBS for object in options.objects(verb) for one in options.instructions(verb, object)]
    assert {one.verb for one in asked} >= set(VERBS) - {"close"}  # nothing is open
    assert len(asked) > 500


def test_what_is_half_open_can_be_closed_and_not_opened() -> None:
    state = new_world("kitchen_12", 0).state
    column = np.array(state.objects.openness)
    column[state.statics.slot("fridge_1")] = 0.5
    options = Options(state.altered({"openness": column}))
    assert "fridge_1" in options.objects("close")
    assert "fridge_1" not in options.objects("open")


def test_the_films_are_as_many_as_the_papers() -> None:
    every = planned("paper", 0)
    assert len(every) == paper.FILMS
    assert len(every) + sum(film.cuts for film in every) == paper.VIDEOS
    assert len({film.id for film in every}) == len(every)
    for part, numbers in ROOMS_OF.items():
        own = [film for film in every if film.part == part]
        new = [film for film in own if int(film.room[-2:]) in numbers]
        assert len(new) / len(own) == pytest.approx(1.0 if part == "train" else 0.6, abs=0.001)
        assert {int(film.room[-2:]) for film in own} <= {*numbers, *ROOMS_OF["train"]}
        kinds = Counter(film.room.rpartition("_")[0] for film in own)
        assert max(kinds.values()) - min(kinds.values()) <= 2
    assert len({film.room for film in every}) == 120
    for kind, share in KINDS.items():
        assert sum(film.kind == kind for film in every) / len(every) == pytest.approx(share, abs=0.02)
    assert planned("paper", 0) == every != planned("paper", 1)


def test_cuts_are_short_and_different() -> None:
    film, reel = films()[1]
    videos = videos_of(film.id, "valid", reel.recording, 6, stream(0, "cuts"))
    whole, *cuts = videos
    assert (whole.id, whole.first, whole.end) == (film.id, 0, len(reel.recording.happenings))
    assert len({(cut.first, cut.end) for cut in cuts}) == len(cuts) == 6
    for cut in cuts:
        assert 1 <= cut.end - cut.first <= 4
        assert cut.part == "valid"
        inside = reel.recording.happenings[cut.first : cut.end]
        assert cut.starts <= inside[0].starts
        assert cut.ends == inside[-1].ends


def test_a_story_says_what_is_so_between_events() -> None:
    take = Take("kitchen_12", 3, PERSONS["calm"], stream(1, "test"))
    opened, moved = Instruction("open", "fridge_1"), Instruction("move", "apple_1", "sink_basin_1")
    for asked in (opened, moved, Instruction("clean", "pot_1")):
        assert take.carry_out(asked), asked
    reel = Reel(take.recording())
    story = story_of(reel, Video("v", "v", "train", 0, 3, 0.0, reel.recording.seconds))
    assert [facts["fridge_1"].is_open for facts in story.moments] == [False, True, True, True]
    assert [(facts["apple_1"].prep, facts["apple_1"].at) for facts in story.moments] == [
        ("in", "fridge_1"), ("in", "fridge_1"), ("in", "sink_1"), ("in", "sink_1"),
    ]  # fmt: skip
    assert [facts["pot_1"].is_dirty for facts in story.moments][2:] == [True, False]
    assert story.happenings[1].target == "sink_1"
    assert "sink_basin_1" not in story.things
    assert story.things["soap_bottle_1"].name == "soap bottle"
