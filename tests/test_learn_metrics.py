"""Average precision by hand, the shared training loop, and checkpoints that say what they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from casita.errors import BadInput
from casita.learn.average_precision import average_precision, intersection_over_union, mean_average_precision
from casita.learn.checkpoints import digest_of, fill_module, load_weights, save_weights, weights_of
from casita.learn.detection import (
    Boxed,
    Detector,
    Grid,
    _cells_inside,
    _overlap,
    _shares,
    detection_loss,
    found,
    precision,
    train_detector,
)
from casita.learn.training import Settings, seeded, train


def test_overlap_of_boxes_by_hand() -> None:
    first = np.array([[0, 0, 2, 2], [0, 0, 2, 2], [0, 0, 1, 1], [0, 0, 0, 0]], float)
    second = np.array([[1, 0, 3, 2], [0, 0, 2, 2], [2, 2, 3, 3], [0, 0, 0, 0]], float)
    assert intersection_over_union(first, second) == pytest.approx([2 / 6, 1.0, 0.0, 0.0])


def test_average_precision_by_hand() -> None:
    # Answers in order of score: right, wrong, right; two boxes to find. Up to recall 0.5 (51 points) precision is 1,
    # beyond it (50 points) 2/3.
    found = average_precision(np.array([True, True, False]), np.array([0.9, 0.5, 0.7]), 2)
    assert found == pytest.approx((51 * 1.0 + 50 * 2 / 3) / 101)
    assert average_precision(np.array([True]), np.array([0.1]), 4) == pytest.approx(26 / 101)
    assert average_precision(np.zeros(0, bool), np.zeros(0), 3) == 0.0
    with pytest.raises(BadInput, match="without boxes"):
        average_precision(np.zeros(0, bool), np.zeros(0), 0)


def test_mean_average_precision_by_hand() -> None:
    true = np.array([[0, 0, 10, 10], [0, 0, 10, 10], [0, 0, 10, 10]], float)
    said = np.array([[0, 0, 10, 10], [0, 0, 10, 7], [0, 0, 10, 10]], float)  # overlaps 1, 0.7 and 1
    kinds = np.array([0, 1, 2])
    # Class 0 is right at all ten overlaps; class 1 at 0.5, 0.55, 0.6, 0.65, 0.7; class 2 is called 0.
    answer = mean_average_precision(said, np.array([0, 1, 0]), np.array([0.9, 0.8, 0.1]), true, kinds)
    assert answer == pytest.approx((1.0 + 0.5 + 0.0) / 3)
    # The wrong 0 with a higher score halves the precision of the right one.
    answer = mean_average_precision(said, np.array([0, 1, 0]), np.array([0.2, 0.8, 0.9]), true, kinds)
    assert answer == pytest.approx((0.5 + 0.5 + 0.0) / 3)
    with pytest.raises(BadInput, match="one answer and one truth"):
        mean_average_precision(said[:2], kinds, np.ones(3), true, kinds)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0.0, 1.0)), min_size=1, max_size=20))
def test_perfect_answers_score_one_and_wrong_ones_zero(rows: list[tuple[int, float]]) -> None:
    kinds = np.array([kind for kind, _ in rows])
    scores = np.array([score for _, score in rows])
    boxes = np.tile([0.1, 0.1, 0.5, 0.6], (len(rows), 1))
    assert mean_average_precision(boxes, kinds, scores, boxes, kinds) == pytest.approx(1.0)
    assert mean_average_precision(boxes, kinds + 4, scores, boxes, kinds) == 0.0
    assert mean_average_precision(boxes + 0.5, kinds, scores, boxes, kinds) == 0.0


def toy(seed: int = 0, epochs: int = 60) -> tuple[torch.nn.Linear, list[float]]:
    luck = np.random.default_rng(3)
    inputs = torch.from_numpy(luck.standard_normal((200, 5)).astype(np.float32))
    goal = inputs @ torch.tensor([1.0, -2.0, 0.5, 0.0, 3.0])

    def score() -> float:
        return -float(((module(inputs)[:, 0] - goal) ** 2).mean())

    with seeded(seed, "toy"):
        module = torch.nn.Linear(5, 1)
        scores = train(
            module,
            200,
            lambda rows: ((module(inputs[rows])[:, 0] - goal[rows]) ** 2).mean(),
            score,
            Settings(0.05, 0.0, 32, epochs, epochs, falling=True),
        )
    return module, scores


def test_the_loop_learns_and_is_the_same_again() -> None:
    before = torch.get_rng_state()
    module, scores = toy()
    again, scores_again = toy()
    assert scores == scores_again
    assert torch.equal(module.weight, again.weight)
    assert not torch.equal(module.weight, toy(seed=1)[0].weight)
    assert torch.equal(before, torch.get_rng_state())
    assert len(scores) == 60
    assert max(scores) > -1e-3
    assert module.weight[0].tolist() == pytest.approx([1.0, -2.0, 0.5, 0.0, 3.0], abs=0.05)


def test_the_loop_stops_early_and_keeps_the_best() -> None:
    module = torch.nn.Linear(1, 1)
    scores = iter([0.1, 0.5, 0.4, 0.3, 0.2, 0.9])
    kept = []

    def score() -> float:
        kept.append(module.weight.clone())
        return next(scores)

    inputs = torch.ones(4, 1)
    settings = Settings(batch=2, epochs=50, patience=3)
    found = train(module, 4, lambda rows: (module(inputs[rows]) - 9.0).pow(2).mean(), score, settings)
    assert found == [0.1, 0.5, 0.4, 0.3, 0.2]
    assert torch.equal(module.weight, kept[1])
    assert not module.training


def test_the_loop_names_what_is_wrong() -> None:
    module = torch.nn.Linear(1, 1)

    def loss(rows: torch.Tensor) -> torch.Tensor:
        return module(torch.ones(len(rows), 1)).sum()

    with pytest.raises(BadInput, match="nothing to train on"):
        train(module, 0, loss, lambda: 0.0, Settings())
    with pytest.raises(BadInput, match="after epoch 1 is not a number"):
        train(module, 2, loss, lambda: float("nan"), Settings(epochs=2))
    with pytest.raises(BadInput, match="no weights to train"):
        train(torch.nn.ReLU(), 2, loss, lambda: 0.0, Settings())
    with pytest.raises(BadInput, match="batch is at least 1; it is 0"):
        Settings(batch=0)
    with pytest.raises(BadInput, match="it is -1"):
        Settings(rate=-1)


def test_checkpoints_come_back_and_foreign_files_are_refused(tmp_path: Path) -> None:
    module = torch.nn.Linear(3, 2)
    path = tmp_path / "a.safetensors"
    digest = save_weights(path, "toy", 1, weights_of(module), {"seed": "7"})
    found = load_weights(path, "toy", 1)
    assert found.digest == digest == digest_of(weights_of(module))
    assert found.notes == {"seed": "7"}
    other = torch.nn.Linear(3, 2)
    fill_module(other, found, path)
    assert torch.equal(module.weight, other.weight)
    with pytest.raises(BadInput, match="do not fit"):
        fill_module(torch.nn.Linear(4, 2), found, path)
    with pytest.raises(BadInput, match="'toy', not of 'other'"):
        load_weights(path, "other", 1)
    with pytest.raises(BadInput, match="version 1, expected 2"):
        load_weights(path, "toy", 2)
    with pytest.raises(BadInput, match="no weights here"):
        load_weights(tmp_path / "none", "toy", 1)
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadInput, match="not a safetensors file"):
        load_weights(tmp_path / "text", "toy", 1)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(BadInput, match="damaged"):
        load_weights(path, "toy", 1)


def test_the_same_weights_are_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    code = (
        "import sys, numpy as np; from pathlib import Path; from casita.learn.checkpoints import save_weights; "
        "save_weights(Path(sys.argv[1]), 'toy', 1, {'a': np.ones(3), 'b': np.zeros(2)}, {'seed': '1', 'steps': '2'})"
    )
    paths = [tmp_path / f"{n}.safetensors" for n in range(3)]
    for path in paths:
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert len({path.read_bytes() for path in paths}) == 1


def test_foreign_safetensors_are_refused_and_halves_are_small(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    save_file({"x": np.ones(3, np.float32)}, tmp_path / "b.safetensors")
    with pytest.raises(BadInput, match="not written by Casita"):
        load_weights(tmp_path / "b.safetensors", "toy", 1)
    values = np.linspace(-1.0, 1.0, 5000, dtype=np.float32)
    save_weights(tmp_path / "c.safetensors", "toy", 1, {"x": values, "n": np.array(3)}, half=True)
    assert (tmp_path / "c.safetensors").stat().st_size < 10_600
    back = load_weights(tmp_path / "c.safetensors", "toy", 1).weights
    assert back["x"].dtype == np.float32
    assert back["x"] == pytest.approx(values, abs=1e-3)
    assert int(back["n"]) == 3


def squares(count: int, seed: int) -> Boxed:
    """Maps with a bright rectangle of one of three colours on noise."""
    luck = np.random.default_rng(seed)
    maps = 0.1 * luck.standard_normal((count, 3, 12, 12)).astype(np.float32)
    boxes, kinds = np.zeros((count, 4), np.float32), luck.integers(0, 3, count)
    for n in range(count):
        (left, top), (wide, high) = luck.integers(0, 7, 2), luck.integers(2, 5, 2)
        maps[n, kinds[n], top : top + high, left : left + wide] = 1.0
        boxes[n] = np.array([left, top, left + wide, top + high]) / 12
    return Boxed((maps,), boxes, kinds)


def test_a_detector_finds_rectangles_and_is_the_same_again() -> None:
    learnt, judged = squares(200, 0), squares(60, 1)
    settings = Settings(3e-3, 0.0, 32, 12, 12)
    detector, history = train_detector(learnt, judged, 3, settings)
    scores = history.precision
    assert len(scores) == len(history.types) == len(history.boxes)
    assert scores[0] < max(scores)
    assert max(scores) > 0.35
    said = found(detector, judged)
    assert (said.classes == judged.classes).mean() > 0.95
    assert precision(detector, judged) == max(scores)
    assert train_detector(learnt, judged, 3, Settings(3e-3, 0.0, 32, 2, 12))[1].precision == scores[:2]
    with pytest.raises(BadInput, match="classes are from 0 to 1"):
        train_detector(learnt, judged, 2, settings)


class Doubled(torch.nn.Module):
    """Makes maps of two inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.mixed = torch.nn.Conv2d(6, 4, 1)

    def forward(self, given: list[torch.Tensor]) -> torch.Tensor:
        made: torch.Tensor = self.mixed(torch.cat(given, 1))
        return made


