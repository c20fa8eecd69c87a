"""Goals of Watch-And-Help: the sets of Table 2, and a sampling rule that reproduces the real training goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec
import pytest

from casita import BadInput
from casita.benchmarks.watch_and_help.homes.goals import (
    ACTIVITIES,
    PREDICATES,
    TEST_GOALS,
    every_goal,
    joined_goal,
    objects_in,
    random_goal,
    split_goals,
)
from casita.benchmarks.watch_and_help.item import Counts, goal_of
from casita.benchmarks.watch_and_help.score import Guess, recognised
from casita.seeds import stream

NAMES = tuple(ACTIVITIES)
ALLOWED = {"setup_table": 71, "put_fridge": 339, "prepare_food": 602, "put_dishwasher": 71, "read_book": 88}


class GoalStatistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a set of goals of one activity is like: how many goals have so many of something."""

    goals: int
    demonstrations: int
    predicates: dict[int, int]
    """By number of different predicates."""
    objects: dict[int, int]
    """By number of objects, every one of several counted."""
    counts: dict[str, dict[int, int]]
    """For each predicate, by how many of it are wanted."""
    shown: dict[int, int]
    """By number of demonstrations."""


def goal_statistics(activity: str, goals: Sequence[tuple[Counts, int]]) -> GoalStatistics:
    """The statistics of some goals of an activity, each with its number of demonstrations."""
    keys = ACTIVITIES[activity].predicates
    return GoalStatistics(
        goals=len(goals),
        demonstrations=sum(shown for _, shown in goals),
        predicates=_histogram(len(counts) for counts, _ in goals),
        objects=_histogram(objects_in(counts) for counts, _ in goals),
        counts={key: _histogram(dict(counts).get(key, 0) for counts, _ in goals) for key in keys},
        shown=_histogram(shown for _, shown in goals),
    )


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


