"""The detector: what it is told, what is right and wrong by hand-worked boxes, and that its answers repeat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import casita
from casita.cli import main
from casita.errors import BadInput
from casita.learn.average_precision import overlaps_of_all
from casita.learn.detector import Detection, HomeDetector, load_detector
from casita.learn.detector import frames as drawing
from casita.learn.detector.eyes import WEIGHTS
from casita.learn.detector.labels import (
    BOTTOM,
    COLOUR,
    HOLDS,
    KIND,
    LEFT,
    STATES,
    TOLD,
    colour_names,
    is_clear,
    kind_names,
    states_of,
    things_seen,
)
from casita.learn.detector.labels import _boxes as boxes_of
from casita.learn.detector.scoring import area_under_curve
from casita.learn.detector.suppression import kept_boxes
from casita.learn.many_boxes import FoundBoxes, TrueBoxes, matched, precision_by_kind
from casita.render.camera import looking
from casita.render.renderer import Renderer
from casita.seeds import stream
from casita.world.edit import Edit

torch = pytest.importorskip("torch")

from casita.learn.detector.batches import Labelled, truth_of  # noqa: E402
from casita.learn.detector.fixed_filter import filtered  # noqa: E402
from casita.learn.detector.inference import CompiledDetector  # noqa: E402
from casita.learn.detector.losses import assigned, dense_losses, overlap, read_losses  # noqa: E402
from casita.learn.detector.network import Dense, Read, all_middles  # noqa: E402
from casita.learn.detector.training import Run, boxes_to_read, train  # noqa: E402
from casita.learn.efficientnet_lite import Convolution  # noqa: E402


def command(*words: str) -> None:
    """Run `casita` with these words."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["casita", *words])
        try:
            main()
        except SystemExit as ended:
            if ended.code:
                raise


ON = list(STATES).index("on")
WANTED = ("rgb", "ids", "parts")
MUG, BED = kind_names().index("mug"), kind_names().index("bed")


# What is labelled.


def test_boxes_are_around_all_pixels_of_a_thing() -> None:
    ids = np.full((6, 8), -1, np.int32)
    ids[1:3, 2:5] = 3
    ids[5, 7] = 3  # the same thing, seen past another
    ids[4, 0] = 0
    ids[0, 0] = 9  # a wall
    assert boxes_of(ids, 5) == [(0, (0, 4, 1, 5), 1), (3, (2, 1, 8, 6), 7)]
    assert boxes_of(np.full((2, 2), -1, np.int32), 5) == []


def test_floors_have_no_box_and_states_only_types_that_afford_them() -> None:
    assert "floor" not in kind_names()
    assert len(kind_names()) == len(casita.object_types()) - 1
    assert "open" in states_of("fridge")
    assert "sliced" in states_of("tomato")
    assert "sliced" not in states_of("mug")
    assert list(STATES) == ["open", "on", "dirty", "filled", "broken", "sliced"]


Place = tuple[float, float, float]


def told_from(
    home: casita.Scene, kind: str, changed: Mapping[str, float], places: Sequence[Place]
) -> list[tuple[int, int]]:
    """From places around the first thing of a type: how many of the type are seen, and of how many it is told whether
    they are on."""
    world = casita.World(home, rules="command")
    slots = [world.state.statics.slot(thing.id) for thing in home.of_type(kind)]
    renderer = Renderer(home, agents=False)
    x, y, z = world.state.objects.position[slots[0]].tolist()
    edit = Edit(world.state)
    for column, value in changed.items():
        edit.write(column)[slots] = value
    now = edit.finished(0)
    found = []
    for right, back, up in places:
        camera = looking((x + right, y + back, z + up), (x, y, z), 60.0)
        look = partial(renderer.look, camera=camera, size=(128, 128), want=WANTED)
        rows = things_seen(look(now), now, look)
        own = rows[rows[:, KIND] == kind_names().index(kind)]
        told = own[:, TOLD] >> ON & 1
        assert ((own[:, HOLDS] >> ON & 1) == (told if changed["on"] else 0)).all()
        found.append((len(own), int(told.sum())))
    return found


