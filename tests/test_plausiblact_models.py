"""PlausiblAct's models: baselines by hand, what networks are shown, the masked loss, learning and loading."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest

from casita.benchmarks.plausiblact.item import ACTIONS, IMPOSSIBLE, PLAUSIBLE, Rating
from casita.benchmarks.plausiblact.models.chance import Chance
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS, SIDE, checked_box, view_of
from casita.benchmarks.plausiblact.models.mode import Mode, SoftMode
from casita.benchmarks.plausiblact.models.no_input import NoInput
from casita.benchmarks.plausiblact.models.oracle import Oracle
from casita.benchmarks.plausiblact.models.training import RunSettings
from casita.benchmarks.plausiblact.raters.rating import complete_ratings
from casita.benchmarks.plausiblact.raters.truth import truth_of
from casita.benchmarks.plausiblact.score import checked_answer, figures
from casita.errors import BadInput
from tests.plausiblact_homes import MUG, changed

FULL = changed(MUG, id="full", liquid="tea", level=0.9, refused={})
DIRTY = changed(MUG, id="dirty", dirty=True, refused={"drink_from": "has_liquid"})
DRINK = ACTIONS.index("drink_from")
BLACK = np.zeros((40, 60, 3), np.uint8)

RATINGS = [
    Rating(MUG.id, "ann", "drink_from", IMPOSSIBLE, False, ""),
    Rating(MUG.id, "bob", "drink_from", IMPOSSIBLE, False, ""),
    Rating(FULL.id, "ann", "drink_from", PLAUSIBLE, False, ""),
]
TRAIN = truth_of([MUG, FULL], RATINGS)


def test_mode_and_soft_mode_count_the_ratings_of_a_class() -> None:
    mode, soft = Mode(TRAIN), SoftMode(TRAIN)
    for model in (mode, soft):
        model.told_class("Mug")
    assert mode.rate(BLACK, (0, 0, 9, 9))[DRINK] == [1.0, 0.0, 0.0]
    assert soft.rate(BLACK, (0, 0, 9, 9))[DRINK] == pytest.approx([2 / 3, 0.0, 1 / 3])
    assert soft.answer("Pitcher")[DRINK].tolist() == pytest.approx([2 / 3, 0.0, 1 / 3])
    assert soft.answer("Chair")[DRINK].tolist() == [1.0, 0.0, 0.0]
    with pytest.raises(BadInput, match="unknown class"):
        mode.told_class("Spaceship")


def test_no_input_is_the_mean_and_chance_is_its_seeds() -> None:
    blind = NoInput(TRAIN)
    assert blind.rate(BLACK, (0, 0, 9, 9))[DRINK] == pytest.approx([0.5, 0.0, 0.5])
    assert checked_answer(blind.rate(BLACK, (0, 0, 9, 9))).shape == (10, 3)
    chance = Chance()
    chance.begin(4)
    first = chance.rate(BLACK, (0, 0, 9, 9))
    chance.begin(4)
    assert chance.rate(BLACK, (0, 0, 9, 9)) == first
    assert checked_answer(first).max(1).tolist() == [1.0] * 10


def test_the_oracle_tells_states_apart_that_the_mode_cannot() -> None:
    many = [changed(one, id=f"{one.id} {n}") for n in range(60) for one in (MUG, FULL, DIRTY)]
    truth = truth_of(many, complete_ratings(many, 0))
    oracle, soft = Oracle(0), SoftMode(truth)
    said = []
    for one in many:
        oracle.told_state(msgspec.to_builtins(one))
        said.append(oracle.rate(BLACK, one.box))
    best = figures(truth.plausibility, np.array(said), truth.valid)
    told = figures(truth.plausibility, np.stack([soft.answer(one.name) for one in many]), truth.valid)
    assert best.a_acc > told.a_acc + 0.2
    assert best.ce < told.ce
    assert best.corr > told.corr + 0.05
    with pytest.raises(BadInput, match="was not told"):
        Oracle(0).rate(BLACK, MUG.box)


def test_what_networks_are_shown() -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[10:20, 30:50] = (200, 100, 50)
    box = (30, 10, 50, 20)
    shown = view_of(picture, box, "instance")
    assert shown.shape == (SIDE, SIDE, 3)
    assert (shown == (200, 100, 50)).all()
    assert not view_of(picture, box, "masked").any()
    assert view_of(picture, box, "full").any()
    assert picture[15, 40].tolist() == [200, 100, 50]
    assert [len(views) for views in CONTEXTS.values()] == [1, 2, 2, 1, 1]
    assert checked_box(picture, (0, 0, 60, 40)) == (0, 0, 60, 40)  # all of it
    for wrong in ((30, 10, 61, 20), (30, 10, 30, 20), (-1, 0, 5, 5)):
        with pytest.raises(BadInput, match="outside its picture of 60 x 40"):
            view_of(picture, wrong, "full")
    with pytest.raises(BadInput, match="four sides"):
        view_of(picture, (1, 2, 3), "full")


def test_runs_are_named_by_their_settings() -> None:
    assert RunSettings().run_name == "plausiblact_ignore_s0"
    other = RunSettings(
        context="img+full", least=2, same=True, mask=False, raters=("simulated_1", "simulated_3"), seed=4
    )
    assert other.run_name == "plausiblact_img_full_mr2_sr_nomask_1-3_s4"
    with pytest.raises(BadInput, match="unknown context 'all'"):
        RunSettings(context="all")
    with pytest.raises(BadInput, match="--least is at least 1"):
        RunSettings(least=0)


def test_the_masked_loss_by_hand() -> None:
    torch = pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.frozen import masked_cross_entropy

    scores = torch.zeros(2, 10, 3)
    scores[0, 0] = torch.tensor([0.0, 0.0, math.log(2.0)])
    truth = torch.zeros(2, 10, 3)
    truth[..., 0] = 1.0
    truth[0, 0] = torch.tensor([0.0, 0.0, 1.0])
    valid = torch.zeros(2, 10)
    valid[0, :2] = 1.0
    valid[1, 5] = 1.0
    first = (-math.log(0.5) - math.log(1 / 3)) / 2
    assert float(masked_cross_entropy(scores, truth, valid)) == pytest.approx((first + math.log(3.0)) / 2)
    scores[1, 7] = torch.tensor([-50.0, 0.0, 0.0])
    assert float(masked_cross_entropy(scores, truth, valid)) == pytest.approx((first + math.log(3.0)) / 2)


def test_a_network_learns_what_vectors_tell_and_is_the_same_every_time(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.frozen import Frozen
    from casita.learn.checkpoints import save_weights

    luck = np.random.default_rng(0)
    full = luck.random(240) < 0.5
    vectors = luck.normal(size=(240, 12)).astype(np.float32)
    vectors[:, 3] = np.where(full, 2.0, -2.0)
    truth = np.zeros((240, 10, 3))
    truth[:, :, 0] = 1.0
    truth[full, DRINK] = (0.0, 0.0, 1.0)
    valid = np.ones((240, 10), dtype=np.bool_)
    parts = [(vectors[rows], truth[rows], valid[rows]) for rows in (slice(0, 160), slice(160, 200))]
    models = [Frozen() for _ in range(2)]
    for model in models:
        model.fit(parts[0], parts[1], seed=5)
    said = models[0].answers(vectors[200:])
    assert np.array_equal(said, models[1].answers(vectors[200:]))
    assert figures(truth[200:], said, valid[200:]).a_acc > 0.95
    assert np.allclose(said.sum(2), 1.0)
    kind, version, weights, notes = models[0].saved()
    save_weights(tmp_path / "one.safetensors", kind, version, weights, notes)
    assert np.array_equal(Frozen.load(tmp_path / "one.safetensors").answers(vectors[200:]), said)
    with pytest.raises(BadInput, match="not trained yet"):
        Frozen().answers(vectors)
    with pytest.raises(BadInput, match="validation part is empty"):
        Frozen().fit(parts[0], (vectors[:0], truth[:0], valid[:0]), seed=0)
