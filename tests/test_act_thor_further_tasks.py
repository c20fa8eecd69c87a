"""Beyond ACT-Thor's paper: which action links two pictures, and what two and three actions in a row lead to."""

from __future__ import annotations

import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from casita.benchmarks.act_thor.collecting.actions import action_names
from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, SEEN
from casita.benchmarks.act_thor.collecting.redraw import MadeWith
from casita.benchmarks.act_thor.collecting.splits import (
    PAIR_RULES,
    PARTS,
    SPLITS,
    part_for,
    rooms_part,
    split_items,
)
from casita.benchmarks.act_thor.collecting.trials import collect
from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.benchmarks.act_thor.generate import generate, generate_steps, to_png
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.chance import Chance
from casita.benchmarks.act_thor.models.inferring import Majority, VectorInferrer
from casita.benchmarks.act_thor.models.oracle import StepOracle
from casita.benchmarks.act_thor.models.ranker import accuracy
from casita.benchmarks.act_thor.score import MERGED, inference_scores
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
from casita.benchmarks.act_thor.steps.sets import DIRECTIONS, STEP_SPLITS, direction_of, length_of
from casita.benchmarks.act_thor.steps.trials import collect_steps
from casita.benchmarks.act_thor.stored.folder import STEPS_MANIFEST, STEPS_SETS, ActThorSteps
from casita.benchmarks.act_thor.stored.set_figure import GAP, TOP, set_figure
from casita.episodes import from_lines
from casita.errors import BadInput
from casita.scenes.fixed import room, shipped_scene
from tests.act_thor_rooms import BEDROOMS, SETTINGS, bedrooms
from tests.rooms import open_kitchen

PAPER = action_names("paper")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bedrooms(tmp_path_factory)


@pytest.fixture(scope="module")
def data(folder: Path) -> ActThorSteps:
    return ActThorSteps(folder)


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
    where = room_setup(open_kitchen(), 0)
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


def test_every_row_is_a_sequence_that_was_done(data: ActThorSteps) -> None:
    assert Counter(len(sequence_of(row.action)) for row in data.triples.values()).keys() == {1, 2, 3, 4}
    for row in data.triples.values():
        done = [tick[0].verb for tick in from_lines(row.log).ticks if not tick[0].verb.startswith("look")]
        wanted = [*(["pick_up"] if row.trial == "held" else []), *sequence_of(row.action)]
        if len(done) > len(wanted):  # some things that open are opened or closed first
            assert done.pop(0) in ("open", "close")
        verbs = {"dirty": ("make_dirty",), "toggle": ("turn_on", "turn_off")}
        assert len(done) == len(wanted)
        assert all(verb in verbs.get(name, (name,)) for verb, name in zip(done, wanted, strict=True))


def test_a_replay_of_a_log_gives_the_states(data: ActThorSteps) -> None:
    for key in list(data.triples)[::9]:
        before, after = data.states(key)
        assert (before.digest(), after.digest()) == (data.triples[key].state_before, data.triples[key].state_after)


def test_single_actions_have_the_pictures_of_the_main_data(data: ActThorSteps) -> None:
    singles = [row for row in data.triples.values() if row.scene == BEDROOMS[0] and "+" not in row.action]
    object = singles[0].object
    where = room_setup(shipped_scene(BEDROOMS[0]), 0)
    done = {
        f"{BEDROOMS[0]}/{object}/{trials.trial}/{result.action}": result.picture
        for trials in collect(where, 0, physics="kinematic", only=object)
        for result in trials.results
        if result.picture is not None and result.changed >= CHANGED and result.seen >= SEEN
    }
    shared = [row.after for row in singles if row.after in done and row.seen_before >= SEEN]
    assert len(shared) >= 4
    for key in shared:
        assert data.png(key) == to_png(done[key])


