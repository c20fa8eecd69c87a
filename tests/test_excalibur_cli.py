"""EXCALIBUR's commands on a little data: what is shown, the report, and the taste of it in the quickstart."""

from __future__ import annotations

from pathlib import Path

import pytest

from casita.benchmarks.excalibur.generate import GenerateSettings, run_generate
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import to_json
from casita.benchmarks.excalibur.quickstart import quickstart
from casita.benchmarks.excalibur.report import ReportSettings, run_report
from casita.benchmarks.excalibur.stored.plan import ShowSettings, run_show
from casita.errors import BadInput


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("excalibur") / "data"
    said = list(run_generate(GenerateSettings(out=out, scale="1", parts=("train", "test"), workers=1)))
    assert said[-1] == out
    assert "2 episodes, 40 questions" in str(said[0])
    return out


def test_an_episode_is_shown(data: Path, tmp_path: Path) -> None:
    head, *lines, path = map(str, run_show(ShowSettings(which="0", data=data, out=tmp_path)))
    assert head.startswith("test_00000: house_")
    assert len(lines) == 20
    text = lines[0].partition("?")[0] + "?"
    assert lines[0].endswith(to_json(parsed(text)))
    assert Path(path).read_text().count("#d64545") >= 2
    with pytest.raises(BadInput, match="test_9"):
        list(run_show(ShowSettings(which="test_9", data=data)))
    with pytest.raises(BadInput, match="no episode '1000'"):
        list(run_show(ShowSettings(which="1000")))


def test_the_report_says_what_was_not_run(data: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    *summary, page = run_report(ReportSettings(data=data, out=tmp_path, limit=1))
    text = "\n".join(map(str, summary))
    assert "| oracle (told the graph) | 1 | 100.0 | 100.0 | – | 100.0 |" in text
    assert "| paper: Human w/o replay |" not in text  # that is of hand-drawn houses, which are not in these data
    assert "| paper: Novelty+QA |  | 58.7 | 63.1 | 203.2 | 62.4 |" in text
    assert "novelty-qa above qa, test (novelty-qa and qa not run): missing" in text
    assert Path(str(page)).stat().st_size > 10_000


def test_quickstart_shows_a_house_and_three_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casita.benchmarks.excalibur.quickstart.LEARNT", 1)
    shown = quickstart(tmp_path)
    assert shown.table.columns == ("question", "Random", "Language, by words", "oracle (told the graph)")
    assert len(shown.table.rows) == 10
    assert all(str(row[3]).endswith("(right)") for row in shown.table.rows)
    assert shown.pictures[0][1].startswith(b"\x89PNG")
