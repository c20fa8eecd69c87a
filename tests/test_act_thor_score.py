"""Scores of ACT-Thor against examples worked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.steps.sets import split_steps
from casita.benchmarks.act_thor.task import AskSettings, StepsTask
from casita.errors import BadInput


def a_set(name: str, object_type: str, actions: str, answer: int, foreign: int) -> ContrastSet:
    """A set in room a whose candidates are made by these actions; one of them is of room b."""
    made = tuple(actions.split())
    return ContrastSet(
        id=name,
        scene="a",
        object_type=object_type,
        trial="held",
        action=made[answer],
        before=f"{name}/before",
        candidates=tuple(f"{name}/{number}" for number in range(4)),
        answer=answer,
        actions=made,
        scenes=tuple("b" if number == foreign else "a" for number in range(4)),
    )


SETS = [
    a_set("one", "mug", "drop break drop fill", 0, 2),
    a_set("two", "mug", "drop drop fill break", 1, 0),
    a_set("three", "cup", "break fill drop fill", 1, 3),
    a_set("four", "cup", "break break drop put", 0, 1),
]
CHOICES = [0, 3, 3, 2]
"""Right; break for drop; the other scene for fill; drop for break."""


def test_accuracy_and_its_parts() -> None:
    assert score.right(SETS, CHOICES).tolist() == [True, False, False, False]
    assert score.accuracy(SETS, CHOICES).mean == 0.25
    assert {name: (one.mean, one.items) for name, one in score.by_action(SETS, CHOICES).items()} == {
        "break": (0.0, 1),
        "drop": (0.5, 2),
        "fill": (0.0, 1),
    }
    assert {name: (one.mean, one.items) for name, one in score.by_object(SETS, CHOICES).items()} == {
        "cup": (0.0, 2),
        "mug": (0.5, 2),
    }
    assert score.by_object_and_action(SETS, CHOICES)["mug", "drop"].mean == 0.5


def test_confusion_by_hand() -> None:
    found = score.confusion(SETS, CHOICES, ("drop", "break", "fill", "put"))
    assert found.columns == ("drop", "break", "fill", "put", score.FOREIGN_SCENE)
    assert found.counts.tolist() == [[1, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]]
    assert found.shares[0].tolist() == [0.5, 0.5, 0, 0, 0]
    assert found.shares[3].tolist() == [0, 0, 0, 0, 0]


def test_agreement_by_hand() -> None:
    # Same on 3 of 4. By chance: 0 is used by 2/4 and 1/4, 1 by 1/4 and 2/4, 2 by 1/4 and 1/4: 5/16.
    found = score.agreement([0, 0, 1, 2], [0, 1, 1, 2])
    assert found.share.mean == 0.75
    assert found.kappa == pytest.approx((0.75 - 5 / 16) / (1 - 5 / 16))
    assert score.agreement([0, 1, 2, 3], [0, 1, 2, 3]).kappa == 1.0


def test_two_who_guess_agree_by_chance() -> None:
    draws = np.random.default_rng(0).integers(0, 4, (2, 4000))
    found = score.agreement(draws[0].tolist(), draws[1].tolist())
    assert found.share.low < 0.25 < found.share.high
    assert abs(found.kappa) < 0.03


def test_agreement_over_pairs_of_annotators() -> None:
    seen = {"ann": {"s1": 0, "s2": 1}, "bob": {"s2": 1, "s3": 2}, "eve": {"s1": 0, "s3": 3, "s4": 1}}
    found = score.pairwise_agreement(seen)
    assert (found.share.mean, found.share.items) == (2 / 3, 3)


def test_no_answer_is_a_wrong_one() -> None:
    assert score.right(SETS, [0, None, None, None]).tolist() == [True, False, False, False]
    assert score.accuracy(SETS, [None] * 4).mean == 0.0


@pytest.mark.parametrize("bad", [4, -1])
def test_a_choice_that_is_no_candidate_is_named(bad: int) -> None:
    with pytest.raises(BadInput, match=f"set two: choice {bad}"):
        score.accuracy(SETS, [0, bad, 0, 0])
    with pytest.raises(BadInput, match="3 choices for 4 sets"):
        score.accuracy(SETS, [0, 0, 0])


# Two and three actions in a row.


def a_sequence(name: str, action: str, scene: str = "kitchen_01") -> ContrastSet:
    return replace(a_set(name, "mug", "drop break drop fill", 0, 2), action=action, scene=scene)


SEQUENCES = [
    a_sequence("k/mug_1/held/fill+put", "fill+put"),
    a_sequence("k/mug_1/held/put+fill+pull/backward/2", "fill+pull"),
    a_sequence("k/mug_1/held/fill+put+push", "fill+put+push"),
    a_sequence("k/mug_1/held/put+fill", "put+fill"),
    a_sequence("l/mug_1/held/fill+put", "fill+put", "kitchen_27"),
]


def test_scores_of_sequences_are_by_direction_and_length() -> None:
    found = StepsTask(AskSettings()).scores(SEQUENCES[:4], [0, 0, 1, None])
    assert {name: (one.mean, one.items) for name, one in found.metrics.items()} == {
        "forward, 2 actions": (0.5, 2),
        "forward, 3 actions": (0.0, 1),
        "forward": (1 / 3, 3),
        "backward, 2 actions": (1.0, 1),
        "backward": (1.0, 1),
        "all": (0.5, 4),
    }


@pytest.mark.parametrize(
    ("part", "direction", "expected"),
    [("train", None, [0, 1, 2, 3]), ("train", "forward", [0, 2, 3]), ("train", "backward", [1]), ("test", None, [4])],
)
def test_sequences_are_told_apart_by_part_and_direction(part: str, direction: Any, expected: list[int]) -> None:
    assert split_steps(SEQUENCES, "scenes", part, direction) == [SEQUENCES[number] for number in expected]
    assert split_steps(SEQUENCES, "objects", part, direction) == [SEQUENCES[n] for n in expected if part == "train"] + (
        SEQUENCES[4:] if part == "train" and direction != "backward" else []
    )
    with pytest.raises(BadInput, match="sideways"):
        split_steps(SEQUENCES, "scenes", part, "sideways")  # type: ignore[arg-type]
