"""Episodes: a replay equals what was recorded, logs are small, and a log that cannot be right is refused by name."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import casita
from casita.episodes import Episode, Recorder, _Line, from_lines, load, replay, save, scene_hash, to_lines
from casita.errors import BadInput
from casita.scenes.fixed import shipped_scene
from casita.scenes.scene import Scene
from casita.seeds import stream
from casita.versions import PHYSICS, WORLD
from casita.world.action import Action
from casita.world.bodies import BODIES
from casita.world.proposals import proposed
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step

AGENTS = {"alice": "person", "bob": "thor"}

SCENES: dict[str, Callable[[], Scene]] = {
    "kitchen_12": lambda: casita.room("kitchen", 12),
    "bathroom_03": lambda: casita.room("bathroom", 3),
    "apartment_03": lambda: casita.apartment(3),
    "drawn_house_02": lambda: casita.drawn_house(2),
    "house_7_2": lambda: casita.house(seed=7, rooms=2),
}


@cache
def recorded(name: str = "kitchen_12", rules: str = "command", ticks: int = 120) -> tuple[Recorder, tuple[State, ...]]:
    """Two agents who do random things, and every state that they came through."""
    luck = stream(1, name, rules)
    recorder = Recorder(beginning(SCENES[name](), AGENTS, rules=rules, seed=5))
    states = [recorder.state]
    for _ in range(ticks):
        outcome = recorder.step([proposed(recorder.state, agent, luck) for agent in AGENTS])
        states.append(outcome.state)
    return recorder, tuple(states)


def log() -> Episode:
    return recorded()[0].episode()


@pytest.mark.parametrize("rules", ["command", "household"])
@pytest.mark.parametrize("name", SCENES)
def test_replay_equals_record(name: str, rules: str, tmp_path: Path) -> None:
    recorder, states = recorded(name, rules)
    save(recorder.episode(), tmp_path / "log.jsonl")
    again = list(replay(load(tmp_path / "log.jsonl")))
    assert [state.digest() for state in again] == [state.digest() for state in states]
    assert len({state.digest() for state in again}) == 121


def test_digests_stand_at_the_beginning_every_50_ticks_and_at_the_end() -> None:
    recorder, states = recorded()
    digests = recorder.episode().digests
    assert list(digests) == [0, 50, 100, 120]
    assert all(digests[tick] == states[tick].digest() for tick in digests)


def test_a_recorder_steps_like_step() -> None:
    state = beginning(casita.room("kitchen", 12), seed=2)
    action = [Action("agent", "turn_left")]
    outcome, plain = Recorder(state).step(action), step(state, action)
    assert outcome.state == plain.state
    assert (outcome.actions, outcome.refusals, outcome.events) == (plain.actions, plain.refusals, plain.events)


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
@pytest.mark.parametrize("embed", [False, True])
def test_saving_and_loading_gives_the_same_episode_and_the_same_bytes(ending: str, embed: bool, tmp_path: Path) -> None:
    episode = recorded()[0].episode(embed=embed)
    first, second = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    save(episode, first)
    assert load(first) == episode
    save(load(first), second)
    assert first.read_bytes() == second.read_bytes()


def test_an_episode_without_any_ticks_can_be_kept() -> None:
    state = beginning(casita.room("kitchen", 12))
    episode = from_lines(to_lines(Recorder(state).episode()))
    assert episode.digests == {0: state.digest()}
    assert [again.digest() for again in replay(episode)] == [state.digest()]


def test_ticks_in_which_some_or_all_do_nothing_are_kept() -> None:
    recorder = Recorder(beginning(casita.room("kitchen", 12), AGENTS))
    recorder.step([])
    recorder.step([Action("bob", "turn_left")])
    *_, last = replay(from_lines(to_lines(recorder.episode())))
    assert last == recorder.state
    assert last.tick == 2


def test_all_fields_of_an_action_are_kept() -> None:
    assert _Line.__struct_fields__ == tuple(field.name for field in fields(Action))
    full = Action("bob", "put", "mug_1", "counter_top_1", "on", "coffee", "left", 0.25, 'say "hello",\nüçκ')
    said = Action("alice", "say", text="there it is")
    episode = msgspec.structs.replace(log(), ticks=((full, said),), digests={1: "?"})
    assert from_lines(to_lines(episode)).ticks == ((full, said),)


@pytest.mark.parametrize("name", ["kitchen_12", "house_7_2"])
def test_a_log_of_1000_actions_takes_under_50_kilobytes(name: str) -> None:
    luck = stream(3, name)
    recorder = Recorder(beginning(SCENES[name](), seed=5))
    for _ in range(1000):
        recorder.step([proposed(recorder.state, "agent", luck)])
    assert len(to_lines(recorder.episode())) < 50_000
    assert len(gzip.compress(to_lines(recorder.episode(embed=True)))) < 20_000


def test_a_log_can_be_read_by_a_person() -> None:
    recorder = Recorder(beginning(casita.room("kitchen", 12), {"alice": "person"}, seed=4))
    recorder.step([Action("alice", "walk_to", target="mug_1")])
    header, first, second, end, _ = to_lines(recorder.episode()).decode().split("\n")
    assert header.startswith('{"log":3,"casita":"0.1.0","scene":{"name":"kitchen_12","version":"v2","hash":"')
    assert '"agents":[{"name":"alice","body":"person","x":' in header
    assert first.startswith('{"tick":0,"digest":"')
    assert second == '[[0,"walk_to","","mug_1"]]'
    assert end.endswith('"end":true}')


# A scene is found by what was given, by what is embedded, or by its name.


def test_a_varied_scene_is_replayed_if_it_is_given_or_embedded() -> None:
    varied = casita.vary(casita.room("kitchen", 12), 3, "colours", "masses")
    recorder = Recorder(beginning(varied, seed=1))
    recorder.step([Action("agent", "turn_left")])
    *_, given = replay(recorder.episode(), varied)
    *_, embedded = replay(from_lines(to_lines(recorder.episode(embed=True))))
    assert given.digest() == embedded.digest() == recorder.state.digest()
    with pytest.raises(BadInput, match="another scene: kitchen_12"):
        replay(recorder.episode())


def test_a_scene_of_another_name_must_be_given() -> None:
    mine = casita.room("kitchen", 12).replace(name="my_kitchen")
    recorder = Recorder(beginning(mine))
    with pytest.raises(BadInput, match="'my_kitchen' is not embedded"):
        replay(recorder.episode())
    assert len(list(replay(recorder.episode(), mine))) == 1


def test_the_hash_of_a_scene_follows_its_content() -> None:
    scene = casita.room("kitchen", 12)
    assert scene_hash(scene) == scene_hash(scene.replace())
    assert scene_hash(scene) != scene_hash(scene.replace(things=scene.things[:-1]))


def test_a_log_from_another_scene_is_refused() -> None:
    with pytest.raises(BadInput, match=r"another scene: kitchen_12 .* this is kitchen_13"):
        replay(log(), casita.room("kitchen", 13))


def test_a_damaged_embedded_scene_is_refused() -> None:
    data = to_lines(recorded()[0].episode(embed=True)).replace(b'"kind":"kitchen"', b'"kind":"bedroom"', 1)
    with pytest.raises(BadInput, match="another scene"):
        from_lines(data)


# What a recording starts from.


def test_a_recording_starts_at_the_beginning() -> None:
    later = step(beginning(casita.room("kitchen", 12)), []).state
    with pytest.raises(BadInput, match="tick 1"):
        Recorder(later)


@pytest.mark.parametrize(
    ("action", "named"),
    [
        (Action("carol", "wait"), "agent 'carol'"),
        (Action("alice", "juggle"), "verb 'juggle'"),
        (Action("alice", "pick_up", "mug_99"), "object in kitchen_12 'mug_99'"),
        (Action("alice", "walk_to", target="moon_1"), "target in kitchen_12 'moon_1'"),
        (Action("alice", "move_ahead", amount=float("nan")), "amount"),
    ],
)
def test_what_cannot_be_looked_up_is_neither_done_nor_recorded(action: Action, named: str) -> None:
    recorder = Recorder(beginning(casita.room("kitchen", 12), AGENTS))
    before = recorder.state
    with pytest.raises(BadInput, match=named):
        recorder.step([action])
    assert recorder.state is before
    assert recorder.episode().ticks == ()
    episode = msgspec.structs.replace(log(), ticks=((), (action,)), digests={})
    with pytest.raises(BadInput, match=f"tick 1: .*{named}"):
        replay(episode)


def test_an_agent_does_one_thing_at_a_time() -> None:
    twice = (Action("alice", "wait"), Action("alice", "turn_left"))
    with pytest.raises(BadInput, match="tick 0: an agent does one thing"):
        replay(msgspec.structs.replace(log(), ticks=(twice,)))


# Formats.


@pytest.mark.parametrize("number", [1, 2])
def test_logs_of_older_formats_are_replayed(number: int) -> None:
    """They were recorded before digests covered bodies, with a person and an agent of the usual body."""
    episode = load(Path(__file__).parent / "facts" / f"log_of_format_{number}.jsonl.gz")
    assert (episode.header.log, episode.header.versions) == (number, {})
    *_, last = replay(episode)
    assert episode.digests[last.tick] == last.digest_without_bodies() != last.digest()


@pytest.mark.parametrize(
    ("agents", "physics", "number", "versions"),
    [
        (["alice", "bob"], "kinematic", 1, {}),
        (AGENTS, "kinematic", 3, {"world": WORLD}),
        (["alice", "bob"], "mujoco", 3, {"world": WORLD, "physics": PHYSICS}),
    ],
)
def test_a_log_says_what_it_was_made_by(agents: Any, physics: str, number: int, versions: dict[str, str]) -> None:
    recorder = Recorder(beginning(casita.room("kitchen", 12), agents), physics)
    header = recorder.episode().header
    assert (header.log, header.versions) == (number, versions)
    assert from_lines(to_lines(recorder.episode())) == recorder.episode()


def test_digests_and_equality_tell_bodies_apart() -> None:
    states = [beginning(casita.room("kitchen", 12), {"alice": body}) for body in BODIES]
    states = [states[0], *(replace(states[0], bodies=(body,)) for body in list(BODIES.values())[1:])]
    assert len({state.digest() for state in states}) == len(set(states)) == len(BODIES)
    assert len({state.digest_without_bodies() for state in states}) == 1
    assert states[0] != states[1]
    assert states[0].digest() == states[0].digest_without_bodies()  # of the usual body


# Files that are not right.


def test_a_replay_that_differs_names_the_tick() -> None:
    episode = log()
    wrong = msgspec.structs.replace(episode, digests=episode.digests | {100: "0" * 32})
    states = replay(wrong)
    assert [next(states).tick for _ in range(100)] == list(range(100))
    with pytest.raises(BadInput, match="differs from what was recorded at tick 100"):
        next(states)


def lines() -> list[bytes]:
    return to_lines(log()).split(b"\n")


def changed(line: int, old: bytes, new: bytes) -> bytes:
    rows = lines()
    assert old in rows[line]
    rows[line] = rows[line].replace(old, new, 1)
    return b"\n".join(rows)


def with_tick(row: bytes) -> bytes:
    rows = lines()
    rows[2] = row
    return b"\n".join(rows)


BAD_FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "line 1 is not the first of a log"),
    "not a log": (lambda: b"Dear diary,\n", "line 1 is not the first of a log"),
    "a scene": (lambda: b"{\n" + b'"name": "kitchen_01"\n}\n', "line 1 is not the first of a log"),
    "binary": (lambda: bytes(range(256)), "line 1 is not the first of a log"),
    "another format": (lambda: changed(0, b'"log":3', b'"log":9'), "9"),
    "a format without versions": (lambda: changed(0, b'"log":3', b'"log":1'), "logs of format 3, and only they"),
    "a format with contact physics": (
        lambda: changed(0, b'"log":3', b'"log":2'),
        "format 2 has no physics 'kinematic'",
    ),
    "unknown field of the header": (lambda: changed(0, b'"seed"', b'"luck":1,"seed"'), "unknown field `luck`"),
    "unknown field of an agent": (lambda: changed(0, b'"body"', b'"mood":1,"body"'), r"unknown field `mood`.*agents"),
    "missing field": (lambda: changed(0, b'"rules":"command",', b""), "missing required field `rules`"),
    "two agents of one name": (lambda: changed(0, b'"bob"', b'"alice"'), "different names"),
    "unknown field of a digest": (lambda: changed(1, b'"tick"', b'"tock":1,"tick"'), "line 2: .*unknown field `tock`"),
    "a digest of another tick": (lambda: changed(1, b'"tick":0', b'"tick":7'), "line 2: the digest is of tick 7"),
    "unknown verb": (lambda: with_tick(b'[[0,"juggle"]]'), "line 3: unknown verb 'juggle'"),
    "no such agent": (lambda: with_tick(b'[[2,"wait"]]'), "line 3: there is no agent 2"),
    "too many fields": (lambda: with_tick(b'[[0,"wait","","","","","",0,"","x"]]'), "line 3: .*at most length 9"),
    "a number for a verb": (lambda: with_tick(b"[[0,5]]"), "line 3: Expected `str`, got `int`"),
    "cut off between lines": (lambda: b"\n".join(lines()[:80]) + b"\n", r"cut off after tick 7\d"),
    "cut off within the last line": (lambda: to_lines(log())[:-1], "cut off after tick 120"),
    "cut off within a tick": (lambda: b"\n".join(lines()[:80])[:-3], r"cut off after tick 7\d"),
    "something after the end": (lambda: to_lines(log()) + b'[[0,"wait"]]\n', "after the end"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_refused_and_named(name: str, tmp_path: Path) -> None:
    make, message = BAD_FILES[name]
    (tmp_path / "bad.jsonl").write_bytes(make())
    with pytest.raises(BadInput, match=rf"bad\.jsonl: .*{message}"):
        load(tmp_path / "bad.jsonl")


def test_a_log_cut_off_anywhere_is_refused() -> None:
    data = to_lines(log())
    for length in range(0, len(data), 97):
        with pytest.raises(BadInput):
            from_lines(data[:length])


def test_a_compressed_log_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    save(log(), tmp_path / "log.jsonl.gz")
    (tmp_path / "half.jsonl.gz").write_bytes((tmp_path / "log.jsonl.gz").read_bytes()[:200])
    with pytest.raises(BadInput, match=r"half\.jsonl\.gz: cut off"):
        load(tmp_path / "half.jsonl.gz")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere\.jsonl: cannot be read: No such file"):
        load(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (b'"rules":"command"', b'"rules":"anarchy"', "rules 'anarchy'"),
        (b'"body":"thor"', b'"body":"cat"', "body 'cat'"),
        (b'"name":"kitchen_12"', b'"name":"kitchen_99"', "kitchens 1 to 30; asked for 99"),
        (b'"name":"kitchen_12"', b'"name":"castle_1"', "'castle_1' is not embedded"),
        (b'"name":"kitchen_12"', b'"name":"kitchen_13"', "another scene"),
    ],
)
def test_headers_that_name_what_is_not_there_are_refused(old: bytes, new: bytes, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        replay(from_lines(changed(0, old, new)))


def test_all_shipped_scenes_are_found_by_name() -> None:
    names = [name for name in SCENES if not name.startswith("house")]
    assert len(names) >= 3
    assert [shipped_scene(name).name for name in names] == names
