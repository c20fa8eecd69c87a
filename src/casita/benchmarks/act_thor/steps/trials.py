"""Pictures and rows of sequences of actions: `kitchen_12/mug_1/held/fill+put` is the picture after fill, then put.

A row is an `Attempt` whose action is the name of a sequence. Its `apart` holds 0 for another sequence that means the
same; if two only make the thing look different, it counts the pixels of that with the thing at one and the same place,
for where it came to lie tells nothing.

It also says where else its last two or three actions may be thought to have begun: under `2 from dirty` and
`2 from placed` stands by how many pixels the thing looks different there (after dirty; at the other beginning) from
where they truly began, if from there they could not be done or would lead to something else; 0 if to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from casita.benchmarks.act_thor.collecting.actions import ACTIONS
from casita.benchmarks.act_thor.collecting.cleaning import is_visible
from casita.benchmarks.act_thor.collecting.trials import Trials, attempts_of, look, pixels_apart, result_of
from casita.benchmarks.act_thor.collecting.variations import RoomSetup
from casita.benchmarks.act_thor.item import Attempt, Trial
from casita.benchmarks.act_thor.steps.sequences import (
    LENGTHS,
    SequenceTree,
    begun,
    drawn,
    dressed,
    is_stepped,
    name_of,
    sequence_of,
)
from casita.home import physics_of
from casita.render import Renderer
from casita.scenes.scene import Thing
from casita.world.physics import Physics


def collect_steps(
    where: RoomSetup, seed: int, take: int = 0, *, physics: str | Physics = "mujoco", only: str = ""
) -> Iterator[tuple[Trials, list[Attempt]]]:
    """All sequences of a room, thing by thing, or those of one thing: pictures, and a row for each sequence."""
    things = [thing for thing in where.scene.things if is_stepped(thing) and only in ("", thing.id)]
    if not things:
        return
    engine = physics_of(physics)
    renderer = Renderer(where.scene)
    for thing in things:
        ways = begun(thing, where, seed, engine)
        shown = {trial: _shown(thing, trial, tree, where, seed, renderer) for trial, tree in ways.items()}
        for trial, trials in shown.items():
            differences = _Differences(trials, ways[trial], renderer)
            rows = [differences.told(row) for row in attempts_of(trials, where.scene.name, take)]
            yield trials, [_with_wrong_starts(row, rows, ways, shown) for row in rows]


def _shown(thing: Thing, trial: Trial, tree: SequenceTree, where: RoomSetup, seed: int, renderer: Renderer) -> Trials:
    """The pictures of a beginning."""
    start = tree.after(())
    assert start is not None
    before = look(renderer, start.state, thing.id)
    results = []
    for sequence in drawn(thing, trial, tree, where.scene.name, seed):
        recorder = tree.after(sequence)
        assert recorder is not None
        results.append(result_of(name_of(sequence), recorder, thing, renderer, before.picture))
    return Trials(thing.id, thing.type, trial, before.picture, before.seen, start.state.digest(), tuple(results))


class _Differences:
    """By how many pixels the outcomes of two sequences from the same beginning differ because of what was done."""

    def __init__(self, trials: Trials, tree: SequenceTree, renderer: Renderer) -> None:
        self._object, self._tree, self._renderer = trials.object, tree, renderer
        self._pictures = trials.pictures
        self._seen: dict[tuple[str, str], int] = {}

    def told(self, row: Attempt) -> Attempt:
        """A row whose `apart` goes by meaning."""
        apart = {other: min(pixels, self._because(row.action, other, pixels)) for other, pixels in row.apart.items()}
        return replace(row, apart=apart)

    def _because(self, one: str, other: str, pixels: int) -> int:
        pair = min(one, other), max(one, other)
        if pair not in self._seen:
            self._seen[pair] = self._compared(*pair, pixels)
        return self._seen[pair]

    def _compared(self, one: str, other: str, pixels: int) -> int:
        first, second = (self._tree.meaning(sequence_of(name)) for name in (one, other))
        here, there = (self._tree.after(sequence_of(name)) for name in (one, other))
        picture = self._pictures[one]
        assert first is not None and second is not None and here is not None and there is not None  # noqa: PT018
        if first == second:
            return 0
        if first.place != second.place or not _may_meet(one, other):
            return pixels
        if here.state.objects.held_by[here.state.statics.slot(self._object)] >= 0:
            return pixels
        changed = look(self._renderer, dressed(here.state, self._object, there.state), self._object)
        return pixels_apart(picture, changed.picture)


def _may_meet(one: str, other: str) -> bool:
    """May two sequences be candidates of one set, or twins?"""
    return one.count("+") == other.count("+") > 0 or one.endswith(f"+{other}") or other.endswith(f"+{one}")


def _with_wrong_starts(
    row: Attempt, rows: list[Attempt], ways: Mapping[Trial, SequenceTree], shown: Mapping[Trial, Trials]
) -> Attempt:
    """A row that knows from where else its last actions would not have led to the same."""
    tree, sequence = ways[row.trial], sequence_of(row.action)
    leads_to, apart = tree.meaning(sequence), dict(row.apart)
    singles = {each.action: each for each in rows if each.action in ACTIONS and ACTIONS[each.action].needs}
    pictures = shown[row.trial].pictures
    for count in LENGTHS:
        start, last = name_of(sequence[:-count]), sequence[-count:]
        twins = [name_of(last)] if start in singles else [f"{name}+{row.action}" for name in singles if not start]
        if len(sequence) < count or not pictures.keys() & set(twins):
            continue
        picture = pictures[start] if start else shown[row.trial].before
        for name, other in singles.items():
            if name != start and is_visible(other):
                same = tree.meaning((name, *last)) == leads_to
                pixels = other.apart[start] if start else other.changed
                apart[wrong_start(count, name)] = 0 if same else pixels
        for trial in shown:
            if trial != row.trial:
                same = ways[trial].meaning(last) == leads_to
                apart[wrong_start(count, trial)] = 0 if same else pixels_apart(picture, shown[trial].before)
    return replace(row, apart=apart)


def wrong_start(count: int, name: str) -> str:
    """Where in `Attempt.apart` stands whether so many last actions may be asked about with this wrong start."""
    return f"{count} from {name}"
