"""ACT-Thor's models on made-up features whose right answers are known."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from casita.arrays import Float32s, Float64s, Uint8s
from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS, accuracy, choices, make
from casita.benchmarks.act_thor.models.arrays import CONTROLS, FOREIGN, PairArrays, SetArrays, controlled
from casita.benchmarks.act_thor.models.experiments import parameter_count
from casita.benchmarks.act_thor.models.least_squares import LeastSquares
from casita.benchmarks.act_thor.models.oracle import Oracle
from casita.benchmarks.act_thor.models.visual_only import VisualOnly
from casita.errors import BadInput
from casita.learn.features import PictureVectors

ACTIONS = ("drop", "break", "fill", "open", "put", "push")
WIDTH = 24


@dataclass(frozen=True)
class Table:
    keys: tuple[str, ...]
    matrix: NDArray[Any]


def made_up(count: int, effect: str, seed: int = 0, noise: float = 0.05) -> tuple[list[ContrastSet], Table]:
    """Sets whose every action adds a vector of its own to the before-vector, or turns it by a matrix of its own."""
    luck, laws = np.random.default_rng(seed), np.random.default_rng(77)
    shifts = laws.normal(size=(len(ACTIONS), WIDTH))
    turns = np.linalg.qr(laws.normal(size=(len(ACTIONS), WIDTH, WIDTH)))[0]

    def after(before: Float64s, action: int) -> Float64s:
        moved = before + shifts[action] if effect == "shift" else turns[action] @ before
        return moved + noise * luck.normal(size=WIDTH)

    sets, rows = [], {}
    for number in range(count):
        here, there = luck.normal(size=(2, WIDTH))
        done = luck.permutation(len(ACTIONS))[:3]
        shown = [(f"room_{number}", int(one), after(here, one)) for one in done]
        shown.append((f"elsewhere_{number}", int(done[0]), after(there, done[0])))
        order = luck.permutation(4)
        keys = [f"{scene}/{ACTIONS[action]}" for scene, action, _ in shown]
        rows[f"room_{number}/before"] = here
        rows.update({key: vector for key, (_, _, vector) in zip(keys, shown, strict=True)})
        sets.append(
            ContrastSet(
                id=keys[0],
                scene=f"room_{number}",
                object_type="mug",
                trial="held",
                action=ACTIONS[done[0]],
                before=f"room_{number}/before",
                candidates=tuple(keys[index] for index in order),
                answer=int(np.flatnonzero(order == 0)[0]),
                actions=tuple(ACTIONS[shown[index][1]] for index in order),
                scenes=tuple(shown[index][0] for index in order),
            )
        )
    return sets, Table(tuple(rows), np.array(list(rows.values()), dtype=np.float32))


def parts(effect: str, count: int = 1400) -> tuple[SetArrays, SetArrays, SetArrays]:
    sets, table = made_up(count, effect)
    whole = SetArrays.of(sets, table, ACTIONS)
    train, valid = int(count * 0.7), int(count * 0.85)
    return tuple(whole.part(np.arange(a, b)) for a, b in ((0, train), (train, valid), (valid, count)))  # type: ignore[return-value]


@pytest.fixture(scope="module")
def shift() -> tuple[SetArrays, SetArrays, SetArrays]:
    return parts("shift")


@pytest.fixture(scope="module")
def turn() -> tuple[SetArrays, SetArrays, SetArrays]:
    return parts("turn")


def test_arrays_are_their_sets() -> None:
    sets, table = made_up(20, "shift")
    arrays = SetArrays.of(sets, table, ACTIONS)
    assert (len(arrays), arrays.width) == (20, WIDTH)
    for row, one in enumerate(sets):
        assert table.keys[arrays.before[row]] == one.before
        assert tuple(table.keys[index] for index in arrays.candidates[row]) == one.candidates
        assert ACTIONS[arrays.action[row]] == one.action
        assert arrays.made_by[row, arrays.answer[row]] == arrays.action[row]
        assert (arrays.made_by[row] == FOREIGN).sum() == 1


def test_arrays_name_what_is_missing() -> None:
    sets, table = made_up(3, "shift")
    short = Table(table.keys[:-1], table.matrix[:-1])
    with pytest.raises(BadInput, match=f"1 pictures have no features.*{table.keys[-1]}"):
        SetArrays.of(sets, short, ACTIONS)
    with pytest.raises(BadInput, match="unknown action in set"):
        SetArrays.of(sets, table, ("slice",))


def test_controls_take_away_what_they_say() -> None:
    sets, table = made_up(50, "shift")
    arrays = SetArrays.of(sets, table, ACTIONS)
    shuffled = arrays.shuffled(1)
    assert sorted(shuffled.before) == sorted(arrays.before)
    assert (shuffled.before != arrays.before).mean() > 0.9
    assert np.array_equal(shuffled.before, arrays.shuffled(1).before)
    blind = arrays.without_before()
    assert np.ptp(blind.features[blind.before], axis=0).max() == 0
    assert np.allclose(blind.features[-1], table.matrix.mean(axis=0), atol=1e-6)
    assert np.array_equal(blind.features[blind.candidates], arrays.features[arrays.candidates])
    assert set(arrays.without_action().action) == {0}
    for control in CONTROLS:
        assert np.array_equal(controlled(arrays, control, 0).answer, arrays.answer)
    with pytest.raises(BadInput, match="unknown control"):
        controlled(arrays, "no colour", 0)


def by_hand(vectors: Sequence[Sequence[float]], answers: Sequence[int]) -> SetArrays:
    """Sets of five vectors each: before, then candidates."""
    starts = 5 * np.arange(len(answers))
    return SetArrays(
        features=np.array(vectors, dtype=np.float32),
        before=starts,
        action=np.zeros(len(answers), dtype=np.int64),
        candidates=starts[:, None] + np.arange(1, 5),
        answer=np.array(answers),
        made_by=np.zeros((len(answers), 4), dtype=np.int64),
        object_type=np.array(["mug"] * len(answers)),
        actions=ACTIONS,
    )


def test_visual_only_by_hand() -> None:
    # Cosines with (1, 0): 0.6, 1 (longer, but in the same direction), 0, -1. Then with (0, 2): 0.8, 0, 0, 1.
    arrays = by_hand(
        [(1, 0), (3, 4), (9, 0), (0, 1), (-1, 0), (0, 2), (3, 4), (1, 0), (0, 0), (0, 0.1)],
        [1, 0],
    )
    model = VisualOnly()
    assert model.scores(arrays) == pytest.approx(np.array([[0.6, 1, 0, -1], [0.8, 0, 0, 1]]), abs=1e-6)
    assert choices(model, arrays).tolist() == [1, 3]
    assert accuracy(model, arrays) == 0.5


def test_chance_is_a_quarter(shift: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    train, valid, _ = shift
    found = []
    for seed in range(5):
        model = make("chance")
        model.fit(train, valid, seed)
        found.append(accuracy(model, train))
    assert abs(np.mean(found) - 0.25) < 0.02
    assert len(set(found)) > 1


def state(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def test_the_oracle_knows_everything() -> None:
    sets, _ = made_up(40, "shift")
    oracle = Oracle(state_of=state, replayed=False)
    assert oracle.choices(sets).tolist() == [one.answer for one in sets]
    with pytest.raises(BadInput, match=f"{sets[0].before}: 0 candidates show what {sets[0].action} does"):
        oracle.choices([replace(sets[0], candidates=sets[1].candidates)])
    with pytest.raises(BadInput, match="4 candidates"):
        Oracle(state_of=lambda key: "same", replayed=False).choices(sets)
    assert Oracle.privileges == ("keys of the pictures",)
    oracle.told_keys(sets[0].before, sets[0].candidates)
    assert oracle.choose(np.zeros((1, 1, 3), np.uint8), sets[0].action, []) == sets[0].answer


TRAINED = [
    (row.name, coding, procedure)
    for row in MODELS.values()
    for procedure in row.procedures
    for coding in (row.codings or (None,))
]
KNOWS = [one for one in TRAINED if one[0] != "action-name"]


def fitted(name: str, coding: Any, procedure: Any, given: tuple[SetArrays, SetArrays, SetArrays], seed: int = 0) -> Any:
    model = make(name, coding, procedure)
    model.fit(given[0], given[1], seed)
    return model


@pytest.mark.parametrize(("name", "coding", "procedure"), [one for one in KNOWS if one[0] != "action-matrix"])
def test_networks_learn_what_actions_add(
    name: str, coding: Any, procedure: Any, shift: tuple[SetArrays, SetArrays, SetArrays]
) -> None:
    """Far above what the action alone or the before-picture alone gives, which is under 0.65 (see the controls)."""
    assert accuracy(fitted(name, coding, procedure, shift), shift[2]) > 0.85


@pytest.mark.parametrize("procedure", ["contrastive", "l2"])
def test_only_a_matrix_an_action_learns_turns(procedure: Any, turn: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    assert accuracy(fitted("action-matrix", None, procedure, turn), turn[2]) > 0.97
    assert accuracy(fitted("concat-linear", "one-hot", procedure, turn), turn[2]) < 0.5


def test_least_squares_finds_the_matrices(turn: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    model = LeastSquares()
    model.fit(turn[0], turn[1], 0)
    assert accuracy(model, turn[2]) == 1.0
    with pytest.raises(BadInput, match="not fitted"):
        LeastSquares().scores(turn[2])


def test_without_what_it_needs_a_model_cannot_know(shift: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    """The action tells the two of this action from the two others, the before-picture the three of this scene."""
    blind = {control: tuple(controlled(part, control, 0) for part in shift) for control in CONTROLS}
    found = {
        control: accuracy(fitted("concat-multi", "one-hot", "contrastive", given), given[2])  # type: ignore[arg-type]
        for control, given in blind.items()
    }
    assert max(found.values()) < 0.65
    assert found["no action"] == pytest.approx(1 / 3, abs=0.12)
    named = accuracy(fitted("action-name", None, "contrastive", shift), shift[2])
    assert 0.3 < named < 0.65


@pytest.mark.parametrize(("name", "coding", "procedure"), TRAINED)
def test_a_seed_gives_the_same_weights_and_a_file_keeps_them(
    name: str, coding: Any, procedure: Any, tmp_path: Path
) -> None:
    from casita.benchmarks.act_thor.models.trained import KIND, VERSION, Trained
    from casita.learn.checkpoints import load_weights, save_weights

    given = parts("shift", 60)
    paths = [tmp_path / f"{number}.safetensors" for number in range(3)]
    for seed, path in zip((0, 0, 1), paths, strict=True):
        model = fitted(name, coding, procedure, given, seed)
        save_weights(path, *model.saved("casita"))
    first, again, other = (load_weights(path, KIND, VERSION).digest for path in paths)
    assert first == again != other
    loaded, features = Trained.load(paths[2])
    assert features == "casita"
    assert np.array_equal(loaded.scores(given[2]), model.scores(given[2]))


class Notes:
    """Keeps how far a training is in memory, and ends it after three epochs with one of its rates."""

    def __init__(self, rate: int) -> None:
        self.rate, self.count = rate, 0
        self.kept: dict[str, Any] | None = None

    def begun(self) -> dict[str, Any] | None:
        return copy.deepcopy(self.kept)

    def keep(self, parts: Mapping[str, Any]) -> None:
        self.kept = copy.deepcopy(dict(parts))
        self.count += parts["rate"] == self.rate
        if self.count == 3:
            self.count = -1000
            raise KeyboardInterrupt


@pytest.mark.parametrize("rate", [0, 1])
def test_a_training_that_was_stopped_goes_on_to_the_same_weights(rate: int) -> None:
    """Within the first of the two rates that are tried, and within the second."""
    given = parts("shift", 120)
    whole = fitted("concat-multi", "embedded", "contrastive", given)
    notes, stopped = Notes(rate), make("concat-multi", "embedded", "contrastive")
    with pytest.raises(KeyboardInterrupt):
        stopped.fit(given[0], given[1], 0, notes)  # type: ignore[call-arg]
    again: Any = make("concat-multi", "embedded", "contrastive")
    again.fit(given[0], given[1], 0, notes)
    assert again.history == whole.history
    assert np.array_equal(again.scores(given[2]), whole.scores(given[2]))


@pytest.mark.parametrize(("name", "coding"), sorted({(name, coding) for name, coding, _ in paper.PARAMETERS}))
def test_parameters_are_as_many_as_in_the_papers_table_8(name: str, coding: str) -> None:
    """With MOCA's 147 and CLIP's 1024 numbers a picture, and 12 actions."""
    from casita.benchmarks.act_thor.models.networks import network

    for width, features in ((147, paper.IN_DOMAIN), (1024, paper.GENERAL)):
        made = network(name, width, 12, coding)
        assert parameter_count(SimpleNamespace(network=made)) == paper.PARAMETERS[name, coding, features]


def test_a_model_refuses_other_features_and_other_actions(shift: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    model = fitted("concat-linear", "one-hot", "l2", parts("shift", 120))
    with pytest.raises(BadInput, match="trained on vectors of 24, given 2"):
        model.scores(by_hand([(0, 1)] * 5, [0]))
    sets, table = made_up(4, "shift")
    with pytest.raises(BadInput, match="trained on the actions"):
        model.scores(SetArrays.of(sets, table, (*ACTIONS, "slice")))
    with pytest.raises(BadInput, match="not trained yet"):
        make("concat-linear").scores(shift[0])
    with pytest.raises(BadInput, match="did you mean concat-multi"):
        make("concat-mutli")
    with pytest.raises(BadInput, match="has no coding 'embedded'"):
        make("action-matrix", "embedded")


class Brightness:
    """An extractor whose vectors are the first pixels of a picture."""

    name, width, digest = "brightness", WIDTH, "0"
    looked_at = 0

    def vectors(self, pictures: Uint8s) -> Float32s:
        self.looked_at += len(pictures)
        return (pictures.reshape(len(pictures), -1)[:, :WIDTH].astype(np.float32) - 128) / 24

    def maps(self, pictures: Uint8s) -> Float32s:
        raise NotImplementedError


def test_a_trained_model_chooses_from_pictures(shift: tuple[SetArrays, SetArrays, SetArrays]) -> None:
    from casita.benchmarks.act_thor.models.chooser import VectorChooser
    from casita.evaluation.evaluate import check_model

    model = fitted("concat-multi", "one-hot", "contrastive", shift)
    extractor = Brightness()
    chooser = VectorChooser(model, PictureVectors(extractor), ACTIONS)
    assert check_model("act_thor", chooser) == []
    test = shift[2]
    pictures = np.clip(np.round(test.features * 24 + 128), 0, 255).astype(np.uint8).reshape(-1, 2, 4, 3)
    right = [
        chooser.choose(pictures[test.before[row]], ACTIONS[test.action[row]], pictures[test.candidates[row]])
        == test.answer[row]
        for row in range(60)
    ]
    assert np.mean(right) > 0.9
    shown = np.concatenate([test.before[:60], test.candidates[:60].ravel()])
    assert extractor.looked_at == len(np.unique(pictures[shown].reshape(len(shown), -1), axis=0)) <= 300
    with pytest.raises(BadInput, match="unknown action 'sing'"):
        chooser.choose(pictures[0], "sing", pictures[1:5])


SHOWN = ("drop", "break", "fill", "push")


def drawn(scene: int, kind: int, action: str) -> Uint8s:
    """A square thing of some colour before a wall of stripes: moved down, cut in two, half white, moved aside."""
    luck = np.random.default_rng([scene, 5])
    wall = np.repeat(luck.integers(40, 216, (16, 16, 3)), 6, axis=0).repeat(6, axis=1).astype(np.uint8)
    colour = np.random.default_rng([kind, 9]).integers(0, 256, 3)
    top, left = (int(place) for place in luck.integers(20, 44, 2))
    top, left = {"drop": (top + 24, left), "push": (top, left + 20)}.get(action, (top, left))
    wall[top : top + 22, left : left + 22] = colour
    if action == "break":
        wall[top + 8 : top + 14, left : left + 22] = 0
    if action == "fill":
        wall[top : top + 11, left : left + 22] = 255
    return wall


def picture_sets(scenes: Sequence[int], kinds: Sequence[int]) -> list[ContrastSet]:
    sets = []
    for number, scene in enumerate(scenes):
        kind = kinds[number % len(kinds)]
        for turn, action in enumerate(SHOWN):
            others = [SHOWN[(turn + step) % 4] for step in (1, 2)]
            shown = [(scene, action), (scene, others[0]), (scene, others[1]), (scene + 1, action)]
            order = np.random.default_rng([scene, turn]).permutation(4)
            sets.append(
                ContrastSet(
                    id=f"{scene}/{kind}/{action}",
                    scene=str(scene),
                    object_type=str(kind),
                    trial="placed",
                    action=action,
                    before=f"{scene}/{kind}/before",
                    candidates=tuple(f"{shown[one][0]}/{kind}/{shown[one][1]}" for one in order),
                    answer=int(np.flatnonzero(order == 0)[0]),
                    actions=tuple(shown[one][1] for one in order),
                    scenes=tuple(str(shown[one][0]) for one in order),
                )
            )
    return sets


def picture_of(key: str) -> Uint8s:
    scene, kind, action = key.split("/")
    return drawn(int(scene), int(kind), action)


@cache
def png(key: str) -> bytes:
    made = BytesIO()
    Image.fromarray(picture_of(key)).save(made, "PNG")
    return made.getvalue()


class Dots:
    """An extractor that is quick: the colours of some pixels."""

    name, width, digest = "dots", 160, "0"

    def vectors(self, pictures: Uint8s) -> Float32s:
        return pictures[:, 6::12, 6::12].reshape(len(pictures), -1)[:, : self.width].astype(np.float32) / 64

    def maps(self, pictures: Uint8s) -> Float32s:
        raise NotImplementedError


@pytest.fixture
def dots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the comparing model have these instead of the encoder's vectors."""
    monkeypatch.setattr("casita.learn.encoded_pairs.vectors_by", lambda name: PictureVectors(Dots()))


