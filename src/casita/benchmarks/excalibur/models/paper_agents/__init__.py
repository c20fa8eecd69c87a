"""The paper's agents that learn (section 4): QA, Novelty and Novelty+QA, by what they are rewarded for.

Features of pictures and the last action go into a GRU; its state, the belief, goes to an actor, to a critic, and, as
prefix tokens, to a frozen language model that answers questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from casita.evaluation.models import ModelRow, table_of

FEATURES = ("imagenet", "detector")
"""What looks at pictures: a network that knows photographs, or the detector, which learnt from renders of homes."""


class Rewards(NamedTuple):
    """What an agent is rewarded for."""

    qa: bool
    """Answers that become right (equation 3)."""
    novelty: bool
    """Things that it sees and floor that it covers for the first time (equation 4)."""


REWARDS: Mapping[str, Rewards] = {
    "qa": Rewards(qa=True, novelty=False),
    "novelty": Rewards(qa=False, novelty=True),
    "novelty-qa": Rewards(qa=True, novelty=True),
}
"""The three agents."""

TITLES = {"qa": "QA", "novelty": "Novelty", "novelty-qa": "Novelty+QA"}


def row_name(model: str, features: str) -> str:
    """What an agent with these features is called: by its rewards alone if they are the usual ones."""
    return model if features == FEATURES[0] else f"{model}-{features}"


PAPER_AGENTS: Mapping[str, ModelRow] = table_of(
    *(
        ModelRow(
            name=row_name(model, features),
            title=TITLES[model] if features == FEATURES[0] else f"{TITLES[model]}, {features} features",
            made="paper_agents.agent:trained_agent",
            needs=("learn",),
            weights=(row_name(model, features),),
        )
        for features in FEATURES
        for model in REWARDS
    )
)
"""Their rows, in the order of the tables."""
