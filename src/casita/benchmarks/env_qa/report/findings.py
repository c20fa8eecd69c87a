"""Whether what the paper found of its data holds of ours, and whether ours does what was aimed at: verdicts by rules.

Findings that compare are decided by `casita.evaluation.findings`: a comparison is clear if the whole 95% interval of
its difference lies on the side that is claimed.
"""

from __future__ import annotations

from itertools import pairwise

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.cutting import LONGEST_CUT
from casita.benchmarks.env_qa.models import MODELS
from casita.benchmarks.env_qa.models.training import OURS
from casita.benchmarks.env_qa.report.answers import Answered
from casita.benchmarks.env_qa.report.tables import ABLATIONS
from casita.benchmarks.env_qa.report.video_length import LONGEST
from casita.evaluation.findings import Comparison, counted, decided, keeps_under
from casita.evaluation.page import Verdict
from casita.evaluation.statistics import Estimate

CLEAR = "differences in points of equation 1; the 95% interval of each is above zero"

LOOKING = ("cnn-lstm", "st-vqa", "stage", "tsea")
"""The paper's models that look and are asked."""

NEW_ROOM_LOSS = 0.03
"""How much less a model may score in rooms that are not in training, where the paper sees no difference."""

AHEAD, FALL = 0.15, 0.15
"""By how much ours is to be ahead of TSEA, and what it may lose, at most, from videos of one event to the longest."""


def findings(found: Answered) -> list[Verdict]:
    """What is found without looking, then with it, then what controls say."""
    return [
        few_priors(found),
        solved(found),
        order_is_even(found),
        pictures_alone_say_little(found),
        looking_helps(found),
        tsea_is_best(found),
        every_part_helps(found),
        gains_are_in_states(found),
        long_videos_are_harder(found),
        new_rooms_are_as_easy(found),
        time_is_needed(found),
        ours_is_ahead(found),
        literal_is_ahead(found),
        ours_lasts(found),
    ]


def few_priors(found: Answered) -> Verdict:
    """Those who only read questions."""
    aim = paper.QUESTION_ONLY_AIM / 100
    own = {name: found.mean(name, lambda one: True) for name in ("question-only", "q-only")}
    return Verdict(
        "Questions do not give their answers away: who only reads them has at most 33% (the paper: 32.5%)",
        counted([keeps_under(value, aim) for value in own.values()]),
        "by words and by a network: the figure is at most 33%, and the upper end of its interval within 5 points of it",
        tuple(f"{MODELS[name].title}: {_percent(value)}" for name, value in own.items()),
    )


def solved(found: Answered) -> Verdict:
    """The upper bound."""
    overall = found.mean("oracle", lambda one: True)
    return Verdict(
        "Every question can be answered from the log",
        counted([None if overall is None else overall.mean == 1.0]),
        "the oracle has 100%",
        (_percent(overall),),
    )


def order_is_even(found: Answered) -> Verdict:
    """Which of two came first."""
    order = found.mean("question-only", lambda one: one.kind == "order")
    return Verdict(
        "Of which came first, the question tells nothing (the paper's Q-only has 51.8%)",
        counted([keeps_under(order, 0.6)]),
        "who only reads questions has at most 60%, and the upper end of the interval is within 5 points of that",
        (_percent(order),),
    )


def pictures_alone_say_little(found: Answered) -> Verdict:
    """I-only against Q-only."""
    return decided(
        "Pictures without the question say less than the question without pictures (the paper: 3.1 and 32.5%)",
        CLEAR,
        [_gain(found, "q-only", "i-only"), _gain(found, "q-only", "tsea-video-only")],
    )


def looking_helps(found: Answered) -> Verdict:
    """All that look and read against Q-only."""
    return decided(
        "Who looks and reads does better than who only reads (the paper: 38.1 to 47.1 against 32.5%)",
        CLEAR,
        [_gain(found, name, "q-only") for name in LOOKING],
    )


def tsea_is_best(found: Answered) -> Verdict:
    """TSEA against the others."""
    return decided(
        "TSEA does better than the others (the paper: by 4.5 points and more)",
        CLEAR,
        [_gain(found, "tsea", name) for name in LOOKING[:-1]],
    )


def every_part_helps(found: Answered) -> Verdict:
    """Table 3."""
    return decided(
        "Every part of TSEA earns something (the paper: 1.6, 2.1, 1.6 and 1.2 points)",
        f"each row of Table 3 against the next; {CLEAR}",
        [_gain(found, *pair) for pair in pairwise(ABLATIONS)],
    )


