"""ACT-Thor's controls and our own model for `robust`, on made-up pictures from a head that moves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from casita.arrays import Float32s, Float64s, Uint8s
from casita.benchmarks.act_thor.collecting.splits import MORE_UNSEEN_PAIRS, PAIR_RULES, UNSEEN_TYPES
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS, accuracy, choices, make
from casita.benchmarks.act_thor.models.arrays import PairArrays, SetArrays
from casita.benchmarks.act_thor.models.experiments import ABLATED_SEEDS, Run, align_runs, control_model_runs
from casita.errors import BadInput
from casita.learn import held_out
from casita.learn.features import PictureVectors

ACTIONS = ("break", "fill", "drop")
CHANNELS = 128
KINDS = ("mug", "bowl", "vase")
SIDE, MARGIN = 100, 20


def luck_of(key: str) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(int(hashlib.sha256(key.encode()).hexdigest()[:12], 16)))


def picture_of(key: str) -> Uint8s:
    """A wall of large patches, a thing on it, and a look of the key's own: `room/kind/moment`."""
    room, kind, moment = key.split("/")
    wall = luck_of(room).integers(60, 200, (14, 14, 3)).repeat(10, axis=0).repeat(10, axis=1).astype(np.float64)
    colour = {"mug": (30, 60, 220), "bowl": (220, 40, 40), "vase": (40, 200, 60)}[kind]
    top, left = 50, 60
    if moment == "drop":
        top += 34
    wall[top : top + 22, left : left + 22] = colour
    if moment == "break":
        wall[top + 8 : top + 14, left : left + 22] = 250
        wall[top : top + 22, left + 8 : left + 14] = 250
    if moment == "fill":
        wall[top + 5 : top + 17, left + 5 : left + 17] = 5
    look = luck_of(f"look {key}")
    y, x = look.integers(8, 2 * MARGIN - 8, 2)
    gain = look.uniform(0.85, 1.15)
    return np.clip(np.rint(wall[y : y + SIDE, x : x + SIDE] * gain), 0, 255).astype(np.uint8)


@cache
def png(key: str) -> bytes:
    made = BytesIO()
    Image.fromarray(picture_of(key)).save(made, "PNG")
    return made.getvalue()


def sets_of(rooms: Iterable[int]) -> list[ContrastSet]:
    found = []
    for number in rooms:
        room, kind = f"room_{number}", KINDS[number % 3]
        for place, action in enumerate(ACTIONS):
            shown = [(room, one) for one in ACTIONS] + [(f"room_{number + 500 + away}", action) for away in (0, 1)]
            order = luck_of(f"order {number} {place}").permutation(5).tolist()
            keys = [f"{shown[each][0]}/{kind}/{shown[each][1]}" for each in order]
            found.append(
                ContrastSet(
                    f"{room}/{kind}/{action}", room, kind, "held", action, f"{room}/{kind}/before", tuple(keys),
                    order.index(place),
                    tuple(shown[each][1] for each in order), tuple(shown[each][0] for each in order),
                )
            )  # fmt: skip
    return found


class Colours:
    """An extractor that is quick: colours of a coarse grid."""

    name, width, digest = "colours", 160, "0"

    def vectors(self, pictures: Uint8s) -> Float32s:
        return pictures[:, 6::13, 6::13].reshape(len(pictures), -1)[:, : self.width].astype(np.float32) / 64

    def maps(self, pictures: Uint8s) -> Float32s:
        """Colours first, then nothing, of 25 x 25 cells."""
        cells = pictures[:, 1::4, 1::4].transpose(0, 3, 1, 2).astype(np.float32) / 64
        return np.pad(cells, ((0, 0), (0, CHANNELS - 3), (0, 0), (0, 0)))


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let our model have these instead of the encoder's vectors and maps."""
    for module in ("encoded_pairs", "aligned_views"):
        monkeypatch.setattr(f"casita.learn.{module}.vectors_by", lambda name: PictureVectors(Colours()))


# Aligning.


def test_a_head_that_moved_is_found_and_what_changed_is_left() -> None:
    from casita.learn.aligning import COARSE, GRID, MOST, aligned, small, standard, whole_shift

    wall = luck_of("wall").integers(0, 255, (36, 36, 3)).repeat(10, axis=0).repeat(10, axis=1).astype(np.uint8)
    before, after = wall[:300, :300], wall[25:325, 50:350].copy()
    after[100:150, 120:170] = 255 - after[100:150, 120:170]
    down, right = whole_shift(*(standard(small(picture, COARSE)) for picture in (after, before)))
    assert (down, right) == (2, 4)  # cells of 12.5 pixels
    found = aligned(*(standard(small(picture, GRID)) for picture in (after, before)), (2 * down, 2 * right))
    rows, columns = np.mgrid[:GRID, :GRID]
    inside = (rows < 40) & (columns < 36)
    assert np.mean((found.down - rows)[inside] == 4) > 0.9
    assert np.mean((found.right - columns)[inside] == 8) > 0.9
    patch = np.zeros_like(inside)
    patch[17:23, 20:26] = True
    assert found.misfit[patch].mean() > 5 * found.misfit[inside & ~patch].mean()
    assert 0.0 <= found.misfit.min() <= found.misfit.max() <= MOST + 0.1
    darker = (after * 0.8).astype(np.uint8)
    assert whole_shift(*(standard(small(picture, COARSE)) for picture in (darker, before))) == (2, 4)


