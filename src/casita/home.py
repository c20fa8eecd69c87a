"""casita.World: the one place where scenes, states, words, physics and pictures meet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casita.errors import BadInput, unknown
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.english_parse import NotUnderstood, parse
from casita.world.graph import graph
from casita.world.legal import legal, why_not
from casita.world.outcome import Outcome
from casita.world.physics import Physics
from casita.world.refusal import Refusal
from casita.world.seen import Sight, sight
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.step import step
from casita.world.validation import checked, checked_tick, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casita.render import Camera, Frame, Renderer

PHYSICS = ("kinematic", "mujoco")
"""Names of the physics that come with Casita."""


def physics_of(physics: str | Physics) -> Physics | None:
    """The physics of this name, or the one given; None is the kinematic default."""
    if not isinstance(physics, str):
        return physics
    if physics == "kinematic":
        return None
    if physics != "mujoco":
        raise unknown("physics", physics, PHYSICS)
    try:
        from casita.physics import MuJoCo
    except ModuleNotFoundError as error:
        raise BadInput(f"physics 'mujoco' needs the package {error.name}: pip install 'casita[physics]'") from None
    return MuJoCo()


class World:
    """A scene with agents in it, and a state that goes on as they act.

    >>> import casita
    >>> world = casita.World(casita.room("kitchen", 12), agents=["alice"])
    >>> world.act("alice", "pick_up", "mug_1").ok
    True

    `physics` is "kinematic" (simple exact rules), "mujoco" (contact physics; what `legal` and `why_not`
    say of pushing and pulling still follows the simple rules), or a Physics of your own.
    """

    def __init__(
        self,
        scene: Scene,
        agents: Sequence[str] | Mapping[str, str] = ("agent",),
        *,
        rules: str = "command",
        seed: int = 0,
        positions: Sequence[tuple[float, float, float]] = (),
        physics: str | Physics = "kinematic",
    ) -> None:
        self.physics = physics_of(physics)
        """What settles what is dropped, thrown, pushed and pulled; None is the kinematic rules."""
        self.state: State = beginning(scene, agents, rules=rules, seed=seed, positions=positions)

    def __repr__(self) -> str:
        return f"World({self.state!r})"

    @property
    def scene(self) -> Scene:
        """The scene that it began with."""
        return self.state.scene

    def step(self, actions: Sequence[Action]) -> Outcome:
        """Let several agents act at once."""
        outcome = step(self.state, checked_tick(self.state, actions), self.physics)
        self.state = outcome.state
        return outcome

    def act(self, agent: str, verb: str, object: str = "", target: str = "", **more: Any) -> Outcome:
        """Let one agent do one thing: `world.act("alice", "put", "mug_1", "counter_top_1", relation="on")`."""
        return self.step([_action(agent, verb, object, target, **more)])

    def tell(self, agent: str, sentence: str) -> Outcome:
        """Let one agent do what an English sentence says: `world.tell("alice", "fill the mug with coffee")`."""
        if not isinstance(sentence, str):
            raise BadInput(f"a sentence is text; it is {shown(sentence)}")
        understood = parse(sentence, agent, self.scene)
        if isinstance(understood, NotUnderstood):
            raise BadInput(str(understood))
        return self.step([understood.action])

    def legal(self, agent: str) -> tuple[Action, ...]:
        """What an agent can do now; `why_not` says why not the rest."""
        return legal(self.state, agent)

    def why_not(self, agent: str, verb: str, object: str = "", target: str = "", **more: Any) -> Refusal | None:
        """The first need of an action that is not met now; None if it would be done."""
        return why_not(self.state, checked(self.state, _action(agent, verb, object, target, **more)))

    def restore(self, state: State) -> None:
        """Go back, or over, to a state of the same scene."""
        if state.scene != self.scene:
            raise BadInput(f"the state is of {state.scene.name}, this world is {self.scene.name}")
        self.state = state

    def look(
        self,
        where: str | Camera,
        size: tuple[int, int] = (224, 224),
        want: Collection[str] = ("rgb", "depth", "ids"),
        *,
        smooth: bool = False,
    ) -> Frame:
        """A picture through an agent's eyes, or from a camera: `world.look("alice").rgb`."""
        from casita.render import eyes

        camera = eyes(self.state, self.state.agent(where)) if isinstance(where, str) else where
        return self.renderer.look(self.state, camera, size, want, smooth=smooth)

    @cached_property
    def renderer(self) -> Renderer:
        """What draws this world; it keeps where everything was last."""
        from casita.render import Renderer

        return Renderer(self.scene)

    def seen(self, agent: str, how: str = "room") -> NDArray[Any]:
        """Which objects an agent sees, by slot: by "room", "rays" or "pixels"."""
        return self._sight(agent, how).things

    def _sight(self, agent: str, how: str) -> Sight:
        slot = self.state.agent(agent)
        if how == "pixels":
            from casita.render.seeing import sight_by_pixels

            return sight_by_pixels(self.renderer, self.state, slot)
        return sight(self.state, slot, how)  # type: ignore[arg-type]

    def graph(self, seen_by: str | None = None, how: str = "room") -> dict[str, Any]:
        """Nodes and relations as plain data: all of them, or those that an agent sees."""
        if seen_by is None:
            return graph(self.state)
        found = self._sight(seen_by, how)
        return graph(self.state, found.things.nonzero()[0].tolist(), found.agents.nonzero()[0].tolist())


def _action(agent: str, verb: str, object: str, target: str, **more: Any) -> Action:
    """An action of these fields; BadInput if there is no such field."""
    try:
        return Action(agent, verb, object, target, **more)
    except TypeError as error:
        raise BadInput(f"an action has no such field: {error}") from None
