"""What Alice may want: the five predicate sets of Watch-And-Help, every goal they allow, and how goals are drawn.

The rule, found from the 1,011 real training goals and exact for them:
- A goal of an activity wants 0 to 2 of each apple, cupcake, pudding, plate, fork, water glass and wine glass
  and 0 or 1 of everything else, 2 to 6 objects in all. Reading a book always wants a book in Alice's hand and
  Alice on the sofa, and 1 to 5 objects besides. That allows 71, 339, 602, 71 and 88 goals.
- 20 goals of each activity, drawn uniformly, are kept for test-1.
- Each demonstration shows one of the others, drawn uniformly. Those drawn at least once are the training goals.
  The real 1,375 draws of "prepare food" are expected to meet 527.3 of its 582 goals and met 525; the 1,375 of
  "put fridge" 314.7 of 319 and met 316; the rest met all of theirs. We redraw until just as many are met.
A goal of test-2 joins goals of two activities and is no longer than those of one: its number of objects is drawn as
that of a goal of either activity, the pair uniformly among those with so many. In the paper, too, Alice alone
reaches goals of two activities as often as others (0.95 and 0.90): it is two places that make them hard, not more work.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeVar

from casita.benchmarks.watch_and_help.item import Counts
from casita.errors import BadInput, unknown
from casita.exact import count_of
from casita.seeds import Stream

Drawn = TypeVar("Drawn")


class Activity(NamedTuple):
    """One household activity: its predicate set and its limits."""

    name: str
    title: str
    free: Mapping[str, int]
    """Predicates that a goal may have, with the most of each."""
    always: tuple[str, ...]
    """Predicates that every goal has once."""
    objects: tuple[int, int]
    """Least and most of the free ones in all."""
    training_goals: int
    demonstrations: int
    """Of its training goals, for goal inference."""

    @property
    def predicates(self) -> tuple[str, ...]:
        """Its row of Table 2."""
        return (*self.always, *self.free)


def _activity(
    name: str,
    title: str,
    relation: str,
    target: str,
    objects: Mapping[str, int],
    training: tuple[int, int],
    always: tuple[str, ...] = (),
) -> Activity:
    free = {f"{relation}_{object}_{target}": most for object, most in objects.items()}
    return Activity(name, title, free, always, (1, 5) if always else (2, 6), *training)


TABLEWARE = {"plate": 2, "cutleryfork": 2, "waterglass": 2, "wineglass": 2}
GROCERIES = {"cupcake": 2, "pancake": 1, "poundcake": 1, "pudding": 2, "apple": 2, "juice": 1, "wine": 1}
SNACKS = {object: GROCERIES[object] for object in ("cupcake", "pudding", "apple", "juice", "wine")}
BOOK = ("holds_book_character", "sit_1_sofa")

ACTIVITIES = {
    row.name: row
    for row in (
        _activity("setup_table", "set up a dinner table", "on", "kitchentable", TABLEWARE, (51, 1024)),
        _activity("put_fridge", "put groceries", "inside", "fridge", GROCERIES, (316, 1375)),
        _activity("prepare_food", "prepare a meal", "on", "kitchentable", {"coffeepot": 1, **GROCERIES}, (525, 1375)),
        _activity("put_dishwasher", "wash dishes", "inside", "dishwasher", TABLEWARE, (51, 638)),
        _activity("read_book", "read a book", "on", "coffeetable", SNACKS, (68, 891), BOOK),
    )
}
"""Table 2, with the limits and numbers of the real training goals."""

PREDICATES = tuple(key for row in ACTIVITIES.values() for key in row.predicates)
"""All 30 types of predicates."""

TEST_GOALS = 20
"""Goals of each activity that are kept for test-1."""

MOST_JOINED = 8
"""Objects that a goal of two activities may want at the most, as the paper says of all goals."""

REDRAWS = 1000
"""How often demonstrations are drawn anew, at the most, until as many goals are met as in the real set."""


def activity_row(name: str) -> Activity:
    """The activity of this name."""
    if name not in ACTIVITIES:
        raise unknown("activity", name, ACTIVITIES)
    return ACTIVITIES[name]


@cache
def every_goal(activity: str) -> tuple[Counts, ...]:
    """All goals that an activity allows, in a fixed order."""
    row = activity_row(activity)
    least, most = row.objects
    always = tuple((key, 1) for key in row.always)
    choices = itertools.product(*(range(limit + 1) for limit in row.free.values()))
    return tuple(
        (*always, *((key, count) for key, count in zip(row.free, counts, strict=True) if count))
        for counts in choices
        if least <= count_of(counts) <= most
    )


def objects_in(counts: Iterable[tuple[str, int]]) -> int:
    """How many things a goal wants, every one of several counted."""
    return count_of(count for _, count in counts)


# Drawing.


class ActivityGoals(NamedTuple):
    """An activity's goals, drawn from one stream."""

    test: tuple[Counts, ...]
    training: dict[Counts, int]
    """Training goals with how many demonstrations each has."""


def split_goals(activity: str, luck: Stream) -> ActivityGoals:
    """Draw the goals kept for test-1, and the demonstrations of the rest (see the rule above)."""
    row = activity_row(activity)
    mixed = luck.child("test").shuffled(every_goal(activity))
    test, pool = mixed[:TEST_GOALS], mixed[TEST_GOALS:]
    for attempt in range(REDRAWS):
        draw = luck.child("demonstrations", attempt)
        met = Counter(draw.below(len(pool)) for _ in range(row.demonstrations))
        if len(met) == row.training_goals:
            return ActivityGoals(tuple(test), {pool[number]: met[number] for number in sorted(met)})
    raise RuntimeError(f"no draw of {activity} met {row.training_goals} goals in {REDRAWS} tries")


def joined_goal(first: str, second: str, luck: Stream) -> Counts:
    """A goal of two activities at once, with as many objects as goals of one of them have."""
    if first == second:
        raise BadInput(f"a goal of test-2 joins two different activities; both are {first!r}")
    goals = every_goal(first), every_goal(second)
    least = count_of(min(map(objects_in, each)) for each in goals)
    size = _drawn_until(lambda: objects_in(luck.choice(luck.choice(goals))), lambda size: size >= least)
    return _drawn_until(
        lambda: (*luck.choice(goals[0]), *luck.choice(goals[1])), lambda joined: objects_in(joined) == size
    )


def _drawn_until(draw: Callable[[], Drawn], fits: Callable[[Drawn], bool]) -> Drawn:
    """The first draw that fits."""
    return next(drawn for drawn in iter(draw, None) if fits(drawn))


def random_goal(luck: Stream) -> Counts:
    """What a helper that guesses believes: 2 to 5 predicates of any sets, within their limits."""
    limits = {key: most for row in ACTIVITIES.values() for key, most in row.free.items()}
    chosen = set(luck.shuffled(list(limits))[: 2 + luck.below(4)])
    return tuple((key, 1 + luck.below(most)) for key, most in limits.items() if key in chosen)