def test_a_state_is_told_only_where_a_picture_shows_it() -> None:
    """A laptop that is on shows it on its screen: shut, or seen from behind, it might as well be off."""
    around = [(0.5, 0.0, 0.5), (-0.5, 0.0, 0.5), (0.0, 0.5, 0.5), (0.0, -0.5, 0.5)]

    def told(openness: float, on: bool) -> list[tuple[int, int]]:
        return told_from(casita.room("bedroom", 21), "laptop", {"openness": openness, "on": on}, around)

    assert told(0.0, True) == told(0.0, False) == [(1, 0)] * 4
    from_four_sides = told(1.0, True)
    assert from_four_sides == told(1.0, False)
    assert {seen for seen, _ in from_four_sides} == {1}
    shown = sum(told for _, told in from_four_sides)
    assert 1 <= shown <= 3, "from in front the screen is seen, from behind it is not"


def test_a_knob_tells_whether_it_is_turned_only_from_near() -> None:
    """Its mark turns with it; from across the room that is a pixel or two."""
    home = casita.room("kitchen", 26)
    for on in (True, False):
        near, far = told_from(home, "stove_knob", {"on": on}, [(0.4, 0.0, 0.15), (2.0, 0.0, 0.15)])
        assert near == (2, 1), "one is right before the camera, the other at the edge of the picture"
        assert far == (4, 0)


def test_what_is_small_or_hidden_is_not_judged() -> None:
    rows = np.zeros((3, 9), np.int16)
    rows[:, 1:6] = [(10, 10, 18, 18, 40), (10, 10, 17, 18, 50), (10, 10, 18, 18, 39)]
    assert is_clear(rows).tolist() == [True, False, False]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with four tuning pictures of one home and four to learn from, drawn with seed 3."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "HOMES", 1)
        patch.setattr(drawing, "VIEWS", {"room": 4, "house": 4})
        patch.setattr(drawing, "SHARDS", dict.fromkeys(drawing.SPLITS, 1))
        made = tmp_path_factory.mktemp("detector")
        drawing.draw_frames(made, ["tune", "train"], seed=3)
        yield made


@pytest.fixture(scope="module")
def shard(folder: Path) -> drawing.Shard:
    return drawing.load_shard(folder, "tune", 0, seed=3)


def test_frames_have_the_same_bytes_for_the_same_seed(folder: Path, shard: drawing.Shard) -> None:
    again = list(drawing.taken("tune", 0, seed=3))
    assert shard.pictures.shape == (4, 256, 256, 3)
    assert shard.pictures.tobytes() == np.stack([picture for picture, _ in again]).tobytes()
    assert all(np.array_equal(one, other) for one, (_, other) in zip(shard.things, again, strict=True))
    assert drawing.shards_there(folder, "tune", seed=3) == [0]
    assert drawing.shards_there(folder, "tune", seed=4) == []
    things = np.concatenate(shard.things)
    assert (things[:, HOLDS] & ~things[:, TOLD] == 0).all()
    assert things[:, KIND].max() < len(kind_names())
    assert things[:, COLOUR].max() < len(colour_names())
    with pytest.raises(BadInput, match="tune_000_labels2_seed4"):
        drawing.load_shard(folder, "tune", 0, seed=4)


# Boxes and precision.


def test_precision_of_several_boxes_a_picture_is_that_worked_out_by_hand() -> None:
    # Two mugs in the first picture, one in the second; a bed that nobody finds.
    truth = [
        TrueBoxes(
            np.array([[0, 0, 10, 10], [20, 0, 30, 10], [50, 50, 90, 90]]), np.array([MUG, MUG, BED]), np.ones(3, bool)
        ),
        TrueBoxes(np.array([[0, 0, 10, 10]]), np.array([MUG]), np.ones(1, bool)),
    ]
    found = [
        # Right; the same mug once more: wrong; and a mug with 8/12 of the second.
        FoundBoxes(
            np.array([[0, 0, 10, 10], [0, 0, 10, 9], [18, 0, 28, 10]]), np.array([MUG] * 3), np.array([0.9, 0.8, 0.7])
        ),
        FoundBoxes(np.array([[40, 40, 50, 50]]), np.array([MUG]), np.array([0.95])),
    ]
    table = precision_by_kind(found, truth, overlaps=(0.5, 0.75))
    # By score: wrong .95, right .9, wrong .8, right .7 at an overlap of 0.5: precision 1/2 up to a recall of 2/3.
    assert table[MUG][0] == pytest.approx(0.5 * 67 / 101)
    # At 0.75 the last is wrong too: precision 1/2 up to a recall of 1/3.
    assert table[MUG][1] == pytest.approx(0.5 * 34 / 101)
    assert table[BED].tolist() == [0.0, 0.0]
    assert MUG in precision_by_kind(found, truth, least=3)
    assert BED not in precision_by_kind(found, truth, least=2)
    with pytest.raises(BadInput, match="2 and 1"):
        precision_by_kind(found, truth[:1])