def test_a_tuned_network_learns_too() -> None:
    data = squares(16, 0)
    network = Doubled()
    before = network.mixed.weight.clone()
    twice = data._replace(inputs=(*data.inputs, *data.inputs))
    train_detector(twice, twice, 3, Settings(batch=8, epochs=1), network=network)
    assert not torch.equal(before, network.mixed.weight)


def test_a_tuned_detector_begins_as_the_one_it_is_given() -> None:
    data = squares(16, 0)
    head, _ = train_detector(data, data, 3, Settings(batch=8, epochs=2))
    network = torch.nn.Module()
    network.forward = lambda given: given[0]
    slow = Settings(rate=1e-9, batch=8, epochs=1)
    tuned, _ = train_detector(data, data, 3, slow, network=network, head=head)
    before, after = (each.state_dict()["name.1.weight"].numpy() for each in (head, tuned))
    assert after == pytest.approx(before, abs=1e-6)


def test_cells_count_more_in_the_middle_of_a_box_and_not_outside() -> None:
    middles = Detector(2, 2)([torch.zeros(1, 2, 5, 5)]).middles
    share = _shares(torch.tensor([[0.05, 0.05, 0.95, 0.95], [0.95, 0.0, 1.0, 0.02]]), middles)
    assert share.sum(1).tolist() == pytest.approx([1.0, 1.0])
    assert int(share[0].argmax()) == 12
    assert (share[0] > 0).sum() == 25
    assert share[1].nonzero().flatten().tolist() == [4]