def gains_are_in_states(found: Answered) -> Verdict:
    """By kind of question, what looking adds."""
    gains = {kind: _gain_of(found, kind) for kind in paper.KIND_SHARES}
    few = [gains[kind] for kind in ("order", "number")]
    many = [gains[kind] for kind in ("state", "event")]
    clear = [
        one.low > other.high if one and other and one.has_interval and other.has_interval else None
        for one in many
        for other in few
    ]
    return Verdict(
        "Looking adds to questions about states and events, and little to those about order and number",
        counted(clear),
        "TSEA less Q-only: the interval of either of the first two lies above those of the last two",
        tuple(f"{kind}: {'missing' if gain is None else gain.scaled(100).text(1, sign=True)}"
              for kind, gain in gains.items()),
    )  # fmt: skip


def long_videos_are_harder(found: Answered) -> Verdict:
    """Figure 5."""
    comparisons = []
    for name in LOOKING[1:]:
        less = found.contrast(
            name,
            lambda one: one.kind == "event" and found.events_of(one) <= LONGEST_CUT,
            lambda one: one.kind == "event" and found.events_of(one) > LONGEST_CUT,
        )
        comparisons.append(Comparison(f"{MODELS[name].title}, short less long videos", less, unit=100.0))
    claim = "Event questions are harder about videos of more than four events"
    return decided(claim, CLEAR, comparisons)


def new_rooms_are_as_easy(found: Answered) -> Verdict:
    """Table 3's columns."""
    less = found.contrast("tsea", found.is_in_a_seen_room, lambda one: not found.is_in_a_seen_room(one))
    return Verdict(
        "Rooms that are not in training are as easy as those that are (the paper: 47.2 and 46.9%)",
        counted([keeps_under(less, NEW_ROOM_LOSS)]),
        "TSEA loses at most 3 points there, and the upper end of the interval is within 5 points of that",
        (str(Comparison("TSEA, seen less unseen rooms", less, unit=100.0)),),
    )


def time_is_needed(found: Answered) -> Verdict:
    """Ours: what TSEA loses without the order of frames, and without all but two of them."""
    return decided(
        "It takes the film: frames in any order, or the first and the last alone, are not enough (not in the paper)",
        CLEAR,
        [_gain(found, "tsea", name) for name in ("tsea-shuffled", "tsea-ends")],
    )


def ours_is_ahead(found: Answered) -> Verdict:
    """Ours against the best of the paper's."""
    gains = [
        Comparison(f"ours over TSEA, {where}", found.gain(OURS, "tsea", which), unit=100.0, least=AHEAD)
        for where, which in (
            ("all questions", lambda one: True),
            ("unseen rooms", lambda one: not found.is_in_a_seen_room(one)),
        )
    ]
    return decided(
        "Aim: ours is 15 points ahead of TSEA, in unseen rooms, too", "the lower end of each is above 15", gains
    )


def literal_is_ahead(found: Answered) -> Verdict:
    """Ours without the help of what questions say themselves: TSEA could take that, too, from what it reads."""
    return decided(
        "Looking earns it: ours is ahead of TSEA also where it takes nothing for granted of what is asked",
        CLEAR,
        [_gain(found, "ours-literal", "tsea")],
        [str(_gain(found, OURS, "ours-literal"))],
    )


def ours_lasts(found: Answered) -> Verdict:
    """Ours on longer and longer videos."""
    less = found.contrast(
        OURS,
        lambda one: one.kind == "event" and found.events_of(one) == 1,
        lambda one: one.kind == "event" and found.events_of(one) == LONGEST,
    )
    return Verdict(
        f"Aim: on event questions, ours loses at most 15 points from videos of one event to those of {LONGEST}",
        counted([keeps_under(less, FALL)]),
        "the figure is at most 15 points, and the upper end of its interval within 5 points of that",
        (str(Comparison(f"ours, videos of one event less those of {LONGEST}", less, unit=100.0)),),
    )


def _gain(found: Answered, ours: str, theirs: str) -> Comparison:
    words = f"{MODELS[ours].title} over {MODELS[theirs].title}"
    return Comparison(words, found.gain(ours, theirs), unit=100.0)


def _gain_of(found: Answered, kind: str) -> Estimate | None:
    return found.gain("tsea", "q-only", lambda one: one.kind == kind)


def _percent(value: Estimate | None) -> str:
    return "missing" if value is None else value.percent()