def test_views_have_what_the_encoder_finds_changed() -> None:
    from casita.learn.features import extractor
    from casita.learn.pair_views import views_of

    before, moved = picture_of("3/1/before"), picture_of("3/1/push")
    first, second = extractor("casita").vectors(np.stack([before, moved]))
    seen = views_of([(before, before), (before, moved), (moved, before)])
    assert not seen.known[0].any()
    assert np.array_equal(seen.known[1], second - first)
    assert np.array_equal(seen.known[2], first - second)


@pytest.mark.usefixtures("dots")
def test_views_show_where_pictures_differ() -> None:
    from casita.learn.pair_views import SIDE, views_of

    before, moved = picture_of("3/1/before"), picture_of("3/1/push")
    apart = np.abs(before.astype(int) - moved.astype(int)).max(axis=2) > 24
    seen = views_of([(before, before), (before, moved), (before, picture_of("4/1/before"))])
    assert seen.whole.shape == (3, 7, SIDE, SIDE)
    assert seen.close.shape == (3, 6, SIDE, SIDE)
    across, down, size, inside, total, unexplained = seen.numbers.T
    assert total == pytest.approx([0, apart.mean(), total[2]])
    assert total[2] > 0.6
    assert size.tolist() == [1.0, pytest.approx(0.52, abs=0.1), 1.0]
    ys, xs = np.nonzero(apart)
    assert (across[1] + 0.5) * 96 == pytest.approx(xs.mean(), abs=4)
    assert (down[1] + 0.5) * 96 == pytest.approx(ys.mean(), abs=14)
    assert inside[1] > total[1]
    assert unexplained[0] == 0 < unexplained[1] < unexplained[2]


