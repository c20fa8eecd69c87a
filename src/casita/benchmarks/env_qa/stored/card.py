"""The card of a folder of data: what is in it, beside the paper's numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.recording import Recording
from casita.benchmarks.env_qa.item import FILM_KINDS, PARTS, QUESTION_KINDS, Film, Question, Video
from casita.evaluation.page import Table, markdown
from casita.exact import count_of, total_of


def card(scale: str, seed: int, films: Sequence[Film], videos: Sequence[Video], questions: Sequence[Question]) -> str:
    """The card, as Markdown."""
    return "\n".join([
        f"# Env-QA on Casita: {len(films):,} films, {len(videos):,} videos, {len(questions):,} questions",
        "",
        f"Scale {scale}, seed {seed}. Whoever holds the camera is simulated, and so is all rephrasing of questions.",
        "",
        markdown(counts(films, videos, questions)),
        markdown(kinds(films, questions)),
        markdown(lengths(videos, questions)),
    ])  # fmt: skip


def counts(films: Sequence[Film], videos: Sequence[Video], questions: Sequence[Question]) -> Table:
    """How much there is, beside the paper's."""
    seconds = total_of(video.ends - video.starts for video in videos) / max(len(videos), 1)
    events = [each for film in films for each in Recording.decoded(film.log, film.id).happenings]
    seen = 100 * count_of(each.is_seen for each in events) / max(len(events), 1)
    by_video = {video.id: video.end - video.first for video in videos}
    short = 100 * count_of(by_video[one.video] <= 4 for one in questions) / max(len(questions), 1)
    parts, total = Counter(one.part for one in questions), max(len(questions), 1)
    rows = (
        ("films", f"{len(films):,}", f"{paper.FILMS:,}"),
        ("videos, cuts included", f"{len(videos):,}", f"{paper.VIDEOS:,}"),
        ("questions", f"{len(questions):,}", f"{paper.QUESTIONS:,}"),
        ("mean seconds of a video", f"{seconds:.1f}", f"about {paper.SECONDS:.0f}"),
        ("events of films", f"{len(events):,}", ""),
        ("events that are seen while they happen, %", f"{seen:.1f}", ""),
        ("questions about videos of 1 to 4 events, %", f"{short:.1f}", f"{100 * paper.SHORT_SHARE:.0f}"),
        *(
            (f"questions of {part}, %", f"{100 * parts[part] / total:.1f}", "70" if part == "train" else "15")
            for part in PARTS
        ),
    )  # fmt: skip
    return Table("How much there is", ("", "here", "paper"), rows)


def lengths(videos: Sequence[Video], questions: Sequence[Question]) -> Table:
    """How many events videos have, and words answers, in per cent; the paper's curves of both cannot be read."""
    events = Counter(video.end - video.first for video in videos)
    words = Counter(len(" ".join(one.answer.filled().values()).split()) for one in questions)
    longest = max(*events, *words, 1)
    rows = tuple(
        (str(count), *(f"{100 * own[count] / max(own.total(), 1):.1f}" for own in (events, words)))
        for count in range(longest + 1)
        if events[count] or words[count]
    )
    note = "Figure 3 (e) and (f) of the paper, whose curves cannot be read."
    return Table("Lengths, in %", ("how many", "videos by their events", "answers by their words"), rows, note)


def kinds(films: Sequence[Film], questions: Sequence[Question]) -> Table:
    """Kinds of films and of questions, in per cent."""
    own, asked = Counter(film.kind for film in films), Counter(one.kind for one in questions)
    rows = [(f"films: {kind}", f"{100 * own[kind] / max(len(films), 1):.1f}", "") for kind in FILM_KINDS]
    total = max(len(questions), 1)
    shares = {kind: f"{100 * share:.1f}" for kind, share in paper.KIND_SHARES.items()}
    rows += [(f"questions: {kind}", f"{100 * asked[kind] / total:.1f}", shares[kind]) for kind in QUESTION_KINDS]
    return Table("Kinds, in %", ("", "here", "paper"), tuple(rows))
