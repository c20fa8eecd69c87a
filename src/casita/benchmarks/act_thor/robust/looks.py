"""The pictures of `robust` of one room: a look at every state of its logs, and which attempts they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, is_different, is_done, is_visible
from casita.benchmarks.act_thor.collecting.contrast import all_contrast_sets
from casita.benchmarks.act_thor.collecting.variations import RoomSetup
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.benchmarks.act_thor.robust.glance import Look, first_look
from casita.episodes import from_lines, replay
from casita.protocols import Picture
from casita.render import Renderer
from casita.world.state import State

APART = 4 * CHANGED
"""Pixels by which the outcomes in one set differ where the robot stands still: so many that moving its head a little
does not hide the difference."""


@dataclass(frozen=True, slots=True)
class LookRow:
    """One picture of `robust`; a row of Parquet."""

    key: str
    seen: int
    changed: int


def taken(where: RoomSetup, seed: int, attempts: Sequence[Attempt]) -> Iterator[tuple[LookRow, Picture]]:
    """A look at every outcome that cleaning leaves, and at its beginning; none where no glance shows what it should."""
    renderer = Renderer(where.scene)
    begun: dict[str, Look | None] = {}
    for row in attempts:
        if not (is_done(row) and is_visible(row) and is_different(row)):
            continue
        before, after = states_of(row, where)
        if row.before not in begun:
            begun[row.before] = first = first_look(renderer, seed, row.before, before)
            if first is not None:
                yield LookRow(row.before, first.seen, first.changed), first.picture
        look = first_look(renderer, seed, row.after, after, before) if begun[row.before] else None
        if look is not None:
            yield LookRow(row.after, look.seen, look.changed), look.picture


def states_of(row: Attempt, where: RoomSetup) -> tuple[State, State]:
    """The states before and after the action of a triple, from its log."""
    states = list(replay(from_lines(row.log, row.after), where.scene))
    before = next(state for state in reversed(states) if state.digest() == row.state_before)
    return before, states[-1]


def robust_sets(
    triples: Sequence[Attempt], looks: Sequence[LookRow], seed: int, elsewhere: int, pairs: str
) -> list[ContrastSet]:
    """The contrast sets of triples that have looks before and after."""
    known = {look.key for look in looks}
    seen = [row for row in triples if row.after in known]
    return all_contrast_sets(seen, seed, elsewhere, pairs, APART)
