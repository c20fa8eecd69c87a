"""EXCALIBUR's houses, data folders, models that do not act, and commands on a little data."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import casita
from casita.benchmarks.excalibur.episode.measures import Progress
from casita.benchmarks.excalibur.episode.visit import VisitRecord, in_short
from casita.benchmarks.excalibur.generate import GenerateSettings, generate, make_episode, run_generate
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.graph.sets import members
from casita.benchmarks.excalibur.houses import episodes_of, planned, scene_of, spawn_of, state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.language import Language
from casita.benchmarks.excalibur.models.not_acting import answered
from casita.benchmarks.excalibur.models.oracle import Oracle
from casita.benchmarks.excalibur.models.plausible import Plausible
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import to_json
from casita.benchmarks.excalibur.quickstart import quickstart
from casita.benchmarks.excalibur.report import ReportSettings, run_report
from casita.benchmarks.excalibur.report.answering import changes, confidences, examples, needs
from casita.benchmarks.excalibur.report.exploring import curve, curves, explored, maps
from casita.benchmarks.excalibur.report.results import Result, saved
from casita.benchmarks.excalibur.score import is_of_kind, risk_coverage, scores
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.benchmarks.excalibur.stored.plan import ShowSettings, plan_of, run_show
from casita.errors import BadInput
from casita.scenes.generate.house import house
from casita.world.relations import comparison, is_in, is_near, is_on
from casita.world.starting import beginning
from casita.world.statics import NONE


@pytest.fixture(scope="module")
def episode() -> Episode:
    return make_episode("test", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Excalibur:
    out = tmp_path_factory.mktemp("excalibur") / "data"
    return generate(GenerateSettings(out=out, scale="2", parts=("train", "test"), workers=1), progress=False)


def test_parts_have_the_papers_numbers() -> None:
    numbers = {part: episodes_of(part) for part in ("train", "valid", "test", "drawn", "practice")}
    assert numbers == {"train": 10_000, "valid": 1_000, "test": 1_000, "drawn": 180, "practice": 20}
    drawn = [planned("drawn", number) for number in range(180)]
    assert sorted({one.house for one in drawn}) == [f"drawn_house_{number:02}" for number in range(1, 10)]
    assert len({one.seed for one in drawn}) == len({one.id for one in drawn}) == 180
    assert planned("practice", 3).house == "drawn_house_10"
    seeds = {planned(part, number).house_seed for part in ("train", "valid", "test") for number in range(1_000)}
    assert len(seeds) == 3_000
    with pytest.raises(BadInput, match="0 to 179"):
        planned("drawn", 180)


def test_things_vary_from_episode_to_episode() -> None:
    plan = planned("test", 1)
    plain, one = house(plan.house_seed), scene_of(plan)
    assert one == scene_of(plan)
    assert {thing.id for thing in plain.things} == {thing.id for thing in one.things}
    carriers = {thing.place.of for thing in plain.things}
    for before, after in zip(plain.things, one.things, strict=True):
        if before.kind.is_loose:
            assert 0.5 <= after.mass / before.kind.mass.usual <= 1.5
            low = 1.0 if before.id in carriers else 0.8
            assert low - 0.01 <= after.size[2] / before.size[2] <= 1.01
        else:
            assert after.size == before.size
    looks = [(thing.colour, thing.material) for thing in plain.things]
    assert looks != [(thing.colour, thing.material) for thing in one.things]


def test_hand_drawn_houses_are_rearranged() -> None:
    first, second = (scene_of(planned("drawn", number)) for number in (0, 1))
    assert first.rooms[0].outline == second.rooms[0].outline
    moved = [a.position != b.position for a, b in zip(first.things, second.things, strict=True) if a.kind.is_loose]
    assert sum(moved) > 0.9 * len(moved)


def test_an_episode_is_made_again_from_its_seeds(episode: Episode) -> None:
    assert episode == make_episode("test", 1)
    state = state_of(episode)
    assert spawn_of(state) == episode.spawn
    graph = graph_of(state)
    assert graph.types[-1] == "agent"
    assert graph.types[graph.room[-1]] == state.scene.rooms[state.agents.room[0]].kind
    assert np.isnan(graph.mass[~graph.is_item]).all()
    assert len(graph.visible()) == len(graph) - graph.is_hidden.sum()
    assert plan_of(episode).svg().startswith("<svg")


def test_the_graph_says_what_the_world_says() -> None:
    state = beginning(casita.room("kitchen", 3), {"robot": "robot"})
    graph, known = graph_of(state), state.statics
    slots = [
        slot for slot, thing in enumerate(known.things)
        if state.objects.exists[slot] and thing.type not in ("floor", "door", "window")
        and (known.parent[slot] == NONE or thing.type in ("cabinet", "drawer", "sink"))
    ]  # fmt: skip
    assert graph.types[: len(slots)] == tuple(known.things[slot].type for slot in slots)
    pairs = {(a, b) for b in range(len(slots)) for a in members(graph.sets.related("adjacent_to", b).sure)}
    assert pairs == {
        (a, b) for a, one in enumerate(slots) for b, other in enumerate(slots) if is_near(state, one, other)
    }
    for relation, holds in (("on_top_of", is_on), ("contained_by", is_in)):
        for a, one in enumerate(slots):
            for b, other in enumerate(slots):
                if holds(state, one, other) and known.things[other].type != "counter_top":
                    assert graph.sets.related(relation, b).sure >> a & 1
    heavier = comparison(state, "heavier")
    items = [node for node in range(len(slots)) if graph.is_item[node] and not np.isnan(graph.mass[node])]
    for a in items:
        assert set(members(graph.sets.related("lighter_than", a).sure)) == {
            b for b in items if heavier[slots[a], slots[b]]
        }
    assert len(items) > 20


def test_the_oracle_is_always_right_and_random_is_not(episode: Episode) -> None:
    assert scores([episode], answered(Oracle(), [episode])).exqa.mean == 1.0
    guesses = answered(Plausible(), [episode] * 10)
    assert guesses[0] == guesses[1]
    for question, said in zip(episode.questions, guesses[0].first, strict=True):
        assert is_of_kind(question.kind, said)
    with pytest.raises(BadInput, match="was not told"):
        Oracle().answer(episode.questions[0].text)


def test_language_counts_answers(episode: Episode) -> None:
    with pytest.raises(BadInput, match="no training"):
        Language([])
    model = Language(episode.questions * 20)
    visit = answered(model, [episode])[0]
    assert scores([episode], [visit]).exqa.mean >= 0.9
    assert all(0.0 < sure <= 1.0 for sure in visit.confidence)


def test_data_are_the_same_for_any_number_of_workers(folder: Excalibur, tmp_path: Path) -> None:
    other = generate(
        GenerateSettings(out=tmp_path / "two", scale="2", parts=("train", "test"), workers=2), progress=False
    )
    assert folder.manifest.digest() == other.manifest.digest()
    again = GenerateSettings(out=tmp_path / "two", scale="2", parts=("train", "test"), workers=2)
    assert "3 episodes, 60 questions" in str(next(iter(run_generate(again))))  # nothing is made anew
    assert folder.parts == ("train", "test")
    assert [one.id for one in folder.episodes("train")] == ["train_00000", "train_00001"]
    assert folder.episodes("test") == [make_episode("test", 0)]
    assert all(len(one.questions) == 20 for one in folder.episodes("train"))
    with pytest.raises(BadInput, match="drawn"):
        folder.episodes("drawn")


def test_bad_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'huge'"):
        GenerateSettings(out=tmp_path, scale="huge")
    with pytest.raises(BadInput, match="kitchen"):
        GenerateSettings(out=tmp_path, parts=("kitchen",))


def test_results_of_models_that_act_are_read(folder: Excalibur, tmp_path: Path) -> None:
    id = folder.episodes("test")[0].id
    visit = f'{{"first": {["no"] * 20}, "second": {["yes"] * 20}, "refined_in": 7}}'.replace("'", '"')
    text = f'{{"benchmark": "excalibur", "model": "mine", "answers": {{"{id}": {visit}}}}}'
    (tmp_path / "mine.json").write_text(text)
    found = list(saved(tmp_path, folder, "test"))
    assert [(one.model, one.visits[0].refined_in) for one in found] == [("mine", 7)]
    (tmp_path / "mine.json").write_text(text.replace("excalibur", "env_qa"))
    with pytest.raises(BadInput, match="no results of excalibur"):
        list(saved(tmp_path, folder, "test"))


def acting_result(folder: Excalibur) -> Result:
    """One visit of a robot, made by hand: it goes a metre ahead in phase I and back in phase III."""
    episode = folder.episodes("test")[0]
    x, y, _ = episode.spawn
    path = tuple((x + 0.25 * step, y) for step in (0, 1, 2, 3, 4, 3, 2))
    said = tuple(question.answer for question in episode.questions)
    rows = (Progress(1, 0.1, 0.2, 0, 0), Progress(5, 0.3, 0.5, 1, 2), Progress(7, 0.4, 0.5, 2, 2))
    record = VisitRecord(
        ("nothing", *said[1:]), said, 2, 4, (0.5,) * 20, (0.9,) * 20, progress=rows, path=path,
    )  # fmt: skip
    return Result("mine", "Mine", [episode], [in_short(record)], [record])


def test_how_a_robot_explored_is_told_over_steps(folder: Excalibur) -> None:
    result = acting_result(folder)
    seen = curve(result.records, lambda row: row.seen)
    assert seen[0] == 0.2
    assert set(seen[1:].tolist()) == {0.5}
    assert explored([result]).rows == (("Mine", "4 / 2", "30.0 / 40.0", "50.0 / 50.0", "1.0 / 2.0", "2.0 / 2.0"),)
    (figure,) = curves([result])
    assert figure.data.startswith(b"\x89PNG")
    assert list(curves([result._replace(records=())])) == []
    (map_,) = maps([result])
    assert map_.data.startswith(b"\x89PNG")
    assert "4 steps" in map_.note


def test_answers_that_changed_are_counted_and_shown(folder: Excalibur) -> None:
    result = acting_result(folder)
    assert changes([result]).rows == (("Mine", "5.0", "5.0", "0.0", "0.0"),)
    (table,) = examples([result])
    question = result.episodes[0].questions[0]
    assert table.rows[0][:5] == (result.episodes[0].id, question.text, "nothing", question.answer, question.answer)
    assert [image.title for image in confidences([result])] == ["Confidence"]
    assert len(list(needs([result]))) == 1
    covered, risk = risk_coverage(np.array([1.0, 0.0]), np.array([0.9, 0.1]))
    assert (covered.tolist(), risk.tolist()) == ([0.5, 1.0], [0.0, 0.5])


# Commands.


def test_an_episode_is_shown(folder: Excalibur, tmp_path: Path) -> None:
    head, *lines, path = map(str, run_show(ShowSettings(which="0", data=folder.path, out=tmp_path)))
    assert head.startswith("test_00000: house_")
    assert len(lines) == 20
    text = lines[0].partition("?")[0] + "?"
    assert lines[0].endswith(to_json(parsed(text)))
    assert Path(path).read_text().count("#d64545") >= 2
    with pytest.raises(BadInput, match="test_9"):
        list(run_show(ShowSettings(which="test_9", data=folder.path)))
    with pytest.raises(BadInput, match="no episode '1000'"):
        list(run_show(ShowSettings(which="1000")))


def test_the_report_says_what_was_not_run(folder: Excalibur, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    *summary, page = run_report(ReportSettings(data=folder.path, out=tmp_path, limit=1))
    text = "\n".join(map(str, summary))
    assert "| oracle (told the graph) | 1 | 100.0 | 100.0 | – | 100.0 |" in text
    assert "| paper: Human w/o replay |" not in text  # that is of hand-drawn houses, which are not in these data
    assert "| paper: Novelty+QA |  | 58.7 | 63.1 | 203.2 | 62.4 |" in text
    assert "novelty-qa above qa, test (novelty-qa and qa not run): missing" in text
    assert Path(str(page)).stat().st_size > 10_000


def test_quickstart_shows_a_house_as_it_was_explored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casita.benchmarks.excalibur.quickstart.LEARNT", 1)
    shown = quickstart(tmp_path)
    assert shown.table.columns[2:] == ("Ours, privileged perception (upper row): phase II", "phase IV", "true")
    assert len(shown.table.rows) == 10
    first, *_, last = shown.table.rows
    assert str(first[2]) != str(first[3]), "an answer that changed comes first"
    assert str(last[2]) == str(last[3])
    before, after = (sum(str(row[column]).endswith("(right)") for row in shown.table.rows) for column in (2, 3))
    assert after >= max(before, 9)
    assert shown.pictures[0][1].startswith(b"\x89PNG")
