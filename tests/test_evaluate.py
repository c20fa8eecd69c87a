"""A user's model is loaded, checked and asked; a run that was killed goes on to the same bytes."""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casita.benchmarks.act_thor.item import ContrastSet
from casita.errors import BadInput
from casita.evaluate import PROTOCOLS, Results, check_model, evaluate_chooser, load_model
from casita.protocols import Picture

ACTIONS = ("drop", "break", "fill")


def a_set(number: int) -> ContrastSet:
    keys = tuple(f"kitchen_{number}/mug_1/held/{action}" for action in ACTIONS)
    answer = number % 4
    candidates = [keys[1], keys[2], f"kitchen_{number + 1}/mug_1/held/drop"]
    candidates.insert(answer, keys[0])
    return ContrastSet(
        id=keys[0],
        scene=f"kitchen_{number}",
        object_type="mug",
        trial="held",
        action="drop",
        before=f"kitchen_{number}/mug_1/held/before",
        candidates=tuple(candidates),
        answer=answer,
        actions=tuple(key.rpartition("/")[2] for key in candidates),
        scenes=tuple(key.partition("/")[0] for key in candidates),
    )


SETS = [a_set(number) for number in range(1, 13)]


def brightness(key: str) -> int:
    """Before and drop are alike but for the scene; the drop is one brighter."""
    scene, _, _, moment = key.split("/")
    return 10 * int(scene.partition("_")[2]) + ("before", *ACTIONS).index(moment)


def picture(key: str) -> Picture:
    return np.full((2, 2, 3), brightness(key), dtype=np.uint8)


class OneBrighter:
    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        return [int(one[0, 0, 0]) for one in candidates].index(int(before[0, 0, 0]) + 1)


def test_a_model_that_knows_is_right_everywhere() -> None:
    results = evaluate_chooser(OneBrighter(), SETS, picture, progress=False)
    assert list(results.answers.items()) == [(one.id, one.answer) for one in SETS]
    assert results.model == "OneBrighter"
    assert results.versions.keys() == {"casita", "python", "numpy"}


class Tiring(OneBrighter):
    """Is killed after some questions."""

    def __init__(self, questions: int) -> None:
        self.left = questions

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().choose(before, action, candidates)


@pytest.mark.parametrize("torn", [b"", b'["kitchen_', b'["kitchen_9/mug_1/held/drop", 1]'])
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path, torn: bytes) -> None:
    journal = tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        evaluate_chooser(Tiring(5), SETS, picture, progress=False, resume=journal, name="m")
    with journal.open("ab") as file:
        file.write(torn)
    rested = Tiring(len(SETS) - 5)
    resumed = evaluate_chooser(rested, SETS, picture, progress=False, resume=journal, name="m")
    assert rested.left == 0, "it was asked again what it had answered"
    assert resumed.to_json() == evaluate_chooser(OneBrighter(), SETS, picture, progress=False, name="m").to_json()
    assert len(journal.read_bytes().splitlines()) == 1 + len(SETS)


def test_a_journal_of_other_items_or_another_model_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "run.jsonl"
    evaluate_chooser(OneBrighter(), SETS, picture, progress=False, resume=journal)
    with pytest.raises(BadInput, match=r"run\.jsonl.*model and items"):
        evaluate_chooser(OneBrighter(), SETS[:3], picture, progress=False, resume=journal, name="other")
    journal.write_bytes(b"not json\n")
    with pytest.raises(BadInput, match="damaged journal"):
        evaluate_chooser(OneBrighter(), SETS, picture, progress=False, resume=journal)


@pytest.mark.parametrize("bad", [4, -1, 1.0, True, None, "2", np.float64(1)])
def test_a_bad_index_names_the_set_and_the_value(bad: Any) -> None:
    class Bad:
        def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> Any:
            return bad

    with pytest.raises(BadInput) as caught:
        evaluate_chooser(Bad(), SETS, picture, progress=False)
    assert SETS[0].id in str(caught.value)
    assert repr(bad) in str(caught.value)


