"""Agents of all bodies act at random, with nonsense in between: refused by name, and the laws of the world hold."""

from __future__ import annotations

from typing import Any

import casita
from casita.catalog import ROOM_KINDS
from casita.errors import BadInput
from casita.scenes.scene import Scene
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.bodies import BODIES
from casita.world.laws import violations
from casita.world.proposals import proposed
from tests.fuzz.driving import Case

NONSENSE: tuple[Any, ...] = (
    *("", "nothing_1", "alice", "../etc", "\x00", "\x1b[2J", "[/red]", "a" * 10_000, "mug", "floor_1", "kitchen_1"),
    *(None, True, 3, -1, 0.5, float("nan"), float("inf"), -1e308, 1e-320, 10**400, b"mug_1", ["mug_1"], {}, object()),
)
FIELDS = ("object", "target", "relation", "liquid", "direction", "amount", "text")
AMOUNTS = (float("nan"), float("inf"), -float("inf"), -0.25, 1e308, -1e308, 1e-320, 361.0, 10**400, "much", None, True)
TICKS = 60
LOOK_EVERY = 10
"""Ticks between two looks at all laws."""


def act_at_random(case: Case) -> None:
    """One world of one to three agents."""
    luck = case.luck
    world = _world(luck)
    names = world.state.names
    simple = world.physics is None
    vocabulary = {name: world.legal(name) for name in names}
    history: list[list[Action]] = []
    begun = world.state
    for tick in range(TICKS):
        if luck.chance(0.25):
            history += _ask_nonsense(case, world, luck.choice(names))
            continue
        actions = [_sensible(world, name, luck, vocabulary[name]) for name in names]
        if simple and luck.chance(0.2):
            _agree(case, world, actions[0])
        outcome = world.step(actions)
        history.append(list(actions))
        with case.nothing_but(doing=f"words for {actions}"):
            str(outcome), repr(outcome), outcome.reason, outcome.diff()
        if tick % LOOK_EVERY == 0 or tick == TICKS - 1:
            for law in violations(world.state):
                case.found(f"{world.scene.name}, {dict(zip(names, world.state.bodies, strict=True))!r:.200}: {law}")
    ended = world.state.digest()
    world.restore(begun)
    for actions in history:
        world.step(actions)
    if world.state.digest() != ended:
        case.found(f"{world.scene.name}: the same actions again give another state")


def _world(luck: Stream) -> casita.World:
    """Any scene, bodies, rules and physics."""
    scene = _scene(luck)
    bodies = {name: luck.choice(tuple(BODIES)) for name in ("alice", "bob", "carol")[: 1 + luck.below(3)]}
    rules, seed = luck.choice(("command", "household")), luck.below(10**6)
    try:
        return casita.World(
            scene, bodies, rules=rules, seed=seed, physics="mujoco" if luck.chance(0.1) else "kinematic"
        )
    except BadInput:  # too small for so many
        return casita.World(casita.apartment(1 + luck.below(7)), bodies, rules=rules, seed=seed)


def _scene(luck: Stream) -> Scene:
    kind = luck.below(10)
    if kind < 6:
        return casita.room(luck.choice(ROOM_KINDS), 1 + luck.below(30))
    if kind < 8:
        return casita.apartment(1 + luck.below(7))
    return casita.house(luck.below(1000), 1 + luck.below(4))


def _sensible(world: casita.World, agent: str, luck: Stream, vocabulary: tuple[Action, ...]) -> Action:
    """Something that could be meant, with an odd amount now and then."""
    if vocabulary and luck.chance(0.3):
        return luck.choice(vocabulary)
    return proposed(world.state, agent, luck, luck.choice((0.2, 0.9)))


def _ask_nonsense(case: Case, world: casita.World, agent: str) -> list[list[Action]]:
    """Ask for what nobody means: BadInput, which changes nothing at all, or an outcome, whose actions are given."""
    luck, before = case.luck, world.state
    action = _sensible(world, agent, luck, ())
    fields = {name: getattr(action, name) for name in FIELDS}
    for _ in range(1 + luck.below(2)):
        name = luck.choice(FIELDS)
        fields[name] = luck.choice(AMOUNTS if name == "amount" else NONSENSE)
    verb = luck.choice(NONSENSE) if luck.chance(0.1) else action.verb
    who = luck.choice(NONSENSE) if luck.chance(0.05) else agent
    doing = f"act({who!r:.50}, {verb!r:.50}, {fields!r:.300})"
    with case.nothing_but(BadInput, doing=f"why not {doing}"):
        world.why_not(who, verb, **fields)
    with case.nothing_but(BadInput, doing=doing):
        return [list(world.act(who, verb, **fields).actions)]
    if world.state is not before:
        case.found(f"{doing} is refused as bad input, but the state is another")
    return []


def _agree(case: Case, world: casita.World, action: Action) -> None:
    """What `why_not` says is what happens when the agent acts alone."""
    before = world.state
    fields = {name: getattr(action, name) for name in FIELDS}
    said = world.why_not(action.agent, action.verb, **fields)
    outcome = world.act(action.agent, action.verb, **fields)
    if (said is None) != outcome.ok:
        case.found(
            f"{world.scene.name}, {action}: why_not says {said}, but what happens is {outcome.reason or 'done'!r}"
        )
    world.restore(before)
