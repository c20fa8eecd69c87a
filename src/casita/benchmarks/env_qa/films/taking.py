"""A camera-person at work, simulated: walks up to things, looks at them and past them, hesitates, and acts.

A take is made by doing: what the world refuses is not in the film, and whoever asked is told so.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.env_qa.films.names import NEVER_NAMED
from casita.benchmarks.env_qa.films.options import Options
from casita.benchmarks.env_qa.films.persons import Person
from casita.benchmarks.env_qa.films.recording import PERSON, Look, Played, Recording, Step, new_world
from casita.benchmarks.env_qa.films.verbs import Instruction
from casita.benchmarks.env_qa.films.visible import CLEARLY, MOSTLY, SIZE, owners, pixels_of
from casita.benchmarks.env_qa.story.story import Happening
from casita.render.renderer import Renderer
from casita.seeds import Stream
from casita.world.outcome import Outcome
from casita.world.posture import eye
from casita.world.state import State

STEEPEST = 60.0
"""Degrees that a camera is tilted down at most, and up half of it."""

EASED = 1.5
"""How many times the mean speed a look moves at in the middle, where it is fastest."""

STRIDES = 40
"""Steps of a way, at the most."""

NEAR_ENOUGH = 1.2
"""Metres within which one looks at the thing itself, not at the way."""

PLAIN = {
    "push": "push", "open": "open", "close": "close", "turn on": "turn_on", "turn off": "turn_off", "fill": "fill",
    "empty": "empty", "clean": "clean", "make dirty": "make_dirty", "slice": "slice", "break": "break",
    "use up": "use_up", "tidy": "tidy",
}  # fmt: skip
"""Verbs of instructions that are one action of the world."""


MARKS = 8
"""Pieces of furniture that must stay within one's way, about half of them at least."""

LOOKED_AT = (0.1, 0.3, 0.5, 0.7, 0.95)
"""Shares of an event at which it is looked at whether it can be seen."""


class Refused(Exception):
    """Something cannot be done here and now."""


class Mark(NamedTuple):
    """How far a film is."""

    state: State
    now: float
    steps: int
    looks: int
    happenings: int


