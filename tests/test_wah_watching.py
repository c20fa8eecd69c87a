"""Ways to watch, an Alice with errands, clues, and a posterior that may leave one goal out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from casita.agents.distracted import BUSY_DAY, KINDS
from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate, demonstration_of
from casita.benchmarks.watch_and_help.episodes.watching import (
    WATCH_SETS,
    cut,
    distracted_alice,
    habits,
    shown_as,
)
from casita.benchmarks.watch_and_help.homes.goals import every_goal
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Counts
from casita.benchmarks.watch_and_help.models.goals.bayes import Bayes, posterior
from casita.benchmarks.watch_and_help.models.goals.clues import HELD, PASSED, THERE_BEFORE, Clues
from casita.benchmarks.watch_and_help.models.goals.counting import Counting
from casita.benchmarks.watch_and_help.models.goals.posterior import (
    SLIP,
    Mixed,
    Posterior,
    after_counts,
    best_guess,
    counts_evidence,
    entropy,
    limits,
    units,
)
from casita.benchmarks.watch_and_help.models.online import WhileHelping
from casita.benchmarks.watch_and_help.report.beliefs import (
    Beliefs,
    Bin,
    beliefs_path,
    binned,
    count_beliefs,
    keep_beliefs,
    read_beliefs,
)
from casita.benchmarks.watch_and_help.report.online import online_aim, online_table
from casita.benchmarks.watch_and_help.report.results import Results
from casita.benchmarks.watch_and_help.report.watching import gain, inference_aim, sets_table
from casita.benchmarks.watch_and_help.score import Guess
from casita.benchmarks.watch_and_help.task import WatchAndHelpSettings
from casita.errors import BadInput
from casita.evaluation import statistics
from casita.protocols import Observation
from tests.test_wah_report import made

TASK = tasks("test_1")[2]
PLATES: Counts = (("on_plate_kitchentable", 2),)


@pytest.fixture(autouse=True)
def _quick_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "RESAMPLES", 200)


# Ways to watch.


def test_cuts_show_the_first_part() -> None:
    whole = demonstration_of(TASK)
    steps = len(whole) - 1
    for way, share in (("cut_25", 0.25), ("cut_50", 0.5), ("cut_90", 0.9)):
        shown = shown_as(TASK, way)
        assert len(shown) == int(np.ceil(share * steps)) + 1
        assert [each.tick for each in shown] == list(range(len(shown)))
        assert shown[-1].did is None
        assert shown[3] == whole[3]
    assert cut(whole, 1.0)[-1] == whole[-1]
    assert len(shown_as(TASK, "whole")) == len(whole)
    with pytest.raises(BadInput, match="watch set"):
        shown_as(TASK, "blind")
    with pytest.raises(BadInput, match="watch set"):
        WatchAndHelpSettings(shown="blind")


def test_a_camera_from_outside_loses_her_when_she_changes_rooms() -> None:
    whole, shown = demonstration_of(TASK), shown_as(TASK, "outside")
    ticks = [each.tick for each in shown]
    assert ticks[0] == 0
    assert 0 < len(shown) < len(whole)
    assert ticks == sorted(set(ticks))
    assert [each.tick for each in shown_as(TASK, "outside")] == ticks
    rooms = {each.tick: next(n["room"] for n in each.graph["nodes"] if n["id"] == ALICE) for each in whole}
    first_gap = next(tick for tick in range(len(whole)) if tick not in ticks)
    assert rooms[first_gap] != rooms[first_gap - 1]


def test_alice_with_errands_reaches_her_goal_all_the_same() -> None:
    alices = []

    def noted(*given: Any) -> Any:
        alices.append(distracted_alice(*given))
        return alices[-1]

    shown = demonstrate(TASK, noted)
    calm = demonstrate(TASK)
    assert set(alices[-1].done) <= set(KINDS)
    assert 1 <= len(alices[-1].done) <= len(BUSY_DAY)
    assert len(shown.episode.ticks) > 0
    assert shown.episode.ticks != calm.episode.ticks
    again = demonstrate(TASK, distracted_alice)
    assert again.episode.ticks == shown.episode.ticks
    assert {habit.relation for habit in habits()} == {"on", "in"}
    assert len(habits()) == 28


# The posterior.


def test_evidence_of_counts_is_that_of_the_definition() -> None:
    found = counts_evidence({"on_plate_kitchentable": 1}, done=True, stray=0.1, missed=0.2)
    assert found["on_plate_kitchentable"] == pytest.approx(np.log([0.1, 1.0, 0.2]))
    open_ended = counts_evidence({"on_plate_kitchentable": 1}, done=False)
    assert open_ended["on_plate_kitchentable"] == pytest.approx(np.log([SLIP, 1 / 2, 1 / 3]))
    assert limits()["sit_1_sofa"] == 1


def test_the_chance_of_one_goal_and_of_all_others() -> None:
    found = after_counts({"on_plate_kitchentable": 1}, done=False)
    singles = sum(found.chance_of(goal) for goal in every_goal("setup_table"))
    assert singles == pytest.approx(found.sets[("setup_table",)])
    assert found.chance_of((("on_plate_kitchentable", 1),)) == 0.0  # a goal has two things at the least
    pair: Counts = (("on_plate_kitchentable", 2), ("inside_plate_dishwasher", 2))
    assert 0.0 < found.chance_of(pair) < found.sets["setup_table", "put_dishwasher"]
    chance = found.chance_of(PLATES)
    rest = found.without(PLATES)
    assert rest.log_evidence == pytest.approx(found.log_evidence + np.log(1 - chance))
    before, after = found.marginals()["on_plate_kitchentable"], rest.marginals()["on_plate_kitchentable"]
    assert after[2] == pytest.approx((before[2] - chance) / (1 - chance))
    assert after[1] == pytest.approx(before[1] / (1 - chance))
    assert after.sum() == pytest.approx(1.0)


def test_posteriors_are_mixed_by_how_well_they_explain_what_was_seen() -> None:
    done, open_ended = (after_counts(dict(PLATES), done=done) for done in (True, False))
    mixed = Mixed([(np.log(0.25), done), (np.log(0.75), open_ended)])
    odds = 0.25 / 0.75 * np.exp(done.log_evidence - open_ended.log_evidence)
    assert mixed.weights[0] / mixed.weights[1] == pytest.approx(odds)
    own = mixed.marginals()["on_plate_kitchentable"]
    parts = [each.marginals()["on_plate_kitchentable"] for each in (done, open_ended)]
    assert own == pytest.approx(mixed.weights[0] * parts[0] + mixed.weights[1] * parts[1])


def test_units_entropy_and_the_best_guess_by_hand() -> None:
    nothing: dict[str, Any] = {key: np.eye(most + 1)[0] for key, most in limits().items()}
    sure = nothing | {"on_plate_kitchentable": np.array([0.0, 0.5, 0.5])}
    assert units(sure)["on_plate_kitchentable", 1] == 1.0
    assert units(sure)["on_plate_kitchentable", 2] == 0.5
    assert entropy(sure) == pytest.approx(1.0)
    assert entropy(nothing) == 0.0
    # One: 2 * 1 / (1 + 1.5) = 0.8. Both: 2 * 1.5 / (2 + 1.5) = 0.857.
    assert best_guess(sure) == PLATES
    doubtful = nothing | {"on_plate_kitchentable": np.array([0.0, 0.9, 0.1])}
    assert best_guess(doubtful) == (("on_plate_kitchentable", 1),)  # 0.952 against 0.710


# Clues.


def moment(
    tick: int, on: Mapping[str, str], held: tuple[str, ...] = (), *, alice: bool = True, bobs: str = ""
) -> Observation:
    """What is seen at a step, by hand: things on or in furniture, in her hand or in Bob's."""
    home = demonstration_of(TASK)[0].home
    things = {*on, *on.values(), *held, *([bobs] if bobs else [])}
    nodes = [{"id": name, "type": name.rpartition("_")[0]} for name in sorted(things)]
    nodes += [{"id": ALICE, "type": "person"}] if alice else []
    inside = ("fridge", "dishwasher")
    edges = [
        {"relation": "in" if place.startswith(inside) else "on", "from": thing, "to": place}
        for thing, place in on.items()
    ]
    edges += [{"relation": "held_by", "from": thing, "to": ALICE} for thing in held]
    edges += [{"relation": "held_by", "from": bobs, "to": BOB}] if bobs else []
    return Observation(BOB, tick, {"nodes": nodes, "edges": edges}, home)


