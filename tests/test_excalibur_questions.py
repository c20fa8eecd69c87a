"""EXCALIBUR's questions: programs over a house that is written by hand, in English and back."""

from __future__ import annotations

import pytest

import casita
from casita.benchmarks.excalibur.graph.reading import graph_of, scene_graph
from casita.benchmarks.excalibur.graph.sets import RELATIONS, members
from casita.benchmarks.excalibur.item import Question
from casita.benchmarks.excalibur.questions.analysis import is_tautology, kind_of, needs_of, simpler, topics_of
from casita.benchmarks.excalibur.questions.bank import BankRow, bank, is_balanced, ready, says_more, tallied
from casita.benchmarks.excalibur.questions.english import parsed, reading_of, readings_of, said
from casita.benchmarks.excalibur.questions.grammar import WORDINGS, grammar, read_grammar
from casita.benchmarks.excalibur.questions.programs import NoAnswer, answer, from_json, to_json
from casita.benchmarks.excalibur.questions.proposing import proposals
from casita.benchmarks.excalibur.questions.selecting import chosen_questions, rounded
from casita.errors import BadInput
from casita.seeds import stream
from casita.world.starting import beginning
from tests.excalibur_house import small_house

ANSWERS = {
    # exist
    "Is there a white ceramic mug?": "yes",
    "Is there a blue ceramic mug?": "no",
    "Is there a wooden thing in the kitchen?": "yes",
    "Is there a wooden item in the kitchen?": "no",
    # exist_related
    "Is there a metal item adjacent to the bowl?": "yes",
    "Is there a metal item adjacent to the pencil?": "no",
    "Is there a metal item in the desk?": "yes",
    "Is there a food item on top of the desk?": "no",
    # exist_compared
    "Is there a silver item heavier than the egg?": "yes",
    "Is there a wooden item heavier than the egg?": "no",
    "Is there a metal thing larger than the dining table?": "yes",
    "Is there a metal item longer than the egg?": "yes",
    # exist_both, exist_pair
    "Is there an item that is both adjacent to the bowl and lighter than the key chain?": "yes",
    "Is there an item that is both adjacent to the pencil and lighter than the key chain?": "no",
    "Is there a wooden item adjacent to a ceramic item?": "yes",
    "Is there a wooden item adjacent to a metal thing?": "no",
    # verify, compare
    "Is the bowl made of glass?": "yes",
    "Is the red mug made of glass?": "no",
    "Is the pencil yellow?": "yes",
    "Is the egg in the fridge?": "yes",
    "Is the spoon on top of the desk?": "no",
    "Is the bowl heavier than the red mug?": "yes",
    "Is the spoon lighter than the key chain?": "yes",
    "Is the spoon shorter than the key chain?": "no",
    "Is the white mug larger than the red mug?": "yes",
    # same
    "Is the spoon made of the same material as the fridge?": "yes",
    "Is the spoon of the same colour as the fridge?": "no",
    "Is there another item heavier than the spoon that shares its material with the spoon?": "yes",
    "Is there another item adjacent to the spoon that shares its material with the fridge?": "no",
    # count, count_related, compare_counts
    "How many ceramic items are there?": "2",
    "How many metal things are in the bedroom?": "1",
    "How many items are adjacent to the bowl?": "2",
    "How many silver items are heavier than the egg?": "1",
    "Are there more metal items than ceramic items?": "no",
    "Are there more white items than wooden items?": "yes",
    "Are there more ceramic items than metal items among what is heavier than the key chain?": "yes",
    # query, query_several
    "What colour is the bowl?": "blue",
    "What is the item that is adjacent to the spoon made of?": "glass",
    "In which room is the egg?": "kitchen",
    "What are the items adjacent to the bowl made of?": "ceramic, metal",
    "What colours are the metal items heavier than the egg?": "silver",
    # logic
    "Is it true both that the bowl is made of glass and that the desk is made of wood?": "yes",
    "Is it true both that the bowl is made of glass and that the desk is made of metal?": "no",
    "Is it true that the bowl is made of metal, or that the egg is heavier than the pencil?": "yes",
    "Is there either a metal item or a red item adjacent to the pencil?": "no",
    # chain
    "Is there a ceramic item heavier than the item that is adjacent to the pencil?": "unclear",
    "Is there a metal item lighter than the item that is adjacent to the pencil?": "yes",
    "Is the thing that is right under the pencil made of wood?": "yes",
    "Is the item that is in the desk silver?": "yes",
}
"""Worked out by hand; "unclear" where the two mugs, which are within 10% of each other, would be compared."""


