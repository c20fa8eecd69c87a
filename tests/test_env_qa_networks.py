"""Env-QA's networks: key frames, Algorithm 1 and attention by hand, what is seen kept in a folder, training, asking."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.models import NETWORKS, fitting
from casita.benchmarks.env_qa.models import training as commands
from casita.benchmarks.env_qa.models.batches import answer_of, batch, clip, target
from casita.benchmarks.env_qa.models.events import Span, events_of, names_in_focus, segment_points
from casita.benchmarks.env_qa.models.examples import controlled
from casita.benchmarks.env_qa.models.network_parts import Shape, shares, weighted_means
from casita.benchmarks.env_qa.models.network_parts import events_of as event_means
from casita.benchmarks.env_qa.models.trained import Trained
from casita.benchmarks.env_qa.models.training import Run
from casita.benchmarks.env_qa.models.words import WordTable
from casita.benchmarks.env_qa.score import checked_answer
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching import store
from casita.benchmarks.env_qa.watching.eyes import look
from casita.benchmarks.env_qa.watching.key_frames import candidates, cells_of, chosen, key_frames
from casita.benchmarks.env_qa.watching.opened import opened
from casita.benchmarks.env_qa.watching.seen import Seen, joined, kind_names
from casita.benchmarks.env_qa.watching.store import features
from casita.errors import BadInput
from casita.learn.needing_torch import torch
from casita.learn.training import Settings, seeded
from tests.env_qa_eyes import StandIn
from tests.test_cli import Run as Command
from tests.test_cli import run
from tests.test_env_qa_cli import folder, here, starts

__all__ = ["folder", "here", "run"]

QUICK = Settings(rate=1e-3, batch=16, epochs=2, patience=2)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Stand in for the detector."""
    found = StandIn()
    store.opened_eyes.cache_clear()
    monkeypatch.setattr(store, "eyes_of", lambda name: found)
    return found


def level(value: float) -> np.ndarray:
    return np.full((2, 2, 3), value, np.float32)


# Key frames.


def keys(cells: list[np.ndarray]) -> list[int]:
    return chosen({number: cells[number] for number in candidates(len(cells))})


def test_a_key_frame_differs_from_the_last_one_and_there_is_at_most_one_each_half_second() -> None:
    assert keys([level(0)]) == [0]
    assert keys([level(value) for value in (0, 0, 8, 8.5, 8.5, 0, 0)]) == [0, 4, 6]  # 8 levels are no change yet
    assert keys([level(value) for value in (0, 100, 200, 100, 0)]) == [0, 2, 4]  # frames 1 and 3 are between
    assert keys([level(value) for value in (0, 0, 50, 100)]) == [0, 2, 3]  # but the last one may follow at once
    # A cut that begins on a half second has key frames of its film.
    film = [level(value) for value in (0, 0, 0, 40, 40, 40, 90, 0, 60, 60, 10)]
    assert keys(film) == [0, 4, 6, 8, 10]
    assert [2 + number for number in keys(film[2:])] == [2, 4, 6, 8, 10]
    one_cell = level(0)
    one_cell[1, 0, 2] = 9
    assert keys([level(0), level(0), one_cell]) == [0, 2]
    with pytest.raises(BadInput, match="no frames"):
        key_frames([])


def test_cells_are_means() -> None:
    picture = np.zeros((56, 28, 3), np.uint8)
    picture[0, 0] = (10, 20, 30)
    picture[1, 0] = (30, 20, 10)
    found = cells_of(picture)
    assert found.shape == (28, 28, 3)
    assert found[0, 0].tolist() == [20.0, 20.0, 20.0]
    assert float(found.sum()) == 60.0
    assert cells_of(np.full((3, 2, 3), 7, np.uint8)).tolist() == np.full((3, 2, 3), 7.0).tolist()


# What is seen.


