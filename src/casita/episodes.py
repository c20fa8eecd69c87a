"""An episode is a log: the scene, who acts in it by which rules, the seed, and what they did.

States, pictures, answers and scores follow from a log and are derived when they are wanted. Written
down it is one line of JSON a tick, which a person can read and which is compressed where the file's
name ends in `.gz`:

    {"log":1,"casita":"0.1.0","scene":{"name":"kitchen_12","version":"v2","hash":"..."},"agents":[...],...}
    [[0,"walk_to","","mug_1"]]
    [[0,"put","mug_1","counter_top_1","on"]]
    {"tick":2,"digest":"...","end":true}

An action is the number of its agent and its other fields in order, with empty ones left off at the
end. Every 50 ticks and at the end a digest of the state shows whether a replay is still exact. What an
engine of contact physics said of things dropped, thrown, pushed and pulled stands after the tick's
actions (`{"settled":[...]}`), so that a replay needs no engine; the kinematic rules are just followed again.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

import msgspec

from casita import __version__
from casita.errors import BadInput, shortened, unknown
from casita.home import physics_of
from casita.limits import LOG_AGENTS, LOG_BYTES, LOG_TICKS
from casita.reading import decoded, read_packed
from casita.scenes.files import to_json
from casita.scenes.fixed import SHIPPED, shipped_scene
from casita.scenes.kept import PerScene
from casita.scenes.scene import Scene
from casita.scenes.validate import validate
from casita.versions import PHYSICS, WORLD
from casita.words import checked_name
from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.arranged import Arranged
from casita.world.bodies import BODIES, USUAL_BODY
from casita.world.outcome import Outcome
from casita.world.physics import Physics, Recording, Replaying
from casita.world.settled_rows import SettledRow, from_rows, to_rows
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.validation import checked_tick
from casita.writing import write_whole

DIGEST_EVERY = 50
"""Ticks from one digest to the next."""

Format = Literal[1, 2, 3]
"""Versions of the file that can be read: 2 has what an engine of contact physics said; 3 may have that too, says
which versions it was made by, and has digests that cover bodies. An episode by the kinematic rules, of agents with
the usual body, is written as 1."""


class LogRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A typed row of a log that rejects fields it does not know."""


class SceneMark(LogRow, frozen=True):
    """Which scene an episode happens in."""

    name: str
    version: str
    hash: str
    """Of the scene's content; see `scene_hash`."""
    content: Scene | None = None
    """The scene itself, if it was embedded."""


class Actor(LogRow, frozen=True):
    """An agent with its body and where it stands at first, in metres and degrees."""

    name: str
    body: str
    x: float
    y: float
    yaw: float


class Header(LogRow, frozen=True):
    """All that is known before anybody acts: the first line of a log."""

    log: Format
    casita: str
    """Version of the Casita that it was recorded with."""
    scene: SceneMark
    agents: tuple[Actor, ...]
    rules: str
    seed: int
    physics: str = "kinematic"
    """Name of the physics; results of any other than the kinematic one stand in the log."""
    arranged: tuple[Arranged, ...] = ()
    """Things that stand elsewhere than the scene says."""
    versions: dict[str, str] = {}
    """Of the world and, where there was an engine, of the physics (see `casita.versions`); from format 3 on."""


class Episode(LogRow, frozen=True):
    """A whole episode: a value that can be kept, compared, saved and replayed."""

    header: Header
    ticks: tuple[tuple[Action, ...], ...]
    """What the agents did, tick by tick."""
    digests: dict[int, str]
    """Digests of the state after so many ticks: of the beginning, of every 50th tick and of the end."""
    settled: dict[int, tuple[SettledRow | None, ...]] = {}
    """What contact physics said, by the number of the tick (from 0), in the order that it was asked."""

    def __repr__(self) -> str:
        who = shortened([f"{actor.name} ({actor.body})" for actor in self.header.agents])
        return f"Episode({self.header.scene.name[:60]}, {len(self.ticks)} ticks, {self.header.rules} rules, {who})"


class _Results(LogRow, frozen=True):
    """A line with what contact physics said in the tick whose actions stand before it."""

    settled: tuple[SettledRow | None, ...]


