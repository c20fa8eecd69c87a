"""From a seed to a folder of data: films as logs, the videos cut from them, and questions about these.

    DIR/films/ROOM.parquet        what was done in each film, and where its person looked; pictures follow from it
    DIR/asked/ROOM.parquet        all questions that could be asked about them, before they are balanced
    DIR/videos.parquet            films, and parts of films, that questions are about
    DIR/questions.parquet         the questions that were chosen
    DIR/README.md, manifest.json  the card, and what the folder was made with, hashes included; written last

A room with its films is the unit of work of `casita.evaluation.folder`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.asking.balancing import balanced
from casita.benchmarks.env_qa.asking.filling import candidates
from casita.benchmarks.env_qa.films.cutting import videos_of
from casita.benchmarks.env_qa.films.names import name_of
from casita.benchmarks.env_qa.films.persons import PERSONS
from casita.benchmarks.env_qa.films.planned import Planned, films_of, planned
from casita.benchmarks.env_qa.films.recording import Reel
from casita.benchmarks.env_qa.films.samplers import EVENTS, filmed
from casita.benchmarks.env_qa.films.taking import Take
from casita.benchmarks.env_qa.films.verbs import Instruction
from casita.benchmarks.env_qa.films.visible import with_what_is_seen
from casita.benchmarks.env_qa.item import PARTS, Film, Question, Video
from casita.benchmarks.env_qa.stored.card import card
from casita.benchmarks.env_qa.stored.export import export, films_of_part
from casita.benchmarks.env_qa.stored.folder import DATA, FILMS, QUESTIONS, VIDEOS, EnvQA
from casita.benchmarks.env_qa.story.story import Happening
from casita.benchmarks.env_qa.story.telling import story_of
from casita.errors import BadInput, unknown
from casita.evaluation.folder import Hashes, Writer, build, stamp
from casita.exact import count_of
from casita.parquet import read_parquet, to_parquet
from casita.seeds import derived_seed, stream

ASKED, CUT = "asked", "videos"
"""Folders of what each room adds: questions that could be asked, and videos."""

ATTEMPTS = 8
"""Takes of a film, at the most; the last is kept as it is."""

ASKED_OF_A_VIDEO = 30
"""Questions of one video that are kept to choose from, of those that could be asked, at the most."""


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """Let simulated camera-people carry instructions out in rooms, and ask about what one sees of it.

    Examples:
      casita generate env_qa --out data/env_qa
      casita generate env_qa --out data/small_films --scale small --workers 1
      casita generate env_qa --out data/small_films --scale small --export media --part test
    """

    out: Path
    """The folder for the data; a run that was stopped goes on."""
    seed: int = 0
    """Where all luck comes from."""
    scale: str = "paper"
    """small (20 films), paper (the paper's numbers of films, videos and questions), or a number of films."""
    rooms: tuple[str, ...] = ()
    """Only the films in these rooms, such as kitchen_01,bathroom_26; all if none is named."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""
    export: Path | None = None
    """Also write films to this folder: as MP4, and all that is known of each frame as Parquet; it goes on, too."""
    part: str = ""
    """Only films of this part are exported: train, valid or test; all if none is named."""

    def __post_init__(self) -> None:
        films_of(self.scale)
        if self.part and self.part not in PARTS:
            raise unknown("part", self.part, PARTS)
        if self.part and self.export is None:
            raise BadInput("--part says which films are exported: it needs --export FOLDER")
        if self.workers < 1:
            raise BadInput(f"--workers is at least 1; it is {self.workers}")
        known = {film.room for film in planned(self.scale, self.seed)}
        for room in self.rooms:
            if room not in known:
                raise unknown(f"room of scale {self.scale}", room, known)

    def plain(self) -> dict[str, Any]:
        """All that the bytes depend on."""
        return {"seed": self.seed, "scale": self.scale, "rooms": self.rooms}


class Work(NamedTuple):
    """What one worker is asked for."""

    out: Path
    seed: int
    films: tuple[Planned, ...]


def run_generate(settings: GenerateSettings) -> Iterator[str | Path]:
    """What `casita generate env_qa` does."""
    yield generate(settings).card
    yield settings.out
    if settings.export is not None:
        films = films_of_part(settings.out, settings.part) if settings.part else ()
        export(settings.out, settings.export, films, workers=settings.workers)
        yield settings.export


def generate(settings: GenerateSettings, *, progress: bool = True) -> EnvQA:
    """Make the data, or what is missing of them."""
    made = stamp(DATA, settings.plain())
    said = {"settings": made.settings, "versions": made.versions}
    every = [
        film for film in planned(settings.scale, settings.seed) if not settings.rooms or film.room in settings.rooms
    ]
    rooms = sorted({film.room for film in every})

    def read_all(folder: str, kind: type[Any]) -> list[Any]:
        return [row for room in rooms for row in read_parquet(settings.out / folder / f"{room}.parquet", kind)]

    def finish() -> dict[str, bytes]:
        videos: list[Video] = read_all(CUT, Video)
        asked: list[Question] = read_all(ASKED, Question)
        lengths = {video.id: video.end - video.first for video in videos}
        chosen: list[Question] = []
        for part in PARTS:
            wanted = round(paper.QUESTIONS * count_of(film.part == part for film in every) / paper.FILMS)
            chosen += balanced([one for one in asked if one.part == part], lengths, wanted, settings.seed)
        films: list[Film] = read_all(FILMS, Film)
        return {
            VIDEOS: to_parquet(videos, Video, said),
            QUESTIONS: to_parquet(chosen, Question, said),
            "README.md": card(settings.scale, settings.seed, films, videos, chosen).encode(),
        }

    work = {
        room: Work(settings.out, settings.seed, tuple(film for film in every if film.room == room)) for room in rooms
    }
    build(settings.out, made, work, make_room, finish, workers=settings.workers, label="Env-QA: rooms",
          progress=progress)  # fmt: skip
    return EnvQA(settings.out)


def make_room(work: Work) -> Hashes:
    """The films of one room, the videos cut from them, and what could be asked about these."""
    writer, films, videos, asked = Writer(work.out), list[Film](), list[Video](), list[Question]()
    for plan in work.films:
        film, reel = taken(plan, work.seed)
        cut, found = asked_about(plan, reel, work.seed)
        films.append(film)
        videos += cut
        asked += found
    said = {"room": work.films[0].room, "seed": work.seed}
    name = f"{work.films[0].room}.parquet"
    writer.write(f"{FILMS}/{name}", to_parquet(films, Film, said))
    writer.write(f"{CUT}/{name}", to_parquet(videos, Video, said))
    writer.write(f"{ASKED}/{name}", to_parquet(asked, Question, said))
    return writer.done()


def asked_about(plan: Planned, reel: Reel, seed: int) -> tuple[list[Video], list[Question]]:
    """The videos that are cut from a film, and what could be asked about them."""
    cut = videos_of(plan.id, plan.part, reel.recording, plan.cuts, stream(seed, "env_qa", "cuts", plan.id))
    asked: list[Question] = []
    for video in cut:
        asked += candidates(story_of(reel, video), video.part, seed, at_most=ASKED_OF_A_VIDEO)
    return cut, asked


def _breaks(reel: Reel, each: Happening) -> bool:
    """Did a throw break what it was at?"""
    if each.verb != "throw" or not each.target:
        return False
    slot = reel.begins.statics.slot(each.target)
    before, after = (bool(reel.state(at).objects.broken[slot]) for at in (each.starts, each.ends))
    return after and not before


def taken(plan: Planned, seed: int) -> tuple[Film, Reel]:
    """One film, taken and played again; a take in which too little comes off is begun anew."""
    for attempt in range(ATTEMPTS):
        luck = stream(seed, "env_qa", "film", plan.id, attempt)
        own = derived_seed(seed, "env_qa", "world", plan.id, attempt) % 2**31
        take = Take(plan.room, own, PERSONS[plan.person], luck.child("take"))
        filmed(take, plan.kind, luck)
        if len(take.happenings) >= EVENTS[0]:
            break
    reel = Reel(take.recording())
    recording = with_what_is_seen(reel.recording, reel)
    reel.recording = recording
    told = tuple(
        Instruction(each.verb, each.object, each.target, each.liquid, _breaks(reel, each)).text(
            lambda id: name_of(id.rpartition("_")[0])
        )
        for each in recording.happenings
    )
    film = Film(
        plan.id, plan.room, plan.part, plan.kind, plan.person, own, told, recording.seconds, recording.encoded()
    )
    return film, reel
