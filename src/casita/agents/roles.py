"""The two who work together: one has a goal, the other helps."""

from __future__ import annotations

ALICE, BOB = "alice", "bob"

COLOURS = {ALICE: "#d1480a", BOB: "#0b62a4"}
"""Of their marks on plans and in figures; told apart by colour-blind people too."""
