"""The rows of Table 2: models that do not act are asked here; of those that act, saved results are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casita.benchmarks.excalibur.episode.visit import VisitRecord, in_short
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models import NOT_ACTING, OURS
from casita.benchmarks.excalibur.models.not_acting import answered
from casita.benchmarks.excalibur.score import Visit, marks
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput
from casita.evaluation.models import ModelRow, built_in, require
from casita.limits import JSON_BYTES
from casita.reading import read_bounded

TESTED = ("test", "drawn")
"""Parts that Table 2 has halves for."""


class Result(NamedTuple):
    """What one model did in some episodes."""

    model: str
    title: str
    episodes: list[Episode]
    visits: list[Visit]
    records: Sequence[VisitRecord] = ()
    """All that was kept of each visit, of models that act."""


def not_acting(data: Excalibur, part: str, limit: int | None = None) -> Iterator[Result]:
    """The models that do not enter the house, in some episodes of a part."""
    episodes = data.episodes(part)[:limit]
    for row in NOT_ACTING.values():
        visits = answered(made(row, data), episodes)
        yield Result(row.name, row.title, episodes, visits)


def made(row: ModelRow, data: Excalibur) -> Any:
    """A model that does not act, trained if it learns."""
    require(row.name, row.needs)
    given = {"train": data.questions("train")} if row.name.startswith("language") else {}
    return built_in(row, "casita.benchmarks.excalibur.models", **given)


def saved(folder: Path | None, data: Excalibur, part: str) -> Iterator[Result]:
    """Results that `casita eval excalibur --results FOLDER/NAME.json` saved, of episodes of this part."""
    known = {episode.id: episode for episode in data.episodes(part)}
    for path in sorted(folder.glob("*.json")) if folder is not None else ():
        plain = _read(path)
        answers = {id: visit for id, visit in plain["answers"].items() if id in known}
        if answers:
            episodes = [known[id] for id in answers]
            records = [_record(path, id, plain) for id in answers]
            visits = [in_short(record) for record in records]
            for episode, visit in zip(episodes, visits, strict=True):
                marks(episode, visit)
            yield Result(_name(plain), _title(plain), episodes, visits, records)


def _name(plain: Mapping[str, Any]) -> str:
    """What a row of results is of: the model, and in a house that changes, that too."""
    moves = plain.get("about", {}).get("about", {}).get("resident", 0)
    return f"{plain['model']}, somebody moves {moves} things" if moves else str(plain["model"])


def _title(plain: Mapping[str, Any]) -> str:
    """What it is called in tables."""
    row = OURS.get(str(plain["model"]))
    return _name(plain) if row is None else _name({**plain, "model": row.title})


def _read(path: Path) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(read_bounded(path, JSON_BYTES), type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BadInput(f"{path} is damaged: {error}") from None
    if found.get("benchmark") != "excalibur" or not isinstance(found.get("answers"), dict):
        raise BadInput(f"{path} holds no results of excalibur")
    return found


def _record(path: Path, id: str, plain: Mapping[str, Any]) -> VisitRecord:
    try:
        return msgspec.convert(plain["answers"][id], VisitRecord)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: the visit of {id} is damaged: {error}") from None


def by_model(results: Sequence[Result]) -> dict[str, Result]:
    """Results by the models' names."""
    return {result.model: result for result in results}
