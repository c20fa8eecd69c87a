"""The models of ACT-Thor, one file each, and tables of them by name. torch loads when a network is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from casita.benchmarks.act_thor.models.ranker import Ranker, accuracy, choices
from casita.errors import BadInput
from casita.evaluation.models import ModelRow, built_in, row_of, table_of

__all__ = ["CHOOSERS", "INFERRERS", "MODELS", "STEP_CHOOSERS", "ChooserRow", "Ranker", "accuracy", "choices", "make"]

Coding = Literal["one-hot", "embedded"]
Procedure = Literal["contrastive", "l2"]


class ChooserRow(ModelRow, frozen=True, kw_only=True):
    """One model that chooses: what it sees, and in which ways it can be trained."""

    sees: Literal["vectors", "pictures", "changes", "aligned", "states"] = "vectors"
    """Vectors of pictures; pairs of pictures, where they differ, or laid on each other; or the world's states."""
    control: bool = False
    """Does it show what can be had without understanding? Such are no models to beat, but ceilings to keep."""
    codings: tuple[Coding, ...] = ()
    """Ways to give it the action; empty if it has only one."""
    procedures: tuple[Procedure, ...] = ()
    """Ways to train it by gradient; empty if there is only one or none."""

    @property
    def is_trained(self) -> bool:
        """Does it have weights, which are trained first? Others are made, or fitted in a moment, when asked."""
        return bool(self.procedures) or self.sees not in ("vectors", "states") or self.name == "object-action"


def _vectors(name: str, title: str, made: str, **further: Any) -> ChooserRow:
    return ChooserRow(name=name, title=title, made=made, needs=("learn",), **further)


_BOTH: dict[str, Any] = {"codings": ("one-hot", "embedded"), "procedures": ("contrastive", "l2")}
_OURS: dict[str, Any] = {"sees": "pictures", "in_paper": False}
_ALIGN: dict[str, Any] = {"made": "align:Align", "sees": "aligned", "in_paper": False}
_CONTROL: dict[str, Any] = {"in_paper": False, "control": True}

MODELS: Mapping[str, ChooserRow] = table_of(
    ChooserRow(name="chance", title="chance", made="chance:Chance", control=True),
    _vectors("visual-only", "visual-only", "visual_only:VisualOnly", control=True),
    _vectors("action-name", "action-name", "trained:Trained", procedures=("contrastive",), control=True),
    _vectors("change-map", "change-map (control)", "change_map:ChangeMap", sees="changes", **_CONTROL),
    _vectors("object-action", "object-name + action (control)", "object_action:ObjectAction", **_CONTROL),
    _vectors("action-matrix", "Action-Matrix", "trained:Trained", procedures=("contrastive", "l2")),
    _vectors("concat-linear", "Concat-Linear", "trained:Trained", **_BOTH),
    _vectors("concat-multi", "Concat-Multi", "trained:Trained", **_BOTH),
    _vectors("least-squares", "least squares", "least_squares:LeastSquares"),
    _vectors("compare", "Compare (ours)", "compare:Compare", **_OURS),
    _vectors("compare-sets", "Compare, from sets alone (ours)", "compare:Compare", **_OURS),
    _vectors("align", "Align (ours)", **_ALIGN),
    _vectors("align-still", "Align without aligning", **_ALIGN),
    _vectors("align-parts", "Align without the encoder's view of the whole", **_ALIGN),
    _vectors("align-whole", "Align by the encoder's view of the whole alone", **_ALIGN),
    _vectors("align-misfit", "Align without any encoder", **_ALIGN),
    _vectors("align-pooled", "Align without maps", **_ALIGN),
)
"""Those that are trained and reported, in the order of the tables."""

_ORACLE: dict[str, Any] = {"name": "oracle", "title": "oracle", "sees": "states", "in_paper": False}

CHOOSERS: Mapping[str, ChooserRow] = {**MODELS, **table_of(ChooserRow(made="oracle:Oracle", **_ORACLE))}
"""All that choose after single actions; the oracle does the action in the world itself."""

STEP_CHOOSERS: Mapping[str, ChooserRow] = table_of(
    MODELS["chance"],
    MODELS["visual-only"],
    _vectors("chain", "chained Action-Matrix (ours)", "chain:ChainChooser", in_paper=False),
    ChooserRow(made="oracle:StepOracle", **_ORACLE),
)
"""Those that choose after two and three actions."""


def _network(name: str) -> ModelRow:
    return ModelRow(name=name, title=name, made="inferring:VectorInferrer", in_paper=False, needs=("learn",))


INFERRERS: Mapping[str, ModelRow] = table_of(
    ModelRow(name="majority", title="majority", made="inferring:Majority", in_paper=False),
    *(_network(name) for name in ("after-only", "linear", "small")),
)
"""Those that name the action between two pictures."""


def make(name: str, coding: Coding | None = None, procedure: Procedure = "contrastive") -> Ranker[Any]:
    """A new model of this name, not trained yet; without a coding, the first that it has."""
    row = row_of(name, MODELS)
    assert isinstance(row, ChooserRow)
    if coding is not None and coding not in row.codings:
        raise BadInput(f"{name} has no coding {coding!r}: it has {', '.join(row.codings) or 'only one'}")
    if row.procedures and procedure not in row.procedures:
        raise BadInput(f"{name} is not trained by {procedure!r}, but by {', '.join(row.procedures)}")
    given: dict[str, Any] = {}
    if row.procedures:
        given = {"name": name, "coded_as": coding or "one-hot", "procedure": procedure}
    elif row.sees == "pictures":
        given = {"told_actions": name == "compare"}
    elif row.sees == "aligned":
        given = {"variant": name}
    ranker: Ranker[Any] = built_in(row, __name__, **given)
    return ranker