def test_the_surest_things_are_kept_as_shares_of_the_picture(eyes: StandIn) -> None:
    bright, dark = np.full((100, 200, 3), 204, np.uint8), np.zeros((100, 200, 3), np.uint8)
    found = look(eyes, [dark, bright], [4, 6])
    assert found.frames.tolist() == [4, 6]
    assert found.counts.tolist() == [1, 2]
    assert [kind_names()[kind] for kind in found.kinds] == ["mug", "mug", "sink"]  # the surer one first
    assert np.allclose(found.boxes, [[0.4, 0.4, 0.6, 0.6], [0.4, 0.4, 0.6, 0.6], [0.0, 0.0, 0.5, 0.25]], atol=1e-3)
    assert found.states[:, 2].tolist() == [0.25, 0.25, 0.0]  # dirty
    assert found.of([1]).kinds.tolist() == found.kinds[1:].tolist()
    assert found.surest(1, 0.2).kinds.tolist() == found.surest(2, 0.6).kinds.tolist() == found.kinds[:2].tolist()
    assert found.surest(2, 0.95).counts.tolist() == [0, 0]
    both = joined([found.of([1]), found.of([0])])
    assert both.counts.tolist() == [2, 1]
    assert names_in_focus(found) == [frozenset(found.kinds[:1].tolist())] * 2  # the sink is too far from the middle


def seen_of(*names: str) -> Seen:
    """Frames with these kinds in the middle, each a letter of a word; looks are their numbers."""
    kinds = np.array([ord(letter) for word in names for letter in word], np.uint8)
    count = len(kinds)
    return Seen(
        np.arange(len(names), dtype=np.int32), np.ones((len(names), 24), np.float16),
        np.array([len(word) for word in names], np.int32), np.tile(np.float16([0.4, 0.4, 0.6, 0.6]), (count, 1)),
        kinds, np.ones(count, np.float16), np.ones(count, np.uint8), np.zeros((count, 6), np.float16),
        np.tile(kinds[:, None] / 100.0, (1, 128)).astype(np.float16),
    )  # fmt: skip


# Algorithm 1 and attention, by hand.


def test_algorithm_1_on_hand_worked_frames() -> None:
    sets = [frozenset(word) for word in ("ab", "ab", "b", "bc", "c", "a", "a")]
    assert segment_points(sets) == [4, 5]  # b until frame 3; c alone in 4; then a
    assert events_of(sets) == [Span(0, 4), Span(4, 5), Span(5, 6)]
    assert segment_points([frozenset(word) for word in ("ab", "bc", "ca")]) == [2]  # each two, but not all three
    assert segment_points([frozenset(word) for word in ("", "a", "a")]) == [
        0,
        1,
    ]  # nothing in focus: an event by itself
    assert events_of([frozenset("a")] * 3) == [Span(0, 2)]
    assert events_of([frozenset("a")]) == [Span(0, 0)]
    assert events_of([frozenset("")]) == [Span(0, 0)]


