"""The models of ACT-Thor, one file each, and a table of them by name. torch loads when a network is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from casita.benchmarks.act_thor.models.ranker import Ranker, accuracy, choices
from casita.errors import BadInput, unknown

__all__ = ["MODELS", "ModelRow", "Ranker", "accuracy", "choices", "make"]

Coding = Literal["one-hot", "embedded"]
Procedure = Literal["contrastive", "l2"]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model: what it is, and in which ways it can be trained."""

    name: str
    title: str
    """As in the paper's tables."""
    sees: Literal["vectors", "pictures"] = "vectors"
    codings: tuple[Coding, ...] = ()
    """Ways to give it the action; empty if it has only one."""
    procedures: tuple[Procedure, ...] = ()
    """Ways to train it by gradient; empty if there is only one or none."""
    in_paper: bool = True


MODELS: dict[str, ModelRow] = {
    row.name: row
    for row in (
        ModelRow("chance", "chance"),
        ModelRow("visual-only", "visual-only"),
        ModelRow("action-name", "action-name", procedures=("contrastive",)),
        ModelRow("action-matrix", "Action-Matrix", procedures=("contrastive", "l2")),
        ModelRow("concat-linear", "Concat-Linear", "vectors", ("one-hot", "embedded"), ("contrastive", "l2")),
        ModelRow("concat-multi", "Concat-Multi", "vectors", ("one-hot", "embedded"), ("contrastive", "l2")),
        ModelRow("least-squares", "least squares"),
        ModelRow("compare", "Compare (ours)", "pictures", in_paper=False),
        ModelRow("compare-sets", "Compare, from sets alone (ours)", "pictures", in_paper=False),
    )
}
"""By name, in the order of the tables. The oracle is not here: it sees states."""


def make(name: str, coding: Coding | None = None, procedure: Procedure = "contrastive") -> Ranker[Any]:
    """A new model of this name, not trained yet; without a coding, the first that it has."""
    if name not in MODELS:
        raise unknown("model", name, MODELS)
    row = MODELS[name]
    if coding is not None and coding not in row.codings:
        raise BadInput(f"{name} has no coding {coding!r}: it has {', '.join(row.codings) or 'only one'}")
    if row.procedures and procedure not in row.procedures:
        raise BadInput(f"{name} is not trained by {procedure!r}, but by {', '.join(row.procedures)}")
    if row.procedures:
        from casita.benchmarks.act_thor.models.trained import Trained

        return Trained(name, coding or "one-hot", procedure)
    if row.sees == "pictures":
        from casita.benchmarks.act_thor.models.compare import Compare

        return Compare(told_actions=name == "compare")
    from casita.benchmarks.act_thor.models.chance import Chance
    from casita.benchmarks.act_thor.models.least_squares import LeastSquares
    from casita.benchmarks.act_thor.models.visual_only import VisualOnly

    untrained: dict[str, type[Ranker[Any]]] = {
        "chance": Chance,
        "visual-only": VisualOnly,
        "least-squares": LeastSquares,
    }
    return untrained[name]()
