"""Pictures to train the encoder on: the same bytes again, honest labels, nothing of what is held out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from casita.catalog import catalog
from casita.errors import BadInput
from casita.learn.encoder import WEIGHTS, Encoder, load_encoder
from casita.learn.encoder_batches import CUT_CELLS, batch_of, lucky_batch
from casita.learn.encoder_data import Home, make_shard, measuring_homes, read_shard, taken, training_homes
from casita.learn.encoder_heads import Counts, Heads, loose_labels, losses, total
from casita.learn.encoder_labels import CELLS, HELD_OUT, NOTHING, SIDE, STATES, UNKNOWN, Labels, _majority, type_names
from casita.scenes.fixed import split_of

torch.set_num_threads(1)

HOME = Home("room", "kitchen", 4, 12)


@pytest.fixture(scope="module")
def shard():  # type: ignore[no-untyped-def]
    return taken(HOME, 7)


def test_homes_are_those_one_may_learn_from() -> None:
    assert {split_of(home.number) for home in training_homes() if home.source != "house"} == {"train"}
    assert {split_of(home.number) for home in measuring_homes()} == {"validation"}
    names = [home.name for home in (*training_homes(), *measuring_homes())]
    assert len(set(names)) == len(names)
    with pytest.raises(BadInput, match="test room"):
        taken(Home("room", "kitchen", 26, 1), 0)


def test_types_are_ai2thors() -> None:
    assert len(type_names()) == 118
    assert sum(catalog()[name].is_loose for name in type_names()) == 62


def test_shards_come_back_and_are_the_same_again(shard, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    make_shard(HOME, 7, tmp_path)
    found = read_shard(HOME, 7, tmp_path)
    assert found.pictures.tobytes() == shard.pictures.tobytes()
    for mine, theirs in zip(found.labels, shard.labels, strict=True):
        assert mine.tobytes() == theirs.tobytes()
    with pytest.raises(BadInput, match="no whole shard"):
        read_shard(HOME, 8, tmp_path)


def test_labels_tell_nothing_of_what_is_held_out(shard) -> None:  # type: ignore[no-untyped-def]
    numbers = [type_names().index(name) + 1 for name in HELD_OUT]
    assert not np.isin(shard.labels.types, numbers).any()
    assert not shard.labels.present[:, [n - 1 for n in numbers]].any()
    assert not np.isin(shard.labels.interest[:, 0], numbers).any()


def test_labels_are_consistent(shard) -> None:  # type: ignore[no-untyped-def]
    labels = shard.labels
    assert shard.pictures.shape == (12, SIDE, SIDE, 3)
    assert labels.types.shape == (12, CELLS, CELLS)
    assert not (labels.states & ~labels.told).any()
    assert not labels.told[labels.types == NOTHING].any()
    for bit, (state, needed) in enumerate(STATES.items()):
        able = np.array([False, *(catalog()[name].can(needed) for name in type_names())])
        known = labels.types != UNKNOWN
        told = (labels.told >> bit & 1).astype(bool)
        assert (told[known] == able[labels.types[known]]).all(), state
    seen = labels.interest[:, 5] > 0
    assert seen.mean() > 0.4
    left, top, right, bottom = labels.interest[seen, 3:].T
    assert ((left >= 0) & (left < right) & (right <= SIDE) & (top >= 0) & (top < bottom) & (bottom <= SIDE)).all()


def test_a_cell_shows_what_most_of_its_pixels_show() -> None:
    slots = np.full((SIDE, SIDE), -1, np.int32)
    slots[20:28, 36:44] = 5  # the cell with its middle at row 24 and column 40
    slots[100:104, 100:108] = 7  # half of a cell: equals go to the lower number, which is nothing
    slots[156:161, 156:164] = 8
    cells = _majority(slots)
    assert cells[3, 5] == 5
    assert (cells == 5).sum() == 1
    assert not (cells == 7).any()
    assert cells[20, 20] == 8


def test_cuts_and_mirrors_keep_labels_with_pixels() -> None:
    picture = np.zeros((1, SIDE, SIDE, 3), np.uint8)
    types = np.zeros((1, CELLS, CELLS), np.uint8)
    types[0, 18, 9] = 3
    picture[0, 18 * 8 - 4 : 18 * 8 + 4, 9 * 8 - 4 : 9 * 8 + 4] = 255
    words = np.zeros_like(types, np.uint16)
    box = (9 * 8 - 4, 18 * 8 - 4, 9 * 8 + 4, 18 * 8 + 4)
    interest = np.array([[3, 0, 0, *box]], np.int32)
    from casita.learn.encoder_data import Shard

    shards = [Shard(picture, Labels(types, words, words, np.zeros((1, 118), bool), interest))]
    for seed in range(12):
        for cut in (False, True):
            batch = lucky_batch(shards, [(0, 0)], np.random.default_rng(seed), cut)
            cells = CUT_CELLS if cut else CELLS
            assert batch.types.shape == (1, cells, cells)
            bright = batch.pictures[0].mean(0) > 128
            rows, columns = torch.nonzero(batch.types[0] == 3, as_tuple=True)
            assert len(rows) == int(batch.present[0, 2]) if cut else len(rows) == 1
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                low, left = max(row * 8 - 4, 0), max(column * 8 - 4, 0)
                # A mirrored cell reaches 4 pixels to the right and 3 to the left, so one column is not compared.
                assert bright[low : row * 8 + 4, left + 1 : column * 8 + 4].all()
            if batch.box[0, 2] > 0:
                side = cells * 8 if cut else SIDE
                x0, y0, x1, y1 = (batch.box[0] * side).round().int().tolist()
                assert bright[y0:y1, x0:x1].all()


def test_one_step_lowers_the_loss(shard) -> None:  # type: ignore[no-untyped-def]
    torch.manual_seed(0)
    encoder, heads = Encoder(fused=False), Heads()
    learner = torch.optim.AdamW([*encoder.parameters(), *heads.parameters()], lr=2e-3)
    batch = lucky_batch([shard], [(0, row) for row in range(8)], np.random.default_rng(0), cut=True)
    found = []
    for _ in range(5):
        parts = losses(heads, *encoder(batch.pictures), batch, loose_labels())
        loss = total(parts)
        learner.zero_grad()
        loss.backward()
        learner.step()
        found.append(float(loss.detach()))
    assert found[-1] < 0.9 * found[0]


def test_f1_by_hand() -> None:
    counts = Counts()
    said = torch.full((4, len(STATES)), -1.0)
    true = torch.zeros(4, len(STATES))
    told = torch.zeros(4, len(STATES))
    told[:, 0] = 1.0
    said[:3, 0] = 1.0  # two hits, one false alarm, one miss
    true[:2, 0] = true[3, 0] = 1.0
    counts.add(said, true, told)
    made = counts.f1()
    assert made["all"] == pytest.approx(4 / 6, abs=1e-4)
    assert made["on"] == 0.0


@pytest.mark.skipif(not WEIGHTS.exists(), reason="the weights are made by casita.learn.encoder_training")
def test_the_weights_that_come_with_casita_see(shard) -> None:  # type: ignore[no-untyped-def]
    encoder, _ = load_encoder()
    assert WEIGHTS.stat().st_size < 5_000_000
    batch = batch_of([shard], [(0, row) for row in range(len(shard.pictures))])
    with torch.inference_mode():
        maps, vectors = encoder(batch.pictures)
    assert vectors.std(0).mean() == pytest.approx(0.8, abs=0.5)
    # Cells of one type are more alike than cells of different types.
    cells = maps.permute(0, 2, 3, 1).reshape(-1, maps.shape[1])
    kinds = batch.types.reshape(-1)
    loose = loose_labels()[torch.where(kinds == UNKNOWN, 0, kinds)]
    cells, kinds = nn_unit(cells[loose])[::3], kinds[loose][::3]
    alike = cells @ cells.T
    same = kinds[:, None] == kinds[None]
    assert float(alike[same].mean()) > float(alike[~same].mean()) + 0.1


def nn_unit(rows: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.normalize(rows, dim=1)
