"""Helpers of Watch-And-Help, one file each, and a table of them by name. What a helper needs loads when it is made."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from casita.benchmarks.watch_and_help.models.weights import WEIGHTS, weights_digests
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
    networks: tuple[str, ...] = ()
    """Those whose weights it has."""


ALONE = "alice-alone"
"""The helper that every other one is compared with: nobody."""

MODELS: dict[str, HelperRow] = {
    row.name: row
    for row in (
        HelperRow(ALONE, "Alice", "alice_alone:AliceAlone", "none"),
        HelperRow("random", "Random", "random_helper:RandomHelper", "none"),
        HelperRow("hp", "HP", "hp:HP", "inferred", networks=("goal-lstm",)),
        HelperRow("hp-bayes", "HP, Bayes' goal", "hp:HPBayes", "inferred", in_paper=False),
        HelperRow("hp-true-goal", "HP TG", "hp:HPTrueGoal", "true"),
        HelperRow("hp-random-goal", "HP RG", "hp:HPRandomGoal", "random"),
        HelperRow("hybrid", "Hybrid", "hybrid:Hybrid", "inferred", networks=("goal-lstm", "hybrid")),
        HelperRow("hybrid-true-goal", "Hybrid TG", "hybrid:HybridTrueGoal", "true", networks=("hybrid",)),
        HelperRow("hybrid-random-goal", "Hybrid RG", "hybrid:HybridRandomGoal", "random", networks=("hybrid",)),
        HelperRow("hrl", "HRL", "hrl:HRL", "inferred", networks=("goal-lstm", "hybrid", "hrl")),
        HelperRow("hrl-true-goal", "HRL TG", "hrl:HRLTrueGoal", "true", networks=("hybrid", "hrl")),
        HelperRow("hrl-random-goal", "HRL RG", "hrl:HRLRandomGoal", "random", networks=("hybrid", "hrl")),
        HelperRow("teammate", "Teammate (ours)", "teammate.helper:Teammate", "inferred", in_paper=False),
        HelperRow("oracle-b", "Oracle B", "oracles:OracleB", "true"),
        HelperRow("oracle-both", "Oracle A,B", "oracles:OracleBoth", "true"),
        HelperRow("oracle-b-two-hands", "Oracle B, two hands", "oracles:OracleBTwoHands", "true", in_paper=False),
        HelperRow("oracle-joint", "One plan for both", "oracles:OracleJoint", "true", in_paper=False),
    )
}
"""Helpers that come with Casita, by name, in the order of the tables."""


def helper(name: str, weights: Path | None = None) -> Helper:
    """A new helper of this name, with the weights that come with Casita or with those in a folder."""
    if name not in MODELS:
        raise unknown("helper", name, MODELS)
    file, made = MODELS[name].made.split(":")
    new: Any = getattr(import_module(f"{__name__}.{file}"), made)()
    if weights is not None and MODELS[name].networks:
        new.weights = weights
    found: Helper = new
    return found


def made_of(name: str, weights: Path | None = None) -> dict[str, str]:
    """A hash of each of the weights that a helper has."""
    return weights_digests(MODELS[name].networks, weights or WEIGHTS)
