"""`make fuzz` and `make mutants` find what they are meant to find, and the same again when they are asked again."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from casita.errors import BadInput
from casita.seeds import stream
from tests.fuzz import memory, storage
from tests.fuzz.bombs import BOMBS
from tests.fuzz.broken_files import damaged, read_broken_drawing, read_broken_scene
from tests.fuzz.command import Ended, contents, differing, is_one_line
from tests.fuzz.drivers import DRIVERS
from tests.fuzz.driving import Case, Driver, run, run_case
from tests.fuzz.resident import held
from tests.fuzz.sentences import say_anything
from tests.fuzz.storage import FAILING, fill_disk, full_disk
from tests.mutants import before, knowing, running
from tests.mutants.__main__ import drawn, equivalents, reason, standing
from tests.mutants.changes import changed, changes
from tests.mutants.covering import kept_for
from tests.mutants.knowing import Covering
from tests.mutants.mutating import ChangedFinder
from tests.mutants.running import Result
from tests.mutants.tree import ROOT, digest

# Fuzz.


def draw(case: Case) -> None:
    case.found(f"drew {case.luck.below(1000)}")


def stumble(case: Case) -> None:
    raise KeyError("planted")


def test_a_finding_is_had_again_by_its_seed_and_number(tmp_path: Path) -> None:
    driver = Driver("draw", "", draw)
    tally = run(driver, 7, 0.01, tmp_path)
    assert tally.cases == len(tally.findings) >= 1
    number, what = tally.findings[-1]
    assert run_case(driver, 7, number, tmp_path) == [what]
    assert run_case(driver, 8, 0, tmp_path) != run_case(driver, 7, 0, tmp_path)


def test_whatever_a_driver_does_not_expect_is_a_finding(tmp_path: Path) -> None:
    (found,) = run_case(Driver("stumble", "", stumble), 0, 0, tmp_path)
    assert "KeyError: 'planted'" in found
    assert "test_fuzz_tools.py" in found


def test_expected_errors_are_no_findings(tmp_path: Path) -> None:
    case = Case(stream(0, "x"), tmp_path, tmp_path)
    with case.nothing_but(KeyError, doing="it"):
        raise KeyError("expected")
    assert case.findings == []
    with case.nothing_but(KeyError, doing="it"):
        raise ValueError("not expected")
    assert len(case.findings) == 1


def test_drivers_have_names_of_their_own() -> None:
    assert len({driver.name for driver in DRIVERS}) == len(DRIVERS) >= 12
    assert all(driver.share > 0 for driver in DRIVERS)


@pytest.mark.parametrize("tried", [read_broken_scene, read_broken_drawing, say_anything])
def test_some_cases_of_quick_drivers_find_nothing(tried: object, tmp_path: Path) -> None:
    driver = next(each for each in DRIVERS if each.try_case is tried)
    found = [what for number in range(4) for what in run_case(driver, 0, number, tmp_path)]
    assert found == []


@pytest.mark.parametrize(("name", "cases"), [("full_disk", 2), ("two_writers", 1), ("other_journal", 2), ("bombs", 2)])
def test_some_cases_of_drivers_of_storage_find_nothing(name: str, cases: int, tmp_path: Path) -> None:
    (driver,) = (each for each in DRIVERS if each.name == name)
    tally = run(driver, 1, 0.0, tmp_path, cases=cases)
    assert (tally.cases, tally.findings) == (cases, [])


@pytest.mark.parametrize("name", BOMBS)
def test_every_kind_of_bomb_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(BOMBS[name].make(stream(0, name)))
    assert path.stat().st_size < 5_000_000
    with pytest.raises(BadInput, match=BOMBS[name].limit or "bomb|states"):
        BOMBS[name].read(path)


def test_a_full_disk_shows_and_ends(tmp_path: Path) -> None:
    """Every kind of full disk is drawn sooner or later, and afterwards files can be written as before."""
    luck, kinds = stream(0, "disk"), set()
    for _ in range(100):
        with full_disk(luck) as how:
            kinds.add(how.split()[1])
    assert kinds == {"of", *FAILING}
    (tmp_path / "after").write_bytes(bytes(100_000))


def test_data_that_are_not_made_again_after_a_full_disk_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "made_letters", lambda out: None)
    found = [what for number in range(8) for what in run_case(Driver("full_disk", "", fill_disk), 0, number, tmp_path)]
    assert any("other bytes in" in what for what in found)


def test_two_homes_are_drawn_within_the_memory_that_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other tests of this process hold memory, too: what the homes add counts."""
    (driver,) = (each for each in DRIVERS if each.name == "memory")
    monkeypatch.setattr(memory, "TOLD_EVERY", 1)
    monkeypatch.setattr(memory, "MOST_BYTES", held() + memory.MOST_BYTES)
    assert run(driver, 0, 0.0, tmp_path, cases=2).findings == []
    assert re.findall(r"memory: (\d) homes, [\d,]+ MB held", capsys.readouterr().out) == ["1", "2"]
    monkeypatch.setattr(memory, "MOST_BYTES", 1_000_000)
    (found,) = run_case(driver, 0, 0, tmp_path)
    assert "after 1 homes" in found


