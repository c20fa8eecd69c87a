"""What a step remembers or works out in a shorter way is what it would find the long way."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

import casita
from casita.seeds import stream
from casita.world.edit import Edit
from casita.world.proposals import proposed
from casita.world.seen import in_hands, in_room, sight
from casita.world.shut import shut_away, shut_now
from casita.world.starting import beginning
from casita.world.state import State, quaternion_yaw, yaw_quaternion
from casita.world.statics import NONE
from casita.world.step import step


def played(count: int) -> Iterator[State]:
    """States of a random play of two in an apartment."""
    state, luck = beginning(casita.apartment(2), {"alice": "person", "bob": "thor"}), stream(6, "shortcuts")
    for _ in range(count):
        state = step(state, [proposed(state, name, luck) for name in state.names]).state
        yield state


def test_a_written_column_shows_what_was_written_and_stays_read_only() -> None:
    state = beginning(casita.room("kitchen", 3))
    edit = Edit(state)
    before = edit.dirty
    edit.write("dirty")[4] = not before[4]
    assert edit.dirty[4] != before[4]
    assert state.objects.dirty[4] == before[4]
    edit.write("dirty")[5] = not before[5]
    assert edit.dirty[5] != before[5], "what is written later shows too"
    assert not edit.dirty.flags.writeable
    draft = edit.copied()
    draft.write("dirty")[4] = before[4]
    assert edit.dirty[4] != before[4], "a draft is written without the edit noticing"
    after = edit.finished(1).objects.dirty
    with pytest.raises(ValueError, match="read-only"):
        after[4] = True
    with pytest.raises(ValueError, match="WRITEABLE"):
        after.setflags(write=True)


def test_what_is_shut_away_is_remembered_only_while_it_is_so() -> None:
    changes, last = 0, None
    for state in played(150):
        found = shut_now(state)
        assert np.array_equal(found, shut_away(state))
        changes += last is not None and not np.array_equal(found, last)
        last = found
    assert changes >= 5


def test_sight_by_room_is_what_is_there_in_the_room_or_in_hand_and_not_shut_away() -> None:
    held = 0
    for state in played(150):
        for agent in range(2):
            here = int(state.agents.room[agent])
            hands = in_hands(state, agent)
            wanted = state.objects.exists & ~shut_away(state) & (in_room(state, here) | hands)
            assert np.array_equal(sight(state, agent).things, wanted)
            held += int(hands.sum())
    assert held > 0


def test_contents_come_level_by_level_after_the_thing() -> None:
    deep = 0
    for state in played(60):
        edit = Edit(state)
        for slot in range(0, edit.known.count, 7):
            level, wanted = [slot], []
            while level:
                level = [i for at in level for i in np.flatnonzero((edit.carrier == at) & edit.exists).tolist()]
                wanted += level
            assert edit.contents(slot) == wanted
            assert edit.with_contents(slot).tolist() == [slot, *wanted]
            assert edit.loose_on(slot) == [i for i in wanted if edit.carrier[i] == slot and edit.known.loose[i]]
            deep += any(edit.carrier[i] != slot for i in wanted)
    assert deep > 0


@pytest.mark.parametrize("degrees", [0.0, -0.0, 33.25, -33.25, 180.0, -180.0, 359.99, 720.0])
def test_remembered_rotations_are_those_worked_out_to_the_bit(degrees: float) -> None:
    half = math.radians(degrees) / 2
    for _ in range(2):
        w, x, y, z = yaw_quaternion(degrees)
        assert (w, x, y) == (round(math.cos(half), 7), 0.0, 0.0)
        assert str(z) == str(round(math.sin(half), 7)), "the sign of a zero too"
        for sign in (1.0, -1.0):
            for own_z in (z, 0.0, -0.0):
                wanted = round(math.degrees(2.0 * math.atan2(own_z, sign * w)), 4)
                assert str(quaternion_yaw(np.array([sign * w, 0.0, 0.0, own_z]))) == str(wanted)


def test_garbage_cans_take_trash_and_stand() -> None:
    known = beginning(casita.apartment(1)).statics
    assert known.bins
    assert all(known.kinds[slot].can("takes_trash") and not known.loose[slot] for slot in known.bins)
    parts = [slot for slot in range(known.count) if known.has_parts[slot]]
    assert parts == sorted({int(slot) for slot in known.parent if slot != NONE})
