"""Trying every action on every thing of a room, with a picture before and a picture after."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.act_thor.collecting.actions import ACTIONS, ActionRow
from casita.benchmarks.act_thor.collecting.variations import RoomSetup
from casita.benchmarks.act_thor.collecting.viewpoint import ROBOT, Viewpoint, put_there
from casita.benchmarks.act_thor.item import TRIALS, Attempt, Trial
from casita.episodes import Episode, Recorder, to_lines
from casita.home import physics_of
from casita.protocols import Picture
from casita.render import Camera, Renderer, eyes
from casita.scenes.scene import Thing
from casita.seeds import derived_seed, stream
from casita.world.action import Action
from casita.world.physics import Physics
from casita.world.starting import beginning
from casita.world.state import State

SIZE = (300, 300)
"""Pixels of a picture, as in the paper."""

DROP_PITCH = 60.0
"""Degrees that the robot looks down after a drop, to where the thing went; else it looks as it did before."""

FIELD_OF_VIEW = 60.0
"""Degrees. AI2-THOR's own 90 show a mug on a table in 14 pixels; people should not fail for that."""

NOTICED = 24
"""Levels of 255 by which a colour must differ for a pixel to count as different."""


class ActionResult(NamedTuple):
    """One action tried on one thing."""

    action: str
    refused: str
    """Why it could not be done; empty if it was."""
    picture: Picture | None
    """What the robot sees after it; None if it could not be done."""
    seen: int
    """Pixels of the thing, or of what has become of it."""
    changed: int
    """Pixels that differ from the picture before."""
    episode: Episode | None


class Trials(NamedTuple):
    """All that was tried on one thing from one beginning."""

    object: str
    kind: str
    """Its type."""
    trial: Trial
    before: Picture
    seen: int
    state: str
    """Digest of the state before."""
    results: tuple[ActionResult, ...]

    @property
    def pictures(self) -> dict[str, Picture]:
        """The picture after each action that was done."""
        return {result.action: result.picture for result in self.results if result.picture is not None}


def collect(where: RoomSetup, seed: int, *, physics: str | Physics = "mujoco", only: str = "") -> Iterator[Trials]:
    """All trials of a room, thing by thing, or those of one thing; the same seed gives the same bytes."""
    engine = physics_of(physics)
    renderer = Renderer(where.scene)
    for thing in where.scene.things:
        if thing.kind.can("pick_up") and only in ("", thing.id):
            yield from _trials_of(thing, where, seed, renderer, engine)


def _trials_of(
    thing: Thing, where: RoomSetup, seed: int, renderer: Renderer, engine: Physics | None
) -> Iterator[Trials]:
    for trial, recorder in beginnings(thing, where, seed, engine):
        before = look(renderer, recorder.state, thing.id)
        results = []
        for row in ACTIONS.values():
            if trial in row.trials and row.is_tried_on(thing.kind):
                branch, refused = acted(recorder, row, thing, where.place)
                results.append(
                    ActionResult(row.name, refused, None, 0, 0, None)
                    if refused
                    else result_of(row.name, branch, thing, renderer, before.picture)
                )
        yield Trials(thing.id, thing.type, trial, before.picture, before.seen, recorder.state.digest(), tuple(results))


def beginnings(thing: Thing, where: RoomSetup, seed: int, engine: Physics | None) -> Iterator[tuple[Trial, Recorder]]:
    """The thing in the robot's hand, and the thing on the surface; nothing if there is no place for it.

    Half of the things that open are opened or closed first, or few types would be there to be closed.
    """
    scene, place = where.scene, where.place
    thing_seed = derived_seed(seed, "act_thor", scene.name, thing.id) >> 1
    agents = {ROBOT: "thor"}
    others = [other for other in where.distractors if other.object != thing.id]
    there = put_there(beginning(scene, agents, seed=thing_seed, arranged=others), place, thing.id, thing_seed)
    if there is None:
        return
    arranged = [*others, there]
    at = [(place.stand_x, place.stand_y, place.yaw)]
    state = beginning(scene, agents, seed=thing_seed, positions=at, arranged=arranged)
    start = Recorder(state, engine or "kinematic", arranged)
    if thing.kind.can("open") and stream(thing_seed, "open or closed").chance(0.5):
        other = "open" if state.objects.openness[state.statics.slot(thing.id)] == 0.0 else "close"
        start.step([Action(ROBOT, other, thing.id)])
    start.step([Action(ROBOT, "look_down", amount=where.pitch)])
    for trial in TRIALS:
        recorder = start.branch()
        if trial == "placed" or recorder.step([Action(ROBOT, "pick_up", thing.id)]).ok:
            yield trial, recorder


