"""Who rates what: raters choose freely in training and validation, and rate test instances completely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import Instance, Rating
from casita.benchmarks.plausiblact.raters.people import RATERS, Rater, says
from casita.exact import count_of, total_of
from casita.seeds import stream

COMPLETE = ("test", "further")
"""Parts whose instances have all compatible actions rated."""

RATERS_OF_TEST = 3
"""Raters of every instance of these parts."""

TAKEN = (1.0, 0.7, 0.75)
"""How likely a rater who looks at an instance rates it impossible, implausible or plausible rather than pass it over:
the paper's raters were asked for a number of plausible and implausible ones."""

PASSED_OVER = 0.35
"""How much likelier an instance is passed over the more doubtful it is."""

LOOKED_AT = 3
"""Actions of an instance that a rater looks at before going on to the next."""

SHOWN_TWICE = (1, 26, 14, 9, 18, 12, 15, 10)
"""Instances that each rater is shown again; the paper has 1 to 26, and 13.1 on average."""


def simulated_ratings(instances: Sequence[Instance], seed: int) -> list[Rating]:
    """All ratings of all raters, in a fixed order: the paper's number for so many instances."""
    complete = [one for one in instances if one.part in COMPLETE]
    free = [one for one in instances if one.part not in COMPLETE]
    made = complete_ratings(complete, seed)
    test = {one.id for one in complete if one.part == "test"}
    of_test = sum(rating.instance in test for rating in made)
    counted = sum(one.part != "further" for one in instances)
    wanted = round(paper.RATINGS_GIVEN * counted / count_of(paper.SAMPLES.values()))
    made += _free(free, max(len(free), wanted - of_test), seed)
    return made + _again(made, {one.id: one for one in instances}, seed)


def _rating(rater: Rater, one: Instance, action: str, seed: int, *, again: bool = False) -> Rating:
    said, rule = says(rater, one, action, seed, again=again)
    return Rating(one.id, rater.name, action, said, again, rule.reason)


def complete_ratings(instances: Sequence[Instance], seed: int) -> list[Rating]:
    """Every compatible action of every instance, by some of the raters."""
    made = []
    for one in instances:
        order = stream(seed, "raters", "test", one.id).weighted_order({rater: rater.share for rater in RATERS})
        for rater in order[:RATERS_OF_TEST]:
            made += [_rating(rater, one, action, seed) for action in named_class(one.name).compatible_actions]
    return made


def _free(instances: Sequence[Instance], wanted: int, seed: int) -> list[Rating]:
    """Ratings as raters like: each goes through instances and actions in an order of its own until it has enough."""
    whole = total_of(rater.share for rater in RATERS)
    made: dict[tuple[str, str, str], Rating] = {}
    for one in instances:  # somebody rates each of them
        luck = stream(seed, "raters", "first", one.id)
        rater = luck.weighted_order({each: each.share for each in RATERS})[0]
        rating = _rating(rater, one, luck.choice(named_class(one.name).compatible_actions), seed)
        made[one.id, rater.name, rating.action] = rating
    left = wanted - len(made)
    for rater in RATERS:
        quota = round(left * rater.share / whole)
        for one, action in _order(rater, instances, seed):
            if quota == 0:
                break
            liked = _rated_if_liked(rater, one, action, seed)
            if liked is not None and (one.id, rater.name, action) not in made:
                made[one.id, rater.name, action] = liked
                quota -= 1
    return list(made.values())


def _order(rater: Rater, instances: Sequence[Instance], seed: int) -> Iterator[tuple[Instance, str]]:
    """Instances in a rater's own order, with the actions that it looks at for each."""
    luck = stream(seed, "raters", rater.name, "order")
    for turn in range(2):
        for one in luck.child(turn).shuffled(instances):
            actions = stream(seed, "raters", rater.name, "actions", one.id).shuffled(
                named_class(one.name).compatible_actions
            )
            for action in actions[:LOOKED_AT] if turn == 0 else actions[LOOKED_AT:]:
                yield one, action


def _rated_if_liked(rater: Rater, one: Instance, action: str, seed: int) -> Rating | None:
    """A rating, unless the rater passes the instance over."""
    said, rule = says(rater, one, action, seed)
    liked = TAKEN[said] * (1.0 - PASSED_OVER * rule.doubt)
    if not stream(seed, "raters", rater.name, "takes", one.id, action).chance(liked):
        return None
    return Rating(one.id, rater.name, action, said, False, rule.reason)


def _again(made: Sequence[Rating], known: dict[str, Instance], seed: int) -> list[Rating]:
    """Second looks: each rater rates some of what it has rated once more, but for the further test."""
    made = [rating for rating in made if known[rating.instance].part != "further"]
    found = []
    for rater, times in zip(RATERS, SHOWN_TWICE, strict=True):
        own = [rating for rating in made if rating.rater == rater.name]
        for rating in stream(seed, "raters", rater.name, "again").shuffled(own)[:times]:
            found.append(_rating(rater, known[rating.instance], rating.action, seed, again=True))
    return found
