"""The model that comes with Casita: ours, which infers class and states first, with weights of a training by us."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from casita.evaluation.models import require

if TYPE_CHECKING:
    from casita.benchmarks.plausiblact.models.inferring import Inferring

WEIGHTS = Path(__file__).parents[1] / "weights" / "states.safetensors"
"""`casita train plausiblact --network states` made them; what from stands beside them, in states.curve.json."""


@cache
def shipped() -> Inferring:
    """The model, which all who ask share."""
    require("the plausibility of actions", ("learn",))
    from casita.benchmarks.plausiblact.models.inferring import Inferring

    return Inferring.load(WEIGHTS)