@pytest.mark.parametrize(("text", "expected"), ANSWERS.items())
def test_hand_worked_answers(text: str, expected: str) -> None:
    graph = small_house()
    program = parsed(text)
    if expected in ("unclear", "none", "several"):
        with pytest.raises(NoAnswer, match=expected):
            answer(program, graph)
    else:
        assert answer(program, graph) == expected
        assert answer(from_json(to_json(program)), graph) == expected


def test_every_template_is_among_them() -> None:
    assert {reading_of(text).template.name for text in ANSWERS} == {template.name for template in grammar().templates}
    assert len(grammar().families) >= 11


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Is the mug made of glass?", "several"),
        ("Is the apple made of food?", "none"),
        ("Is the red mug heavier than the white mug?", "unclear"),
        ("How many items are heavier than the red mug?", "unclear"),
        ("What are the items adjacent to the egg made of?", "none"),
    ],
)
def test_questions_without_an_answer(text: str, why: str) -> None:
    with pytest.raises(NoAnswer, match=why):
        answer(parsed(text), small_house())


def test_unclear_things_matter_only_where_they_decide() -> None:
    graph = small_house()
    assert (
        answer(parsed("Is there an item that is both adjacent to the bowl and heavier than the egg?"), graph) == "yes"
    )
    assert answer(parsed("Is there a glass item heavier than the red mug?"), graph) == "yes"
    with pytest.raises(NoAnswer, match="unclear"):
        answer(parsed("Is there a ceramic item heavier than the red mug?"), graph)


@pytest.mark.parametrize(
    "text",
    [
        "Is the blue bowl made of glass?",  # there is one bowl
        "Is the egg that is in the fridge white?",  # there is one egg
        "Is the mug that is on top of the dining table heavier than the red mug?",  # the same mug twice
    ],
)
def test_degenerate_descriptions_are_pruned(text: str) -> None:
    with pytest.raises(NoAnswer, match="degenerate"):
        answer(parsed(text), small_house(), strict=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is the red bowl red?", True),
        ("What colour is the red mug?", True),
        ("Is the mug that is heavier than the egg lighter than the egg?", True),
        ("Is there a metal spoon?", True),
        ("Is the potato made of food?", True),
        ("Are there more red items than red items?", True),
        ("Is the red bowl made of glass?", False),
        ("Are there more red items than metal items among what is heavier than the egg?", False),
        ("Is the mug that is heavier than the egg lighter than the bowl?", False),
    ],
)
def test_tautologies(text: str, expected: bool) -> None:
    assert is_tautology(parsed(text)) is expected


def test_relations_go_both_ways() -> None:
    sets = small_house().sets
    inverse = {
        "contained_by": "contains", "on_top_of": "under", "adjacent_to": "adjacent_to", "heavier_than": "lighter_than",
        "larger_than": "smaller_than", "longer_than": "shorter_than",
    }  # fmt: skip
    assert {*inverse, *inverse.values()} == set(RELATIONS)
    for one, other in inverse.items():
        pairs = {(a, b) for b in range(13) for a in members(sets.related(one, b).sure)}
        assert pairs == {(b, a) for b in range(13) for a in members(sets.related(other, b).sure)}
        assert pairs
    assert members(sets.related("contained_by", 10).sure) == [0, 1, 2, 3, 7, 8, 12]
    assert members(sets.related("heavier_than", 0).sure) == [1]
    assert members(sets.related("heavier_than", 0).unclear) == [5]


def test_what_must_be_found_out() -> None:
    graph = small_house()

    def needs(text: str) -> tuple[str, ...]:
        program = parsed(text)
        return needs_of(program, graph, answer(program, graph))

    assert needs("Is the bowl made of glass?") == ("look",)
    assert needs("Is the egg white?") == ("look", "open")
    assert needs("How many metal items are there?") == ("look", "open")
    assert needs("Is the bowl heavier than the red mug?") == ("look", "lift")
    assert needs("Is the bowl larger than the red mug?") == ("look", "compare")
    program = parsed("Is there a silver item that is both adjacent to the bowl and lighter than the egg?")
    assert topics_of(program) == ("colour", "adjacent_to", "heavier")
    assert kind_of(program) == "yes-no"


# English.


def test_english_is_the_inverse_of_reading_for_every_template_and_wording() -> None:
    seen = set()
    graph = scene_graph(casita.house(seed=3, rooms=3))
    for one in proposals(graph, stream(0, "test"), 1):
        template = grammar().template(one.template)
        for wording in range(WORDINGS):
            text = said(template, wording, one.words)
            readings = list(readings_of(text))
            assert [(r.template.name, r.wording, r.text) for r in readings] == [(template.name, wording, text)]
            assert readings[0].program == one.program
        seen.add(one.template)
    assert len(seen) >= 18