class _Mark(LogRow, frozen=True):
    """A line with the digest of the state that so many ticks lead to."""

    tick: int
    digest: str
    end: bool = False


_ACTION = fields(Action)
_values = attrgetter(*(field.name for field in _ACTION))
_Line: Any = msgspec.defstruct(
    "_Line",
    [("agent", int), ("verb", str), *((field.name, type(field.default), field.default) for field in _ACTION[2:])],
    frozen=True,
    array_like=True,
    forbid_unknown_fields=True,
)
"""An action as it is written down: the fields of `Action`, its agent by number."""


class Recorder:
    """Steps a world and keeps what was done: `recorder.step(actions)` in place of `step(state, actions)`."""

    def __init__(self, state: State, physics: str | Physics = "kinematic", arranged: Sequence[Arranged] = ()) -> None:
        """Record from the beginning of an episode on; `arranged` are the things that it was begun with elsewhere."""
        self.state = state
        engine = physics_of(physics)
        self._physics = None if engine is None else Recording(engine)
        plain = engine is None and all(body.name == USUAL_BODY for body in state.bodies)
        actors = zip(state.names, state.bodies, state.agents.position, state.agents.yaw, strict=True)
        self._header = Header(
            log=1 if plain else 3,
            casita=__version__,
            scene=SceneMark(state.scene.name, state.scene.version, scene_hash(state.scene)),
            agents=tuple(Actor(name, body.name, *map(float, (*at, yaw))) for name, body, at, yaw in actors),
            rules=state.rules,
            seed=state.seed,
            physics="kinematic" if engine is None else type(engine).__name__,
            arranged=tuple(arranged),
            versions={} if plain else {"world": WORLD} | ({} if engine is None else {"physics": PHYSICS}),
        )
        if _beginning(self._header, state.scene) != state:
            raise BadInput(f"a recording starts where an episode begins; this state is of tick {state.tick} or changed")
        self._ticks: list[tuple[Action, ...]] = []
        self._digests = {0: state.digest()}
        self._settled: dict[int, tuple[SettledRow | None, ...]] = {}

    def step(self, actions: Sequence[Action]) -> Outcome:
        """Let the agents act, and write it down."""
        actions = checked_tick(self.state, actions)
        outcome = step(self.state, actions, self._physics)
        said = self._physics.taken() if self._physics else ()
        if said:
            self._settled[len(self._ticks)] = to_rows(said, self.state.statics)
        self.state = outcome.state
        self._ticks.append(tuple(actions))
        if len(self._ticks) % DIGEST_EVERY == 0:
            self._digests[len(self._ticks)] = self.state.digest()
        return outcome

    def __repr__(self) -> str:
        return f"Recorder({len(self._ticks)} ticks up to {self.state!r})"

    def branch(self) -> Recorder:
        """A recorder that goes on from here by itself."""
        other = copy(self)
        other._ticks, other._digests, other._settled = list(self._ticks), dict(self._digests), dict(self._settled)
        return other

    def episode(self, *, embed: bool = False) -> Episode:
        """What was recorded so far, with the scene itself if it shall be embedded."""
        header = self._header
        if embed:
            mark = msgspec.structs.replace(header.scene, content=self.state.scene)
            header = msgspec.structs.replace(header, scene=mark)
        digests = self._digests | {len(self._ticks): self.state.digest()}
        return Episode(header, tuple(self._ticks), digests, dict(self._settled))


def replay(episode: Episode, scene: Scene | None = None) -> Iterator[State]:
    """The states of an episode, from its beginning to its end; BadInput at the tick where one is not as recorded."""
    return (state for state, _ in replay_outcomes(episode, scene))


def replay_outcomes(episode: Episode, scene: Scene | None = None) -> Iterator[tuple[State, Outcome | None]]:
    """As `replay`, each state with the outcome that led to it (its motion is what videos need); None at first.

    The scene is the one given, the one embedded, or the one of that name that ships with Casita.
    """
    home = _checked(scene or episode.header.scene.content or _shipped(episode.header.scene), episode.header.scene)
    state = _beginning(episode.header, home)
    for tick, actions in enumerate(episode.ticks):
        checked_tick(state, actions, f"tick {tick}: ")
    return _replayed(episode, state)