def test_what_she_passes_over_is_less_likely_wanted() -> None:
    start = {"apple_1": "counter_top_1"}
    clues = Clues().see_all([moment(0, start), moment(1, {}), moment(2, {}, ("pudding_1",))])
    assert clues.passed == {"apple": 1}
    found = clues.evidence(done=False, stray=SLIP)
    plain = counts_evidence({}, done=False)
    assert found["inside_apple_fridge"] - plain["inside_apple_fridge"] == pytest.approx([0.0, *[np.log(PASSED)] * 2])
    assert found["inside_pudding_fridge"][0] - plain["inside_pudding_fridge"][0] == pytest.approx(np.log(HELD))
    known = Clues().see_all([moment(0, {**start, "pudding_1": "shelf_1"}), moment(1, {}, ("pudding_1",))])
    assert not known.passed  # she knew of what she took
    after = posterior(clues).marginals()
    assert after["inside_apple_fridge"][0] > posterior(known).marginals()["inside_apple_fridge"][0]


def test_what_was_there_before_is_not_wanted_there() -> None:
    clues = Clues().see_all([moment(0, {"plate_1": "dishwasher_1"})])
    assert clues.there_before == {"inside_plate_dishwasher"}
    off = clues.evidence(done=False, stray=SLIP)["inside_plate_dishwasher"]
    plain = counts_evidence({}, done=False)["inside_plate_dishwasher"]
    assert off - plain == pytest.approx([0.0, *[np.log(THERE_BEFORE)] * 2])
    assert (
        not Clues().see_all([moment(5, {}), moment(9, {"plate_1": "dishwasher_1"})]).there_before
    )  # steps are missing