class Take:
    """One film while it is made."""

    def __init__(self, room: str, seed: int, person: Person, luck: Stream) -> None:
        self.person, self.luck = person, luck
        self.world = new_world(room, seed)
        self._seed, self.now = seed, 0.0
        self.steps: list[Step] = []
        self.outcomes: list[Outcome] = []
        self.happenings: list[Happening] = []
        self._renderer = Renderer(self.world.scene)
        things = self.world.scene.things
        furniture = [each.id for each in things if not each.kind.is_loose and each.type not in NEVER_NAMED]
        every = max(1, len(furniture) // MARKS)
        self._marks = [id for id in furniture[::every] if self.world.why_not(PERSON, "walk_to", target=id) is None]
        yaw = float(self.world.state.agents.yaw[0])
        self.looks = [Look(0.0, yaw, 10.0)]

    def recording(self) -> Recording:
        """What has been filmed so far."""
        return Recording(
            self.world.scene.name, self._seed, round(self.now, 3), tuple(self.steps), tuple(self.looks),
            tuple(self.happenings),
        )  # fmt: skip

    def carry_out(self, instruction: Instruction) -> bool:
        """Film how an instruction is carried out; False, and all as it was, if it cannot be, or nobody would see it."""
        before = self.mark()
        try:
            starts, ends = self._done(instruction)
            done = Happening(instruction.verb, instruction.object, instruction.target, instruction.liquid, starts, ends)
            if not (self._is_seen(done) and self._can_go_on()):
                raise Refused
        except Refused:
            self.go_back(before)
            return False
        self.happenings.append(done)
        return True

    def mark(self) -> Mark:
        """Where the film is now."""
        return Mark(self.world.state, self.now, len(self.steps), len(self.looks), len(self.happenings))

    def go_back(self, mark: Mark) -> None:
        """Forget what was filmed since."""
        self.world.restore(mark.state)
        self.now = mark.now
        del self.steps[mark.steps :], self.outcomes[mark.steps :], self.looks[mark.looks :]
        del self.happenings[mark.happenings :]

    def _can_go_on(self) -> bool:
        """Is the way still free to most of what could be walked to at first? What is put down may shut one in."""
        free = [id for id in self._marks if self.world.why_not(PERSON, "walk_to", target=id) is None]
        return 2 * len(free) >= len(self._marks)

    def _is_seen(self, done: Happening) -> bool:
        """Does what is acted on show in most of some pictures of what was just done?"""
        begins = self.outcomes[0].before if self.outcomes else self.world.state
        played = Played(begins, self.steps, self.outcomes, self.looks)
        owner = owners(self.world.state)
        slot = int(owner[self.world.state.statics.slot(done.object)])
        shown = 0
        for share in LOOKED_AT:
            now, camera = played.at(done.starts + share * (done.ends - done.starts))
            ids = self._renderer.look(now, camera, SIZE, ("ids",)).ids
            shown += int(pixels_of(ids, owner)[slot]) >= CLEARLY
        return shown >= MOSTLY * len(LOOKED_AT)

    # What is done for an instruction.

    def _done(self, asked: Instruction) -> tuple[float, float]:
        """Carry an instruction out; from when to when it is seen to happen."""
        self._search(asked.object)
        if asked.verb == "find":
            return self._at_rest(asked.object, self._varied(1.0))
        if asked.verb in ("move", "put near"):
            return self._carried(asked)
        if asked.verb == "throw":
            return self._thrown(asked)
        self._hesitate()
        starts = self.now
        self._act(PLAIN[asked.verb], asked.object, liquid=asked.liquid, follow=asked.object)
        return starts, self._at_rest(asked.object, 0.4)[1]

    def _carried(self, asked: Instruction) -> tuple[float, float]:
        self._hesitate()
        starts = self.now
        self._act("pick_up", asked.object)
        self._walk(asked.target)
        self._look_at(asked.target)
        self._act("put" if asked.verb == "move" else "put_near", asked.object, asked.target, follow=asked.object)
        return starts, self._at_rest(asked.object, 0.4)[1]

    def _thrown(self, asked: Instruction) -> tuple[float, float]:
        self._hesitate()
        starts = self.now
        self._act("pick_up", asked.object)
        if asked.target:
            self._look_at(asked.target)
        self._act("throw", asked.object, asked.target, follow=asked.object)
        return starts, self._at_rest(asked.object, 0.5)[1]

    # Moving about.

    def _search(self, thing: str) -> None:
        """Find a thing: look elsewhere first, perhaps, go there, perhaps by another way, and look past it."""
        person, luck = self.person, self.luck
        if luck.chance(person.looks_round):
            self._look_at(self._something_else(thing))
        if luck.chance(person.detours):
            self._walk(self._something_else(thing), most=3)
        self._walk(thing)
        yaw, pitch = self._direction(thing)
        past = person.overshoots * luck.uniform(-1.0, 1.0)
        if abs(past) > 4.0:
            self._look(yaw + past, pitch)
        self._look_at(thing)

    def _something_else(self, thing: str) -> str:
        """Anything in the room that can be looked at."""
        others = [id for id in Options(self.world.state).things if id != thing]
        return self.luck.choice(others or [thing])

    def _walk(self, thing: str, most: int = STRIDES) -> None:
        """Walk up to a thing."""
        for _ in range(most):
            before = self.world.state
            outcome = self.world.act(PERSON, "walk_to", target=thing)
            if not outcome.ok:
                raise Refused
            (path,) = [each.positions for each in outcome.motion if each.mover == PERSON] or [()]
            if not path:  # there already: no step of the film
                self.world.restore(before)
                return
            places = np.array(path)[:, :2]
            metres = float(np.hypot(*np.diff(places, axis=0).T).sum())
            yaw, pitch = self._direction(thing)
            away = float(np.hypot(*(self._place(thing)[:2] - places[-1])))
            if away > NEAR_ENOUGH:
                along = places[-1] - places[0]
                yaw, pitch = math.degrees(math.atan2(along[1], along[0])), self.luck.uniform(8.0, 20.0)
            yaw = self._onward(yaw)
            took = max(metres / self.person.walks, self._turning(yaw, pitch))
            took = round(took, 3)
            self._add(Step(self.now, took, "walk_to", target=thing), outcome)
            self.now = round(self.now + took, 3)
            self.looks.append(Look(self.now, yaw, pitch))

    # Acting.

    def _act(self, verb: str, object: str, target: str = "", *, liquid: str = "", follow: str = "") -> Outcome:
        """Do something, and look after what it is done to."""
        outcome = self.world.act(PERSON, verb, object, target, liquid=liquid)
        if not outcome.ok:
            raise Refused
        took = self._varied(self.person.acts)
        flight = max((each.seconds for each in outcome.motion), default=0.0)
        took = max(took, flight)
        if follow and self._is_there(follow):
            yaw, pitch = self._direction(follow)
            yaw = self._onward(yaw)
            took = max(took, self._turning(yaw, pitch))
        else:
            yaw, pitch = self.looks[-1].yaw, self.looks[-1].pitch
        took = round(took, 3)
        self._add(Step(self.now, took, verb, object, target, liquid=liquid), outcome)
        self.now = round(self.now + took, 3)
        self.looks.append(Look(self.now, yaw, pitch))
        return outcome

    def _add(self, step: Step, outcome: Outcome) -> None:
        self.steps.append(step)
        self.outcomes.append(outcome)

    def _hesitate(self) -> None:
        self.now = round(self.now + self._varied(self.person.hesitates), 3)
        last = self.looks[-1]
        drift = self.luck.uniform(-1.5, 1.5)
        self.looks.append(Look(self.now, last.yaw + drift, last.pitch))

    def _at_rest(self, thing: str, about: float) -> tuple[float, float]:
        """Keep looking for a while."""
        starts = self.now
        if self._is_there(thing):
            self._look_at(thing)
        self.now = round(self.now + self._varied(about), 3)
        last = self.looks[-1]
        self.looks.append(Look(self.now, last.yaw, last.pitch))
        return starts, self.now

    # Looking.

    def _look_at(self, thing: str) -> None:
        """Look at a thing, a little off the middle."""
        yaw, pitch = self._direction(thing)
        off = self.person.off_centre
        self._look(yaw + self.luck.uniform(-off, off), pitch + self.luck.uniform(-off, off) / 2)

    def _look(self, yaw: float, pitch: float) -> None:
        yaw, pitch = self._onward(yaw), min(STEEPEST, max(-STEEPEST / 2, pitch))
        took = self._turning(yaw, pitch)
        if took > 0.02:
            self.now = round(self.now + took, 3)
            self.looks.append(Look(self.now, yaw, pitch))

    def _turning(self, yaw: float, pitch: float) -> float:
        """Seconds that the head needs to look there."""
        last = self.looks[-1]
        return EASED * math.hypot(yaw - last.yaw, pitch - last.pitch) / self.person.turns * 1.02

    def _onward(self, yaw: float) -> float:
        """The same direction, the shorter way from where one looks now."""
        last = self.looks[-1].yaw
        return last + (yaw - last + 180.0) % 360.0 - 180.0

    def _direction(self, thing: str) -> tuple[float, float]:
        """Yaw and pitch towards a thing."""
        x, y, z = (self._place(thing) - np.array(eye(self.world.state, 0))).tolist()
        pitch = math.degrees(math.atan2(-z, max(math.hypot(x, y), 0.05)))
        return math.degrees(math.atan2(y, x)), min(STEEPEST, max(-STEEPEST / 2, pitch))

    def _place(self, thing: str) -> Float64s:
        """The middle of a thing; of a sliced one, of its first slice."""
        now, known = self.world.state.objects, self.world.state.statics
        slot = known.slot(thing)
        if not now.exists[slot]:
            slot = next((k for k in range(known.count) if known.made_from[k] == slot and now.exists[k]), slot)
        middle: Float64s = now.position[slot] + (0.0, 0.0, float(known.size[slot, 2]) / 2)
        return middle

    def _is_there(self, thing: str) -> bool:
        now, known = self.world.state.objects, self.world.state.statics
        slot = known.slot(thing)
        return bool(now.exists[slot]) or bool((now.exists & (known.made_from == slot)).any())

    def _varied(self, about: float) -> float:
        return about * self.luck.uniform(0.7, 1.5)
