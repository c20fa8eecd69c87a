"""The goal networks: what they are shown, what they do with it, and how they learn."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from casita.agents.visible import HELD, OPEN, Visible, visible
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.episodes.observing import VERBS, view_of
from casita.benchmarks.watch_and_help.generate import GenerateSettings, generate
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE
from casita.benchmarks.watch_and_help.models.goals.deeds import deeds, names
from casita.benchmarks.watch_and_help.models.goals.examples import HELD_OUT, Example, examples, parted
from casita.benchmarks.watch_and_help.models.goals.frames import Frames, frames, kept_steps, kinds
from casita.benchmarks.watch_and_help.models.goals.trained import trained_network
from casita.benchmarks.watch_and_help.models.training import TrainSettings, run_train, train
from casita.errors import BadInput
from casita.evaluation.training import TrainingRun
from casita.world.action import Action
from casita.world.statics import NONE

torch = pytest.importorskip("torch")

SHOWN = 12
"""Demonstrations to learn from in the tests."""


def seen_by_alice() -> Visible:
    """Five steps: she takes an apple at the second, puts it into the fridge at the fourth; a mug is there too."""
    seen = np.ones((5, 3), np.bool_)
    seen[:2, 1] = False
    flags = np.zeros((5, 3), np.int32)
    flags[1:3, 0] = HELD
    flags[3:, 1] = OPEN
    position = np.zeros((5, 3, 3))
    position[:, 0] = (1.0, 2.0, 0.9)
    position[2:, 1] = (3.0, 2.0, 0.0)
    blank = np.full((5, 3), NONE, np.int32)
    at = np.tile([1.0, 1.0, 90.0], (5, 1))
    at[3:, :2] = (2.0, 1.5)
    return Visible(
        ids=("apple_1", "fridge_1", "mug_1"), types=("apple", "fridge", "mug"), rooms=("kitchen_1",), seen=seen,
        position=position, carrier=blank, inside=blank, room=blank, flags=flags, at=at,
        here=np.zeros(5, np.int32), seat=np.array([NONE, NONE, NONE, NONE, 2], np.int32),
    )  # fmt: skip


def test_steps_are_kept_at_which_she_handles_something() -> None:
    assert kept_steps(seen_by_alice()).tolist() == [1, 3, 4]


def test_frames_by_hand() -> None:
    found = frames(seen_by_alice())
    alice, apple, fridge = (kinds().index(name) for name in (ALICE, "apple", "fridge"))
    assert found.kind.tolist() == [[alice, apple, 0], [alice, apple, fridge], [alice, apple, fridge]]
    assert found.there.tolist() == [[True, True, False], [True, True, True], [True, True, True]]
    assert found.state[0].tolist() == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert found.state[1].tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    assert found.state[2, 0].tolist() == [0, 0, 0, 1]
    assert found.place[0, 1].tolist() == pytest.approx([0.0, 1.0, 0.9])
    assert found.place[1, 2].tolist() == pytest.approx([1.0, 0.5, 0.0])
    assert found.last.kind.tolist() == [[alice, apple, fridge]]
    whole = frames(seen_by_alice(), whole=True)
    assert whole.kind.shape == (5, 4)
    assert whole.kind[0].tolist() == [alice, apple, kinds().index("other"), 0]


def test_deeds_by_hand() -> None:
    ticks = [
        (Action(ALICE, "walk_to", target="kitchen_1"),),
        (Action(ALICE, "walk_to", target="kitchen_1"), Action("bob", "sit", "fridge_1")),
        (Action(ALICE, "pick_up", "apple_1"),),
        (Action(ALICE, "open", "fridge_1"),),
        (Action(ALICE, "put", "apple_1", "fridge_1", "in"),),
        (Action(ALICE, "pick_up", "mug_1"),),
    ]
    kind = names()
    take = [VERBS.index("pick_up"), kind["apple"], kind["nothing"]]
    put = [VERBS.index("put"), kind["apple"], kind["fridge"]]
    mug = [VERBS.index("pick_up"), kind["other"], kind["nothing"]]
    assert deeds(ticks, seen_by_alice()).tolist() == [take, put, mug]
    walk = [VERBS.index("walk_to"), kind["nothing"], kind["room"]]
    opened = [VERBS.index("open"), kind["fridge"], kind["nothing"]]
    assert deeds(ticks, seen_by_alice(), whole=True).tolist() == [walk, take, opened, put, mug]
    assert deeds(ticks[:1], seen_by_alice()).tolist() == [[VERBS.index("wait"), kind["nothing"], kind["nothing"]]]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demonstrations")
    generate(GenerateSettings(out=folder, parts=("train",), limit=SHOWN, workers=1), progress=False)
    return folder


def test_rows_and_moments_show_the_same(data: Path) -> None:
    from_rows = list(examples("goal-lstm", data))
    assert [each.id for each in from_rows] == [task.id for task in tasks("train")[:SHOWN]]
    for task, row in zip(tasks("train")[:2], from_rows, strict=False):
        moments = demonstration_of(task)
        assert isinstance(row.shown, Frames)
        for ours, theirs in zip(frames(visible(map(view_of, moments))), row.shown, strict=True):
            assert ours.dtype == theirs.dtype
            np.testing.assert_array_equal(ours, theirs)
    with pytest.raises(BadInput, match="unknown agent in the graph 'alice'"):
        view_of(msgspec.structs.replace(moments[0], graph={"nodes": [], "edges": []}))


def test_some_goals_of_each_activity_are_held_out() -> None:
    blank = np.zeros((1, 3), np.int64)
    every = [Example(task.id, task.activity, task.counts, blank) for task in tasks("train") for _ in range(2)]
    learnt, held_out = parted(every)
    assert len(learnt) + len(held_out) == len(every)
    assert not {each.counts for each in learnt} & {each.counts for each in held_out}
    for activity, goals in (("read_book", 68), ("prepare_food", 525)):
        assert sum(each.activity == activity for each in held_out) == 2 * -(-goals // HELD_OUT)
    assert parted(every[::-1])[1] == held_out[::-1]


@pytest.mark.parametrize("variant", ["goal-lstm", "goal-last", "goal-actions"])
def test_what_is_beside_it_in_a_batch_does_not_matter(variant: str, data: Path) -> None:
    from casita.benchmarks.watch_and_help.models.goals.network import MOST_WANTED, GoalNetwork

    torch.manual_seed(0)
    network = GoalNetwork(variant).eval()
    shown = [each.shown for each in examples(variant, data)][:5]
    with torch.no_grad():
        together = network(shown)
        alone = torch.cat([network([each]) for each in shown])
    assert together.shape == (5, len(PREDICATES), MOST_WANTED + 1)
    torch.testing.assert_close(together, alone, rtol=1e-4, atol=1e-5)
    assert not torch.allclose(together[0], together[1])


def test_a_goal_is_read_from_the_likeliest_counts() -> None:
    from casita.benchmarks.watch_and_help.models.goals.network import read_goals, targets

    logits = torch.zeros(2, len(PREDICATES), 3)
    logits[:, :, 0] = 2.0
    logits[0, 3, 2] = 5.0
    logits[1, 7, 1] = 1.0
    assert read_goals(logits) == [((PREDICATES[3], 2),), ((PREDICATES[7], 1),)]
    assert targets(read_goals(logits))[:, 3].tolist() == [2, 0]


# Learning.


def learn(data: Path, out: Path, epochs: int = 60, seed: int = 0) -> Path:
    from casita.benchmarks.watch_and_help.models.training.goal_networks import OURS, train_goal_network

    settings = replace(OURS["goal-actions"], epochs=epochs, patience=epochs, batch=4)
    asked = TrainSettings(model="goal-actions", data=data, out=out, seed=seed)
    return train_goal_network(asked, settings, progress=False)


def test_it_learns_what_it_is_shown(data: Path, tmp_path: Path) -> None:
    path = learn(data, tmp_path)
    curve = json.loads((tmp_path / "goal-actions.curve.json").read_bytes())
    losses = [row["loss"] for row in curve["curve"]]
    assert len(losses) == 60
    assert losses[-1] < 0.2 * losses[0]
    assert curve["learnt from"] + curve["held out"] == SHOWN
    assert curve["held out"] > 0
    assert path == tmp_path / "goal-actions.safetensors"
    assert path.stat().st_size < 2_000_000
    assert not (tmp_path / "goal-actions.training.pt").exists()


def test_the_same_seed_gives_the_same_bytes_also_after_a_stop(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = learn(data, tmp_path / "once", 4)
    keep = TrainingRun.keep
    with monkeypatch.context() as patched:
        patched.setattr(TrainingRun, "keep", lambda run, parts, *, now: stopped(keep, run, parts))
        with pytest.raises(KeyboardInterrupt):
            learn(data, tmp_path / "twice", 4)
    assert not (tmp_path / "twice" / "goal-actions.safetensors").exists()
    with pytest.raises(BadInput, match="another training"):
        learn(data, tmp_path / "twice", 4, seed=1)
    twice = learn(data, tmp_path / "twice", 4)
    assert once.read_bytes() == twice.read_bytes()
    assert (tmp_path / "once" / "goal-actions.curve.json").read_bytes() == twice.with_name(
        "goal-actions.curve.json"
    ).read_bytes()
    assert learn(data, tmp_path / "other", 4, seed=1).read_bytes() != once.read_bytes()


def stopped(keep: Any, run: TrainingRun, parts: dict[str, Any]) -> None:
    """Ends a training after its second epoch."""
    keep(run, parts, now=True)
    if len(parts["curve"]) == 2:
        raise KeyboardInterrupt


@pytest.mark.parametrize(("model", "learns"), [("goal-lstm", "goal_networks"), ("hybrid", "policies")])
def test_a_command_shows_how_far_it_is(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, learns: str
) -> None:
    trainer = {"goal_networks": "train_goal_network", "policies": "train_policy"}[learns]
    shown: list[bool] = []
    module = f"casita.benchmarks.watch_and_help.models.training.{learns}.{trainer}"
    monkeypatch.setattr(module, lambda settings, progress: shown.append(progress) or settings.out)
    settings = TrainSettings(model=model, data=data, out=tmp_path)
    assert list(run_train(settings)) == [tmp_path]
    assert train(settings, progress=False) == tmp_path
    assert shown == [True, False]


def test_bad_asking_is_refused(data: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="goal-gru"):
        TrainSettings(model="goal-gru", data=data)
    with pytest.raises(BadInput, match="holds no finished data of watch_and_help"):
        train(TrainSettings(model="goal-lstm", data=tmp_path, out=tmp_path), progress=False)
    generate(GenerateSettings(out=tmp_path / "tests", parts=("test_1",), limit=1, workers=1), progress=False)
    with pytest.raises(BadInput, match="no demonstrations of training goals"):
        train(TrainSettings(model="goal-lstm", data=tmp_path / "tests", out=tmp_path), progress=False)
    with pytest.raises(BadInput, match="nowhere is no folder with weights"):
        trained_network("goal-lstm", tmp_path / "nowhere")
    (tmp_path / "goal-lstm.safetensors").write_bytes(b"no weights")
    with pytest.raises(BadInput, match=r"goal-lstm\.safetensors"):
        trained_network("goal-lstm", tmp_path)