@pytest.mark.usefixtures("dots")
def test_a_tilted_camera_is_explained_but_another_scene_is_not() -> None:
    from casita.learn.pair_views import views_of

    before, elsewhere = picture_of("3/1/before"), picture_of("4/1/before")
    tilted = np.concatenate([before[24:], before[:24]])
    seen = views_of([(before, tilted), (before, elsewhere)])
    assert seen.numbers[0, 4] > 0.6, "nearly all differs"
    assert 4 * seen.numbers[0, 5] < seen.numbers[1, 5]
    with pytest.raises(BadInput, match="two of one size"):
        views_of([(before, before[:50])])


def test_compare_says_that_it_is_not_trained_yet() -> None:
    from casita.benchmarks.act_thor.models.compare import Compare

    with pytest.raises(BadInput, match="compare: not trained yet"):
        _ = Compare().network


@pytest.mark.usefixtures("dots")
def test_compare_learns_what_changed_on_things_it_never_saw(tmp_path: Path) -> None:
    from casita.benchmarks.act_thor.models.compare import Compare
    from casita.learn.checkpoints import save_weights
    from casita.learn.training import Settings

    train = picture_sets(range(0, 32, 2), range(12))
    valid = picture_sets(range(100, 106, 2), range(12))
    test = picture_sets(range(200, 220, 2), range(50, 60))
    given = [PairArrays.of(part, png, SHOWN, tmp_path) for part in (train, valid, test)]
    assert len(given[0].views) == 16 * 8, "each pair of pictures is looked at once"
    model = Compare(Settings(rate=3e-3, decay=0.05, batch=6, epochs=6, patience=6, falling=True))
    model.fit(given[0], given[1], 0)
    chosen = choices(model, given[2])
    assert np.mean(chosen == given[2].answer) > 0.85
    again = PairArrays.of(test, lambda key: png(key), SHOWN, tmp_path)
    assert np.array_equal(again.views.whole, given[2].views.whole)
    assert np.array_equal(again.views.known, given[2].views.known)
    looked, knew = model.network(model.batch(again.views, np.arange(40), learning=False))
    assert np.allclose([part.exp().sum(dim=1).tolist() for part in (looked, knew)], 1.0)
    both = (looked + knew).detach().numpy() / 2
    assert np.allclose(model.pair_scores(again.views)[:40], both, atol=1e-4)
    save_weights(tmp_path / "compare.safetensors", *model.saved())
    loaded = Compare.load(tmp_path / "compare.safetensors")
    for one, choice in zip(test[:8], chosen[:8], strict=True):
        candidates = [picture_of(key) for key in one.candidates]
        assert loaded.choose(picture_of(one.before), one.action, candidates) == choice
    with pytest.raises(BadInput, match="not trained yet"):
        Compare().pair_scores(given[2].views)
    with pytest.raises(BadInput, match="unknown action 'sing'"):
        loaded.choose(picture_of("1/1/before"), "sing", [])