def test_finding_what_is_not_judged_is_neither_right_nor_wrong() -> None:
    shared = np.array([[0.9, 0.6], [0.8, 0.0], [0.1, 0.7], [0.2, 0.3]])
    right, counted = matched(shared, np.array([True, False]), (0.5,))
    assert right[:, 0].tolist() == [True, False, False, False]
    assert counted[:, 0].tolist() == [True, True, False, True]


def test_of_boxes_that_say_the_same_the_surest_stays() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 9], [0, 0, 10, 4.0]])
    scores = np.array([0.5, 0.9, 0.1])
    assert kept_boxes(boxes, scores, 0.6).tolist() == [1, 2]
    assert kept_boxes(boxes, scores, 0.3).tolist() == [1]
    assert kept_boxes(boxes, scores, 0.3, np.array([0, 1, 1])).tolist() == [1, 0]
    assert kept_boxes(np.zeros((0, 4)), np.zeros(0), 0.5).tolist() == []


def test_area_under_the_curve_counts_pairs() -> None:
    holds = np.array([True, True, False, False])
    assert area_under_curve(np.array([0.9, 0.4, 0.5, 0.1]), holds) == 0.75
    assert area_under_curve(np.array([0.5, 0.5, 0.5, 0.5]), holds) == 0.5
    assert np.isnan(area_under_curve(np.array([0.5]), np.array([True])))


# What is learnt.


def test_overlap_is_that_worked_out_by_hand() -> None:
    here = torch.tensor([0.0, 0.0, 10.0, 10.0])
    half, far = torch.tensor([5.0, 0.0, 15.0, 10.0]), torch.tensor([20.0, 0.0, 30.0, 10.0])
    assert overlap(here, half).item() == pytest.approx(1 / 3)
    assert overlap(here, half, less_gap=True).item() == pytest.approx(1 / 3)
    assert overlap(here, far).item() == 0.0
    assert overlap(here, far, less_gap=True).item() == pytest.approx(-1 / 3)  # a third of the box around both is gap


def rows(*things: tuple[int, ...]) -> np.ndarray:
    """Things of given type and box, all of it seen, in no state."""
    made = [(kind, left, top, right, bottom, (right - left) * (bottom - top), 0, 0, 0)
            for kind, left, top, right, bottom in things]  # fmt: skip
    return np.array(made, np.int16).reshape(-1, 9)


def test_cells_answer_for_the_thing_that_their_box_fits() -> None:
    middles = all_middles(64, 64)
    assert middles.shape == (64 + 16 + 4, 2)
    assert middles[9].tolist() == [12.0, 12.0]
    truth = truth_of([rows((MUG, 4, 4, 20, 20), (BED, 40, 40, 44, 44))])  # the bed is too small to be learnt
    boxes = torch.zeros(1, len(middles), 4)
    boxes[0, 9] = torch.tensor([4.0, 4.0, 20.0, 20.0])  # this cell has it right
    boxes[0, 0] = torch.tensor([4.0, 4.0, 20.0, 12.0])  # this one is outside the box, by its middle
    boxes[0, 10] = torch.tensor([4.0, 4.0, 12.0, 20.0])  # and this one has half of it; its middle is at the edge
    boxes[0, 8] = torch.tensor([4.0, 4.0, 20.0, 12.0])
    dense = Dense(torch.zeros(1, len(middles)), boxes)
    found = assigned(dense, middles, truth)
    assert found.fit[0, 9].item() == pytest.approx(1.0, abs=1e-4)
    assert found.thing[0, 9].item() == 0
    assert found.fit[0, 8].item() == 0.0  # its middle is 4 from the left: not inside
    assert found.skipped[0].any()  # near the bed
    assert found.fit[0][found.skipped[0]].max().item() == 0.0
    sure = torch.full((1, len(middles)), -20.0)
    sure[0, 9] = 20.0
    there, missed = dense_losses(Dense(sure, boxes), middles, truth)
    assert there.item() == pytest.approx(0.0, abs=1e-3)
    assert missed.item() == pytest.approx(0.0, abs=1e-3)
    there, _ = dense_losses(Dense(-sure, boxes), middles, truth)
    assert there.item() > 10.0