def result_of(action: str, done: Recorder, thing: Thing, renderer: Renderer, before: Picture) -> ActionResult:
    """What the robot sees after an action that was done."""
    after = look(renderer, done.state, thing.id)
    return ActionResult(action, "", after.picture, after.seen, pixels_apart(before, after.picture), done.episode())


def acted(recorder: Recorder, row: ActionRow, thing: Thing, place: Viewpoint) -> tuple[Recorder, str]:
    """A branch in which the action was done, with the look after a drop; or the reason why it could not be."""
    for verb in row.verbs:
        branch = recorder.branch()
        outcome = branch.step([told(verb, thing, place, branch.state.seed)])
        if outcome.ok:
            break
    else:
        return recorder, outcome.reason
    if row.name == "drop":
        further = DROP_PITCH - float(branch.state.agents.pitch[0])
        branch.step([Action(ROBOT, "look_down", amount=further)])
    return branch, ""


def told(verb: str, thing: Thing, place: Viewpoint, seed: int) -> Action:
    """What the robot is told."""
    if verb == "put":
        return Action(ROBOT, verb, thing.id, place.carrier, relation="on")
    if verb == "fill":
        return Action(ROBOT, verb, thing.id, liquid=stream(seed, "liquid").choice(sorted(thing.kind.liquids)))
    return Action(ROBOT, verb, thing.id)


def attempts_of(trials: Trials, scene: str, take: int) -> list[Attempt]:
    """The rows of one thing's trials."""
    apart: dict[str, dict[str, int]] = {result.action: {} for result in trials.results}
    for (one, picture), (other, second) in combinations(trials.pictures.items(), 2):
        apart[one][other] = apart[other][one] = pixels_apart(picture, second)
    return [
        Attempt(
            scene=scene,
            take=take,
            object=trials.object,
            object_type=trials.kind,
            trial=trials.trial,
            action=result.action,
            refused=result.refused,
            seen_before=trials.seen,
            seen=result.seen,
            changed=result.changed,
            apart=apart[result.action],
            log=to_lines(result.episode) if result.episode else b"",
            state_before=trials.state,
            state_after=result.episode.digests[len(result.episode.ticks)] if result.episode else "",
        )
        for result in trials.results
    ]


class Seen(NamedTuple):
    """What the robot sees, and how many pixels of it show the thing."""

    picture: Picture
    seen: int


def camera_of(state: State) -> Camera:
    """What the robot sees with."""
    own = eyes(state, 0)
    return Camera(own.position, own.yaw, own.pitch, field_of_view=FIELD_OF_VIEW, body=own.body)


def look(renderer: Renderer, state: State, object: str) -> Seen:
    """What the robot sees of a state, and of a thing or what has become of it."""
    frame = renderer.look(state, camera_of(state), SIZE, ("rgb", "ids"), smooth=True)
    return Seen(frame.rgb, int(np.isin(frame.ids, remains(state, object)).sum()))


def remains(state: State, object: str) -> Int64s:
    """The slots of a thing and of the slices that were cut from it."""
    known = state.statics
    slot = known.slot(object)
    return np.array([slot, *known.slices.get(slot, ())])


def pixels_apart(one: Picture, other: Picture) -> int:
    """How many pixels of two pictures differ to the eye."""
    apart = np.maximum(one, other) - np.minimum(one, other) > NOTICED
    return int(np.count_nonzero(apart[..., 0] | apart[..., 1] | apart[..., 2]))
