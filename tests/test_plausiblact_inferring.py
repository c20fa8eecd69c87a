"""PlausiblAct's network that infers states first: what is inferred, augmentation, encoders, learning, and reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import classes
from casita.benchmarks.plausiblact.item import ACTIONS, IMPOSSIBLE, PLAUSIBLE, Rating
from casita.benchmarks.plausiblact.models.augmenting import augmented
from casita.benchmarks.plausiblact.models.experiments import Extent, experiments
from casita.benchmarks.plausiblact.models.inputs import BOX_NUMBERS, box_numbers, cut_out, view_of
from casita.benchmarks.plausiblact.models.states import STATES, inferred, sizes, true_values, width
from casita.benchmarks.plausiblact.models.training import NETWORKS, RunSettings
from casita.benchmarks.plausiblact.raters.truth import truth_of
from casita.benchmarks.plausiblact.score import A_ACC, CE, CORR, estimates, figures, seeded_estimates
from casita.errors import BadInput
from casita.seeds import stream
from tests.plausiblact_homes import MUG, changed

NAMES = [each.name for each in inferred()]


def values_of(**changes: object) -> dict[str, str]:
    """What is true of a changed mug, in words."""
    row = true_values([changed(MUG, **changes)])[0].tolist()
    return {each.name: each.words[value] for each, value in zip(inferred(), row, strict=True)}


def test_what_is_inferred_is_what_the_world_knows() -> None:
    assert NAMES[0] == "class"
    assert sizes()[0] == 115
    assert width() == 115 + 10 * 2 + 2 * 3 + 8
    assert all(len(set(each.words)) == len(each.words) for each in inferred())
    plain = values_of()
    assert (plain["class"], plain["full"], plain["dirty"]) == (
        "it looks like a mug",
        "it looks empty",
        "it looks clean",
    )
    assert plain["place"] == "it seems to be on a surface"
    assert [values_of(liquid=liquid)["full"] for liquid in ("", "tea", "soup")] == list(STATES[0].words)
    assert values_of(type="wine_bottle")["dark glass"] == "it looks like dark glass"
    assert values_of(dirty=True)["dirty"] == "it looks dirty"
    assert values_of(place="sink")["place"] == "it seems to be in a sink"
    assert [values_of(amount=left)["left"] for left in (1.0, 0.5, 0.2)] == list(STATES[11].words)
    assert values_of(food=1, litter=2)["crowded"] == "it looks crowded"
    assert true_values([]).shape == (0, len(NAMES))


def test_augmentation_is_the_papers_and_comes_from_its_luck() -> None:
    picture = np.full((100, 200, 3), 128, np.uint8)
    picture[:, :100] = 40
    assert augmented(picture, 0, stream(0, "a")) is picture
    made = [augmented(picture, 2, stream(0, "a", number)) for number in range(60)]
    assert np.array_equal(made[7], augmented(picture, 2, stream(0, "a", 7)))
    heights, widths = ([each.shape[side] for each in made] for side in (0, 1))
    assert (min(heights), max(heights)) == (90, 99)
    assert min(widths) >= 180
    assert max(widths) <= 199
    flipped = sum(int(each[:, :40].mean() > each[:, -40:].mean()) for each in made)
    assert 18 <= flipped <= 42
    strong = [augmented(picture, 9, stream(0, "b", number)) for number in range(40)]
    assert np.std([each.mean() for each in strong]) > 2 * np.std([each.mean() for each in made])
    with pytest.raises(BadInput, match="from 0 to 9; it is 10"):
        augmented(picture, 10, stream(0, "a"))


def test_around_shows_a_margin_within_the_picture() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    assert cut_out(picture, (50, 40, 100, 60), "around").shape == (40, 70, 3)
    assert cut_out(picture, (0, 0, 50, 20), "around").shape == (30, 60, 3)
    assert view_of(picture, (50, 40, 100, 60), "around", 160).shape == (160, 160, 3)


def test_what_a_square_does_not_tell_is_told_in_numbers() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    found = box_numbers(picture, (50, 5, 90, 25))
    assert found == pytest.approx([np.log(0.5), np.log(0.04), np.log(0.5), 0.15, 3 / 8, 0.0])
    assert len(found) == BOX_NUMBERS
    assert np.array_equal(found, box_numbers(picture, (110, 5, 150, 25))), "mirrored"
    assert box_numbers(picture, (50, 78, 90, 98))[-2:] == pytest.approx([0.0, 6 / 8])
    with pytest.raises(BadInput, match="outside its picture"):
        box_numbers(picture, (50, 5, 201, 25))


def test_runs_of_other_networks_have_names_of_their_own() -> None:
    assert RunSettings(network="states").run_name == "plausiblact_states_s0"
    assert RunSettings(network="states", arrangements=5).run_name == "plausiblact_states_t5_s0"
    assert RunSettings(features="casita", augment=2).run_name == "plausiblact_ignore_casita_a2_s0"
    with pytest.raises(BadInput, match="unknown network 'deep'"):
        RunSettings(network="deep")
    with pytest.raises(BadInput, match="not 0 and -1"):
        RunSettings(arrangements=-1)
    with pytest.raises(BadInput, match="neither --context nor --features"):
        RunSettings(network="states", context="img+full")
    every = experiments(Path(), Extent(), ("simulated_1",), 12_262)
    assert {len(runs) for runs in every.networks.values()} == {1}
    assert list(every.networks) == list(NETWORKS[1:])
    assert [int(name) for name in every.augmentation] == list(paper.AUGMENTATION)
    assert {len(runs) for runs in (*every.encoders.values(), *every.curve.values())} == {10}
    names = [run.run_name for run in every.every]
    assert len(set(names)) == len(names)
    ours = experiments(Path(), Extent(0, networks=("states",), arrangements=5), ("simulated_1",), 12_262)
    assert [run.run_name for run in ours.every] == ["plausiblact_states_a2_t5_s0"]
    assert len(experiments(Path(), Extent(1, 1, (2,), Path("c")), ("simulated_1",), 9).encoders) == 3


def test_estimates_of_several_trainings_are_means_over_them() -> None:
    luck = np.random.default_rng(0)
    truth, one, other = (luck.dirichlet((0.5, 0.5, 0.5), (40, 10)) for _ in range(3))
    valid = np.ones((40, 10), dtype=np.bool_)
    homes = [f"home {number % 8}" for number in range(40)]
    found = seeded_estimates(truth, [one, other], valid, homes)
    each = [figures(truth, said, valid) for said in (one, other)]
    for number, name in enumerate((A_ACC, CE, CORR)):
        assert found[name].mean == pytest.approx(np.mean([figure[number] for figure in each]))
        assert found[name].low <= found[name].mean <= found[name].high
        assert found[name].seeds == 2
    assert seeded_estimates(truth, [one], valid, homes) == estimates(truth, one, valid, homes)


def test_the_network_learns_says_why_and_is_the_same_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models import inferring
    from casita.benchmarks.plausiblact.models.encoders import EARLY, seeing
    from casita.learn.checkpoints import save_weights

    monkeypatch.setattr(inferring, "EPOCHS", 3)
    monkeypatch.setattr(inferring, "FIRST", replace(inferring.FIRST, epochs=2))
    monkeypatch.setattr(inferring, "JUDGING", replace(inferring.JUDGING, batch=8))
    luck = np.random.default_rng(1)
    dirty = np.arange(48) % 2 == 1
    maps = luck.normal(0.0, 0.3, (48, seeing(EARLY).extractor.width + BOX_NUMBERS)).astype(np.float16)
    maps[dirty] += np.float16(1.5)
    truth = np.zeros((48, 10, 3))
    truth[:, :, 0] = 1.0
    truth[:, ACTIONS.index("cleanse_item")] = (0.0, 1.0, 0.0)
    truth[dirty, ACTIONS.index("cleanse_item")] = (0.0, 0.0, 1.0)
    valid = np.ones((48, 10), dtype=np.bool_)
    true = true_values([changed(MUG, dirty=bool(each)) for each in dirty])
    parts = [
        inferring.Given([maps[rows]], truth[rows], valid[rows], true[rows]) for rows in (slice(0, 32), slice(32, 48))
    ]
    parts[0] = parts[0]._replace(looks=[maps[:32], maps[:32] + np.float16(0.1)])  # a second look
    models = [inferring.Inferring() for _ in range(2)]
    for model in models:
        model.fit(*parts, truth[:32], seed=3)
    said = models[0].answers(maps[32:])
    assert np.array_equal(said, models[1].answers(maps[32:]))
    assert np.allclose(said.sum(2), 1.0)
    history = models[0].history
    assert max(history) > history[0] or len(history) == 1
    usual = np.split(models[0].network.usual.numpy(), np.cumsum(sizes())[:-1])
    assert usual[NAMES.index("dirty")].tolist() == [0.5, 0.5]
    shares = models[0].inferences(maps[32:])
    assert [each.shape[1] for each in shares] == list(sizes())
    assert all(np.allclose(each.sum(1), 1.0) for each in shares)
    assert np.allclose(models[0].answers_if_told(maps[32:], true[32:], ()), said, atol=1e-6)
    told = models[0].answers_if_told(maps[32:], true[32:], NAMES)
    assert figures(truth[32:], told, valid[32:]).a_acc == 1.0
    picture = luck.integers(0, 255, (60, 80, 3)).astype(np.uint8)
    read = models[0].read(picture, (10, 10, 50, 50))
    assert np.allclose(read.plausibility, models[0].rate(picture, (10, 10, 50, 50)))
    words = {word for each in inferred() for word in each.words} | {""}
    assert len(read.reasons) == 10
    assert set(read.reasons) <= words
    kind, version, weights, notes = models[0].saved()
    save_weights(tmp_path / "one.safetensors", kind, version, weights, notes)
    assert np.array_equal(inferring.Inferring.load(tmp_path / "one.safetensors").answers(maps[32:]), said)
    with pytest.raises(BadInput, match="not trained yet"):
        inferring.Inferring("tuned").answers(maps)
    with pytest.raises(BadInput, match="unknown network 'deep'"):
        inferring.Inferring("deep")


def test_each_variant_sees_what_it_should() -> None:
    torch = pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.inferring import SEEN, Network

    def depends(variant: str) -> tuple[bool, bool, bool]:
        """Do ratings depend on what is seen, on the inferred class, on inferred states?"""
        torch.manual_seed(0)
        network = Network(variant, torch.nn.Identity())
        network.eval()
        seen, values = torch.rand(1, SEEN), torch.rand(1, width())
        first, found = network.rated(seen, values), []
        for at in ("seen", "class", "states"):
            other_seen, other = seen.clone(), values.clone()
            if at == "seen":
                other_seen += 1.0
            else:
                other[:, : sizes()[0]] **= 2.0 if at == "class" else 1.0
                other[:, sizes()[0] :] += 1.0 if at == "states" else 0.0
            found.append(not torch.equal(network.rated(other_seen, other), first))
        return found[0], found[1], found[2]

    assert depends("tuned") == (True, False, False)
    assert depends("class-only") == (False, True, False)
    assert depends("states") == (False, True, True)
    assert depends("states-pixels") == (True, True, True)


def test_what_is_inferred_becomes_as_doubtful_as_it_is_wrong() -> None:
    torch = pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.judging import calibrated, told

    true = torch.zeros(40, len(NAMES), dtype=torch.int64)
    said = true.clone()
    said[::4, NAMES.index("dirty")] = 1  # wrong of every fourth thing
    found = calibrated(4.0 * told(said), true)
    assert found[NAMES.index("dirty")] == pytest.approx(np.log(3.0) / 4.0, rel=0.05)
    assert found[0] == 2.0  # always right, as sure as can be


def test_judging_mixes_classes_and_keeps_to_the_table() -> None:
    torch = pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.judging import Judge

    torch.manual_seed(0)
    judge = Judge(4).eval()
    mug, apple = (list(classes()).index(name) for name in ("Mug", "Apple"))
    likely = torch.zeros(3, len(classes()))
    likely[0, mug] = likely[1, apple] = 1.0
    likely[2, mug], likely[2, apple] = 0.25, 0.75
    said = judge(likely, torch.ones(3, 4)).exp().detach()
    assert torch.allclose(said.sum(2), torch.ones(3, 10))
    assert torch.allclose(judge.of_class(torch.tensor([mug, apple]), torch.ones(2, 4)).exp(), said[:2], atol=1e-3)
    assert torch.allclose(said[2], 0.25 * said[0] + 0.75 * said[1], atol=1e-3)
    for row, name in enumerate(("Mug", "Apple")):
        for action, can in zip(ACTIONS, classes()[name].actions, strict=True):
            assert (said[row, ACTIONS.index(action), 0] > 0.999) == (not can)


def test_one_who_is_told_who_rates_learns_raters_apart() -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.told_rater import ToldRater, rows_of
    from casita.learn.needing_torch import functional, torch

    many = [changed(MUG, id=f"mug {number}") for number in range(120)]
    ratings = [
        Rating(one.id, rater, "store_away", said, False, "")
        for one in many for rater, said in (("ann", PLAUSIBLE), ("bob", IMPOSSIBLE))
    ]  # fmt: skip
    rows = rows_of(truth_of(many, ratings), ratings, ("ann", "bob"))
    assert rows.raters.tolist() == [0] * 120 + [1] * 120
    assert rows.truth.plausibility[[0, 120], ACTIONS.index("store_away")].tolist() == [[0, 0, 1], [1, 0, 0]]
    true = torch.from_numpy(true_values(rows.truth.instances))
    values = np.concatenate([functional.one_hot(true[:, n], size).numpy() for n, size in enumerate(sizes())], axis=1)
    found = {}
    for known in (2, 0):
        model = ToldRater(known)
        model.fit(rows)
        found[known] = model.answers(values, rows.raters)[[0, 120], ACTIONS.index("store_away")]
    assert found[2][0, PLAUSIBLE] > 0.6
    assert found[2][1, IMPOSSIBLE] > 0.6
    assert np.array_equal(found[0][0], found[0][1])
    assert found[0][0, [IMPOSSIBLE, PLAUSIBLE]] == pytest.approx([0.47, 0.47], abs=0.1)


def test_what_all_raters_would_say_is_a_mean_as_often_as_each_rates() -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models.told_rater import mean_judgement

    many = [changed(MUG, id=f"mug {number}") for number in range(120)]
    raters = ["bob" if number % 4 == 0 else "ann" for number in range(120)]
    ratings = [
        Rating(one.id, rater, "store_away", PLAUSIBLE if rater == "ann" else IMPOSSIBLE, False, "")
        for one, rater in zip(many, raters, strict=True)
    ]
    every, action = truth_of(many, ratings), ACTIONS.index("store_away")
    found = mean_judgement(every, ratings, ("ann", "bob"), 0)
    assert found.shape == (120, 10, 3)
    assert np.allclose(found.sum(2), 1.0)
    assert found[0, action, [IMPOSSIBLE, PLAUSIBLE]] == pytest.approx([0.25, 0.75], abs=0.1)
    assert np.ptp(found, axis=0).max() < 1e-6, "all mugs are alike, whoever rated them"
    unseen = every.valid.copy()
    unseen[::4, action] = False
    of_ann = mean_judgement(every._replace(valid=unseen), ratings, ("ann", "bob"), 0)[0, action]
    assert of_ann[PLAUSIBLE] > found[0, action, PLAUSIBLE] + 0.05, "what does not count is not learnt from"