def test_a_numpy_index_is_good() -> None:
    class First:
        def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> Any:
            return np.argmax([1, 0, 0, 0])

    results = evaluate_chooser(First(), SETS, picture, progress=False)
    assert set(results.answers.values()) == {0}
    assert json.loads(results.to_json())["answers"][SETS[0].id] == 0


def test_an_exception_names_the_set() -> None:
    class Fails:
        def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
            raise ZeroDivisionError("by zero")

    with pytest.raises(BadInput, match=rf"{SETS[0].id}: ZeroDivisionError: by zero"):
        evaluate_chooser(Fails(), SETS, picture, progress=False)


def test_a_set_that_is_there_twice_is_refused() -> None:
    with pytest.raises(BadInput, match=f"{SETS[2].id} is there more than once"):
        evaluate_chooser(OneBrighter(), [*SETS, SETS[2]], picture, progress=False)


def test_results_survive_their_file(tmp_path: Path) -> None:
    results = evaluate_chooser(OneBrighter(), SETS, picture, progress=False, about={"split": "objects"})
    results.save(tmp_path / "results.json")
    assert Results.load(tmp_path / "results.json") == results
    (tmp_path / "foreign.json").write_text('{"colour": "red"}')
    with pytest.raises(BadInput, match=r"foreign\.json"):
        Results.load(tmp_path / "foreign.json")


def test_a_model_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\n\n@dataclass\nclass First:\n    index: int = 0\n\n"
        "    def choose(self, before, action, candidates):\n        return self.index\n"
        "class Needy:\n    def __init__(self, path):\n        pass\n"
    )
    model = load_model(f"{file}:First")
    assert evaluate_chooser(model, SETS, picture, progress=False).answers == {one.id: 0 for one in SETS}
    assert isinstance(load_model(OneBrighter), OneBrighter)
    for named, message in {
        f"{file}:Frist": "did you mean First",
        f"{file}:Needy": "cannot be made without arguments.*path",
        str(file): "expected path/file.py:Class",
        f"{tmp_path}/none.py:First": "there is no file",
    }.items():
        with pytest.raises(BadInput, match=message):
            load_model(named)
    file.write_text("1 / 0")
    with pytest.raises(BadInput, match="cannot be run: ZeroDivisionError"):
        load_model(f"{file}:First")


class Nothing:
    pass


class TooFew:
    def choose(self, before: Picture) -> int:
        return 0


class NoMethod:
    choose = 3


class Generous:
    def choose(self, *given: Any, temperature: float = 0.0) -> int:
        return 0


class Later:
    async def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        return 0


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Nothing, "Nothing has no method choose(before, action, candidates)"),
        (TooFew, "cannot be called as choose(before, action, candidates)"),
        (NoMethod, "is no method but 3"),
        (Later, "is async"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(kind: type, message: str) -> None:
    for model in (kind, kind()):
        (wrong,) = check_model("act_thor", model)
        assert message in wrong
    with pytest.raises(BadInput, match=kind.__name__):
        evaluate_chooser(kind(), SETS, picture, progress=False)


@pytest.mark.parametrize("kind", [OneBrighter, Generous])
def test_a_good_model_has_nothing_wrong(kind: type) -> None:
    assert check_model("act_thor", kind) == check_model("act_thor", kind()) == []


@pytest.mark.parametrize("benchmark", PROTOCOLS)
def test_every_benchmark_knows_what_it_asks_for(benchmark: str) -> None:
    asked = [name for name, value in vars(PROTOCOLS[benchmark]).items() if inspect.isfunction(value) and name[0] != "_"]
    wrong = check_model(benchmark, Nothing())
    assert len(wrong) == len(asked) >= 1
    with pytest.raises(BadInput, match="unknown benchmark"):
        check_model("act_tor", Nothing())
