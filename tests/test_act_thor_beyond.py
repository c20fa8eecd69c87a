"""Beyond ACT-Thor's paper: which action links two pictures, and what two and three actions in a row lead to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from casita.benchmarks.act_thor.collecting.actions import action_names
from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, SEEN
from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS, is_unseen_pair, part_for, rooms_part
from casita.benchmarks.act_thor.collecting.trials import collect
from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.benchmarks.act_thor.generate import MANIFEST, MANIFEST_STEPS, DataSettings, check_folder, to_png
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.chain import ChainedMatrix, StepOracle, step_arrays
from casita.benchmarks.act_thor.models.chance import Chance
from casita.benchmarks.act_thor.models.inferring import (
    InferenceItem,
    VectorInferrer,
    chance,
    inference_items,
    majority,
    named_by,
    score_inference,
    split_items,
)
from casita.benchmarks.act_thor.models.ranker import accuracy
from casita.benchmarks.act_thor.steps.sequences import (
    STEP_ACTIONS,
    begun,
    dressed,
    is_stepped,
    meaning,
    possible,
    sequence_of,
    shared,
)
from casita.benchmarks.act_thor.steps.sets import (
    STEP_SPLITS,
    direction_of,
    length_of,
    part_of_steps,
    split_steps,
    step_sets,
)
from casita.benchmarks.act_thor.stored.set_figure import GAP, TOP, set_figure
from casita.benchmarks.act_thor.stored.steps import SETS, GeneratedSteps, Steps, generate_steps
from casita.episodes import from_lines
from casita.errors import BadInput
from casita.protocols import Picture
from casita.scenes.fixed import room

KINEMATIC = DataSettings(physics="kinematic", rooms=("kitchen_26", "kitchen_27"))
PAPER = action_names("paper")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> GeneratedSteps:
    return generate_steps(tmp_path_factory.mktemp("steps"), KINEMATIC, progress=False)


@pytest.fixture(scope="module")
def data(made: GeneratedSteps) -> Steps:
    return Steps(made.out)


# Sequences.


def test_only_things_with_enough_to_do_are_stepped() -> None:
    things = {thing.type: thing for thing in room("kitchen", 27).things}
    assert is_stepped(things["mug"])  # breaks, is filled, gets dirty
    assert not is_stepped(things["egg"])  # of the paper's actions only breaks
    assert not is_stepped(things["fridge"])  # cannot be picked up


def test_possible_sequences_put_down_only_what_is_held() -> None:
    mug = next(thing for thing in room("kitchen", 27).things if thing.type == "mug")
    held = set(possible(mug, "held", 2))
    assert {("fill", "put"), ("put", "fill"), ("drop", "pick_up"), ("break", "dirty")} <= held
    assert not {("put", "throw"), ("pick_up", "put"), ("push", "fill"), ("open", "put")} & held
    # Held: 3 ways to let go and 3 further actions. After letting go: push, pull, pick up or a further one.
    assert len(held) == 3 * (3 + 3) + 3 * (3 + 2)
    assert shared(("fill", "put"), ("put", "fill")) == 2


def test_meaning_is_what_a_sequence_determines() -> None:
    where = room_setup(room("kitchen", 27), 0)
    mug = where.scene.by_id["mug_1"]
    ways = begun(mug, where, 0, None)
    held, placed = ways["held"], ways["placed"]
    assert held.meaning(("fill", "put")) == held.meaning(("put", "fill"))  # the order does not matter
    assert held.meaning(("fill", "break")) == held.meaning(("dirty", "break"))  # shards show neither
    assert placed.meaning(("push",)) == placed.meaning(())  # where it lies is luck
    different = [held.meaning(each) for each in ((), ("fill",), ("dirty",), ("put",), ("drop",), ("fill", "put"))]
    assert len(set(different)) == 6
    assert held.meaning(("pick_up",)) is None
    assert held.meaning(("fill", "fill")) is None


def test_a_thing_can_be_dressed_as_in_another_state() -> None:
    where = room_setup(room("kitchen", 27), 0)
    held = begun(where.scene.by_id["mug_1"], where, 0, None)["held"]
    plain, dirty = held.after(("put",)), held.after(("dirty",))
    assert plain is not None
    assert dirty is not None
    mixed, wanted = meaning(dressed(plain.state, "mug_1", dirty.state), "mug_1"), meaning(dirty.state, "mug_1")
    assert mixed.looks == wanted.looks != meaning(plain.state, "mug_1").looks
    assert mixed.place == meaning(plain.state, "mug_1").place != wanted.place


def test_the_robot_looks_to_the_floor_until_it_has_picked_the_thing_up() -> None:
    where = room_setup(room("kitchen", 27), 0)
    held = begun(where.scene.by_id["cell_phone_1"], where, 0, None)["held"]
    pitches = []
    for sequence in ((), ("drop",), ("drop", "push"), ("drop", "pick_up"), ("drop", "pick_up", "put")):
        recorder = held.after(sequence)
        assert recorder is not None
        pitches.append(float(recorder.state.agents.pitch[0]))
    assert pitches == [where.pitch, 60.0, 60.0, where.pitch, where.pitch]


def test_every_row_is_a_sequence_that_was_done(data: Steps) -> None:
    assert Counter(len(sequence_of(row.action)) for row in data.triples.values()).keys() == {1, 2, 3, 4}
    for row in data.triples.values():
        done = [tick[0].verb for tick in from_lines(row.log).ticks if not tick[0].verb.startswith("look")]
        wanted = [*(["pick_up"] if row.trial == "held" else []), *sequence_of(row.action)]
        if len(done) > len(wanted):  # some things that open are opened or closed first
            assert done.pop(0) in ("open", "close")
        verbs = {"dirty": ("make_dirty",), "toggle": ("turn_on", "turn_off")}
        assert len(done) == len(wanted)
        assert all(verb in verbs.get(name, (name,)) for verb, name in zip(done, wanted, strict=True))


def test_a_replay_of_a_log_gives_the_states(data: Steps) -> None:
    for key in list(data.triples)[::9]:
        before, after = data.states(key)
        assert (before.digest(), after.digest()) == (data.triples[key].state_before, data.triples[key].state_after)


def test_single_actions_have_the_pictures_of_the_main_data(data: Steps) -> None:
    where = room_setup(room("kitchen", 27), 0)
    compared = 0
    for trials in collect(where, 0, physics="kinematic", only="mug_1"):
        for tried in trials.tried:
            key = f"kitchen_27/mug_1/{trials.trial}/{tried.action}"
            if key in data.triples and tried.picture is not None and tried.changed >= CHANGED:
                assert data.png(key) == to_png(tried.picture)
                compared += 1
    assert compared >= 4


# Sets.


def test_there_are_sets_of_all_kinds_with_balanced_answers(data: Steps) -> None:
    counts = Counter((direction_of(item), length_of(item), item.answer) for item in data.all_sets)
    for direction in ("forward", "backward"):
        for length in (2, 3):
            each = [counts[direction, length, answer] for answer in range(4)]
            assert sum(each) >= 4
            assert max(each) - min(each) <= 1
    assert len({item.id for item in data.all_sets}) == len(data.all_sets)


def test_the_oracle_is_always_right(data: Steps) -> None:
    choices = StepOracle(data.settings).choices(data.all_sets)
    assert choices.tolist() == [item.answer for item in data.all_sets]


def test_the_oracle_complains_of_a_set_without_one_answer(data: Steps) -> None:
    item = data.all_sets[0]
    twice = replace(item, candidates=(item.candidates[item.answer],) * 4)
    with pytest.raises(BadInput, match=f"{re.escape(item.id)}: 4 candidates fit"):
        StepOracle(data.settings).choices([twice])


def test_forward_sets_follow_their_rules(data: Steps) -> None:
    for item in (each for each in data.all_sets if direction_of(each) == "forward"):
        assert item.candidates[item.answer] == item.id
        rows = [data.triples[key] for key in item.candidates]
        here = [row for row in rows if row.scene == item.scene]
        (there,) = (row for row in rows if row.scene != item.scene)
        assert {row.before for row in here} == {item.before}
        assert {len(sequence_of(row.action)) for row in rows} == {length_of(item)}
        assert all(one.apart[other.action] >= CHANGED for one, other in combinations(here, 2))
        assert all(min(row.seen, row.seen_before) >= SEEN and row.changed >= CHANGED for row in rows)
        assert there.object_type == item.object_type
        assert sequence_of(there.action)[-1] == sequence_of(item.action)[-1]


def test_every_backward_set_has_a_twin_with_the_same_candidates(data: Steps) -> None:
    twins: dict[tuple[str, frozenset[str]], list[ContrastSet]] = defaultdict(list)
    for item in (each for each in data.all_sets if direction_of(each) == "backward"):
        twins[item.action, frozenset(item.candidates)].append(item)
        given = sequence_of(item.before.rpartition("/")[2])
        assert given[-length_of(item) :] == sequence_of(item.action)
        assert item.id.startswith(item.before)
        assert len(set(item.candidates)) == 4
        assert sum(scene != item.scene for scene in item.scenes) == 1
    for pair in twins.values():
        assert Counter(item.candidates[item.answer] for item in pair).most_common(1)[0][1] == 1
        assert len(pair) == 2
        moments = {item.actions[item.answer] for item in pair}
        assert len(moments) == 2
        assert "before" in moments


@pytest.mark.parametrize("split", STEP_SPLITS)
def test_no_picture_is_in_two_parts(made: GeneratedSteps, split: str) -> None:
    """The same two rooms stand for six, two of each part."""
    names = {"kitchen_26": ("01", "21", "26"), "kitchen_27": ("02", "22", "27")}
    rows = [replace(row, scene=f"kitchen_{number}") for row in made.rows for number in names[row.scene]]
    sets = step_sets(rows, 0)
    pictures: dict[str, set[str]] = {part: set() for part in PARTS}
    for item in sets:
        pictures[part_of_steps(item, split)] |= {item.before, *item.candidates}
    assert all(pictures.values())
    for one, other in combinations(PARTS, 2):
        assert not pictures[one] & pictures[other]
    assert sum(len(split_steps(sets, split, part)) for part in PARTS) == len(sets)
    counts = Counter((direction_of(item), length_of(item), rooms_part(item.scene), item.answer) for item in sets)
    for kind in {each[:3] for each in counts}:
        each = [counts[(*kind, answer)] for answer in range(4)]
        assert max(each) - min(each) <= 1


def test_bad_names_are_named(data: Steps) -> None:
    with pytest.raises(BadInput, match="pairs"):
        data.sets("pairs", "test")
    with pytest.raises(BadInput, match="sideways"):
        data.sets("scenes", "test", "sideways")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="of both"):
        step_arrays(data.all_sets, Table((), np.zeros((0, 1))))


def test_a_generator_goes_on_where_it_was_with_the_same_bytes(made: GeneratedSteps, tmp_path: Path) -> None:
    import shutil

    out = tmp_path / "again"
    shutil.copytree(made.out, out)
    lost = [out / MANIFEST_STEPS, out / SETS, out / "steps/kitchen_26.parquet"]
    lost += (out / "pictures/kitchen_26").rglob("*.png")
    for path in lost:
        path.unlink()
    generate_steps(out, KINEMATIC, progress=False)
    for path in lost:
        assert path.read_bytes() == (made.out / path.relative_to(out)).read_bytes()
    with pytest.raises(BadInput, match="other settings or versions"):
        generate_steps(out, replace(KINEMATIC, seed=1), progress=False)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/letter.txt").write_text("hello")
    with pytest.raises(BadInput, match=r"letter\.txt"):
        generate_steps(tmp_path / "other", KINEMATIC, progress=False)
    (out / SETS).write_bytes(b"nonsense")
    with pytest.raises(BadInput, match=r"sets_steps\.parquet is damaged"):
        Steps(out)


def test_a_folder_may_hold_all_that_is_ever_made(tmp_path: Path) -> None:
    for name in ("steps", "rooms", "pictures", "features", "views"):
        (tmp_path / name).mkdir()
    (tmp_path / SETS).write_bytes(b"")
    check_folder(tmp_path, KINEMATIC)
    (tmp_path / "letter.txt").write_text("hello")
    with pytest.raises(BadInput, match=r"letter\.txt, which is not ACT-Thor's"):
        check_folder(tmp_path, KINEMATIC)


def test_steps_of_other_settings_keep_the_main_generator_out(made: GeneratedSteps) -> None:
    assert not (made.out / MANIFEST).exists()
    check_folder(made.out, KINEMATIC)
    with pytest.raises(BadInput, match=r"other settings or versions: see .*manifest_steps\.json"):
        check_folder(made.out, replace(KINEMATIC, seed=1))


def test_titles_of_pictures_say_what_is_given_and_fit(data: Steps) -> None:
    item = next(each for each in data.all_sets if direction_of(each) == "backward")
    forward = replace(item, id=item.before)
    titles = [set_figure(each, data.picture)[:TOP, : GAP + 300] for each in (item, forward)]
    assert not np.array_equal(*titles)
    long = replace(item, action="pick_up+toggle+throw", object_type="cell_phone", actions=("fill+break+pick_up",) * 4)
    drawn = set_figure(replace(long, scenes=("elsewhere",) * 4), data.picture)[: TOP - 4]
    starts = [GAP, *(330 + number * 310 for number in range(4))]
    for start, following in zip(starts, [*starts[1:], drawn.shape[1]], strict=True):
        assert (drawn[:, start : start + 300] < 128).any()
        assert (drawn[:, start + 300 : following] == 255).all()


# Chained single steps, on made-up features.


@dataclass(frozen=True)
class Table:
    keys: Sequence[str]
    matrix: NDArray[Any]


TURNED = ("drop", "fill", "open")
WIDTH = 16


def chained(direction: str, count: int = 900) -> tuple[SetArrays, SetArrays, SetArrays]:
    """Problems in which an action turns a vector: single actions to learn and to validate from, sequences of two."""
    luck = np.random.default_rng(5)
    turns = dict(zip(TURNED, np.linalg.qr(luck.normal(size=(len(TURNED), WIDTH, WIDTH)))[0], strict=True))
    sets: dict[int, list[ContrastSet]] = {1: [], 2: []}
    rows: dict[str, NDArray[Any]] = {}

    def led(name: str, vector: NDArray[Any]) -> NDArray[Any]:
        for action in sequence_of(name):
            vector = turns[action] @ vector
        return vector

    for length, orders in ((1, TURNED), (2, ("drop+fill", "fill+drop", "open+fill"))):
        for number in range(count):
            name, backward = f"{length}/{number}", direction == "backward" and length == 2
            starts = luck.normal(size=(4, WIDTH))
            true = orders[number % 3]
            others = [each for each in orders if each != true]
            if backward:
                shown, given = list(starts), led(true, starts[0])
            else:
                shown = [led(true, starts[0]), *(led(each, starts[0]) for each in others), led(true, starts[1])]
                given = starts[0]
            keys = [f"{name}/{index}" for index in range(4)]
            rows |= {f"{name}/given": given, **dict(zip(keys, shown, strict=True))}
            order = luck.permutation(4)
            sets[length].append(
                ContrastSet(
                    id=f"{name}/backward/2" if backward else name,
                    scene="here",
                    object_type="mug",
                    trial="held",
                    action=true,
                    before=f"{name}/given",
                    candidates=tuple(keys[index] for index in order),
                    answer=int(np.flatnonzero(order == 0)[0]),
                    actions=tuple(true for _ in order),
                    scenes=("here",) * 4,
                )
            )
    table = Table(list(rows), np.array(list(rows.values()), dtype=np.float32))
    single = SetArrays.of(sets[1], table, TURNED)
    half = np.arange(count) < count * 0.8
    return single.part(half), single.part(~half), step_arrays(sets[2], table)


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_chain_of_single_steps_answers_about_two(direction: Any) -> None:
    pytest.importorskip("torch")
    train, valid, asked = chained(direction)
    from casita.benchmarks.act_thor.models.trained import Trained
    from casita.learn.training import Settings as Training

    model, blind = ChainedMatrix(direction), Chance()
    model.single = Trained("action-matrix", procedure="l2", settings=Training(batch=16, rate=1e-2, epochs=20))
    model.fit(train, valid, 0)
    assert accuracy(model, asked) > 0.9
    assert accuracy(blind, asked) < 0.35
    with pytest.raises(BadInput, match="unknown action in a sequence"):
        model.scores(replace(asked, actions=tuple(f"slice+{name}" for name in asked.actions)))


# Action inference.


def item(action: str, number: int = 1, kind: str = "mug", scene: str = "kitchen") -> InferenceItem:
    start = f"{scene}_{number:02d}/{kind}_1/held"
    return InferenceItem(
        f"{start}/{action}", f"{scene}_{number:02d}", kind, "held", f"{start}/before", f"{start}/{action}", action
    )


def test_items_come_from_triples_that_survive_cleaning(data: Steps) -> None:
    items = inference_items(data)
    assert {one.action for one in items} <= set(STEP_ACTIONS)
    assert len(items) >= 20
    for one in items:
        row = data.triples[one.id]
        assert (one.before, one.after, one.action) == (row.before, row.after, row.action)
        assert row.changed >= CHANGED
        assert min(row.seen, row.seen_before) >= SEEN


@pytest.mark.parametrize("split", SPLITS)
def test_no_picture_of_inference_is_in_two_parts(split: str) -> None:
    kinds = ("mug", "cup", "plate", "bowl", "laptop", "book")
    items = [item(action, number, kind) for action in PAPER for number in range(1, 31) for kind in kinds]
    pictures = {
        part: {key for one in split_items(items, split, part) for key in (one.before, one.after)} for part in PARTS
    }
    assert all(pictures.values())
    for one, other in combinations(PARTS, 2):
        assert not pictures[one] & pictures[other]
    if split == "pairs":
        for one in items:
            held_out = is_unseen_pair(one.action, one.object_type)
            assert part_for(one.scene, one.action, one.object_type, split) in (
                {"test", None} if held_out else {"train", "valid", None}
            )


def test_scores_count_put_and_throw_strictly_and_as_one() -> None:
    items = [item(action) for action in ("put", "throw", "push", "pull", "fill", "fill")]
    score = score_inference(items, ["throw", "throw", "pull", "push", "fill", "break"], PAPER)
    assert (score.strict.value, score.merged.value) == (2 / 6, 5 / 6)
    assert score.by_action["put"].value == 0
    assert score.by_action_merged["put"].value == 1
    assert score.by_action["fill"].value == 0.5
    assert score.confusion.sum() == 6
    assert score.confusion[PAPER.index("fill"), PAPER.index("break")] == 1
    assert "drop" not in score.by_action
    with pytest.raises(BadInput, match=r"kitchen_01/mug_1/held/put.*kick"):
        score_inference(items[:1], ["kick"], PAPER)
    with pytest.raises(BadInput, match="1 actions named for 6 items"):
        score_inference(items, ["put"], PAPER)


def test_controls_that_see_nothing() -> None:
    assert chance(PAPER) == 1 / 12
    assert majority([item("put"), item("drop"), item("drop", 2), item("put", 2)]) == "drop"
    with pytest.raises(BadInput, match="empty"):
        majority([])


def test_a_users_model_is_asked_with_pictures(data: Steps) -> None:
    items = inference_items(data)[:5]

    class Looks:
        def __init__(self, answer: str) -> None:
            self.answer = answer

        def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
            assert before.shape == after.shape == (300, 300, 3)
            assert (before != after).any()
            assert tuple(actions) == PAPER
            return self.answer

    assert [named_by(Looks("fill"), data, one) for one in items] == ["fill"] * 5
    with pytest.raises(BadInput, match="the model named 'kick', expected one of push, pull"):
        named_by(Looks("kick"), data, items[0])


def test_a_network_learns_what_the_after_picture_alone_does_not_tell() -> None:
    """Each action adds a vector of its own to whatever was there before."""
    pytest.importorskip("torch")
    luck = np.random.default_rng(3)
    shifts = luck.normal(size=(len(PAPER), WIDTH))
    items, rows = [], {}
    for number in range(1200):
        one = item(PAPER[number % 12], number)
        rows[one.before] = 3 * luck.normal(size=WIDTH)
        rows[one.after] = rows[one.before] + shifts[number % 12] + 0.1 * luck.normal(size=WIDTH)
        items.append(one)
    table = Table(list(rows), np.array(list(rows.values()), dtype=np.float32))
    train, valid, test = items[:800], items[800:1000], items[1000:]
    right = {}
    for sees in ("both", "after"):
        model = VectorInferrer(PAPER, 0, sees)  # type: ignore[arg-type]
        model.fit(train, valid, table)
        right[sees] = score_inference(test, model.named(test, table), PAPER).strict.value
    assert right["both"] > 0.9
    assert right["after"] < 0.4
    with pytest.raises(BadInput, match="pictures have no features"):
        model.named([item("put", 5000)], table)
    with pytest.raises(BadInput, match="not trained"):
        VectorInferrer(PAPER).named(test, table)