def test_what_came_somewhere_unseen_was_hers_unless_bob_had_it() -> None:
    moved = [
        moment(0, {"plate_1": "shelf_1"}),
        moment(1, {}, alice=False),
        moment(2, {"plate_1": "dishwasher_1"}, alice=False),
    ]
    assert Clues().see_all(moved).counts() == {"inside_plate_dishwasher": 1}
    by_bob = [moved[0], moment(1, {}, alice=False, bobs="plate_1"), moved[2]]
    assert Clues().see_all(by_bob).counts() == {}


def test_whole_demonstrations_are_read_without_a_fault_and_half_ones_beyond_what_was_counted() -> None:
    for task in tasks("test_1")[:3]:
        assert Bayes().goal(shown_as(task, "whole")) == dict(task.counts) == Counting().goal(shown_as(task, "whole"))
    half = shown_as(TASK, "cut_50")
    assert set(Counting().goal(half)) <= set(dict(TASK.counts))
    wide, narrow = (entropy(Bayes().chances(shown_as(TASK, way))) for way in ("cut_25", "whole"))
    assert wide > 5.0 > 2.0 > narrow


def test_online_what_is_worth_doing_grows_with_what_is_seen() -> None:
    online = WhileHelping()
    whole = demonstration_of(TASK)
    online.see(whole[0])
    assert not online.is_certain(0.9)
    for each in whole[1:]:
        online.see(msgspec.structs.replace(each, agent=BOB))
    seen = Counting().goal(whole)
    worth = dict(online.worth(0.5))
    assert all(worth.get(key, 0) >= count for key, count in seen.items())
    online.marginals = {key: np.eye(most + 1)[0] for key, most in limits().items()} | {
        "inside_apple_fridge": np.array([0.4, 0.3, 0.3]),
        "on_apple_kitchentable": np.array([0.7, 0.3, 0.0]),
        "inside_plate_dishwasher": np.array([0.9, 0.1, 0.0]),
        "sit_1_sofa": np.array([0.5, 0.5]),
    }
    assert online.is_certain(0.5) is True  # the likeliest of what is open has 0.6, she sits down with 0.5
    assert online.is_certain(0.6) is False
    assert online.worth(0.25) == (("inside_apple_fridge", 2), ("on_apple_kitchentable", 1), ("sit_1_sofa", 1))
    assert online.worth_bringing(0.25) == (("inside_apple_fridge", 2), ("sit_1_sofa", 1))
    bringing = dict(online.worth_bringing(0.25, ["plate", "vase"]))
    assert bringing == {"inside_apple_fridge": 2, "inside_plate_dishwasher": 1, "sit_1_sofa": 1}


