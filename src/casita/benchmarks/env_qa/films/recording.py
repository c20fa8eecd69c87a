"""What is kept of a film: what was done when, where its person looked, and which events one can see.

All pictures follow from it: the world is played again, and the camera goes where the person's eyes went.
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

import casita
from casita.benchmarks.env_qa.story.story import Happening
from casita.errors import BadInput
from casita.protocols import Picture
from casita.render.between import between
from casita.render.camera import Camera
from casita.render.frame import Frame
from casita.render.renderer import Renderer
from casita.scenes.fixed import shipped_scene
from casita.world.outcome import Outcome
from casita.world.posture import eye
from casita.world.state import State

PERSON = "person"
"""Name of the agent that holds the camera."""

FIELD_OF_VIEW = 90.0
"""Of the picture's height, in degrees."""

RATE = 4.0
"""Frames a second that models are given, as in the paper."""


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One thing done, and when."""

    starts: float
    seconds: float
    verb: str
    object: str = ""
    target: str = ""
    liquid: str = ""


class Look(msgspec.Struct, frozen=True, array_like=True):
    """Where the person looks at some second, in degrees; the head turns smoothly from one look to the next."""

    at: float
    yaw: float
    """Goes on beyond 180, so that the shorter way is meant."""
    pitch: float


class Recording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A film as it is kept."""

    room: str
    seed: int
    seconds: float
    steps: tuple[Step, ...]
    looks: tuple[Look, ...]
    happenings: tuple[Happening, ...]
    seen: dict[str, tuple[int, ...]] = {}
    """By thing: numbers of the film's frames from which to which it is clearly seen, in turn."""

    def encoded(self) -> bytes:
        """As bytes: its JSON, and a digest of that in a line of its own."""
        told = msgspec.json.encode(self)
        return told + b"\n" + _digest(told)

    @classmethod
    def decoded(cls, data: bytes, name: str) -> Recording:
        """From bytes; BadInput if they are damaged or cut short."""
        told, _, digest = data.rpartition(b"\n")
        if digest != _digest(told):
            raise BadInput(f"{name}: its log is cut short or damaged: it is not what was written")
        try:
            found = msgspec.json.decode(told, type=cls)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadInput(f"{name}: its log is damaged: {error}") from None
        if not found.looks or found.seconds <= 0.0 or any(step.seconds <= 0.0 for step in found.steps):
            raise BadInput(f"{name}: its log is damaged: nobody looks anywhere in it, or a step takes no time")
        return found


def _digest(told: bytes) -> bytes:
    return hashlib.blake2b(told, digest_size=8).hexdigest().encode()


def new_world(room: str, seed: int) -> casita.World:
    """A room as it is before a film, with whoever holds the camera."""
    return casita.World(shipped_scene(room), [PERSON], rules="command", seed=seed)


class Played:
    """What was done and looked at, with what came of it: the state and the camera at every second."""

    def __init__(
        self, begins: State, steps: Sequence[Step], outcomes: Sequence[Outcome], looks: Sequence[Look]
    ) -> None:
        self.begins, self.steps, self.outcomes, self.looks = begins, steps, outcomes, looks
        self._starts = [step.starts for step in steps]
        self._times = [look.at for look in looks]

    def state(self, at: float) -> State:
        """What is so at some second."""
        number = bisect_right(self._starts, at) - 1
        if number < 0:
            return self.begins
        step, outcome = self.steps[number], self.outcomes[number]
        share = (at - step.starts) / step.seconds
        return outcome.state if share >= 1.0 else between(outcome, max(share, 0.0))

    def at(self, second: float) -> tuple[State, Camera]:
        """The state, and where the camera is, at some second."""
        yaw, pitch = gaze(self.looks, self._times, second)
        now = self.state(second)
        return now, Camera(eye(now, 0), yaw, pitch, field_of_view=FIELD_OF_VIEW, body=0)


class Reel(Played):
    """A recording that is played again, with its pictures."""

    def __init__(self, recording: Recording, name: str = "a film") -> None:
        self.recording = recording
        world, outcomes = new_world(recording.room, recording.seed), list[Outcome]()
        begins = world.state
        for step in recording.steps:
            outcome = world.act(PERSON, step.verb, step.object, step.target, liquid=step.liquid)
            if not outcome.ok:
                raise BadInput(f"{name} in {recording.room}: its log does not play: {outcome.reason}")
            outcomes.append(outcome)
        super().__init__(begins, recording.steps, outcomes, recording.looks)

    @cached_property
    def renderer(self) -> Renderer:
        """Draws its room."""
        return Renderer(self.begins.scene)

    def frame(
        self, at: float, size: tuple[int, int], channels: Sequence[str] = ("rgb",), smooth: bool = False
    ) -> Frame:
        """What is seen at some second."""
        now, camera = self.at(at)
        return self.renderer.look(now, camera, size, tuple(channels), smooth=smooth)

    def pictures(
        self, starts: float, ends: float, size: tuple[int, int], rate: float = RATE, smooth: bool = False
    ) -> Iterator[Picture]:
        """The pictures of some seconds."""
        for at in seconds(starts, ends, rate):
            yield self.frame(at, size, smooth=smooth).rgb


def seconds(starts: float, ends: float, rate: float = RATE) -> list[float]:
    """When pictures are taken between two moments."""
    return [round(starts + number / rate, 6) for number in range(max(1, round((ends - starts) * rate)))]


def film_seconds(starts: float, ends: float, rate: float = RATE) -> list[float]:
    """When the pictures of a whole film are taken that fall between two moments: cuts share them with their film.

    They begin on a half second, so that cuts share the frames that are looked at closely (`watching.key_frames`), too.
    """
    first = math.ceil(round(math.ceil(round(2 * starts, 6)) / 2 * rate, 6))
    return [number / rate for number in range(first, max(first + 1, math.ceil(round(ends * rate, 6))))]


def gaze(looks: Sequence[Look], times: Sequence[float], at: float) -> tuple[float, float]:
    """Yaw and pitch at some second: from look to look, slowly at first and at last."""
    number = bisect_right(times, at)
    if number == 0:
        return looks[0].yaw, looks[0].pitch
    if number == len(looks):
        return looks[-1].yaw, looks[-1].pitch
    one, other = looks[number - 1], looks[number]
    share = (at - one.at) / (other.at - one.at)
    eased = share * share * (3.0 - 2.0 * share)
    return one.yaw + (other.yaw - one.yaw) * eased, one.pitch + (other.pitch - one.pitch) * eased