def test_overlap_tells_near_from_far() -> None:
    true = torch.tensor([0.0, 0.0, 0.2, 0.2])
    said = torch.tensor([[0.0, 0.0, 0.2, 0.2], [0.1, 0.0, 0.3, 0.2], [0.3, 0.0, 0.5, 0.2], [0.8, 0.0, 1.0, 0.2]])
    assert _overlap(said, true).tolist() == pytest.approx([1.0, 1 / 3, -0.2, -0.6])


def test_a_box_smaller_than_a_cell_still_has_one() -> None:
    detector = Detector(2, 2)
    answers = detector([torch.zeros(1, 2, 4, 4)])
    box = torch.tensor([[0.30, 0.30, 0.31, 0.31]])
    assert torch.isfinite(detection_loss(answers, box, torch.tensor([1])))
    assert _cells_inside(box, answers.middles)[0].nonzero().flatten().tolist() == [5]


def test_cells_are_where_the_grid_says() -> None:
    plain = Detector(2, 2)([torch.zeros(1, 2, 4, 4)]).middles
    assert plain[6].tolist() == pytest.approx([0.625, 0.375])
    other = Detector(2, 2, grid=Grid(0.0, 0.3))([torch.zeros(1, 2, 4, 4)]).middles
    assert other[6].tolist() == pytest.approx([0.6, 0.3])
