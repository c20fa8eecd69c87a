"""What a model must offer to be scored, and what it is given: one class with the one or two methods of its benchmark.

Pictures are height x width x 3 arrays of bytes. Nothing is registered: a class in a file is enough. All that a model is
given is plain data of what it may know: `to_json` and `to_msgpack` write it, `from_json` and `from_msgpack` read it
back unchanged, and nothing in it leads to a state, a scene, a task or anybody's goal.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
import numpy as np

from casita.arrays import Uint8s, Uint16s
from casita.errors import BadInput
from casita.world.action import Action
from casita.world.known_home import KnownHome
from casita.world.located import LocatedThing

Picture = Uint8s
Plain = TypeVar("Plain")


class Privileged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a helper of the challenge must not know; upper bounds and controls are told what their `privileges` name."""

    goal: tuple[tuple[str, int], ...] = ()
    """By "goal": what Alice wants, in Watch-And-Help's words: predicates with how many of each."""
    plan: tuple[dict[str, Any], ...] = ()
    """By "plan": her next subgoals, the present one first (`casita.agents.chores.Subgoal` as plain rows)."""
    graph: dict[str, Any] | None = None
    """By "state": the graph of everything, seen or not."""


class Observation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """What an agent is given at one step; two are equal if all that they say is."""

    agent: str
    """Whose observation it is: the helper's own, or in a demonstration the one's who is watched."""
    tick: int
    """Steps since the episode began."""
    graph: dict[str, Any]
    """Nodes and edges of what it sees, as `world.graph(seen_by=agent)` gives them (see `casita.world.graph`)."""
    home: KnownHome
    """What whoever lives there knows: rooms, doorways, where furniture stands, which loose things there are."""
    legal: tuple[Action, ...] = ()
    """What it could do now with what it sees, but for saying something; none in demonstrations."""
    messages: tuple[tuple[str, str], ...] = ()
    """Who said what since the last step."""
    picture: Picture | None = None
    """What it sees as a picture, if pictures were asked for."""
    did: Action | None = None
    """In a demonstration: what was done at this step. None at its end, and while helping."""
    privileged: Privileged = Privileged()
    """Empty, but for upper bounds and controls that asked for it by their `privileges`."""

    def __eq__(self, other: object) -> bool:
        """Do two observations say the same?"""
        if not isinstance(other, Observation):
            return NotImplemented
        mine, theirs = (msgspec.structs.asdict(each) for each in (self, other))
        pictures = mine.pop("picture"), theirs.pop("picture")
        same = all(each is None for each in pictures) or all(each is not None for each in pictures)
        return mine == theirs and same and (pictures[0] is None or np.array_equal(*pictures))


class Odometry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a robot is, counted from where it began: it then stood at (0, 0) with a yaw of 0."""

    x: float
    """Metres ahead of where it began."""
    y: float
    """Metres to the left of where it began."""
    yaw: float
    """Degrees that it has turned to the left since then."""


class SeenThing(LocatedThing, frozen=True):
    """One thing that shows in a robot's picture, as perfect perception would have it: for upper rows only.

    It is located in the frame of `Odometry`.
    """

    id: str
    """The same whenever the same thing is seen."""
    type: str
    """As in the catalogue, such as "mug"; a floor is a thing too."""
    box: tuple[int, int, int, int]
    """Around its visible pixels: left, top, right, bottom (not included)."""


class RobotObservation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """What EXCALIBUR's robot is given at one step; two are equal if all that they say is."""

    agent: str
    """Its name, for its actions."""
    phase: str
    """"explore" before the questions, "refine" after they were asked."""
    step: int
    """Steps since this phase began."""
    left: int
    """Steps until the phase ends by itself."""
    felt: str
    """What the gripper feels after the last action: "slipped", "held", "lifted", or nothing."""
    refused: str
    """Why the last action was not done, as far as a robot can know; empty if it was done."""
    joints: tuple[float, ...]
    """The six joints of the arm, in degrees from their rest."""
    pitch: float
    """Degrees that the head looks down."""
    odometry: Odometry | None = None
    """Where it is, if the settings have it."""
    picture: Picture | None = None
    """What it sees, if it wants to look: height x width x 3."""
    depth: Uint16s | None = None
    """Millimetres along the direction of view, if the settings have it; 0 where there is nothing."""
    privileged: tuple[SeenThing, ...] = ()
    """Empty, but for upper rows that asked for it by their `privileges`."""

    def __eq__(self, other: object) -> bool:
        """Do two observations say the same?"""
        if not isinstance(other, RobotObservation):
            return NotImplemented
        return to_msgpack(self) == to_msgpack(other)