@pytest.mark.usefixtures("colours")
def test_both_pictures_are_seen_where_they_do_not_fit() -> None:
    from casita.learn.aligned_views import CELLS, LAYERS, NUMBERS, PLAIN, POOLED, STILL, aligned_views

    before, broken = (picture_of(f"room_1/mug/{moment}") for moment in ("before", "break"))
    seen = aligned_views([(before, before), (before, broken), (before, picture_of("room_9/mug/break"))], "types")
    assert seen.come.shape == seen.gone.shape == (3, POOLED * CHANNELS)
    assert seen.numbers.shape == (3, NUMBERS)
    assert seen.numbers[0, 2] == pytest.approx(0.0, abs=1e-6)
    assert seen.numbers[0, 2] < seen.numbers[1, 2] < 0.5 * seen.numbers[2, 2], "another room is not explained"
    assert not seen.known[0].any()
    assert seen.maps.shape == (3, LAYERS, CELLS, CELLS)
    assert set(np.unique(seen.maps[0, [1, 2, 4, 5]])) == {STILL}, "nothing moved against the whole"
    assert not seen.maps[0, [0, 3, 6, 7]].any()
    assert seen.maps[1, 0].mean() < seen.maps[2, 0].mean()
    assert not aligned_views([(before, broken)], "").maps[:, PLAIN:].any(), "no encoder, nothing that it adds"
    came, was, more, less, mean, most, most_was, apart = seen.come[1].astype(float).reshape(POOLED, CHANNELS)[:, :3]
    assert was[2] > was[0] + 0.5, "where it does not fit the thing was blue"
    assert came[0] > was[0] + 0.2, "and there is white now"
    assert (less <= mean).all()
    assert (mean <= more).all()
    assert (less - 0.01 <= most - most_was).all(), "maxima differ by no less than the least difference"
    assert (most - most_was <= more + 0.01).all()
    assert 0.0 < apart.max() < more.max()
    swapped = aligned_views([(broken, before)], "types")
    assert np.array_equal(swapped.come[0], seen.gone[1]), "what is gone comes back the other way round"
    assert np.array_equal(swapped.gone[0], seen.come[1])
    assert aligned_views([(before, broken)], "").come.shape == (1, 0)
    with pytest.raises(BadInput, match="two of one size"):
        aligned_views([(before, before[:50])], "types")


@pytest.mark.usefixtures("colours")
def test_align_learns_from_sets_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from casita.benchmarks.act_thor.models.align import SEEN, Align
    from casita.learn.aligned_views import kept_aligned_views
    from casita.learn.checkpoints import save_weights

    parts = [sets_of(rooms) for rooms in (range(12), range(100, 102), range(200, 205))]
    monkeypatch.setattr(Align, "settings", replace(Align.settings, rate=0.003, batch=9, epochs=8))

    def look(pairs: Any, png: Any, folder: Path) -> Any:
        return kept_aligned_views(pairs, png, folder, features="types")

    given = [PairArrays.of(part, png, ACTIONS, tmp_path, look) for part in parts]
    model: Any = make("align")
    model.fit(given[0], given[1], 0)
    assert accuracy(model, given[2]) > 0.6, "chance is 0.2, and who knows outcomes but not rooms has a third"
    assert len(model.history) == Align.settings.epochs
    chosen = choices(model, given[2])
    save_weights(tmp_path / "align.safetensors", *model.saved())
    loaded = Align.load(tmp_path / "align.safetensors")
    assert loaded.variant == "align"
    for one, choice in zip(parts[2][:4], chosen[:4], strict=True):
        assert loaded.choose(picture_of(one.before), one.action, list(map(picture_of, one.candidates))) == choice
    blind: Any = make("align-misfit")
    assert {name: sees.widths for name, sees in SEEN.items()} == {
        "align": (12 + 2048, 12 + 320), "align-still": (12 + 2048, 12 + 320), "align-parts": (12 + 2048, 0),
        "align-whole": (0, 320), "align-misfit": (12, 0), "align-pooled": (12 + 2048, 12 + 320),
    }  # fmt: skip
    assert [sees.layers for sees in SEEN.values()] == [8, 8, 8, 0, 6, 0]
    assert [name for name, sees in SEEN.items() if not sees.encoder] == ["align-misfit"]
    with pytest.raises(BadInput, match="not trained yet"):
        blind.pair_scores(given[2].views)
    with pytest.raises(BadInput, match="unknown variant"):
        Align("align-blind")


# Controls.