def test_a_wrong_start_that_leads_to_the_same_is_told_by_no_pixel() -> None:
    """A set asks from where the last actions began, so no candidate may be a start that would do as well."""
    where = room_setup(room("kitchen", 27), 0)
    trees = begun(where.scene.by_id["mug_1"], where, 0, None)
    met: Counter[bool] = Counter()
    for _, rows in collect_steps(where, 0, physics="kinematic", only="mug_1"):
        for row in rows:
            sequence = sequence_of(row.action)
            leads_to = trees[row.trial].meaning(sequence)
            for key, pixels in row.apart.items():
                count, is_start, start = key.partition(" from ")
                if is_start:
                    last = sequence[-int(count) :]
                    assert start in ({*trees} - {row.trial} if start in trees else {"break", "fill", "dirty"})
                    assert start != "+".join(sequence[: -int(count)])  # that is where it truly began
                    tree, led = (trees[start], last) if start in trees else (trees[row.trial], (start, *last))
                    is_same = tree.meaning(led) == leads_to
                    assert pixels == 0 or not is_same, (row.action, key)
                    met.update([is_same] if is_same or pixels else [])
    assert min(met[False], met[True]) >= 5


# Sets.


def test_there_are_sets_of_all_kinds_with_balanced_answers(data: ActThorSteps) -> None:
    counts = Counter((direction_of(one), length_of(one), rooms_part(one.scene), one.answer) for one in data.all_sets)
    for kind in product(DIRECTIONS, (2, 3), PARTS):
        each = [counts[(*kind, answer)] for answer in range(4)]
        assert sum(each) >= 2, kind
        assert max(each) - min(each) <= 1, kind
    assert len({item.id for item in data.all_sets}) == len(data.all_sets)


def test_the_oracle_is_always_right(data: ActThorSteps) -> None:
    choices = StepOracle(MadeWith.of(data.settings)).choices(data.all_sets)
    assert choices.tolist() == [item.answer for item in data.all_sets]


def test_the_oracle_complains_of_a_set_without_one_answer(data: ActThorSteps) -> None:
    item = data.all_sets[0]
    twice = replace(item, candidates=(item.candidates[item.answer],) * 4)
    with pytest.raises(BadInput, match=f"{re.escape(item.before)}: 4 candidates show what"):
        StepOracle(MadeWith.of(data.settings)).choices([twice])


def test_forward_sets_follow_their_rules(data: ActThorSteps) -> None:
    forward = [each for each in data.all_sets if direction_of(each) == "forward"]
    assert len(forward) >= 20
    for item in forward:
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


def test_every_backward_set_has_a_twin_with_the_same_candidates(data: ActThorSteps) -> None:
    twins: dict[tuple[str, frozenset[str]], list[ContrastSet]] = defaultdict(list)
    for item in (each for each in data.all_sets if direction_of(each) == "backward"):
        twins[item.action, frozenset(item.candidates)].append(item)
        given = sequence_of(item.before.rpartition("/")[2])
        assert given[-length_of(item) :] == sequence_of(item.action)
        assert item.id.startswith(item.before)
        assert len(set(item.candidates)) == 4
        assert sum(scene != item.scene for scene in item.scenes) == 1
    assert len(twins) >= 10
    for pair in twins.values():
        assert Counter(item.candidates[item.answer] for item in pair).most_common(1)[0][1] == 1
        assert len(pair) == 2
        moments = {item.actions[item.answer] for item in pair}
        assert len(moments) == 2
        assert "before" in moments


@pytest.mark.parametrize("split", STEP_SPLITS)
def test_no_picture_is_in_two_parts(data: ActThorSteps, split: str) -> None:
    parts = {part: data.sets(split, part) for part in PARTS}
    pictures = {part: {key for one in sets for key in (one.before, *one.candidates)} for part, sets in parts.items()}
    assert all(pictures.values())
    for one, other in combinations(PARTS, 2):
        assert not pictures[one] & pictures[other]
    assert sum(len(sets) for sets in parts.values()) == len(data.all_sets)


def test_bad_names_are_named(data: ActThorSteps) -> None:
    with pytest.raises(BadInput, match="pairs"):
        data.sets("pairs", "test")
    with pytest.raises(BadInput, match="sideways"):
        data.sets("scenes", "test", "sideways")  # type: ignore[arg-type]