def _replayed(episode: Episode, state: State) -> Iterator[tuple[State, Outcome | None]]:
    """The states from the first one on, each checked where there is a digest."""
    outcome = None
    for tick in range(len(episode.ticks) + 1):
        if tick:
            outcome = step(state, episode.ticks[tick - 1], _said(episode, tick - 1, state))
            state = outcome.state
        if tick in episode.digests and episode.digests[tick] != _digest(episode.header, state):
            raise BadInput(
                f"the replay of {episode.header.scene.name} differs from what was recorded at tick {tick}; "
                f"it was recorded with Casita {episode.header.casita}, this is {__version__}"
            )
        yield state, outcome


def _digest(header: Header, state: State) -> str:
    """The digest that a log of this format keeps of a state."""
    return state.digest() if header.log >= 3 else state.digest_without_bodies()


def _said(episode: Episode, tick: int, state: State) -> Physics | None:
    """The physics that says again what was said in a tick; None in an episode by the kinematic rules."""
    if episode.header.physics == "kinematic":
        return None
    return Replaying(from_rows(episode.settled.get(tick, ()), state.statics, f"tick {tick}"))


def _beginning(header: Header, scene: Scene) -> State:
    """The state that a log starts from."""
    agents = {actor.name: actor.body for actor in header.agents}
    places = [(actor.x, actor.y, actor.yaw) for actor in header.agents]
    return beginning(scene, agents, rules=header.rules, seed=header.seed, positions=places, arranged=header.arranged)


# Scenes.


@PerScene
def scene_hash(scene: Scene) -> str:
    """A hash of a scene's content: equal for equal scenes, on every machine; computed once."""
    return hashlib.sha256(to_json(scene).encode()).hexdigest()[:32]


def _checked(scene: Scene, mark: SceneMark) -> Scene:
    """The scene, if it is the one that a log was recorded in."""
    found = scene_hash(scene)
    if found != mark.hash:
        raise BadInput(
            f"the log was recorded in another scene: {mark.name} ({mark.version}) with hash {mark.hash}; "
            f"this is {scene.name} ({scene.version}) with hash {found}"
        )
    return scene


def _shipped(mark: SceneMark) -> Scene:
    """The scene of this name among those that come with Casita: rooms, apartments, houses drawn and generated."""
    generated = re.fullmatch(r"house_(-?[0-9]{1,19})_([0-9]{1,3})", mark.name)
    if generated:
        from casita.scenes.generate.house import house

        return house(int(generated[1]), int(generated[2]), generator=mark.version)
    if mark.name.rpartition("_")[0] not in SHIPPED:
        raise BadInput(f"the log's scene {mark.name!r} is not embedded and does not ship with Casita: give it")
    return shipped_scene(mark.name)


# Files.


def save(episode: Episode, path: str | Path) -> None:
    """Write an episode to a file, whole or not at all; compressed if the name ends in `.gz`."""
    data = to_lines(episode)
    write_whole(Path(path), gzip.compress(data, mtime=0) if str(path).endswith(".gz") else data)


def load(path: str | Path) -> Episode:
    """Read an episode from a file."""
    return from_lines(read_packed(path, LOG_BYTES), str(path))


def to_lines(episode: Episode) -> bytes:
    """An episode as lines of JSON, the same for the same episode."""
    numbers = {actor.name: number for number, actor in enumerate(episode.header.agents)}
    last = len(episode.ticks)
    lines: list[Any] = [episode.header]
    for tick in range(last + 1):
        if tick:
            lines.append([_written(action, numbers) for action in episode.ticks[tick - 1]])
            if tick - 1 in episode.settled:
                lines.append(_Results(episode.settled[tick - 1]))
        if tick in episode.digests:
            lines.append(_Mark(tick, episode.digests[tick], end=tick == last))
    return msgspec.json.Encoder().encode_lines(lines)


def _written(action: Action, numbers: dict[str, int]) -> list[int | float | str]:
    """The fields of an action, its agent by number, without empty ones at the end."""
    agent, *rest = _values(action)
    written = (each if isinstance(each, str) else float(each) for each in rest)
    values: list[int | float | str] = [numbers[agent], *written]
    while not values[-1]:
        values.pop()
    return values


