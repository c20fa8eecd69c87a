"""What the actions-only goal network is shown: what Alice did, as verb, kind of object and kind of target.

The paper tells Alice's actions to one of its goal networks; a demonstration has them in `Observation.did`. As with
states (`frames`), only what she takes and puts and when she sits down or gets up is kept, and walking, opening
and closing are left out unless `whole` is asked for; the same action in a row, such as walking on, is one deed then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby

import numpy as np

from casita.agents.visible import Visible
from casita.arrays import Int64s
from casita.benchmarks.watch_and_help.episodes.observing import VERBS
from casita.benchmarks.watch_and_help.item import ALICE
from casita.benchmarks.watch_and_help.models.goals.frames import OTHER, kinds
from casita.world.action import Action

HANDLING = ("pick_up", "put", "put_near", "sit", "stand")
"""The verbs that are kept."""

NOTHING, ROOM = "nothing", "room"
"""Names of an object or target that an action does not have, and of all rooms."""

Deeds = Int64s
"""A row for each deed: numbers of its verb, object and target."""


@cache
def names() -> dict[str, int]:
    """The number of each kind of object or target."""
    return {name: number for number, name in enumerate((NOTHING, ROOM, *kinds()))}


def deeds(ticks: Iterable[Sequence[Action]], shown: Visible, *, whole: bool = False) -> Deeds:
    """Alice's deeds in the actions of an episode, with what was seen of it for the names of things.

    Who did nothing of that kind has waited.
    """
    kind = dict(zip(shown.ids, shown.types, strict=True)) | dict.fromkeys(shown.rooms, ROOM)
    known = names()

    def number(id: str) -> int:
        return known.get(kind.get(id, OTHER), known[OTHER]) if id else known[NOTHING]

    alices = [action for actions in ticks for action in actions if action.agent == ALICE]
    done = [action for action in alices if whole or action.verb in HANDLING] or [Action(ALICE, "wait")]
    rows = [
        (VERBS.index(verb), number(object), number(target))
        for (verb, object, target), _ in groupby((each.verb, each.object, each.target) for each in done)
    ]
    return np.array(rows, np.int64)
