"""What Env-QA's data are made of: films, the videos that they are cut into, and questions: each one row of Parquet."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from casita.protocols import RoleAnswer

Role = Literal["action", "object1", "prep", "object2", "adjective", "number", "yes_no"]
"""The paper's seven roles of an answer."""

ROLES: tuple[Role, ...] = get_args(Role)

__all__ = [
    "FILM_KINDS", "PARTS", "QUESTION_KINDS", "ROLES", "Film", "FilmKind", "Part", "Question", "QuestionKind", "Role",
    "RoleAnswer", "Video",
]  # fmt: skip

Part = Literal["train", "valid", "test"]
PARTS: tuple[Part, ...] = get_args(Part)

FilmKind = Literal["exploring", "random", "object", "action", "task"]
FILM_KINDS: tuple[FilmKind, ...] = get_args(FilmKind)

QuestionKind = Literal["attribute", "state", "event", "order", "number"]
QUESTION_KINDS: tuple[QuestionKind, ...] = get_args(QuestionKind)


class Film(msgspec.Struct, frozen=True):
    """One long take through a room."""

    id: str
    room: str
    part: Part
    kind: FilmKind
    person: str
    """Who holds the camera; simulated."""
    seed: int
    instructions: tuple[str, ...]
    """What the person was asked to do, in the form of the paper's lists."""
    seconds: float
    log: bytes
    """A `films.recording.Recording`: what was done when, and where the person looked."""


class Video(msgspec.Struct, frozen=True):
    """A film, or a part of one, that questions are asked about."""

    id: str
    film: str
    part: Part
    first: int
    """Number of its first event within the film, and of the event after its last one."""
    end: int
    starts: float
    ends: float
    """Seconds of the film."""


class Question(msgspec.Struct, frozen=True):
    """One question about a video, with its answer and what proves it."""

    id: str
    video: str
    part: Part
    kind: QuestionKind
    template: str
    """Which template it was made by."""
    text: str
    action: str
    object1: str
    prep: str
    object2: str
    adjective: str
    number: str
    yes_no: str
    program: str
    """How the answer follows from the story, as JSON; models are not given it."""
    needs: int
    """How many events its answer follows from; 0 if it is told by looking alone: once, or all the while, where it is
    that something does not happen or does not change."""
    proof: tuple[float, ...]
    """Seconds of the film, from and to in turn, that show the answer: events, and when a thing is clearly seen."""

    @property
    def answer(self) -> RoleAnswer:
        """Its answer by roles."""
        return RoleAnswer(**{role: getattr(self, role) for role in ROLES})
