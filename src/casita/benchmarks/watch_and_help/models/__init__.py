"""Models of Watch-And-Help, one file each: helpers, and what only infers goals; by name, in the order of the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from casita.benchmarks.watch_and_help.models.weights import check_folder
from casita.evaluation.models import ModelRow, built_in, row_of, table_of
from casita.protocols import Helper

GoalKind = Literal["none", "inferred", "true", "random"]

Study = Literal["main", "bodies", "online", "parts"]
"""Parts of the report: the paper's tables and ours beside them, equal bodies, help without a demonstration, and
Teammate without one of his parts."""

LEARN = ("learn",)
"""The extra that networks need."""

LSTM, HYBRID, HRL = "goal-lstm", "hybrid", "hrl"
"""Networks of helpers."""


class HelperRow(ModelRow, frozen=True, kw_only=True):
    """One helper."""

    goal: GoalKind
    """What it works towards: nothing, the goal inferred from the demonstration, the true one, or any."""
    study: Study = "main"
    """The tables of the report that it stands in."""


def _row(
    name: str, title: str, made: str, goal: GoalKind, *weights: str, in_paper: bool = True, study: Study = "main"
) -> HelperRow:
    needs = LEARN if weights else ()
    return HelperRow(
        name=name, title=title, made=made, goal=goal, weights=weights, needs=needs, in_paper=in_paper, study=study
    )


def _body(name: str, title: str, made: str, goal: GoalKind, *weights: str) -> HelperRow:
    """A row of the table of equal bodies."""
    return _row(name, title, f"bodies:{made}", goal, *weights, in_paper=False, study="bodies")


def _without(name: str, title: str, made: str) -> HelperRow:
    """Teammate without something."""
    row = f"teammate-{name}", f"Teammate {title}", f"without_parts:{made}"
    return _row(*row, "inferred", in_paper=False, study="parts")


ALONE = "alice-alone"
"""The helper that every other one is compared with: nobody."""

MODELS: dict[str, HelperRow] = table_of(
    _row(ALONE, "Alice", "alice_alone:AliceAlone", "none"),
    _row("random", "Random", "random_helper:RandomHelper", "none"),
    _row("hp", "HP", "hp:HP", "inferred", LSTM),
    _row("hp-bayes", "HP, Bayes' goal", "hp:HPBayes", "inferred", in_paper=False),
    _row("hp-true-goal", "HP TG", "hp:HPTrueGoal", "true"),
    _row("hp-true-goal-untold", "HP TG, untold", "hp:HPTrueGoalUntold", "true", in_paper=False),
    _row("hp-random-goal", "HP RG", "hp:HPRandomGoal", "random"),
    _row("hybrid", "Hybrid", "hybrid:Hybrid", "inferred", LSTM, HYBRID),
    _row("hybrid-true-goal", "Hybrid TG", "hybrid:HybridTrueGoal", "true", HYBRID),
    _row("hybrid-random-goal", "Hybrid RG", "hybrid:HybridRandomGoal", "random", HYBRID),
    _row("hrl", "HRL", "hrl:HRL", "inferred", LSTM, HYBRID, HRL),
    _row("hrl-true-goal", "HRL TG", "hrl:HRLTrueGoal", "true", HYBRID, HRL),
    _row("hrl-random-goal", "HRL RG", "hrl:HRLRandomGoal", "random", HYBRID, HRL),
    _row("teammate", "Teammate (ours)", "teammate:Teammate", "inferred", in_paper=False),
    _row("oracle-b", "Oracle B", "oracles:OracleB", "true"),
    _row("oracle-both", "Oracle A,B", "oracles:OracleBoth", "true"),
    _row("oracle-b-two-hands", "Oracle B, two hands", "oracles:OracleBTwoHands", "true", in_paper=False),
    _row("oracle-joint", "One plan for both", "oracles:OracleJoint", "true", in_paper=False),
    _body("hp-informed", "HP, usual places", "HPInformed", "inferred"),
    _body("hp-two-hands", "HP, two hands", "HPTwoHands", "inferred"),
    _body("hp-two-hands-informed", "HP, two hands, usual places", "HPTwoHandsInformed", "inferred"),
    _body("hybrid-bayes", "Hybrid, Bayes' goal", "HybridBayes", "inferred", HYBRID),
    _body("hybrid-informed", "Hybrid, usual places", "HybridInformed", "inferred", HYBRID),
    _body("hybrid-two-hands", "Hybrid, two hands", "HybridTwoHands", "inferred", HYBRID),
    _body("hybrid-two-hands-informed", "Hybrid, two hands, usual places", "HybridTwoHandsInformed", "inferred", HYBRID),
    _body("teammate-one-hand-uniform", "Teammate, one hand, uniform", "TeammateOneHandUniform", "inferred"),
    _body("teammate-one-hand", "Teammate, one hand", "TeammateOneHand", "inferred"),
    _body("teammate-uniform", "Teammate, uniform", "TeammateUniform", "inferred"),
    _body("oracle-b-untold", "Oracle B, untold", "OracleBUntold", "true"),
    _body("oracle-b-untold-two-hands", "Oracle B, untold, two hands", "OracleBUntoldTwoHands", "true"),
    _body("oracle-teammate", "Oracle Teammate", "OracleTeammate", "true"),
    _body("oracle-teammate-two-hands", "Oracle Teammate, two hands", "OracleTeammateTwoHands", "true"),
    _row("online-hp", "HP once certain, online", "online:OnlineHP", "inferred", in_paper=False, study="online"),
    _row("online-teammate", "Teammate, online", "online:OnlineTeammate", "inferred", in_paper=False, study="online"),
    _without("leaves-nothing", "who leaves nothing to her", "leaves_nothing"),
    _without("looks-anywhere", "who looks where she is, too", "looks_anywhere"),
    _without("not-scouting", "who looks as Alice does", "does_not_scout"),
    _without("not-courteous", "who is not courteous", "not_courteous"),
    _without("no-favours", "who does no favours", "no_favours"),
    _without("puts-later", "who does not put down first", "puts_later"),
    _without("leaves-open", "who leaves open what he opened", "leaves_open"),
    _without("plans-for-both", "who plans for both", "plans_for_both"),
    _without("infers-once", "who infers once", "InfersOnce"),
)
"""Helpers that come with Casita."""


def _reader(name: str, title: str, made: str, **further: Any) -> ModelRow:
    return ModelRow(name=name, title=title, made=f"goals.{made}", **further)


def _network(name: str, title: str, made: str) -> ModelRow:
    return _reader(name, title, f"trained:{made}", needs=LEARN, weights=(name,))


GOAL_READERS: dict[str, ModelRow] = table_of(
    _reader("chance", "chance", "chance:Chance"),
    _network(LSTM, "Transformer and LSTM over the steps at which something changes hands", "GoalFromStates"),
    _network("goal-last", "the same, last observation only", "GoalFromLastState"),
    _network("goal-actions", "the same, from Alice's actions", "GoalFromActions"),
    _reader("counting", "what she put where, counted", "counting:Counting", in_paper=False),
    _reader("bayes", "what she put where, by Bayes' rule (ours)", "bayes:Bayes", in_paper=False),
)
"""What infers goals from demonstrations: four of the paper, and ours."""


def made(row: ModelRow, weights: Path | None = None) -> Any:
    """A new model of a row, with the weights that come with Casita or with those in a folder.

    What its networks need is loaded here, so that it does not count as the model's own time.
    """
    if row.needs:
        import torch  # noqa: F401
    new = built_in(row, __name__)
    if weights is not None:
        check_folder(weights)
        if row.weights:
            new.weights = weights
    return new


def helper(name: str, weights: Path | None = None) -> Helper:
    """A new helper of this name."""
    found: Helper = made(row_of(name, MODELS), weights)
    return found