# Figures.


def test_beliefs_are_binned_and_kept(tmp_path: Path) -> None:
    found = binned([(0.0, False), (0.04, False), (0.95, True), (1.0, True), (0.55, True), (0.5, False)])
    assert [each.count for each in found] == [2, 0, 0, 0, 0, 2, 0, 0, 0, 2]
    assert found[5] == Bin(2, 1.05, 1)
    own = Beliefs("x", 1, found, (1.0,))
    assert own.error == pytest.approx((0.04 + 0.05 + 0.05) / 6)
    keep_beliefs(own, beliefs_path(tmp_path, "noisy", "test_2"))
    assert read_beliefs(tmp_path) == {("noisy", "test_2"): own}
    beliefs_path(tmp_path, "noisy", "test_2").write_bytes(b"{")
    with pytest.raises(BadInput, match="beliefs_noisy_test_2"):
        read_beliefs(tmp_path)


def test_beliefs_about_one_demonstration() -> None:
    found = count_beliefs([TASK], "whole", progress=False)
    assert found.demonstrations == 1
    assert sum(each.count for each in found.bins) == sum(limits().values())
    assert sum(each.right for each in found.bins) == sum(count for _, count in TASK.counts)
    assert found.entropy[0] > found.entropy[-1]
    assert found.error < 0.02


def test_what_bayes_gains_over_counting() -> None:
    half: Counts = (("on_plate_kitchentable", 1),)
    right, short = [Guess([PLATES], PLATES)] * 60, [Guess([half], PLATES)] * 60
    sets = {(way, model, split): own for way in WATCH_SETS[1:] for split in ("test_1", "test_2")
            for model, own in (("bayes", right), ("counting", short))}  # fmt: skip
    results = Results(Path("nowhere"), {}, {}, sets)
    found = gain(results, "cut_50", "test_1")
    assert found is not None
    assert found[:3] == pytest.approx((1 / 3, 1 / 3, 1 / 3))  # F1 of 1 against 2 * 1 / (1 + 2)
    assert inference_aim(results).holds == "holds"
    table = sets_table(results, "test_1")
    assert [cell.text for cell in table.cells[-1]][1:4] == ["–", "+33.3 [+33.3, +33.3]", "+33.3 [+33.3, +33.3]"]
    assert inference_aim(Results(Path("nowhere"), {})).holds == "cannot be told"
    same = Results(Path("nowhere"), {}, {}, dict.fromkeys(sets, right))
    assert inference_aim(same).holds == "does not hold"
    assert paper.INFERENCE_AIM == 0.15


def test_what_watching_is_worth_online() -> None:
    # Speed-ups: alone 0, with the demonstration 3, online 120 / 48 - 1 = 1.5: half of it.
    lengths = {"alice-alone": 120, "teammate": 30, "online-teammate": 48, "hp-random-goal": 120}
    results = made({("test_1", name): lambda n, s, steps=steps: steps for name, steps in lengths.items()})  # type: ignore[misc]
    assert online_aim(results, "test_1").holds == "holds"
    assert online_aim(results, "test_2").holds == "cannot be told"
    rows = {row[0].text: [cell.text for cell in row] for row in online_table(results, "test_1").cells}
    assert rows["Teammate, online"][-1] == "50.0 [50.0, 50.0]"
    assert rows["HP RG"][-1] == "0.0 [0.0, 0.0]"


def test_a_posterior_is_made_of_evidence_about_single_predicates() -> None:
    found = Posterior(counts_evidence(dict(PLATES), done=True))
    assert found.best() == PLATES
