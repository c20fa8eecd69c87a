"""A folder of Env-QA's data, opened: films, videos and questions, and pictures that are drawn when they are needed."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path

from casita.benchmarks.env_qa.films.recording import RATE, Recording, Reel, film_seconds
from casita.benchmarks.env_qa.item import PARTS, ROLES, Film, Question, Video
from casita.benchmarks.env_qa.story.story import Story
from casita.benchmarks.env_qa.story.telling import story_of
from casita.benchmarks.env_qa.vocabulary import vocabulary
from casita.errors import BadInput, unknown
from casita.evaluation.folder import DataFolder
from casita.parquet import read_parquet
from casita.protocols import Picture

DATA = "env_qa"
"""What these data are called in manifests."""

FILMS = "films"
"""The folder of films, one file a room."""

VIDEOS, QUESTIONS = "videos.parquet", "questions.parquet"

REELS_KEPT = 4
"""Films that are kept as played: questions about one come one after the other."""


class EnvQA(DataFolder):
    """The data of one folder: `EnvQA("data/env_qa").questions("test")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate env_qa` made; BadInput if it is damaged or something else."""
        super().__init__(path, DATA)
        self.videos = {video.id: video for video in read_parquet(self.checked(VIDEOS), Video)}
        self.all_questions = read_parquet(self.checked(QUESTIONS), Question)
        for one in self.all_questions:
            _check(one, self.path)
        self._reels = lru_cache(maxsize=REELS_KEPT)(self._played)

    @cached_property
    def films(self) -> dict[str, Film]:
        """All films by their names."""
        names = sorted(name for name in self.hashes if name.startswith(f"{FILMS}/"))
        return {film.id: film for name in names for film in read_parquet(self.checked(name), Film)}

    def questions(self, part: str) -> list[Question]:
        """The questions of a part: train, valid or test."""
        if part not in PARTS:
            raise unknown("part", part, PARTS)
        return [one for one in self.all_questions if one.part == part]

    def video(self, name: str) -> Video:
        """A video by its name."""
        if name not in self.videos:
            raise unknown("video", name, self.videos)
        return self.videos[name]

    def cuts_of(self, film: str) -> list[Video]:
        """The videos of a film: the whole of it, and what is cut from it."""
        if film not in self._cuts:
            raise unknown("film", film, self._cuts)
        return self._cuts[film]

    @cached_property
    def _cuts(self) -> dict[str, list[Video]]:
        found: dict[str, list[Video]] = {}
        for video in self.videos.values():
            found.setdefault(video.film, []).append(video)
        return found

    def reel(self, film: str) -> Reel:
        """A film, played again; BadInput if its log is damaged."""
        if film not in self.films:
            raise unknown("film", film, self.films)
        return self._reels(film)

    def _played(self, film: str) -> Reel:
        name = f"film {film}"
        return Reel(Recording.decoded(self.films[film].log, name), name)

    def story(self, video: str) -> Story:
        """What happens in a video; models are not given it."""
        found = self.video(video)
        return story_of(self.reel(found.film), found)

    def frames(self, video: str, size: tuple[int, int], rate: float = RATE) -> list[Picture]:
        """The pictures of a video, as models are given them: those of its film that fall into it."""
        found = self.video(video)
        reel = self.reel(found.film)
        return [reel.frame(at, size).rgb for at in film_seconds(found.starts, found.ends, rate)]


def _check(one: Question, path: Path) -> None:
    """BadInput, by the question's name, if it asks nothing, or its answer is none that there is."""
    if not one.text.strip():
        raise BadInput(f"{path}: question {one.id} has no text")
    for role in ROLES:
        value = getattr(one, role)
        if value and value not in vocabulary()[role]:
            raise BadInput(f"{path}: question {one.id}: {value!r} is no {role} of the vocabulary")


@lru_cache(maxsize=1)
def opened_data(path: Path) -> EnvQA:
    """The data of a folder, opened once in a process that works on one film after the other."""
    return EnvQA(path)
