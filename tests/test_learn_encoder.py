"""The encoder and its pictures: the same bytes again, honest labels, nothing of what is held out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from casita.arrays import Float16s
from casita.catalog import catalog
from casita.errors import BadInput
from casita.learn.backbone import LAYERS, Backbone
from casita.learn.checkpoints import load_weights, save_weights, weights_of
from casita.learn.encoder import CHANNELS, KIND, VERSION, WEIGHTS, WIDTH, Encoder
from casita.learn.encoder_batches import BATCH, Seen, make_maps, read_homes
from casita.learn.encoder_data import MOMENTS, Home, make_shard, measuring_homes, read_home, taken, training_homes
from casita.learn.encoder_heads import Counts, Heads, loose_labels, losses, total
from casita.learn.encoder_labels import CELLS, HELD_OUT, NOTHING, SIDE, STATES, UNKNOWN, Labels, _majority, type_names
from casita.learn.encoder_training import Run, _learn, _shared
from casita.learn.in_domain import InDomain
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


@pytest.mark.parametrize("source", ["room", "varied"])
@pytest.mark.parametrize("number", range(26, 31))
def test_test_rooms_are_refused(source: str, number: int) -> None:
    with pytest.raises(BadInput, match=f"never sees room {number}"):
        taken(Home(source, "kitchen", number, 1), 0)


def test_types_are_ai2thors() -> None:
    assert len(type_names()) == 118
    assert sum(catalog()[name].is_loose for name in type_names()) == 62


def test_shards_come_back_and_are_the_same_again(shard, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    make_shard(HOME, 7, tmp_path)
    found = read_home(HOME, 7, tmp_path)
    assert found.pictures.tobytes() == shard.pictures.tobytes()
    for mine, theirs in zip(found.labels, shard.labels, strict=True):
        assert mine.tobytes() == theirs.tobytes()
    with pytest.raises(BadInput, match="no whole shard"):
        read_home(HOME, 8, tmp_path)


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


def general_maps(count: int, side: int, seed: int) -> tuple[Float16s, ...]:
    """What the general network might have given: maps of noise, each half as fine as the one before."""
    luck = np.random.default_rng(seed)
    sides = (side, -(-side // 2), -(-side // 4))
    return tuple(
        luck.standard_normal((count, channels, each, each)).astype(np.float16)
        for channels, each in zip(LAYERS.values(), sides, strict=True)
    )


def tiny(count: int = 2 * BATCH, side: int = 5, seed: int = 0) -> Seen:
    """Pictures of noise with labels of a mug, a plate, nothing, and things that are held out."""
    luck = np.random.default_rng(seed)
    kinds = np.array([type_names().index(name) + 1 for name in ("mug", "plate")])
    types = luck.choice([NOTHING, UNKNOWN, *kinds], (count, side, side)).astype(np.uint8)
    told = np.where((types == UNKNOWN) | (types == NOTHING), 0, 0b100).astype(np.uint16)
    states = (told * luck.integers(0, 2, told.shape)).astype(np.uint16)
    present = np.zeros((count, len(type_names())), bool)
    present[:, kinds - 1] = luck.random((count, 2)) < 0.5
    interest = np.zeros((count, 7), np.int32)
    interest[:, 0] = luck.choice([UNKNOWN, *kinds], count)
    interest[:, 2] = np.where(interest[:, 0] == UNKNOWN, 0, 0b100)
    interest[:, 1] = interest[:, 2] * luck.integers(0, 2, count)
    interest[:, 3:] = [30, 60, 90, 150]
    return Seen(general_maps(count, side, seed), Labels(types, states, told, present, interest))


def test_shapes_of_maps_and_vectors() -> None:
    torch.manual_seed(0)
    encoder = Encoder().eval()
    general = [torch.from_numpy(maps).float() for maps in general_maps(2, CELLS, 0)]
    with torch.inference_mode():
        maps, vectors = encoder(general)
    assert maps.shape == (2, CHANNELS, CELLS, CELLS)
    assert vectors.shape == (2, WIDTH)
    assert sum(weight.numel() for weight in encoder.parameters()) < 200_000


def test_a_batch_of_maps_is_read_like_each_alone() -> None:
    torch.manual_seed(0)
    encoder = Encoder().eval()
    general = [torch.from_numpy(maps).float() for maps in general_maps(3, 12, 0)]
    with torch.inference_mode():
        maps, vectors = encoder(general)
        for row in range(3):
            alone, vector = encoder([each[row : row + 1] for each in general])
            assert torch.allclose(alone[0], maps[row], atol=1e-5)
            assert torch.allclose(vector[0], vectors[row], atol=1e-4)


def test_types_and_states_that_are_held_out_never_count_in_the_loss() -> None:
    torch.manual_seed(0)
    heads, batch = Heads(), tiny(8).batch(np.arange(8))
    maps = torch.randn(8, CHANNELS, 5, 5, requires_grad=True)
    vectors = torch.randn(8, WIDTH, requires_grad=True)
    total(losses(heads, maps, vectors, batch, loose_labels())).backward()
    hidden = batch.types == UNKNOWN
    cells = maps.grad.permute(0, 2, 3, 1)
    assert not cells[hidden].any()
    assert cells[~hidden].any(1).all()
    vectors.grad = None
    parts = losses(heads, maps, vectors, batch, loose_labels())
    torch.stack([parts[name] for name in ("interest", "interest states")]).sum().backward()
    untold = batch.interest < 0
    assert 0 < untold.sum() < 8
    assert not vectors.grad[untold].any()
    assert vectors.grad[~untold].any(1).all()


STEPS = 6


def trained(folder: Path, stop: int = 0) -> bytes:
    """The weights after all steps; or, told to stop at one, what a process leaves that is ended there."""

    class Stopped(Run):
        def keep(self, now: bool = False) -> None:
            super().keep(now or self.step == stop)
            if self.step == stop:
                raise KeyboardInterrupt

    folder.mkdir(exist_ok=True)
    run = Stopped(folder, 3, STEPS)
    _learn(run, tiny(), tiny(8, seed=1), STEPS, 3)
    save_weights(folder / "made", KIND, VERSION, weights_of(run.encoder), half=True)
    return (folder / "made").read_bytes()


def test_training_gives_the_same_weights_again_and_after_a_stop(tmp_path: Path) -> None:
    first = trained(tmp_path / "first")
    assert trained(tmp_path / "second") == first
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "third", stop=4)
    assert trained(tmp_path / "third") == first


def test_training_lowers_the_loss_and_says_so(tmp_path: Path) -> None:
    run = Run(tmp_path, 0, 60)
    _learn(run, tiny(), tiny(8, seed=1), 60, 0)
    first, last = run.log[0], run.log[-1]
    assert (first["step"], last["step"]) == (50, 60)
    assert last["loss"] < 0.8 * first["loss"]
    assert last["rooms 21-25"]["pictures"] == 8


def test_maps_of_a_shard_are_made_once_and_named_if_missing(tmp_path: Path) -> None:
    home = Home("room", "bathroom", 3, 2)
    with pytest.raises(BadInput, match="run `pictures` and then `maps`"):
        read_homes([home], 0, tmp_path)
    make_shard(home, 0, tmp_path)
    backbone = Backbone()
    make_maps(home, 0, tmp_path, backbone)
    seen = read_homes([home], 0, tmp_path)
    assert [maps.shape[1:] for maps in seen.general] == [(40, 38, 38), (112, 19, 19), (320, 9, 9)]
    assert seen.labels.types.shape == (2, CELLS, CELLS)
    backbone.maps = None  # type: ignore[assignment,method-assign]
    make_maps(home, 0, tmp_path, backbone)


def test_shares_of_several_processes_are_all_homes_once() -> None:
    homes = list(training_homes())
    shares = [_shared(homes, part) for part in ("1/3", "2/3", "3/3")]
    assert sorted(home.name for share in shares for home in share) == sorted(home.name for home in homes)
    for bad in ("0/2", "3/2", "half"):
        with pytest.raises(BadInput, match="such as 1/2"):
            _shared(homes, bad)


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


@pytest.mark.skipif(not WEIGHTS.exists(), reason="weights are not made yet: casita.learn.encoder_training")
def test_the_weights_that_come_with_casita_tell_pictures_apart(shard) -> None:  # type: ignore[no-untyped-def]
    kept = load_weights(WEIGHTS, KIND, VERSION)
    own = InDomain()
    assert own.digest.startswith(kept.digest)
    assert kept.notes["seed"] == "0"
    assert kept.notes["scale"] == "1.0"
    assert WEIGHTS.stat().st_size < 10_000_000
    one, other = own.vectors(shard.pictures[[0, MOMENTS]])
    assert np.abs(one - other).mean() > 0.1