def test_a_change_map_says_where_and_nothing_else() -> None:
    from casita.learn.change_maps import CELLS, change_maps

    one = np.full((100, 100, 3), 90, np.uint8)
    other = one.copy()
    other[10:15, 20:25, 1] = 115
    other[50:55, 50:52] = 0
    other[80:85, 80:85] = 114  # by 24 levels: not noticed
    (found,) = change_maps([(one, other)]).shares
    assert found.shape == (CELLS, CELLS)
    assert {(int(y), int(x)): int(found[y, x]) for y, x in np.argwhere(found)} == {(2, 4): 255, (10, 10): 102}
    with pytest.raises(BadInput, match="multiples of 20"):
        change_maps([(one[:90], other[:90])])


def test_change_map_learns_and_is_kept(tmp_path: Path) -> None:
    from casita.benchmarks.act_thor.models.change_map import ChangeMap
    from casita.learn.change_maps import kept_change_maps
    from casita.learn.checkpoints import save_weights

    parts = [sets_of(rooms) for rooms in (range(40), range(100, 110), range(200, 220))]
    given = [PairArrays.of(part, png, ACTIONS, tmp_path, kept_change_maps) for part in parts]
    model: Any = make("change-map")
    model.fit(given[0], given[1], 0)
    assert accuracy(model, given[2]) > 0.2
    again = PairArrays.of(parts[2], png, ACTIONS, tmp_path, kept_change_maps)
    assert np.array_equal(again.views.shares, given[2].views.shares)
    assert len(list((tmp_path / "views").glob("changes-*.npz"))) == 3
    save_weights(tmp_path / "changes.safetensors", *model.saved())
    loaded = ChangeMap.load(tmp_path / "changes.safetensors")
    assert np.array_equal(loaded.scores(given[2]), model.scores(given[2]))


def test_names_of_type_and_action_say_what_an_outcome_looks_like(tmp_path: Path) -> None:
    """Vectors say type and outcome; the room is a number that only the before-picture tells."""
    from casita.benchmarks.act_thor.models.object_action import ObjectAction
    from casita.learn.checkpoints import save_weights

    parts = [sets_of(rooms) for rooms in (range(60), range(100, 112), range(200, 230))]
    keys = sorted({key for part in parts for one in part for key in (one.before, *one.candidates)})
    laws = luck_of("laws").normal(size=(len(KINDS), 4, 12))

    def vector(key: str) -> Float64s:
        room, kind, moment = key.split("/")
        return laws[KINDS.index(kind), ("before", *ACTIONS).index(moment)] + 0.05 * luck_of(room).normal(size=12)

    class Table:
        def __init__(self) -> None:
            self.keys, self.matrix = keys, np.stack([vector(key) for key in keys]).astype(np.float32)

    given = [SetArrays.of(part, Table(), ACTIONS) for part in parts]
    model: Any = make("object-action")
    model.fit(given[0], given[1], 0)
    assert 0.25 < accuracy(model, given[2]) < 0.45, "one of three that show the named outcome"
    chosen = choices(model, given[2]).tolist()
    assert np.mean([one.actions[choice] == one.action for one, choice in zip(parts[2], chosen, strict=True)]) > 0.95
    save_weights(tmp_path / "names.safetensors", *model.saved("types"))
    loaded, features = ObjectAction.load(tmp_path / "names.safetensors")
    assert (features, loaded.types) == ("types", tuple(sorted(KINDS)))
    assert np.allclose(loaded.scores(given[2]), model.scores(given[2]))


def test_controls_and_ours_are_run_on_every_split() -> None:
    assert [name for name, row in MODELS.items() if row.control] == [
        "chance", "visual-only", "action-name", "change-map", "object-action",
    ]  # fmt: skip
    controls = control_model_runs("types")
    assert len(controls) == 3 * 2 * 5
    assert Run("object-action", "pairs", 4, "types") in controls
    ours = align_runs()
    assert len([run for run in ours if run.model == "align"]) == 15
    assert len([run for run in ours if run.model == "align-still"]) == 3 * ABLATED_SEEDS


# What encoders are not shown.


def test_what_is_held_out_of_encoders_is_what_the_benchmark_holds_out() -> None:
    verbs = {"break": "break", "fill": "fill", "make_dirty": "dirty", "turn_on": "toggle", "open": "open"}
    verbs |= {"close": "close"}
    hidden = {(verbs[verb], kind) for verb, kind in held_out.hidden_outcomes("types") if verb in verbs}
    looks = {(action, kind) for action, kind in MORE_UNSEEN_PAIRS if action in verbs.values()}
    assert hidden == looks
    assert held_out.TYPES == UNSEEN_TYPES
    kitchens = [PAIR_RULES["more pairs"].rooms_part(f"kitchen_{room:02}") for room in range(1, 21)]
    assert [part != "test" for part in kitchens] == [held_out.is_shown(room, "types") for room in range(1, 21)]
    assert not held_out.hidden_outcomes("states")
    assert [room for room in range(1, 8) if held_out.is_shown(room, "types")] == [1, 2, 4, 5, 7]


def test_it_is_trained_as_its_card_was_measured() -> None:
    """Whoever changes how it learns has other figures, and measures anew."""
    from casita.benchmarks.act_thor.models.align import Align
    from casita.learn.training import Settings

    assert Align.settings == Settings(rate=2e-3, decay=0.05, batch=24, epochs=12, patience=12, falling=True)
