"""The facts that needs ask for and masks of actions compare: what can be true of a thing for an agent, one bit each.

`casita/envs/facts.py` finds them in a state. They say nothing about space, ways, tools and sources.
"""

from __future__ import annotations

# About a thing.
EXISTS = 1 << 0
SEEN = 1 << 1
OUT = 1 << 2  # nothing that it is in is closed
NEAR = 1 << 3  # in the agent's reach, or in its hands; always so under command rules
FREE = 1 << 4  # in nobody's hands
OURS = 1 << 5  # in nobody else's hands
WHOLE = 1 << 6
OPENS = 1 << 7  # not yet open as far as it goes
CLOSES = 1 << 8
OFF = 1 << 9
ON = 1 << 10
CLEAN = 1 << 11
DIRTY = 1 << 12
RAW = 1 << 13
LEFT = 1 << 14  # there is some of it left
FILLED = 1 << 15  # with a liquid
NOT_FULL = 1 << 16
LOADED = 1 << 17  # something loose is on or in it, or a part of it
CONTENTS = 1 << 18  # it is loaded or filled
INSIDE = 1 << 19  # it is in something
RECEIVES = 1 << 20  # whole, without liquid, and not all behind its own closed door
SEAT_FREE = 1 << 21  # nobody else sits there
# About the agent.
STANDS = 1 << 22
SITS = 1 << 23
LOOKS_UP = 1 << 24
LOOKS_DOWN = 1 << 25
FREE_HAND = 1 << 26
# About what is in the agent's first hand; each is followed by the same about the second.
HOLDS = 1 << 27  # there is something in the hand
BESIDE = 1 << 29  # the thing is not, and is not in, what is in the hand
TAKES = 1 << 31  # such things as what is in the hand are put on or in it
POURED = 1 << 33  # what is in the hand can be poured into it
NEVER = 1 << 35
FIRST_LIQUID = 1 << 36
"""It is empty or filled with liquid 1; the same about the other liquids follows."""

OF_THE_AGENT = STANDS | SITS | LOOKS_UP | LOOKS_DOWN | FREE_HAND | HOLDS
"""The facts that hold whatever an action is about."""

OF_A_HAND = HOLDS | BESIDE | TAKES | POURED
"""The facts that are about what is in a hand."""
