"""Scores of Watch-And-Help, worked by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from casita import Action, BadInput, Scene, World, apartment
from casita.agents.interplay import Interplay, choices, interplay
from casita.benchmarks.watch_and_help.item import ALL, Counts
from casita.benchmarks.watch_and_help.score import (
    Guess,
    HelpResult,
    alone_lengths,
    by_activity,
    by_task,
    estimated,
    recognised,
    speed_up,
)
from casita.benchmarks.watch_and_help.task import HelpTask, WatchAndHelpSettings
from casita.episodes import Recorder, replay_outcomes
from casita.world.goals import Goal, Predicate
from casita.world.starting import beginning
from casita.world.step import step


def result(
    task: str = "a", seed: int = 0, steps: int = 100, *, success: bool = True, activity: str = "x"
) -> HelpResult:
    return HelpResult(task, activity, seed, success, steps, Interplay(steps, 0, 0, {}, {}, 0, {}))


# Single episodes.


def test_reward_runs_from_minus_1_to_1() -> None:
    assert result(steps=100).reward == pytest.approx(1.0 - 0.4)
    assert result(steps=0).reward == 1.0
    assert result(steps=250, success=False).reward == -1.0
    assert result(steps=40, success=False).reward == -1.0


def test_speed_up_by_hand() -> None:
    alone = alone_lengths([result(seed=0, steps=100), result(seed=1, steps=50, success=False)])
    assert alone == {"a": 175.0}
    assert speed_up(result(steps=70), alone) == pytest.approx(1.5)
    assert speed_up(result(steps=200), alone) == pytest.approx(-0.125)
    assert speed_up(result(steps=250, success=False), alone) == 0.0


def test_alice_alone_has_a_speed_up_above_0_as_in_the_published_files() -> None:
    episodes = [result(seed=0, steps=50), result(seed=1, steps=150)]
    assert estimated(episodes, alone_lengths(episodes), "speed_up").mean == pytest.approx((1.0 - 1.0 / 3.0) / 2)


def test_bad_results_are_named() -> None:
    with pytest.raises(BadInput, match="251"):
        result(steps=251)
    with pytest.raises(BadInput, match="'b'"):
        speed_up(result("b"), {"a": 100.0})
    with pytest.raises(BadInput, match="no episodes"):
        estimated([], {}, "reward")


# Means.


def test_means_are_over_tasks_and_seeds_and_intervals_over_tasks() -> None:
    episodes = [result("a", 0, 100), result("b", 0, 200), result("a", 1, 110), result("b", 1, 230)]
    assert by_task(episodes, lambda each: each.length) == {"a": [100.0, 110.0], "b": [200.0, 230.0]}
    found = estimated(episodes, {}, "length")
    assert (found.mean, found.seeds, found.items) == (160.0, 2, 2)
    # Drawn anew are a twice, b twice or both: the ends are near the means of each task alone.
    assert 100.0 <= found.low < 110.0
    assert 200.0 < found.high <= 230.0
    one = estimated(episodes[:1], {}, "reward")
    assert one.mean == pytest.approx(0.6)
    assert math.isnan(one.low)
    sure = estimated(episodes, {}, "success")
    assert (sure.mean, sure.low, sure.high) == (1.0, 1.0, 1.0)


def test_figures_are_by_activity_and_over_all() -> None:
    episodes = [
        result("a", 0, 100, activity="read_book"),
        result("b", 0, 250, activity="put_fridge", success=False),
        result("c", 0, 50, activity="put_fridge"),
        result("d", 0, 50, activity="another"),
    ]
    groups = by_activity(episodes)
    assert list(groups) == ["put_fridge", "read_book", "another", ALL]
    assert [len(own) for own in groups.values()] == [2, 1, 1, 4]
    alone = {"a": 150.0, "b": 200.0, "c": 100.0, "d": 50.0}

    def mean(activity: str, measure: str) -> float:
        return estimated(groups[activity], alone, measure).mean

    assert mean("read_book", "speed_up") == pytest.approx(0.5)
    assert mean("put_fridge", "success") == 0.5
    assert mean("put_fridge", "speed_up") == pytest.approx(0.5)
    assert mean(ALL, "length") == pytest.approx(450.0 / 4)
    assert mean(ALL, "reward") == pytest.approx((0.6 - 1.0 + 0.8 + 0.8) / 4)


def test_a_table_has_thousandths_and_tenths_of_steps() -> None:
    task = HelpTask(WatchAndHelpSettings())
    counted = Interplay(100, 0, 0, {}, {}, 0, {"alice": 4.0})
    alone = [
        msgspec.structs.replace(result(name, 0, steps), alone=True, interplay=counted)
        for name, steps in (("a", 100), ("b", 51))
    ]
    table = task.scores((), alone).tables[0]
    found = [cell.text.split()[0] for cell in table.cells[-1]]
    assert found == ["all", "2", "1.000", "0.000", "0.000", "0.698", "75.5"]  # both speed-ups of who is alone are 0


def test_recognition_counts_predicates() -> None:
    truth = (("on_plate_kitchentable", 2), ("on_cutleryfork_kitchentable", 1))
    guess = (("on_plate_kitchentable", 1), ("on_wineglass_kitchentable", 2))

    def means(*pairs: tuple[Counts, Counts]) -> tuple[float, float]:
        found = recognised([Guess([guess], truth) for guess, truth in pairs])
        return found.precision.mean, found.recall.mean

    assert means((guess, truth)) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert means((guess, truth), (truth, truth)) == (pytest.approx(4 / 6), pytest.approx(4 / 6))
    assert means(((("on_plate_kitchentable", 3),), truth)) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert means(((), truth)) == (0.0, 0.0)


# What agents did to each other.

APPLES = Goal((Predicate("in", "apple", "fridge", 1),))
ALICE, BOB = "alice", "bob"


@pytest.fixture(scope="module")
def home() -> Scene:
    """An apartment with one apple, on its counter."""
    scene = apartment(1)
    kept = tuple(thing for thing in scene.things if thing.id != "apple_2")
    assert scene.by_id["apple_1"].place.of.startswith(("counter_top", "dining_table"))
    return scene.replace(things=kept)


def counted(scene: Scene, goal: Goal, script: Sequence[Sequence[Action]], **more: object) -> Interplay:
    recorder = Recorder(beginning(scene, {ALICE: "person", BOB: "person"}, rules="command", **more))  # type: ignore[arg-type]
    for actions in script:
        recorder.step(actions)
    outcomes = [outcome for _, outcome in replay_outcomes(recorder.episode(), scene) if outcome]
    return interplay(goal, outcomes)


def test_taking_out_what_the_other_put_in_is_a_conflict_and_undone_work(home: Scene) -> None:
    put_in = [
        [Action(ALICE, "pick_up", "apple_1")],
        [Action(ALICE, "open", "fridge_1")],
        [Action(ALICE, "put", "apple_1", "fridge_1", "in")],
    ]
    taken = counted(home, APPLES, [*put_in, [Action(BOB, "pick_up", "apple_1")]])
    assert (taken.steps, taken.taken_back, taken.contested, taken.undone) == (4, 1, 0, {ALICE: 0, BOB: 1})
    assert taken.conflicts == 1
    # One's own work undone is no conflict; moving what is not where the goal wants it is neither.
    own = counted(home, APPLES, [*put_in, [Action(ALICE, "pick_up", "apple_1")]])
    assert (own.conflicts, own.undone) == (0, {ALICE: 1, BOB: 0})
    other_goal = Goal((Predicate("in", "plate", "dishwasher", 1),))
    harmless = counted(home, other_goal, [*put_in, [Action(BOB, "pick_up", "apple_1")]])
    assert (harmless.conflicts, harmless.undone) == (0, {ALICE: 0, BOB: 0})


def test_more_than_enough_can_be_taken_without_undoing_anything() -> None:
    scene = apartment(4)
    assert all(apple.place.relation == "on" for apple in scene.of_type("apple"))
    script = [[Action(ALICE, "open", "fridge_1")]]
    for apple in ("apple_1", "apple_2"):
        script += [[Action(ALICE, "move_to", apple, "fridge_1", "in")]]
    script += [[Action(BOB, "pick_up", "apple_2")]]
    found = counted(scene, APPLES, script)
    assert (found.taken_back, found.conflicts, found.undone) == (1, 1, {ALICE: 0, BOB: 0})


def test_reaching_for_the_same_thing_is_a_conflict(home: Scene) -> None:
    both = [Action(ALICE, "pick_up", "apple_1"), Action(BOB, "pick_up", "apple_1")]
    found = counted(home, APPLES, [both])
    assert (found.taken_back, found.contested, found.conflicts) == (0, 1, 1)
    assert (found.undone, found.blocked) == ({ALICE: 0, BOB: 0}, {ALICE: 0, BOB: 0})


def test_conflicts_of_both_sorts_add_up(home: Scene) -> None:
    both = [Action(ALICE, "pick_up", "apple_1"), Action(BOB, "pick_up", "apple_1")]
    state = beginning(home, {ALICE: "person", BOB: "person"}, rules="command")
    first, second = (BOB, ALICE) if step(state, both).refusals[0] else (ALICE, BOB)
    script = [
        both,
        [Action(first, "open", "fridge_1")],
        [Action(first, "put", "apple_1", "fridge_1", "in")],
        [Action(second, "pick_up", "apple_1")],
    ]
    found = counted(home, APPLES, script)
    assert (found.taken_back, found.contested, found.conflicts) == (1, 1, 2)


def test_standing_in_the_way_blocks(home: Scene) -> None:
    found = counted(home, APPLES, [[Action(ALICE, "move_ahead")]] * 3, positions=free_pair(home))
    assert found.blocked == {ALICE: 3, BOB: 0}
    assert found.conflicts == 0


def free_pair(scene: Scene) -> list[tuple[float, float, float]]:
    """Alice facing Bob, with no step between them."""
    for seed in range(50):
        x, y = World(scene, {ALICE: "person"}, seed=seed).state.agents.position[0].tolist()
        pair = [(x, y, 0.0), (x + 0.55, y, 180.0)]
        try:
            beginning(scene, {ALICE: "person", BOB: "person"}, positions=pair)
        except BadInput:
            continue
        return pair
    raise AssertionError("no free pair of places")


def place_in(scene: Scene, kind: str) -> tuple[float, float, float]:
    for seed in range(200):
        state = World(scene, {ALICE: "person"}, seed=seed).state
        if scene.rooms[int(state.agents.room[0])].kind == kind:
            x, y = state.agents.position[0].tolist()
            return x, y, 0.0
    raise AssertionError(f"no place in the {kind}")


def test_alice_searches_until_she_has_seen_what_she_wants(home: Scene) -> None:
    away = [place_in(home, "bedroom")]
    waits = [[Action(ALICE, "turn_left")]] * 3
    assert counted(home, APPLES, waits, positions=away).searching == 3
    # She sees the apple as soon as she is in the kitchen; the step that brings her there was still a search.
    there = [[Action(ALICE, "pick_up", "apple_1")], *waits]
    assert counted(home, APPLES, there, positions=away).searching == 1
    # What she saw and Bob has carried off since must be found again.
    kitchen = [place_in(home, "kitchen")]
    stolen = [[Action(ALICE, "turn_left")], [Action(BOB, "pick_up", "apple_1")], *waits]
    assert counted(home, APPLES, stolen, positions=kitchen).searching == 3


def test_choices_grow_with_what_is_in_the_hands(home: Scene) -> None:
    state = beginning(home, {ALICE: "person"}, rules="command", positions=[place_in(home, "kitchen")])
    world = World(home, {ALICE: "person"}, positions=[place_in(home, "kitchen")])
    before = choices(state, ALICE)
    assert 60 < before < 250
    assert world.act(ALICE, "pick_up", "apple_1").ok
    assert choices(world.state, ALICE) > before
    bathroom = beginning(home, {ALICE: "person"}, positions=[place_in(home, "bathroom")])
    assert choices(bathroom, ALICE) < before
    assert counted(home, APPLES, [[Action(ALICE, "turn_left")]] * 2).choices[ALICE] > 0.0