def test_odd_nouns() -> None:
    for text in (
        "Is the pair of red boots that is adjacent to the orange orange made of plastic?",
        "How many pairs of boots are heavier than the plastic bag?",
        "Is there some brown bread adjacent to the paper towel roll?",
        "Is there an orange item in the living room?",
    ):
        assert [reading.text for reading in readings_of(text)] == [text]
    assert parsed("Is there an orange orange?") == ("exist", ("colour", ("type", ("things",), "orange"), "orange"))


@pytest.mark.parametrize("text", ["", "Is there?", "Is there a red mug", "Is there a mugs?", "Is there a unicorn?", 3])
def test_what_is_no_question(text: str) -> None:
    with pytest.raises(BadInput):
        reading_of(text)


def test_a_grammar_rejects_what_it_does_not_know() -> None:
    text = "relations = {}\nmaterials = {}\ntemplates = []\nfurther = 1"
    with pytest.raises(BadInput, match="further"):
        read_grammar(text)
    with pytest.raises(BadInput, match="contained_by"):
        read_grammar(text.removesuffix("\nfurther = 1"))


@pytest.mark.parametrize(
    "program", ["[", "[]", '["exist"]', '["exist",["mugs"]]', '["is","size",["the",["items"]],"x"]']
)
def test_what_is_no_program(program: str) -> None:
    with pytest.raises(BadInput):
        from_json(program)


# The bank.


def test_the_bank_is_balanced_and_sayable() -> None:
    rows = bank()
    assert len(rows) >= 1_000
    assert {row.row.family for row in rows} == set(grammar().families)
    for row in rows:
        assert is_balanced(row.row, row.kind)
        assert not is_tautology(row.program)
    assert {topic for row in rows for topic in row.topics} == {
        "colour", "material", "contained_by", "adjacent_to", "on_top_of", "heavier", "larger",
    }  # fmt: skip


def test_common_answers_are_used_less_often() -> None:
    row = ready(BankRow("Is there a red wooden item?", "exist", ("no", "yes"), (60, 40)))
    assert row.use == {"no": pytest.approx(2 / 3), "yes": 1.0}
    count = ready(BankRow("How many red wooden items are there?", "count", ("0", "1", "2"), (50, 46, 4)))
    assert count.use == {"0": pytest.approx(0.16), "1": pytest.approx(0.08 / 0.46), "2": 1.0}


def test_unbalanced_and_empty_words() -> None:
    assert is_balanced(BankRow("", "", ("yes", "no"), (70, 30)), "yes-no")
    assert not is_balanced(BankRow("", "", ("yes", "no"), (71, 29)), "yes-no")
    assert not is_balanced(BankRow("", "", ("yes", "no"), (10, 9)), "yes-no")
    assert not is_balanced(BankRow("", "", ("1", "2"), (51, 49)), "count")
    assert not is_balanced(BankRow("", "", ("1", "2", "20"), (45, 43, 12)), "count")
    graph = small_house()
    implied = parsed("Is there a glass item heavier than the pencil?")
    assert list(simpler(implied)) == [("exist", implied[1][1]), ("exist", ("that", ("items",), *implied[1][2:]))]
    assert not says_more(implied, [graph])
    assert says_more(parsed("Is there a wooden item heavier than the egg?"), [graph])
    rows = tallied(list(proposals(graph, stream(0, "test"), 1))[:5], [graph, small_house()])
    assert all(row.houses == (2,) for row in rows)


def test_shares_are_rounded_by_luck() -> None:
    shares = {"a": 0.788, "b": 0.123, "c": 0.089}
    drawn = [rounded(shares, 20, stream(seed, "test")) for seed in range(400)]
    assert all(sum(each.values()) == 20 for each in drawn)
    assert sum(each["b"] for each in drawn) / 400 == pytest.approx(2.46, abs=0.1)


def test_questions_of_an_episode() -> None:
    state = beginning(casita.house(seed=5, rooms=4), {"robot": "robot"})
    graph = graph_of(state)
    first = chosen_questions(graph, bank(), stream(1, "test"))
    assert first == chosen_questions(graph, bank(), stream(1, "test"))
    assert len({one.program for one in first}) == 20
    for one in first:
        _check(one, graph)
    kinds = [one.kind for one in first]
    assert 15 <= kinds.count("yes-no") <= 16
    assert 2 <= kinds.count("count") <= 3
    assert 12 <= sum("material" in one.topics for one in first) <= 15


def _check(one: Question, graph: object) -> None:
    assert answer(parsed(one.text), graph, strict=True) == one.answer  # type: ignore[arg-type]
    assert to_json(parsed(one.text)) == one.program
    assert "look" in one.needs
