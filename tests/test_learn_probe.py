"""The detection probe: boxes are drawn around the thing acted on, and rooms to learn from are not those to judge by."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from casita.benchmarks.act_thor.collecting.splits import rooms_part
from casita.benchmarks.act_thor.models import detection as probe
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.learn import detection_probe, encoder
from casita.learn.checkpoints import save_weights, weights_of
from casita.learn.detection import Grid
from casita.render import Renderer
from tests.act_thor_rooms import bedrooms


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> ActThor:
    return ActThor(bedrooms(tmp_path_factory))


@pytest.fixture(scope="module")
def judged(data: ActThor) -> detection_probe.Shown:
    """Pictures of rooms of the test, with boxes."""
    return probe.shown(data, "test", 0)


def test_pictures_are_of_the_rooms_of_their_part(data: ActThor) -> None:
    attempts = list(data.triples.values())
    for part, most in probe.EACH.items():
        rows = probe._chosen(attempts, part, 0)
        kinds = [row.object_type for row in rows]
        assert {rooms_part(row.scene) for row in rows} == {part}
        assert max(kinds.count(kind) for kind in kinds) <= most
        assert rows == probe._chosen(attempts, part, 0)
    assert probe._chosen(attempts, "test", 1) != probe._chosen(attempts, "test", 0)


def test_a_box_holds_all_pixels_of_the_thing(data: ActThor, judged: detection_probe.Shown) -> None:
    rows, found = probe._chosen(list(data.triples.values()), "test", 0), judged
    assert len(rows) >= 20
    assert found.types == tuple(row.object_type for row in rows)
    assert (found.boxes[:, :2] < found.boxes[:, 2:]).all()
    assert ((found.boxes >= 0) & (found.boxes <= 1)).all()
    area = (found.boxes[:, 2:] - found.boxes[:, :2]).prod(1) * 300 * 300
    seen = np.array([row.seen for row in rows])
    assert (seen <= area + 0.5).all()
    assert np.median(seen / area) > 0.4


def test_what_a_push_alters_is_in_the_boxes_before_and_after(data: ActThor) -> None:
    rows = probe._chosen(list(data.triples.values()), "test", 0)
    pushed = [row for row in rows if row.action == "push"]
    assert len(pushed) >= 3
    for row in pushed:
        states = data.states(row.after)
        renderer = Renderer(states[0].scene)
        pictures = [data.picture(key).astype(int) for key in (row.before, row.after)]
        down, right = np.nonzero(np.abs(pictures[1] - pictures[0]).max(2) > 60)  # more than a shadow does
        inside = np.zeros(len(down), bool)
        for state in states:
            left, top, end, bottom = probe._box(renderer, state, row.object) * 300
            inside |= (right >= left - 1) & (right <= end) & (down >= top - 1) & (down <= bottom)
        assert inside.mean() > 0.9, row.after


def test_the_probe_writes_what_the_report_reads(data: ActThor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    save_weights(tmp_path / "w.safetensors", encoder.KIND, encoder.VERSION, weights_of(encoder.Encoder()), half=True)
    monkeypatch.setattr(encoder, "WEIGHTS", tmp_path / "w.safetensors")
    monkeypatch.setattr(probe, "EACH", {"train": 1, "test": 1})
    monkeypatch.setattr(detection_probe, "FROZEN", detection_probe.Course(2, 2e-3))
    monkeypatch.setattr(detection_probe, "TUNED", detection_probe.Course(1, 1e-3))
    rows = json.loads(probe.write_probe(data, tmp_path).read_bytes())
    assert [(row["features"], row["tuned"]) for row in rows] == [
        (name, tuned) for name in ("casita", "imagenet") for tuned in (False, True)
    ]
    for row in rows:
        for name in ("precision", "types", "boxes"):
            assert len(row[name]) == (1 if row["tuned"] else 2)
            assert all(0.0 <= value <= 1.0 for value in row[name])


def test_frozen_features_are_those_of_the_extractors(judged: detection_probe.Shown) -> None:
    from casita.learn.imagenet import ImageNet

    pictures = judged.pictures[:2]
    source = detection_probe._imagenet(pictures)
    assert source.grid is None
    made = detection_probe._made(source.top, source.kept)
    assert made.shape[1:] == (112 + 1280, 14, 14)
    assert made[:, 112:, ::2, 1::2] == pytest.approx(ImageNet().maps(pictures), abs=0.05)
    assert (made[:, :112] == source.kept[0]).all()


def test_cells_of_our_encoder_are_eight_pixels_apart(
    judged: detection_probe.Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casita.learn.in_domain import InDomain

    torch.manual_seed(0)
    path = tmp_path / "w.safetensors"
    save_weights(path, encoder.KIND, encoder.VERSION, weights_of(encoder.Encoder()), half=True)
    monkeypatch.setattr(encoder, "WEIGHTS", path)
    pictures = judged.pictures[:1]
    source = detection_probe._casita(pictures)
    assert source.grid == Grid(0.0, 8 / 300)
    assert detection_probe._made(source.top, source.kept) == pytest.approx(InDomain(path).maps(pictures), abs=0.05)


def test_data_without_rooms_of_a_part_are_named(data: ActThor) -> None:
    less = ActThor(data.path)
    less.attempts = [row for row in data.attempts if rooms_part(row.scene) != "test"]
    with pytest.raises(BadInput, match="no pictures of test rooms"):
        probe.shown(less, "test", 0)