def test_boxes_that_are_read_are_named_by_what_they_overlap() -> None:
    truth = truth_of([rows((MUG, 100, 100, 140, 140), (BED, 10, 10, 14, 14))])
    boxes = torch.tensor([[100.0, 100.0, 140.0, 140.0], [100.0, 100.0, 140.0, 118.0], [200.0, 200.0, 240.0, 240.0]])
    boxes = torch.cat([boxes, torch.tensor([[10.0, 10.0, 14.0, 14.0]])]).repeat(16, 1)[None]
    asked, kinds, about, named = boxes_to_read(Dense(torch.zeros(1, 64), boxes), truth, 0, 0)
    nothing = len(kind_names())
    assert kinds[0, 0].item() == MUG
    assert kinds[0, 1].item() == -1
    assert (asked[0, 0] - boxes[0, 0]).abs().max().item() <= 0.12 * 40 + 1e-3
    wanted = {(40, 40): (MUG, True), (40, 18): (-1, False), (4, 4): (-1, False)}
    for box, kind, is_named, thing in zip(asked[0, 2:], kinds[0, 2:], named[0, 2:], about[0, 2:], strict=True):
        size = tuple((box[2:] - box[:2]).int().tolist())
        expected = (nothing, False) if box[0] == 200.0 else wanted[size]
        assert (kind.item(), is_named.item()) == expected
        assert not is_named or thing.item() == 0


@pytest.mark.parametrize(("kernel", "stride"), [(3, 1), (3, 2), (5, 1), (5, 2)])
def test_a_fixed_filter_sends_back_the_gradient_that_torch_does(kernel: int, stride: int) -> None:
    torch.manual_seed(1)
    layer = Convolution(6, 6, kernel, stride, groups=6)
    torch.nn.init.normal_(layer.weight)
    torch.nn.init.normal_(layer.bias)
    seen = torch.randn(2, 6, 8, 12)
    one, other = seen.clone().requires_grad_(True), seen.clone().requires_grad_(True)
    wanted = layer(one)
    pull = torch.randn(wanted.shape)
    (wanted * pull).sum().backward()
    bias = layer.bias.grad.clone()
    layer.bias.grad = None
    made = filtered(layer, other)
    (made * pull).sum().backward()
    assert torch.allclose(made, wanted, atol=1e-5)
    assert torch.allclose(one.grad, other.grad, atol=1e-4)
    assert torch.allclose(layer.bias.grad, bias, atol=1e-3)


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(folder: Path) -> None:
    whole = Run(folder, 2, seed=3)
    assert whole.rate() == pytest.approx(1.5e-3 / 200)  # the first of 200 steps up
    assert len(list(train(whole))) == 1
    path = folder / "training_seed3.pt"
    path.unlink()
    first = Run(folder, 2, seed=3)
    data = Labelled(folder, "train", 3)
    luck = stream(3, "detector", "mirror", 0)
    order = stream(3, "detector", "order", 0).shuffled(range(4))
    first.learn(*data.batch(order, [luck.chance(0.5) for _ in order]))
    first.keep()
    second = Run(folder, 2, seed=3)
    assert second.step == 1
    assert len(list(train(second))) == 1
    assert second.save(folder / "second.safetensors") == whole.save(folder / "whole.safetensors")
    assert load_detector(folder / "whole.safetensors").notes == {"seed": "3", "step": "2", "steps": "2"}


def test_a_training_may_begin_with_a_detector_and_is_then_another_one(folder: Path) -> None:
    known = load_detector()
    again = Run(folder, 2, seed=4, begin=WEIGHTS)
    assert again.rate() == pytest.approx(4e-4 / 200)
    begun = dict(again.network.named_parameters())
    assert all(torch.equal(begun[name], weight) for name, weight in known.network.named_parameters())
    again.keep()
    assert Run(folder, 2, seed=4).step == 0
    assert (folder / f"training_{known.digest}seed4.pt").is_file()
    again.save(folder / "again.safetensors")
    assert load_detector(folder / "again.safetensors").notes["begun from"] == known.digest


