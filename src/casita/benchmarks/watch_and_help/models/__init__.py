"""Helpers of Watch-And-Help, one file each, and a table of them by name. What a helper needs loads when it is made."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from casita.errors import unknown
from casita.protocols import Helper

GoalKind = Literal["none", "inferred", "true", "random"]


@dataclass(frozen=True, slots=True)
class HelperRow:
    """One helper: what it is called, how it comes to know of a goal, and where it is."""

    name: str
    title: str
    """As in the paper's figures."""
    made: str
    """Its file here and its class: "hp:HP"."""
    goal: GoalKind
    """What it works towards: nothing, the goal inferred from the demonstration, the true one, or any."""
    in_paper: bool = True


MODELS: dict[str, HelperRow] = {
    row.name: row
    for row in (
        HelperRow("alice-alone", "Alice", "alice_alone:AliceAlone", "none"),
        HelperRow("random", "Random", "random_helper:RandomHelper", "none"),
        HelperRow("hp", "HP", "hp:HP", "inferred"),
        HelperRow("hp-bayes", "HP, Bayes' goal", "hp:HPBayes", "inferred", in_paper=False),
        HelperRow("hp-true-goal", "HP TG", "hp:HPTrueGoal", "true"),
        HelperRow("hp-random-goal", "HP RG", "hp:HPRandomGoal", "random"),
        HelperRow("hybrid", "Hybrid", "hybrid:Hybrid", "inferred"),
        HelperRow("hybrid-true-goal", "Hybrid TG", "hybrid:HybridTrueGoal", "true"),
        HelperRow("hybrid-random-goal", "Hybrid RG", "hybrid:HybridRandomGoal", "random"),
        HelperRow("hrl", "HRL", "hrl:HRL", "inferred"),
        HelperRow("hrl-true-goal", "HRL TG", "hrl:HRLTrueGoal", "true"),
        HelperRow("hrl-random-goal", "HRL RG", "hrl:HRLRandomGoal", "random"),
        HelperRow("teammate", "Teammate (ours)", "teammate:Teammate", "inferred", in_paper=False),
        HelperRow("oracle-b", "Oracle B", "oracles:OracleB", "true"),
        HelperRow("oracle-both", "Oracle A,B", "oracles:OracleBoth", "true"),
        HelperRow("oracle-b-two-hands", "Oracle B, two hands", "oracles:OracleBTwoHands", "true", in_paper=False),
        HelperRow("oracle-joint", "One plan for both", "oracles:OracleJoint", "true", in_paper=False),
    )
}
"""Helpers that come with Casita, by name, in the order of the tables."""


def helper(name: str) -> Helper:
    """A new helper of this name."""
    if name not in MODELS:
        raise unknown("helper", name, MODELS)
    file, made = MODELS[name].made.split(":")
    new: Helper = getattr(import_module(f"{__name__}.{file}"), made)()
    return new