def test_means_of_frames_and_events_and_shares_by_hand() -> None:
    values, weights = torch.tensor([[1.0], [4.0], [7.0]]), torch.tensor([0.8, 0.2, 1.0])
    found = weighted_means(values, weights, torch.tensor([0, 0, 2]), 3)
    assert torch.allclose(found, torch.tensor([[1.6], [0.0], [7.0]]))
    scores, there = torch.tensor([[0.0, 0.0, 9.0], [1.0, 2.0, 3.0]]), torch.tensor([[1, 1, 0], [0, 0, 0]]).bool()
    assert torch.allclose(shares(scores, there), torch.tensor([[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]))
    given = batch([clip(seen_of("a", "a", "b")), clip(seen_of("c"))], [[2, 3]], [1])
    assert given.there.tolist() == [[True, True, True], [True, False, False]]
    assert given.at.tolist() == [[0.0, 0.5, 1.0], [0.0, 0.0, 0.0]]
    assert given.events.there.tolist() == [[True], [True]]  # the last frame ends the only event
    frames = torch.arange(6.0).view(2, 3, 1)
    assert event_means(frames, given.events)[:, :, 0].tolist() == [[1.0], [3.0]]
    assert given.things.focus.tolist() == pytest.approx([0.8] * 4)
    assert given.things.frame.tolist() == [0, 1, 2, 3]


def test_controls() -> None:
    seen = seen_of("a", "b", "c", "d")
    assert controlled(seen, "ends").kinds.tolist() == [ord("a"), ord("d")]
    mixed = controlled(seen, "shuffled")
    assert sorted(mixed.kinds.tolist()) == seen.kinds.tolist() != mixed.kinds.tolist()
    assert mixed.frames.tolist() == [0, 1, 2, 3]  # when frames are does not tell
    assert controlled(seen, "") is seen
    assert clip(seen_of(*"abcdefgh"), 3).seen.kinds.tolist() == [ord("a"), ord("e"), ord("h")]


def test_answers_by_number_and_words() -> None:
    answer = RoleAnswer(action="moving", object1="mug", prep="to", object2="sink")
    assert answer_of(target(answer)) == answer
    assert target(RoleAnswer(yes_no="yes"))[:6] == [0] * 6
    assert fitting.equation_1(np.array([[1, 2, 0], [0, 0, 0]]), np.array([[1, 3, 4], [1, 0, 0]])).tolist() == [1 / 3, 0]
    words = WordTable.of(["Where is the mug?", "Where is the cup?", "What?"])
    assert words.words == ("is", "the", "where")
    assert words.numbers("Where is the pan?") == [4, 2, 3, 1]
    assert words.numbers("") == [1]


@pytest.mark.parametrize("name", NETWORKS)
def test_a_question_has_the_same_answer_alone_and_among_others(name: str) -> None:
    with seeded(3, name):
        network = fitting.network_of(NETWORKS[name], Shape(20, 24, 128)).eval()
    one, other = clip(seen_of("ab", "a", "c", ""), network.most_frames), clip(seen_of("c", "cd"), network.most_frames)
    with torch.inference_mode():
        together = network(batch([other, one], [[2, 3, 4, 5, 6], [7, 8], [9]], [1, 1, 0]))
        alone = network(batch([one], [[7, 8]], [0]))
        weights = network.attention(batch([one], [[7, 8]], [0]))
    assert [each.shape[0] for each in together] == [3] * 7
    for all_three, single in zip(together, alone, strict=True):
        assert torch.allclose(all_three[1], single[0], atol=1e-5)
    if name not in ("q-only", "i-only", "cnn-lstm"):
        assert weights is not None
        assert float(weights.sum()) == pytest.approx(1.0, abs=1e-5)
        has_events = name.startswith("tsea") and "events" not in NETWORKS[name].without
        assert weights.shape == (1, 2 if has_events else 4)


# What is seen, kept in a folder.


def test_features_go_on_after_a_kill_and_refuse_other_eyes(
    folder: Path, tmp_path: Path, eyes: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "SIDE", 32)
    monkeypatch.setattr(store, "FILMS_IN_A_FILE", 1)
    whole = features(folder, tmp_path / "whole", "detector", progress=False)
    every, eyes.looked = eyes.looked, 0
    kept = store.look_at_films

    def killed(work: store.Work) -> dict[str, str]:
        if eyes.looked:
            raise KeyboardInterrupt
        return kept(work)

    monkeypatch.setattr(store, "look_at_films", killed)
    with pytest.raises(KeyboardInterrupt):
        features(folder, tmp_path / "cut", "detector", progress=False)
    monkeypatch.setattr(store, "look_at_films", kept)
    assert 0 < eyes.looked < every
    again = features(folder, tmp_path / "cut", "detector", progress=False)
    assert eyes.looked == every  # nothing was looked at twice
    assert again.hashes == whole.hashes
    data, footage = EnvQA(folder), again.footage()
    for video in data.videos.values():
        frames = footage.of(video.id).frames
        assert video.starts <= frames[0] / 4
        assert frames[-1] / 4 < video.ends
        assert (np.diff(frames) > 0).all()
    eyes.digest = "others"
    with pytest.raises(BadInput, match="eyes"):
        features(folder, tmp_path / "cut", "detector", progress=False)
    (tmp_path / "cut" / next(iter(again.manifest.units.popitem()[1]))).write_bytes(b"damaged")
    with pytest.raises(BadInput, match="damaged"):
        again.footage()


# Training and asking.


@cache
def trained(folder: Path, home: Path) -> Path:
    """All networks, trained a little, and what was seen, in one folder."""
    settings = commands.TrainSettings(data=folder, features=home / "features", models=home / "models")
    before = fitting.fitted.__defaults__
    fitting.fitted.__defaults__ = (None, QUICK)
    try:
        said = list(commands.run_train(settings))
    finally:
        fitting.fitted.__defaults__ = before
    assert len(said) == 2 + len(NETWORKS)
    return home


@pytest.fixture
def home(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return trained(folder, base / "env_qa_trained")


def test_a_network_answers_the_same_by_frames_and_by_what_was_kept(folder: Path, home: Path, eyes: StandIn) -> None:
    data, _, footage = opened(folder, home / "features")
    cut = next(video for video in data.videos.values() if video.id != video.film and video.part == "test")
    asked = [one for one in data.questions("test") if one.video == cut.id][:3]
    frames = data.frames(cut.id, (224, 224))
    assert asked
    for name in NETWORKS:
        network = fitting.loaded(Run(name, 0).weights(home / "models"), NETWORKS)
        model, quick = Trained(network, eyes), network.answers(data.questions("test"), footage)
        for one in asked:
            given = [] if model.is_blind else frames
            assert checked_answer(model.answer(given, one.text)) == checked_answer(quick[one.id])


def test_an_answer_is_the_likeliest_value_of_each_role_and_never_empty() -> None:
    """Two roles, three questions: both none, but the second role's first value is the surest; one of each; both."""
    first = torch.log(torch.tensor([[0.8, 0.15, 0.05], [0.2, 0.7, 0.1], [0.1, 0.2, 0.7]]))
    second = torch.log(torch.tensor([[0.6, 0.4], [0.9, 0.1], [0.2, 0.8]]))
    assert fitting.most_likely([first, second]).tolist() == [[0, 1], [1, 0], [2, 1]]


def test_few_data_are_gone_through_more_often() -> None:
    """16,283 videos are 340 batches, eight times; 1,725 are 36, and 45 times 36 are 1,620 steps."""
    assert [fitting.settings_for(videos).epochs for videos in (16_283, 1_725, 40)] == [8, 45, 48]
    assert [fitting.settings_for(videos).patience for videos in (16_283, 1_725)] == [4, 22]


def test_the_same_seed_gives_the_same_weights_and_another_one_others(folder: Path, home: Path) -> None:
    data, seen, footage = opened(folder, home / "features")
    parts = [data.questions(part) for part in ("train", "valid")]
    eyes = (seen.eyes, seen.eyes_digest)
    found = [
        fitting.fitted(NETWORKS["tsea"], *parts, footage, eyes, seed, settings=QUICK)[0].saved()[0] for seed in (0, 1)
    ]
    kept = fitting.loaded(Run("tsea", 0).weights(home / "models"), NETWORKS).saved()[0]
    same = [all(np.array_equal(each[name], kept[name]) for name in kept) for each in found]
    assert same == [True, False]


def test_training_without_torch_says_what_to_install_before_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(what: str, extras: tuple[str, ...]) -> None:
        raise BadInput(f"{what} needs {extras}")

    monkeypatch.setattr(commands, "require", missing)
    with pytest.raises(BadInput, match="training Env-QA's models needs"):
        next(iter(commands.run_train(commands.TrainSettings(data=tmp_path / "nowhere"))))


def test_train_is_not_done_twice_and_other_eyes_are_refused(
    folder: Path, home: Path, eyes: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "fitted", None)  # would fail
    settings = commands.TrainSettings(
        data=folder, features=home / "features", models=home / "models", model="tsea", seed=0
    )
    said = [str(line) for line in commands.run_train(settings)]
    assert said[1].startswith("tsea_0: ")
    network = fitting.loaded(Run("tsea", 0).weights(home / "models"), NETWORKS)
    eyes.digest = "others"
    with pytest.raises(BadInput, match="trained with other eyes"):
        Trained(network, eyes)
    (home / "models" / "empty_0.safetensors").write_bytes(b"")
    with pytest.raises(BadInput, match="empty_0"):
        fitting.loaded(home / "models" / "empty_0.safetensors", NETWORKS)


NETWORK_EXAMPLES = [
    *(line for line in starts("train") if "ours" not in line),
    *(line for line in starts("eval") if "tsea" in line),
]


@pytest.mark.parametrize("example", NETWORK_EXAMPLES)
def test_commands(run: Command, here: Path, home: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("features", "models"):
        (here / name).symlink_to(home / name)
    monkeypatch.setattr(fitting.fitted, "__defaults__", (None, QUICK))
    words = [word for word in shlex.split(example) if word not in ("--workers", "2")]
    ended = run(*words, *(["--limit", "1"] if words[0] == "eval" else []))
    assert ended.code == 0, ended.err
    assert ("equation 1 in %" if words[0] == "eval" else "on the validation part") in ended.out


def test_ours_is_not_trained_on_two_films(run: Command, here: Path, home: Path) -> None:
    for name in ("features", "models"):
        (here / name).symlink_to(home / name)
    (example,) = (line for line in starts("train") if "ours" in line)
    ended = run(*shlex.split(example))
    assert (ended.code, ended.err.splitlines()[-1]) == (
        2,
        "error: there is nothing to train on: the training part is empty",
    )