def test_states_that_little_tells_count_more() -> None:
    truth = truth_of([rows((MUG, 100, 100, 140, 140))])
    told = truth._replace(told=torch.ones_like(truth.told), states=torch.zeros_like(truth.states))
    named = torch.ones(1, 1, dtype=torch.bool)
    wrong = {}
    for state in ("on", "open"):
        states = torch.full((1, 1, len(STATES)), -20.0)
        states[..., list(STATES).index(state)] = 20.0
        read = Read(torch.zeros(1, 1, 128), torch.zeros(1, 1, len(kind_names()) + 1), torch.zeros(1, 1, 15), states)
        wrong[state] = read_losses(read, told.kinds, told, named)[2].item()
    assert wrong["on"] == pytest.approx(3.0 * wrong["open"], rel=1e-3)


# The detector as others use it.


@pytest.fixture(scope="module")
def eyes() -> HomeDetector:
    return load_detector()


@pytest.fixture(scope="module")
def kitchen(shard: drawing.Shard) -> np.ndarray:
    """The picture with most in it, wider than high."""
    fullest = max(range(len(shard.things)), key=lambda number: int(is_clear(shard.things[number]).sum()))
    return np.array(shard.pictures[fullest][32:224])


def test_most_of_what_is_there_is_found(eyes: HomeDetector, shard: drawing.Shard) -> None:
    right = wanted = 0
    for found, things in zip(eyes.detect(shard.pictures, least=0.2), shard.things, strict=True):
        for row in things[is_clear(things)]:
            wanted += 1
            same = [each.box for each in found if each.kind == kind_names()[row[KIND]]]
            right += bool(same) and overlaps_of_all(np.array(same), row[None, LEFT : BOTTOM + 1]).max() >= 0.5
    assert wanted >= 20
    assert right >= 0.5 * wanted


def test_answers_repeat_and_depend_on_no_other_picture(eyes: HomeDetector, kitchen: np.ndarray) -> None:
    blank = np.full_like(kitchen, 90)
    (one,), (_, two) = eyes.detect([kitchen]), eyes.detect([blank, kitchen])
    assert len(one) >= 3
    assert [each[:5] for each in one] == [each[:5] for each in two]
    assert all(a.features.tobytes() == b.features.tobytes() for a, b in zip(one, two, strict=True))
    assert [each.score for each in one] == sorted((each.score for each in one), reverse=True)
    for each in one:
        left, top, right, bottom = each.box
        assert 0.0 <= left < right <= 256.0
        assert 0.0 <= top < bottom <= 192.0
        assert each.score >= 0.05
        assert set(each.states) == set(states_of(each.kind))
        assert each.features.shape == (128,)
        assert each.features.dtype == np.float16
    assert len(eyes.detect([kitchen], least=0.5)[0]) < len(one)
    scenes = eyes.scene_features([kitchen, blank])
    assert scenes.shape == (2, 128)
    assert scenes.dtype == np.float16
    assert scenes[0].tobytes() == eyes.scene_features([kitchen])[0].tobytes()
    ((things, scene),) = eyes.see([kitchen], 0.5)
    assert [each[:5] for each in things] == [each[:5] for each in eyes.detect([kitchen], 0.5)[0]]
    assert scene.tobytes() == scenes[0].tobytes()
    assert eyes.detect([]) == []


def test_what_is_compiled_gives_what_the_network_gives(eyes: HomeDetector, kitchen: np.ndarray) -> None:
    pictures = torch.from_numpy(kitchen[None].astype(np.float32)).permute(0, 3, 1, 2)
    maps, dense = CompiledDetector(eyes.network).seen(pictures)
    with torch.inference_mode():
        expected = eyes.network.maps(pictures)
        cells = eyes.network.dense(expected)
    assert maps.side == expected.side == (192, 256)
    pairs = [*zip(maps.levels, expected.levels, strict=True), *zip(dense, cells, strict=True)]
    pairs += [(maps.fine, expected.fine), (maps.colours, expected.colours), (maps.scene, expected.scene)]
    for made, wanted in pairs:
        assert made.shape == wanted.shape
        assert torch.allclose(made, wanted, atol=2e-3, rtol=1e-4)
    assert torch.equal(CompiledDetector(eyes.network).seen(pictures)[0].scene, maps.scene)