def test_a_generator_of_sequences_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    """It makes anew the room of which a picture is damaged, and no other; single actions are left as they are."""
    out = tmp_path / "again"
    shutil.copytree(folder, out)
    whole = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    damaged = out / "pictures" / f"{ActThorSteps(folder).all_sets[-1].id.split('/backward/')[0]}.png"
    damaged.write_bytes(damaged.read_bytes()[:-9])
    (out / STEPS_SETS).write_bytes(b"nonsense")
    with pytest.raises(BadInput, match=r"sets_steps\.parquet is damaged"):
        ActThorSteps(out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    generate_steps(out, SETTINGS, progress=False)
    assert {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()} == whole
    made = {path.name for path, when in before.items() if path.stat().st_mtime_ns != when}
    assert made == {STEPS_SETS, f"{damaged.relative_to(out / 'pictures').parts[0]}.parquet"}
    with pytest.raises(BadInput, match="settings, seed is 0 there and 1 here"):
        generate_steps(out, replace(SETTINGS, seed=1), progress=False)


def test_sequences_of_other_settings_keep_the_main_generator_out(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / STEPS_MANIFEST, tmp_path / STEPS_MANIFEST)
    with pytest.raises(BadInput, match=r"manifest_steps\.json is of something else: settings, seed is 0 there and 1"):
        generate(tmp_path, replace(SETTINGS, seed=1), progress=False)


def test_titles_of_pictures_say_what_is_given_and_fit(data: ActThorSteps) -> None:
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
    names = sorted({name for one in sets[2] for name in (one.action, *one.actions)})
    return single.part(half), single.part(~half), SetArrays.of(sets[2], table, names)


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_chain_of_single_steps_answers_about_two(direction: Any) -> None:
    pytest.importorskip("torch")
    train, valid, asked = chained(direction)
    from casita.benchmarks.act_thor.models.chain import ChainedMatrix
    from casita.benchmarks.act_thor.models.trained import Trained
    from casita.learn.training import Settings as Training

    single = Trained("action-matrix", procedure="l2", settings=Training(batch=16, rate=1e-2, epochs=20))
    model, blind = ChainedMatrix(direction, single), Chance()
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


def test_items_come_from_triples_that_survive_cleaning(data: ActThorSteps) -> None:
    items = data.inference_items()
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
            held_out = PAIR_RULES["pairs"].is_unseen(one.action, one.object_type)
            assert part_for(one.scene, one.action, one.object_type, split) in (
                {"test", None} if held_out else {"train", "valid", None}
            )


def test_scores_count_put_and_throw_strictly_and_as_one() -> None:
    items = [item(action) for action in ("put", "throw", "push", "pull", "fill", "fill")]
    found = inference_scores(items, ["throw", "throw", "pull", "push", "fill", None])
    assert (found["all"].mean, found[MERGED].mean) == (2 / 6, 5 / 6)
    assert (found["put"].mean, found["throw"].mean, found["fill"].mean) == (0, 1, 0.5)
    assert (found["fill"].items, found["all"].items) == (2, 6)
    assert "drop" not in found
    with pytest.raises(BadInput, match="1 actions named for 6 items"):
        inference_scores(items, ["put"])


def test_the_majority_sees_nothing() -> None:
    found = Majority([item("put"), item("drop"), item("drop", 2), item("put", 2)])
    assert found.infer(np.zeros((1, 1, 3)), np.zeros((1, 1, 3)), PAPER) == "drop"
    with pytest.raises(BadInput, match="empty"):
        Majority([])


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
        right[sees] = inference_scores(test, model.named(test, table))["all"].mean
    assert right["both"] > 0.9
    assert right["after"] < 0.4
    with pytest.raises(BadInput, match="pictures have no features"):
        model.named([item("put", 5000)], table)
    with pytest.raises(BadInput, match="not trained"):
        VectorInferrer(PAPER).named(test, table)