def test_damage_never_leaves_a_file_as_it_was() -> None:
    data = json.dumps({"a": list(range(50))}).encode()
    luck = stream(0, "damage")
    made = [damaged(data, luck) for _ in range(200)]
    assert data not in made
    assert b"" in made
    assert len(set(made)) > 100


def test_one_line_that_names_what_is_wrong() -> None:
    assert is_one_line(Ended(2, "", "error: x.json is damaged\n"))
    assert not is_one_line(Ended(1, "", "error: x.json is damaged\n"))
    assert not is_one_line(Ended(2, "", "Traceback (most recent call last):\nerror: x\n"))
    assert not is_one_line(Ended(2, "", "error: a\nerror: b\n"))


def test_folders_are_compared_by_bytes_but_for_hidden_files(tmp_path: Path) -> None:
    for name, data in {"a/x": b"1", "a/.lock": b"2", "b/x": b"3"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert contents(tmp_path / "a") == {"x": b"1"}
    assert differing(contents(tmp_path / "a"), contents(tmp_path / "b")) == ["x"]


# Mutants.

SOURCE = '''"""A module."""
from numba import njit

LIMIT: int = 3


@njit
def kernel(x):
    return x + 1


def answer(a, b, seen):
    """Says 1 + 1."""
    if a < b and not seen:
        seen.add(
            a
        )
    a += 1
    seen.update(zip(a, b, strict=True))
    if b in (1, 2):
        raise ValueError(f"{a + b} is too much")
    return a * b
'''


def test_every_kind_of_change_is_made_and_nothing_else() -> None:
    found = changes("src/casita/world/x.py", SOURCE)
    assert Counter(change.kind for change in found) == {
        "constant": 4,  # LIMIT, the step of a, and the tuple; none of the kernel, the docstring, the message or strict
        "comparison": 2,
        "boolean": 2,
        "removed": 3,
        "arithmetic": 1,
        "return": 1,
    }
    for change in found:
        made = changed(SOURCE, change)
        ast.parse(made)
        assert made != SOURCE
        assert made.count("\n") == SOURCE.count("\n"), change.name
    said = {change.name.partition(" ")[2] for change in found}
    assert "comparison: a < b -> (a <= b)" in said
    assert "boolean: not seen -> (seen)" in said
    assert "removed: seen.add( a ) -> pass" in said


def test_changes_are_drawn_by_a_rank_of_their_own() -> None:
    """The more are asked for, the more there are besides the same; no seed gives those of another."""
    few, many, others = (set(drawn(count, seed, ["world"])) for count, seed in ((20, 0), (60, 0), (60, 1)))
    assert few < many
    assert len(many & others) < 10
    assert len(many) == 60


def test_equivalent_changes_are_there_and_say_why() -> None:
    """A row about source that is gone is of no use, and one that fits several changes excuses too much."""
    rows = equivalents()
    assert rows
    for row in rows:
        found = changes(row["file"], (ROOT / row["file"]).read_text())
        assert [reason(each) for each in found if reason(each) == row["reason"]] == [row["reason"]]
        assert len(row["reason"]) > 20


def test_what_holds_with_other_tests_is_known(tmp_path: Path) -> None:
    """What a test noticed holds as long as its file is the same; what none noticed, as long as all files are."""
    here = "tests/test_fuzz_tools.py"
    noticed = Result("a", "noticed", f"{here}::test_x", 1.0, digest([ROOT / here]))
    survived = Result("b", "survived", "", 1.0, "all of them")
    other = Result("c", "noticed", f"{here}::test_x", 1.0, "of another day")
    gone = Result("d", "noticed", "tests/test_that_is_gone.py::test_x", 1.0, "all of them")
    rows = [json.dumps(each._asdict()) for each in (noticed, survived, other, gone)]
    (tmp_path / "results.jsonl").write_text("\n".join([*rows, rows[0][:20]]))
    assert set(standing(tmp_path / "results.jsonl", "all of them")) == {"a", "b"}
    assert set(standing(tmp_path / "results.jsonl", "others")) == {"a"}


TESTS = """
import pytest
from shop import open_late, price

@pytest.fixture(scope="module")
def shared():
    return price(3)

@pytest.fixture
def own():
    return price(0)

def test_first(shared):
    assert shared == 6

def test_second(shared):
    assert open_late() and shared

def test_third(own):
    assert own == 0

def test_wrong():
    assert not open_late()
"""

SHOP = """def price(count):
    if count == 0:
        return 0
    return 2 * count

def open_late():
    return True
"""


def test_a_shared_fixture_counts_for_all_its_tests(tmp_path: Path) -> None:
    """What it runs, and what it costs; tests that fail anyway are not asked."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "shop.py").write_text(SHOP)
    (tmp_path / "test_shop.py").write_text(TESTS)
    plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests.mutants.covering"]
    paths = os.pathsep.join([str(ROOT), str(tmp_path / "src")])
    told = {"CASITA_COVERED": str(tmp_path / "src"), "CASITA_COVERING": str(tmp_path), "PYTHONPATH": paths}
    command = [sys.executable, "-m", "pytest", *plugins, "test_shop.py"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, **told}, check=False, stdout=subprocess.DEVNULL)
    kept = json.loads((tmp_path / kept_for(tmp_path / "test_shop.py")).read_text())
    first, second, third = range(3)
    assert kept["tests"] == [f"test_shop.py::test_{name}" for name in ("first", "second", "third")]
    assert kept["failed"] == ["test_shop.py::test_wrong"]
    seen = {int(line): tests for line, tests in kept["lines"]["src/shop.py"].items()}
    assert {line: seen[line] for line in (2, 3, 4, 7)} == {
        2: [first, second, third], 3: [third], 4: [first, second], 7: [second],
    }  # fmt: skip
    assert min(kept["seconds"]) >= 0.0


def test_tests_that_import_from_where_something_is_changed_are_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    (one, *_), (other, *_) = (
        changes(f"src/casita/{file}", SOURCE) for file in ("world/step.py", "benchmarks/env_qa/x.py")
    )
    found = {path.stem for path in knowing.near([one, other], knowing.test_files([]))}
    assert {"test_one_step", "test_env_qa_asking", "test_env_qa_templates"} <= found
    assert not {"test_act_thor_align", "test_evaluation_journal", "test_wah_tasks"} & found
    assert knowing.near([], knowing.test_files([])) == []
    covered = Covering(
        {one.file: {one.line: ["tests/test_fuzz_tools.py::test_x"]}}, {"tests/test_fuzz_tools.py::test_x": 1.0}, "all"
    )
    monkeypatch.setattr(running, "_tried", lambda *_: ("survived", ""))
    assert running.try_change(one, ROOT, covered, decides=False) is None
    survived = running.try_change(one, ROOT, covered)
    assert survived is not None
    assert (survived.outcome, survived.by, survived.tests) == ("survived", "", "all")


def test_who_noticed_before_is_remembered_whatever_the_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(before, "FILE", tmp_path / "noticed.json")
    here = "tests/test_fuzz_tools.py"
    first, second, third = changes("src/casita/world/x.py", SOURCE)[:3]
    found = {
        first.name: Result(first.name, "noticed", f"{here}::test_x", 1.0, ""),
        second.name: Result(second.name, "survived", "", 1.0, ""),
        third.name: Result(third.name, "noticed", "tests/test_that_is_gone.py::test_y", 1.0, ""),
    }
    before.remember([first, second, third], found)
    assert before.noticed_before() == {before.label(first): f"{here}::test_x"}
    moved = changes("src/casita/world/x.py", "\n\n" + SOURCE)[0]
    assert moved.name != first.name
    assert before.label(moved) == before.label(first)


def test_only_a_test_that_fails_again_has_noticed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    test = "tests/test_fuzz_tools.py::test_x"
    (change, *_) = changes("src/casita/world/step.py", (ROOT / "src/casita/world/step.py").read_text())

    def fail(*_: object) -> tuple[str, str]:
        raise running.TestsFail("it fails anyway")

    for outcome in (("survived", ""), ("too slow", "")):
        monkeypatch.setattr(running, "_tried", lambda *_, outcome=outcome: outcome)
        assert running.try_again(change, ROOT, test) is None
    monkeypatch.setattr(running, "_tried", fail)
    assert running.try_again(change, ROOT, test) is None
    monkeypatch.setattr(running, "_tried", lambda *_: ("noticed", test))
    result = running.try_again(change, ROOT, test)
    assert result is not None
    assert (result.change, result.by, result.tests) == (change.name, test, digest([ROOT / "tests/test_fuzz_tools.py"]))


def test_a_module_is_loaded_with_its_change_and_no_other_is() -> None:
    finder = ChangedFinder("colorsys", "ONE_THIRD = 'changed'\n")
    spec = finder.find_spec("colorsys")
    assert spec is not None
    assert spec.loader is not None
    namespace: dict[str, object] = {}
    exec(spec.loader.get_code("colorsys"), namespace)  # type: ignore[attr-defined]
    assert namespace["ONE_THIRD"] == "changed"
    assert finder.find_spec("json") is None
