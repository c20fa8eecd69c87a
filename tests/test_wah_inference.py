"""Goal inference from what Alice put where: against brute force, by hand, and on real demonstrations."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES, MOST_JOINED, PREDICATES, every_goal, objects_in
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.bayes import inferred
from casita.benchmarks.watch_and_help.models.goals.placings import Placings
from casita.benchmarks.watch_and_help.models.goals.posterior import SLIP, after_counts
from casita.benchmarks.watch_and_help.score import Guess, recognised

SAMPLE = (*tasks("test_1")[:3], *tasks("test_2")[:3])

SMALL = ("setup_table", "put_dishwasher")
"""Activities with few goals, for brute force."""


def log_likelihood(goal: Counts, seen: dict[str, int], done: bool) -> float:
    """By the definition, over all 30 predicates."""
    wanted, total = dict(goal), 0.0
    for key in PREDICATES:
        m, n = seen.get(key, 0), wanted.get(key, 0)
        slips = abs(m - n) if done else max(m - n, 0)
        total += slips * math.log(SLIP) - (0.0 if done else math.log(n + 1))
    return total


@given(st.dictionaries(st.sampled_from(PREDICATES), st.integers(1, 3), max_size=5), st.booleans())
@settings(max_examples=12, deadline=None)
def test_the_posterior_is_that_of_brute_force(seen: dict[str, int], done: bool) -> None:
    found = after_counts(seen, done=done)
    names = SMALL
    one, two = (every_goal(name) for name in names)
    singles = [np.exp([log_likelihood(goal, seen, done) for goal in each]).mean() for each in (one, two)]
    pairs = [(*a, *b) for a, b in itertools.product(one, two) if objects_in((*a, *b)) <= MOST_JOINED]
    joined = np.exp([log_likelihood(goal, seen, done) for goal in pairs]).mean()
    assert found.sets[(names[0],)] * singles[1] == pytest.approx(found.sets[(names[1],)] * singles[0], rel=1e-6)
    assert found.sets[names] * singles[0] == pytest.approx(found.sets[(names[0],)] * joined, rel=1e-6)
    assert sum(found.sets.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("seen", [{}, {"on_plate_kitchentable": 2, "inside_apple_fridge": 1}])
def test_how_many_are_wanted_is_that_of_brute_force(seen: dict[str, int], done: bool) -> None:
    """Over every goal of every activity and of every pair that is small enough to be one goal."""
    found, name = after_counts(seen, done=done), "setup_table"
    likely = {each: np.exp([log_likelihood(goal, seen, done) for goal in every_goal(each)]) for each in ACTIVITIES}
    nothing = math.exp(log_likelihood((), seen, done))
    sizes = {each: np.array([objects_in(goal) for goal in every_goal(each)]) for each in ACTIVITIES}
    chances = np.zeros(len(every_goal(name)))
    for names, chance in found.sets.items():
        if names == (name,):
            chances += chance * likely[name] / likely[name].sum()
        elif name in names:
            (other,) = set(names) - {name}
            fits = sizes[name][:, None] + sizes[other][None, :] <= MOST_JOINED
            both = np.where(fits, likely[name][:, None] * likely[other][None, :] / nothing, 0.0).sum(axis=1)
            chances += chance * both / both.sum()
    marginals = found.marginals()
    for key in ACTIVITIES[name].predicates:
        wanted = np.array([dict(goal).get(key, 0) for goal in every_goal(name)])
        expected = [chances[wanted == count].sum() for count in range(len(marginals[key]))]
        expected[0] += 1.0 - chances.sum()
        assert marginals[key] == pytest.approx(expected, rel=1e-6)


@given(st.sampled_from(sorted(ACTIVITIES)), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_goal_that_was_done_is_the_best(activity: str, number: int) -> None:
    goals = every_goal(activity)
    goal = goals[number % len(goals)]
    found = after_counts(dict(goal), done=True)
    assert found.best() == goal
    assert found.sets[(activity,)] > 0.9
    for key, chances in found.marginals().items():
        assert chances.sum() == pytest.approx(1.0)
        assert int(np.argmax(chances)) == dict(goal).get(key, 0)


def test_the_best_of_two_activities_keeps_to_their_limits() -> None:
    seen = {"on_plate_kitchentable": 2, "inside_apple_fridge": 2, "inside_wine_fridge": 1}
    assert dict(after_counts(seen, done=True).best()) == seen
    lone = after_counts({"on_plate_kitchentable": 2, "inside_apple_fridge": 1}, done=True)
    assert dict(lone.best())["on_plate_kitchentable"] == 2
    assert objects_in(lone.best()) in (2, 4)


def test_what_is_not_done_yet_stays_open() -> None:
    early = after_counts({"inside_apple_fridge": 1}, done=False).marginals()
    assert early["inside_apple_fridge"][0] < 0.05
    assert early["inside_apple_fridge"][2] > 0.1
    assert early["inside_pudding_fridge"][0] < after_counts({}, done=False).marginals()["inside_pudding_fridge"][0]
    assert early["inside_plate_dishwasher"][0] > after_counts({}, done=False).marginals()["inside_plate_dishwasher"][0]


def test_goals_are_seen_in_real_demonstrations() -> None:
    found = recognised([Guess([inferred(demonstration_of(task))], task.counts) for task in SAMPLE])
    assert found.precision.mean >= 0.97
    assert found.recall.mean >= 0.97


def test_what_is_taken_away_again_does_not_count() -> None:
    task = SAMPLE[0]
    moments = demonstration_of(task)
    whole = Placings()
    for moment in moments:
        whole.see(moment)
    backwards = Placings()
    for moment in reversed(moments):
        backwards.see(moment)
    assert sum(whole.counts().values()) == objects_in(task.counts)
    assert not set(backwards.counts()) & set(dict(task.counts))
    assert not Placings("nobody").counts()
