"""Env-QA's report on answers made by hand: gains, contrasts, lengths of videos, findings, instruction lists."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, cast

import pytest

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.item import Question, RoleAnswer, Video
from casita.benchmarks.env_qa.models import MODELS
from casita.benchmarks.env_qa.report.answers import Answered
from casita.benchmarks.env_qa.report.attended import examples, in_words
from casita.benchmarks.env_qa.report.findings import findings
from casita.benchmarks.env_qa.report.lists import Lists, overlap, tables
from casita.benchmarks.env_qa.report.tables import table_2, table_2_roles, table_3, untrained
from casita.benchmarks.env_qa.report.video_length import by_length

YES, NO, HALF = RoleAnswer(yes_no="yes"), RoleAnswer(yes_no="no"), RoleAnswer(yes_no="yes", number="3")
"""Right, wrong, and right in one of two roles."""


def question(number: int, video: str, kind: str) -> Question:
    roles = dict.fromkeys(("action", "object1", "prep", "object2", "adjective", "number", "yes_no"), "")
    return Question(f"q{number}", video, "test", cast(Any, kind), "t", "Is it?", **(roles | {"yes_no": "yes"}),
                    program="[]", needs=0, proof=())  # fmt: skip


VIDEOS = {
    "a": Video("a", "film_a", "test", 0, 2, 0.0, 9.0),
    "b": Video("b", "film_b", "test", 1, 7, 0.0, 9.0),
    "c": Video("c", "film_c", "test", 0, 2, 0.0, 9.0),
}
TOLD = (("move mug to sink", "throw cup to hit window"), ("open fridge",), ("put pan near pot", "find pan"))
ROOMS = ("kitchen_20", "kitchen_26", "bedroom_21")
FILMS = {
    f"film_{name}": SimpleNamespace(room=room, instructions=told)
    for name, room, told in zip("abc", ROOMS, TOLD, strict=True)
}
QUESTIONS = [
    question(0, "a", "event"), question(1, "b", "event"), question(2, "c", "event"), question(3, "a", "order"),
]  # fmt: skip


def answered(**said: list[list[RoleAnswer | None]]) -> Answered:
    data = SimpleNamespace(films=FILMS, video=VIDEOS.__getitem__, questions=lambda part: QUESTIONS)
    return Answered(cast(Any, data), QUESTIONS, {name.replace("_", "-"): runs for name, runs in said.items()}, [])


def test_means_gains_and_contrasts_by_hand() -> None:
    found = answered(tsea=[[YES, NO, HALF, YES], [YES, YES, NO, YES]], q_only=[[NO, NO, NO, YES]])
    everything = found.mean("tsea", lambda one: True)
    assert everything is not None
    assert everything.mean == pytest.approx((2.5 + 3.0) / 8)
    gain = found.gain("tsea", "q-only")
    assert gain is not None
    assert gain.mean == pytest.approx(5.5 / 8 - 1 / 4)
    less = found.contrast("tsea", found.is_in_a_seen_room, lambda one: not found.is_in_a_seen_room(one))
    assert less is not None
    assert less.mean == pytest.approx(1.0 - (1.0 + 0.5) / 4)
    assert math.isnan(less.low)  # only one film is in a seen room
    assert found.gain("tsea", "stage") is None
    assert found.mean("tsea", lambda one: one.kind == "number") is None
    assert [found.is_in_a_seen_room(one) for one in QUESTIONS] == [True, False, False, True]
    assert [found.events_of(one) for one in QUESTIONS] == [2, 6, 2, 2]


def test_figure_5_by_hand() -> None:
    curves = by_length(answered(tsea=[[YES, NO, HALF, YES]], q_only=[[NO, NO, NO, YES]], ours=[[YES] * 4]))
    assert list(curves)[:2] == ["Q-only", "TSEA"]
    assert curves[MODELS["ours"].title][1] == 100.0
    assert curves["TSEA"][1] == pytest.approx(75.0)  # the order question is left out
    assert curves["TSEA"][5] == 0.0
    assert math.isnan(curves["TSEA"][0])
    assert len(curves["TSEA"]) == 10


def test_tables_have_what_there_is_and_the_papers() -> None:
    found = answered(tsea=[[YES, NO, HALF, YES]] * 2, tsea_frames=[[NO, NO, YES, YES]])
    two, roles, three = table_2(found), table_2_roles(found), table_3(found)
    assert [row[0].text for row in two.cells][:2] == ["TSEA (2 seeds)", "paper: Q-only"]
    assert [cell.text.split()[0] for cell in two.cells[0][1:]] == ["–", "–", "50.0", "100.0", "–", "62.5", "50.0"]
    assert "These are data of 3 films, a part" in two.note
    assert roles.cells[0][5].text.startswith("75.0")
    assert [row[0].text for row in three.cells][:3] == ["TSEA (2 seeds)", "- event feature", "paper: TSEA"]
    assert [cell.text.split()[0] for cell in three.cells[1][1:]] == ["50.0", "50.0", "50.0"]
    assert len(list(untrained(found))) == 11


def test_findings_are_told_from_numbers_and_missing_ones_are_not() -> None:
    right, wrong = [[YES] * 4], [[NO] * 4]
    looking = dict.fromkeys(("cnn_lstm", "st_vqa", "stage", "tsea", "oracle"), right)
    verdicts = findings(answered(**looking, q_only=wrong, question_only=wrong, i_only=wrong, tsea_ends=wrong))
    told = {verdict.claim.split(" ")[0] + str(number): verdict.holds for number, verdict in enumerate(verdicts)}
    assert told["Questions0"] == "holds"
    assert told["Every1"] == "holds"
    assert told["Who4"] == "holds"  # four clear gains of 100 points
    assert told["TSEA5"] == "cannot be told"  # no difference, but of four questions
    assert told["Every6"] == told["It10"] == "cannot be told"  # ablations and a control are missing
    assert told["Aim:11"] == told["Looking12"] == told["Aim:13"] == "cannot be told"  # ours is not among them
    assert len(verdicts) == 14


def test_aims_of_ours_are_told_from_numbers() -> None:
    found = answered(ours=[[YES] * 4], ours_literal=[[NO, YES, YES, NO]], tsea=[[NO] * 4])
    ahead, literal, lasts = findings(found)[-3:]
    assert ahead.holds == "holds"
    assert "ours over TSEA, unseen rooms: +100.0" in ahead.why[1]
    assert "taking nothing for granted of what is asked over TSEA: +50.0" in literal.why[0]
    assert lasts.holds == "cannot be told"  # no video has one event, and none has ten
    none = findings(answered(ours=[[NO] * 4], tsea=[[NO] * 4]))[-3]
    assert none.holds == "does not hold"


def test_examples_are_one_of_each_kind_and_a_wrong_one() -> None:
    assert [one.id for one in examples(answered(tsea=[[HALF, NO, YES, YES]]))] == ["q2", "q3", "q1"]
    assert in_words(HALF) == "number 3, yes_no yes"
    assert in_words(RoleAnswer()) == "nothing"


def test_the_papers_lists_add_up() -> None:
    """441 lists of 3,192 instructions, as counted in the sample itself, and the totals of the columns made from it."""
    assert sum(paper.LIST_LENGTHS.values()) == paper.SAMPLED_LISTS == 441
    assert sum(length * count for length, count in paper.LIST_LENGTHS.items()) == 3192
    assert sum(paper.LIST_OBJECTS.values()) == 3169
    assert sum(paper.LIST_PREPOSITIONS.values()) == 1643


def test_rows_of_the_paper_are_those_of_its_tables() -> None:
    second = ["q-only", "i-only", "cnn-lstm", "st-vqa", "stage", "tsea"]
    third = ["tsea-one-step", "tsea-frames", "tsea-unfocused", "tsea-nameless"]
    assert [name for name, row in MODELS.items() if row.in_paper] == second + third


def test_instruction_lists_beside_the_papers() -> None:
    data = cast(Any, SimpleNamespace(films=FILMS))
    own = Lists(data)
    assert own.lengths == {2: 2, 1: 1}
    assert own.prepositions == {"to": 1, "to hit": 1, "near": 1}
    assert own.objects == {"mug": 1, "cup": 1, "fridge": 1, "pan": 2}
    assert overlap({"a": 1, "b": 1}, {"a": 1, "c": 3}) == pytest.approx(0.25)
    verbs, objects, between, thrown_at, lengths = tables(data)
    assert verbs.cells[0][1].text == "20.0"  # one of five is a move
    assert objects.cells[0][0].text == "bowl"
    assert [row[0].text for row in between.cells] == list(paper.LIST_PREPOSITIONS)
    assert thrown_at.cells[0][2].text == "19.7"  # at a window, 95 of the paper's 482
    assert lengths.cells[1][1].text == "66.7"
    assert lengths.cells[5][2].text == "19.5"  # 86 of the paper's 441 lists have six