ARRAYS = ("uint8", "uint16")
"""Kinds of arrays that plain data may have: pictures and depths."""


def encode_array(value: object) -> dict[str, Any]:
    """A picture or depth as a shape and its bytes (in JSON as base64): a hook for msgspec's encoders."""
    if isinstance(value, np.ndarray) and value.dtype.name in ARRAYS:
        kind = {} if value.dtype == np.uint8 else {"kind": value.dtype.name}
        return {"shape": list(value.shape), "bytes": value.tobytes(), **kind}
    raise NotImplementedError(f"plain data have no {type(value).__name__}")


def decode_array(kind: type, value: Any) -> Any:
    """The picture of a shape and bytes: a hook for msgspec's decoders."""
    if np.ndarray not in (kind, getattr(kind, "__origin__", None)):
        raise NotImplementedError(f"plain data have no {kind}")
    try:
        data = value["bytes"]
        raw = base64.b64decode(data) if isinstance(data, str) else data
        name = value.get("kind", "uint8")
        if name not in ARRAYS:
            raise ValueError(f"an array of {name!r}")
        return np.frombuffer(raw, name).reshape(value["shape"]).copy()
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"not a picture: {error}") from None


def to_json(value: Any) -> bytes:
    """What a model is given, as JSON."""
    return msgspec.json.encode(value, enc_hook=encode_array)


def to_msgpack(value: Any) -> bytes:
    """What a model is given, as MessagePack."""
    return msgspec.msgpack.encode(value, enc_hook=encode_array)


def from_json(data: bytes, kind: type[Plain]) -> Plain:
    """What was written by `to_json`, of this kind."""
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=decode_array)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadInput(f"not a {kind}: {error}") from None


def from_msgpack(data: bytes, kind: type[Plain]) -> Plain:
    """What was written by `to_msgpack`, of this kind."""
    try:
        return msgspec.msgpack.decode(data, type=kind, dec_hook=decode_array)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadInput(f"not a {kind}: {error}") from None


class RoleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of Env-QA in the paper's seven roles; what an answer does not have is empty."""

    action: str = ""
    """A gerund, such as "moving" or "turning on"."""
    object1: str = ""
    """What is acted on, or where something is."""
    prep: str = ""
    object2: str = ""
    """The other thing of an action: what something is moved to, or put near."""
    adjective: str = ""
    """A colour, a material, a state that is no place, or the liquid that something is filled with."""
    number: str = ""
    yes_no: str = ""

    def filled(self) -> dict[str, str]:
        """The roles that are not empty."""
        return {role: value for role in self.__struct_fields__ if (value := getattr(self, role))}


class Chooser(Protocol):
    """ACT-Thor: which picture shows what the action did?"""

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the after-picture."""


class Inferrer(Protocol):
    """ACT-Thor, beyond the paper: which action links two pictures?"""

    def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
        """The action, one of those given."""


class Explorer(Protocol):
    """EXCALIBUR: find out about a house by acting, then answer; a person who drives the robot is one too.

    It may have besides `wants_picture(observation) -> bool`, which is asked before every step with an observation that
    has no picture: what is not wanted is not drawn. Without it there is a picture at every step. And
    `confidence(question) -> float`, from 0 to 1, which is asked after every answer.
    """

    def act(self, observation: RobotObservation) -> Action:
        """The next action: one of `casita.benchmarks.excalibur.episode.body.VERBS`."""

    def answer(self, question: str) -> str:
        """One of "yes" and "no", or a number, or words; asked before and after the house was entered again."""


class VideoAnswerer(Protocol):
    """Env-QA: answer questions about a video of a changing home."""

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        """The answer in roles and values."""


class Helper(Protocol):
    """Watch-And-Help: see a chore done once, then help with it elsewhere."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Look at what the other did and infer the goal."""

    def act(self, observation: Observation) -> Action:
        """The next action of helping."""


class GoalReader(Protocol):
    """Watch-And-Help, its first stage by itself: what does she want?"""

    def goal(self, demonstration: Sequence[Observation]) -> Mapping[str, int]:
        """Predicates of the goal, such as `on_plate_dining_table`, each with how often it is wanted."""


class Rater(Protocol):
    """PlausiblAct: how plausible is each of ten actions on the thing in a box of a picture?"""

    def rate(self, picture: Picture, box: Sequence[int]) -> Sequence[Sequence[float]]:
        """Ten rows, one an action, of three probabilities: impossible, implausible, plausible.

        Actions are in the order of `casita.benchmarks.plausiblact.item.ACTIONS`; a box is left, top, right, bottom in
        pixels, the last two not included.
        """