def test_half_precision_sees_nearly_the_same(eyes: HomeDetector, shard: drawing.Shard) -> None:
    halved = load_detector(half=True)
    sure = same = 0
    for whole, half in zip(eyes.detect(shard.pictures, 0.4), halved.detect(shard.pictures, 0.2), strict=True):
        for one in whole:
            boxes = [each.box for each in half if each.kind == one.kind]
            sure += 1
            same += bool(boxes) and overlaps_of_all(np.array([one.box]), np.array(boxes)).max() > 0.7
    assert sure >= 20
    assert same >= 0.9 * sure
    assert [each[:5] for each in halved.detect([shard.pictures[0]])[0]] == [
        each[:5] for each in load_detector(half=True).detect([shard.pictures[0]])[0]
    ]


def test_a_detector_may_look_at_more_pixels_of_larger_pictures_only(eyes: HomeDetector, kitchen: np.ndarray) -> None:
    sharper = load_detector(longest=384)
    assert [each[:5] for each in sharper.detect([kitchen])[0]] == [each[:5] for each in eyes.detect([kitchen])[0]]
    large = np.repeat(np.repeat(kitchen, 2, 0), 2, 1)
    (maps,) = (glance._maps for glance in sharper.glances([large]))
    assert maps.side == (288, 384)
    for each in sharper.detect([large])[0]:
        assert 0.0 <= each.box[0] < each.box[2] <= 512.0


def test_what_is_in_a_given_box_is_the_same_as_in_a_found_one(eyes: HomeDetector, kitchen: np.ndarray) -> None:
    best: Detection = eyes.detect([kitchen])[0][0]
    ((said,),) = eyes.describe([kitchen], [np.array([best.box])])
    assert said.kind == best.kind
    assert said.box == best.box
    assert said.score >= best.score  # how sure it is that something is there no longer counts
    with pytest.raises(BadInput, match="2 for 1"):
        eyes.describe([kitchen], [np.zeros((0, 4)), np.zeros((0, 4))])


def test_bad_pictures_and_scores_are_named(eyes: HomeDetector, kitchen: np.ndarray) -> None:
    with pytest.raises(BadInput, match="float64"):
        eyes.detect([kitchen / 255.0])
    with pytest.raises(BadInput, match=r"\(1, 192, 256\)"):
        eyes.detect([kitchen[..., 0]])
    with pytest.raises(BadInput, match=r"1\.5"):
        eyes.detect([kitchen], least=1.5)


def test_damaged_weights_are_named(tmp_path: Path) -> None:
    assert WEIGHTS.stat().st_size < 10_000_000
    data = bytearray(WEIGHTS.read_bytes())
    data[-1000] ^= 0x40
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(data)
    with pytest.raises(BadInput, match=r"damaged\.safetensors: the weights are damaged"):
        load_detector(damaged)
    with pytest.raises(BadInput, match="there are no weights here"):
        load_detector(tmp_path / "nothing.safetensors")
    with pytest.raises(BadInput, match="not of 'detector'"):
        load_detector(WEIGHTS.parent / "casita_encoder.safetensors")


# The command.


def test_the_command_says_how_good_weights_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command("train", "detector", "--folder", str(folder), "--seed", "3", "--score", "tune")
    said = capsys.readouterr().out
    assert re.search(r"Rooms 21 to 25: 4 pictures, \d+ boxes", said)
    assert re.search(r"\| mAP50 \| \d+\.\d \|", said)
    assert all(f"| {state}, given the box: AUC |" in said for state in STATES)
    assert "at half precision" not in said
    command("train", "detector", "--folder", str(folder), "--seed", "3", "--score", "tune", "--half")
    assert "steps at half precision" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--score", "kitchens"), "unknown split to judge on 'kitchens'"),
        (("--curve",), "no copies of weights here"),
        (("--steps", "0"), "not 0 and 1"),
        (("--half",), "--half goes with --score"),
    ],
)
def test_bad_words_of_the_command_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        command("train", "detector", "--folder", str(tmp_path), *words)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
