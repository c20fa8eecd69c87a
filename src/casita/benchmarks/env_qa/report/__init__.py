"""The report: what the data are like, and Table 2 with ours beside the paper's, on one page.

OUT/report.html       everything, in one file
OUT/summary.md        verdicts and tables as Markdown
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.recording import Recording
from casita.benchmarks.env_qa.films.verbs import VERBS
from casita.benchmarks.env_qa.models import MODELS
from casita.benchmarks.env_qa.report.findings import findings
from casita.benchmarks.env_qa.stored.card import counts, kinds
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.stored.strip import asked_and_answered, strip, told
from casita.evaluation.evaluate import evaluate
from casita.evaluation.page import Image, Page, Section, Table, Words, jpeg, markdown, write_report
from casita.evaluation.running import Results
from casita.exact import count_of

STRIPS = 3
"""Videos that are shown."""


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Ask all models that come with Env-QA, and set the paper's table beside ours.

    Examples:
      casita report env_qa --data data/env_qa
      casita report env_qa --data data/small_films --limit 200
    """

    data: Path
    """The folder with the data."""
    out: Path = Path("report/env_qa")
    """The folder for the page."""
    limit: int | None = None
    """Questions that are asked, at the most."""


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Ask, and write the page."""
    data = EnvQA(settings.data)
    found = {name: evaluate("env_qa", name, data=settings.data, limit=settings.limit) for name in MODELS}
    verdicts = findings({name: results.scores.metrics for name, results in found.items()})
    table = table_2(found)
    films = list(data.films.values())
    about = (
        counts(films, list(data.videos.values()), data.all_questions),
        kinds(films, data.all_questions),
        verbs(data),
    )
    page = Page(
        "Env-QA",
        "Questions about a home that changes. Camera-people and wordings are simulated; no model here looks yet.",
        (
            Section("Findings", tuple(verdicts)),
            Section("Table 2", (table,)),
            Section("The data", about),
            Section("Films", tuple(shown(data))),
        ),
    )
    rows = tuple((verdict.claim, verdict.holds, "; ".join(verdict.why)) for verdict in verdicts)
    summary = [markdown(Table("The paper's findings", ("finding", "here", "figures"), rows)), markdown(table)]
    yield from summary
    yield write_report(page, "\n".join([*summary, *map(markdown, about)]), settings.out)


def table_2(found: Mapping[str, Results]) -> Table:
    """Equation 1 by kind of question, ours, then the paper's."""
    rows = []
    for name, results in found.items():
        metrics = results.scores.metrics
        cells = (metrics[column].percent() if column in metrics else "–" for column in paper.COLUMNS)
        rows.append((MODELS[name].title, *cells))
    rows += [(f"paper: {name}", *(f"{value:.1f}" for value in values)) for name, values in paper.TABLE_2.items()]
    return Table("Equation 1 in %, by kind of question", ("model", *paper.COLUMNS), tuple(rows))


def verbs(data: EnvQA) -> Table:
    """How often each verb is filmed, beside the paper's lists."""
    own = Counter(each.verb for film in data.films.values() for each in Recording.decoded(film.log, film.id).happenings)
    theirs = {name: row.weight for name, row in VERBS.items()}
    rows = tuple(
        (name, f"{100 * own[name] / max(own.total(), 1):.1f}", f"{100 * theirs[name] / count_of(theirs.values()):.1f}")
        for name in VERBS
    )
    return Table("Verbs of instructions, in %", ("verb", "here", "paper's lists"), rows)


def shown(data: EnvQA) -> Iterator[Image | Words]:
    """Some films of the test, with what happens and what is asked."""
    whole = [video for video in data.videos.values() if video.part == "test" and video.id == video.film]
    for video in whole[:STRIPS]:
        reel = data.reel(video.film)
        yield Image(video.id, jpeg(strip(reel, video)), " ".join(told(data.story(video.id))))
        asked = [one for one in data.all_questions if one.video == video.id][:5]
        yield Words(" ".join(asked_and_answered(one) for one in asked))