@cache
def published_statistics() -> dict[str, GoalStatistics]:
    """The statistics of the 1,011 real training goals, by activity."""
    text = resources.files("casita.benchmarks.watch_and_help").joinpath("data", "published_goals.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, GoalStatistics])


def distance(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    """Total variation between two histograms: the share that would have to move, from 0 to 1."""
    totals = sum(one.values()), sum(other.values())
    return sum(abs(one.get(v, 0) / totals[0] - other.get(v, 0) / totals[1]) for v in {*one, *other}) / 2


def cumulative_distance(one: Mapping[int, int], other: Mapping[int, int]) -> float:
    """The greatest difference of the shares up to some value (Kolmogorov's), for histograms of many values."""
    totals = sum(one.values()), sum(other.values())
    gap = worst = 0.0
    for value in sorted({*one, *other}):
        gap += one.get(value, 0) / totals[0] - other.get(value, 0) / totals[1]
        worst = max(worst, abs(gap))
    return worst


def distances(ours: GoalStatistics, theirs: GoalStatistics) -> dict[str, float]:
    """How far two sets of goals are apart in each statistic, from 0 to 1; `counts` is the worst predicate's."""
    return {
        "predicates": distance(ours.predicates, theirs.predicates),
        "objects": distance(ours.objects, theirs.objects),
        "counts": max(distance(ours.counts[key], theirs.counts[key]) for key in theirs.counts),
        "shown": cumulative_distance(ours.shown, theirs.shown),
    }


def test_table_2_has_30_types_of_predicates() -> None:
    assert len(set(PREDICATES)) == 30
    assert [len(row.predicates) for row in ACTIVITIES.values()] == [4, 7, 8, 4, 7]
    assert len(goal_of(tuple((key, 1) for key in PREDICATES)).predicates) == 30


def test_the_published_statistics_are_those_of_1011_goals_and_5303_demonstrations() -> None:
    theirs = published_statistics()
    assert {name: theirs[name].goals for name in NAMES} == {
        "setup_table": 51,
        "put_fridge": 316,
        "prepare_food": 525,
        "put_dishwasher": 51,
        "read_book": 68,
    }
    assert sum(row.demonstrations for row in theirs.values()) == 5303
    for name, row in ACTIVITIES.items():
        assert (row.training_goals, row.demonstrations) == (theirs[name].goals, theirs[name].demonstrations)


@pytest.mark.parametrize("name", NAMES)
def test_the_limits_are_just_those_of_the_published_goals(name: str) -> None:
    row, theirs = ACTIVITIES[name], published_statistics()[name]
    for key in row.predicates:
        most = row.free.get(key, 1)
        assert max(theirs.counts[key]) == most
        assert min(theirs.counts[key]) == (0 if key in row.free else 1)
    always = len(row.always)
    assert (min(theirs.objects), max(theirs.objects)) == (row.objects[0] + always, row.objects[1] + always)


@pytest.mark.parametrize("name", NAMES)
def test_every_goal_is_listed_once(name: str) -> None:
    goals = every_goal(name)
    assert len(goals) == len(set(goals)) == ALLOWED[name]
    row = ACTIVITIES[name]
    for counts in goals:
        assert row.objects[0] <= objects_in(counts) - len(row.always) <= row.objects[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_explains_how_many_training_goals_there_are(name: str) -> None:
    row = ACTIVITIES[name]
    pool = ALLOWED[name] - TEST_GOALS
    met = pool * (1.0 - (1.0 - 1.0 / pool) ** row.demonstrations)
    assert abs(met - row.training_goals) < 2.5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 1])
def test_sampled_goals_are_like_the_real_ones(name: str, seed: int) -> None:
    split = split_goals(name, stream(seed, name))
    ours, theirs = goal_statistics(name, list(split.training.items())), published_statistics()[name]
    assert (ours.goals, ours.demonstrations) == (theirs.goals, theirs.demonstrations)
    apart = distances(ours, theirs)
    # Two samples of 51 goals differ more by chance than two of 525.
    few = theirs.goals < 100
    assert apart["predicates"] < (0.16 if few else 0.04)
    assert apart["objects"] < (0.16 if few else 0.04)
    assert apart["counts"] < (0.16 if few else 0.05)
    assert apart["shown"] < (0.22 if few else 0.09)
    assert not set(split.test) & set(split.training)
    assert len(set(split.test)) == TEST_GOALS


def test_a_wrong_rule_would_be_noticed() -> None:
    pairs = [(counts, 1) for counts in every_goal("prepare_food") if objects_in(counts) <= 4]
    assert distances(goal_statistics("prepare_food", pairs), published_statistics()["prepare_food"])["objects"] > 0.5


def test_distances_by_hand() -> None:
    assert distance({1: 1, 2: 3}, {2: 1}) == 0.25
    assert distance({1: 1}, {2: 7}) == 1.0
    assert cumulative_distance({1: 1, 2: 1}, {2: 1, 3: 1}) == 0.5


def test_a_goal_says_itself() -> None:
    counts = (("holds_book_character", 1), ("sit_1_sofa", 1), ("on_apple_coffeetable", 2))
    said = "have alice hold a book, have alice sit on the sofa and put 2 apples on the coffee table"
    assert goal_of(counts).sentence() == said


def test_joined_goals_have_two_activities_and_are_no_longer_than_goals_of_one() -> None:
    luck = stream(3, "joined")
    drawn = [joined_goal("put_fridge", "read_book", luck) for _ in range(300)]
    for counts in drawn:
        keys = {key for key, _ in counts}
        assert keys & set(ACTIVITIES["put_fridge"].predicates)
        assert keys & set(ACTIVITIES["read_book"].predicates)
    sizes = Counter(map(objects_in, drawn))
    assert (min(sizes), max(sizes)) == (5, 7)
    of_one = dict.fromkeys(sizes, 0.0)
    for name in ("put_fridge", "read_book"):
        for counts in every_goal(name):
            if objects_in(counts) in of_one:
                of_one[objects_in(counts)] += 1.0 / len(every_goal(name))
    shares = {size: share / sum(of_one.values()) for size, share in of_one.items()}
    assert all(sizes[size] / len(drawn) == pytest.approx(share, abs=0.08) for size, share in shares.items())


def test_bad_activities_are_named() -> None:
    with pytest.raises(BadInput, match="put_frigde"):
        every_goal("put_frigde")
    with pytest.raises(BadInput, match="two different"):
        joined_goal("read_book", "read_book", stream(0))


def test_random_goals_know_about_as_little_as_chance_in_the_paper() -> None:
    luck = stream(5, "chance")
    guesses = [Guess([random_goal(luck)], luck.choice(every_goal(name))) for name in NAMES for _ in range(400)]
    found = recognised(guesses)
    # The paper's chance is 0.08 and 0.09.
    assert found.precision.mean == pytest.approx(0.08, abs=0.04)
    assert found.recall.mean == pytest.approx(0.09, abs=0.04)