def from_lines(data: bytes, name: str = "log") -> Episode:
    """The episode that lines of JSON describe; `name` is the file's, for error messages."""
    if len(data) > LOG_BYTES or data.count(b"\n") > 3 * LOG_TICKS:
        raise BadInput(f"{name}: too large; a log has at most {LOG_BYTES:,} bytes and {LOG_TICKS:,} ticks")
    first, *lines = data.split(b"\n")
    header = _row(_headers, first, f"{name}: line 1 is not the first of a log of an episode")
    if len(header.agents) > LOG_AGENTS:
        raise BadInput(f"{name}: line 1: there are {len(header.agents)} agents; at most {LOG_AGENTS} are taken")
    if abs(header.seed) >= 1 << 64:
        raise BadInput(f"{name}: line 1: seed: a seed is a whole number of at most 64 bits")
    names = [checked_name(actor.name, f"{name}: line 1: agent") for actor in header.agents]
    for what, said in (("scene", header.scene.name), ("version", header.scene.version), ("rules", header.rules)):
        checked_name(said, f"{name}: line 1: {what}")
    if len(set(names)) < len(names):
        raise BadInput(f"{name}: line 1: agents need different names; they are {names}")
    if header.log < 3 and (header.log == 1) != (header.physics == "kinematic"):
        raise BadInput(f"{name}: line 1: a log of format {header.log} has no physics {header.physics!r}")
    if (header.log == 3) != bool(header.versions):
        raise BadInput(f"{name}: line 1: logs of format 3, and only they, have versions; this one is of {header.log}")
    if header.scene.content is not None:
        validate(header.scene.content, f"{name}: scene")
        _checked(header.scene.content, header.scene)
    ticks: list[tuple[Action, ...]] = []
    digests: dict[int, str] = {}
    settled: dict[int, tuple[SettledRow | None, ...]] = {}
    ended = False
    for number, line in enumerate(lines[:-1], start=2):
        where = f"{name}: line {number}"
        if ended:
            raise BadInput(f"{where}: there is something after the end of the episode")
        if line.startswith(b"["):
            ticks.append(_read_actions(line, header, where))
            continue
        if line.startswith(b'{"settled"'):
            if header.physics == "kinematic" or not ticks or len(ticks) - 1 in settled:
                raise BadInput(f"{where}: results of contact physics stand once after a tick, in logs with an engine")
            settled[len(ticks) - 1] = _row(_results, line, where).settled
            continue
        mark = _row(_marks, line, where)
        if mark.tick != len(ticks):
            raise BadInput(f"{where}: the digest is of tick {mark.tick}, but {len(ticks)} ticks stand before it")
        digests[mark.tick], ended = mark.digest, mark.end
    if not ended or lines[-1]:
        raise BadInput(f"{name}: cut off after tick {len(ticks)}: the line with the end is missing")
    return Episode(header, tuple(ticks), digests, settled)


def _read_actions(line: bytes, header: Header, where: str) -> tuple[Action, ...]:
    """The actions of one tick."""
    actions = []
    verbs = verbs_of(BODIES[actor.body] for actor in header.agents if actor.body in BODIES)
    for row in _row(_action_lists, line, where):
        if row.verb not in verbs:
            raise BadInput(f"{where}: {unknown('verb', row.verb, verbs)}")
        if not 0 <= row.agent < len(header.agents):
            raise BadInput(f"{where}: there is no agent {row.agent}; there are {len(header.agents)}, counted from 0")
        _, *rest = msgspec.structs.astuple(row)
        actions.append(Action(header.agents[row.agent].name, *rest))
    return tuple(actions)


_headers = msgspec.json.Decoder(Header)
_results = msgspec.json.Decoder(_Results)
_marks = msgspec.json.Decoder(_Mark)
_action_lists = msgspec.json.Decoder(tuple[_Line, ...])


def _row(decoder: msgspec.json.Decoder[Any], line: bytes, where: str) -> Any:
    """A line as a typed row; `where` it stands is named if it is none."""
    return decoded(decoder, line, where)
