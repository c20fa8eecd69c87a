"""Eight simulated raters: how each leans, how steady each is, and what each says of an instance.

A rating is the rule's verdict (impossible, implausible, plausible as 0, 1, 2), moved by the rater's leanings about the
action, the rule and the class as far as the rule is doubtful, and by a slip of the moment; the nearest of the three is
what is said. Three raters share most of their leanings.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from casita.benchmarks.plausiblact.item import IMPLAUSIBLE, IMPOSSIBLE, PLAUSIBLE, Instance
from casita.benchmarks.plausiblact.raters.rules import Rule, rule_for
from casita.seeds import Stream, stream


class Rater(NamedTuple):
    """One simulated rater."""

    name: str
    share: float
    """Share of the ratings that are this one's, as in the paper's Table 6."""
    common: float
    """How much of the leanings is the common view; the rest is the rater's own."""
    boldness: float
    """How much leanings count."""
    slips: float
    """How much a rating of the moment differs from what the rater thinks."""


RATERS: tuple[Rater, ...] = (
    Rater("simulated_1", 2894, 0.95, 0.48, 0.12),
    Rater("simulated_2", 2621, 0.4, 1.9, 0.20),
    Rater("simulated_3", 2365, 0.95, 0.48, 0.11),
    Rater("simulated_4", 1841, 0.3, 1.9, 0.16),
    Rater("simulated_5", 3300, 0.95, 0.48, 0.09),
    Rater("simulated_6", 1874, 0.2, 2.0, 0.23),
    Rater("simulated_7", 1914, 0.5, 1.8, 0.07),
    Rater("simulated_8", 1575, 0.1, 2.1, 0.20),
)
"""All eight, with the paper's numbers of instances as shares."""

ACTION, RULE, CLASS, MOOD = 0.55, 0.6, 0.45, 0.35
"""How much of a leaning is about the action, the rule, the class, and this instance; their squares sum to about one."""

BORDERS = (IMPOSSIBLE + 0.5, IMPLAUSIBLE + 0.5)
"""Where one rating ends and the next one begins."""


def says(rater: Rater, one: Instance, action: str, seed: int, *, again: bool = False) -> tuple[int, Rule]:
    """What a rater says of an action on an instance, and the rule it went by; `again` is a second look."""
    rule = rule_for(one, action)
    slip = rater.slips * normal(stream(seed, "raters", rater.name, "slip", one.id, action, int(again)))
    return _nearest(_view(rater, one, rule, seed) + slip), rule


def chances(rater: Rater, one: Instance, action: str, seed: int) -> tuple[float, float, float]:
    """How likely a rater gives each rating, for one who knows the rater's leanings, but neither mood nor slip."""
    rule = rule_for(one, action)
    bold = rule.doubt * rater.boldness
    middle, spread = rule.verdict + bold * _leaning(rater, one, rule, seed), math.hypot(bold * MOOD, rater.slips)
    lower, upper = (0.5 * math.erfc((middle - border) / (spread * math.sqrt(2.0))) for border in BORDERS)
    return lower, upper - lower, 1.0 - upper


def _nearest(value: float) -> int:
    return max(IMPOSSIBLE, min(PLAUSIBLE, round(value)))


def _view(rater: Rater, one: Instance, rule: Rule, seed: int) -> float:
    """The rule's verdict, moved by what the rater makes of it."""
    mood = normal(stream(seed, "raters", rater.name, "mood", one.id, rule.action))
    return rule.verdict + rule.doubt * rater.boldness * (_leaning(rater, one, rule, seed) + MOOD * mood)


def _leaning(rater: Rater, one: Instance, rule: Rule, seed: int) -> float:
    """How a rater leans about a rule, its action and a class: above 0 is more lenient."""
    return (
        ACTION * _lean(rater, seed, "action", rule.action)
        + RULE * _lean(rater, seed, "rule", rule.action, rule.reason)
        + CLASS * _lean(rater, seed, "class", rule.action, one.name)
    )


@cache
def _lean(rater: Rater, seed: int, *about: str) -> float:
    """One leaning: a mixture of the common view and the rater's own, with a deviation of one."""
    common = normal(stream(seed, "raters", "common", *about))
    own = normal(stream(seed, "raters", rater.name, *about))
    return rater.common * common + math.sqrt(1.0 - rater.common**2) * own


def normal(luck: Stream) -> float:
    """A draw from the normal distribution with mean 0 and deviation 1, by Box and Muller."""
    first, second = luck.randoms(2)
    return math.sqrt(-2.0 * math.log(1.0 - first)) * math.cos(2.0 * math.pi * second)
