"""casita.World: the one place where scenes, states, words and (later) physics and pictures meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from casita.errors import BadInput
from casita.scenes.scene import Scene
from casita.world.action import Action
from casita.world.outcome import Outcome, Refusal
from casita.world.state import State, beginning
from casita.world.step import checked, step

if TYPE_CHECKING:
    from numpy.typing import NDArray


class World:
    """A scene with agents in it, and a state that goes on as they act.

    >>> import casita
    >>> world = casita.World(casita.room("kitchen", 12), agents=["alice"])
    >>> world.act("alice", "pick_up", "mug_1").ok
    True
    """

    def __init__(
        self,
        scene: Scene,
        agents: Sequence[str] | Mapping[str, str] = ("agent",),
        *,
        rules: str = "command",
        seed: int = 0,
        positions: Sequence[tuple[float, float, float]] = (),
    ) -> None:
        if not isinstance(scene, Scene):
            raise BadInput(f"a world is made of a Scene, such as casita.room('kitchen', 1); not of {scene!r}")
        self.state: State = beginning(scene, agents, rules=rules, seed=seed, positions=positions)

    @property
    def scene(self) -> Scene:
        """The scene that it began with."""
        return self.state.scene

    def step(self, actions: Sequence[Action]) -> Outcome:
        """Let several agents act at once."""
        outcome = step(self.state, [checked(self.state, action) for action in actions])
        self.state = outcome.state
        return outcome

    def act(self, agent: str, verb: str, object: str = "", target: str = "", **more: Any) -> Outcome:
        """Let one agent do one thing: `world.act("alice", "put", "mug_1", "counter_top_1", relation="on")`."""
        try:
            action = Action(agent, verb, object, target, **more)
        except TypeError as error:
            raise BadInput(f"an action has no such field: {error}") from None
        return self.step([action])

    def tell(self, agent: str, sentence: str) -> Outcome:
        """Let one agent do what an English sentence says: `world.tell("alice", "fill the mug with coffee")`."""
        from casita.world.english_parse import NotUnderstood, parse

        understood = parse(sentence, agent, self.scene)
        if isinstance(understood, NotUnderstood):
            raise BadInput(str(understood))
        return self.step([understood.action])

    def legal(self, agent: str) -> tuple[Action, ...]:
        """What an agent can do now; `why_not` says why not the rest."""
        from casita.world.legal import legal

        return legal(self.state, agent)

    def why_not(self, agent: str, verb: str, object: str = "", target: str = "", **more: Any) -> Refusal | None:
        """The first need of an action that is not met now; None if it would be done."""
        from casita.world.legal import why_not

        return why_not(self.state, checked(self.state, Action(agent, verb, object, target, **more)))

    def restore(self, state: State) -> None:
        """Go back, or over, to a state of the same scene."""
        if state.scene != self.scene:
            raise BadInput(f"the state is of {state.scene.name}, this world is {self.scene.name}")
        self.state = state

    def seen(self, agent: str, how: str = "room") -> NDArray[Any]:
        """Which objects an agent sees, by slot: by "room" or by "rays"."""
        from casita.world.seen import seen

        return seen(self.state, self.state.agent(agent), how)  # type: ignore[arg-type]

    def graph(self, seen_by: str | None = None, how: str = "room") -> dict[str, Any]:
        """Nodes and relations as plain data: all of them, or those that an agent sees."""
        from casita.world.graph import graph

        if seen_by is None:
            return graph(self.state)
        from casita.world.seen import sight

        found = sight(self.state, self.state.agent(seen_by), how)  # type: ignore[arg-type]
        return graph(self.state, found.things.nonzero()[0].tolist(), found.agents.nonzero()[0].tolist())
