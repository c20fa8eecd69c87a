"""The fifteen actions that are tried on every thing, as rows."""

from __future__ import annotations

from dataclasses import dataclass

from casita.benchmarks.act_thor.item import TRIALS, Trial
from casita.catalog import ObjectType
from casita.errors import unknown


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action: the verbs of the world that it stands for, and when it is tried."""

    name: str
    verbs: tuple[str, ...]
    """The first that the world does not refuse is done."""
    trials: tuple[Trial, ...]
    needs: str = ""
    """What a type must afford for the action to be tried; empty for all that can be picked up."""
    in_paper: bool = True
    """Is it among the twelve actions that the paper kept?"""

    def is_tried_on(self, kind: ObjectType) -> bool:
        """Does a type afford it?"""
        return not self.needs or kind.can(self.needs)  # type: ignore[arg-type]


ACTIONS: dict[str, ActionRow] = {
    row.name: row
    for row in (
        ActionRow("push", ("push",), ("placed",)),
        ActionRow("pull", ("pull",), ("placed",)),
        ActionRow("pick_up", ("pick_up",), ("placed",)),
        ActionRow("put", ("put",), ("held",)),
        ActionRow("throw", ("throw",), ("held",)),
        ActionRow("drop", ("drop",), ("held",)),
        ActionRow("break", ("break",), TRIALS, "break"),
        ActionRow("fill", ("fill",), TRIALS, "fill"),
        ActionRow("dirty", ("make_dirty",), TRIALS, "dirty"),
        ActionRow("toggle", ("turn_on", "turn_off"), TRIALS, "toggle"),
        ActionRow("open", ("open",), TRIALS, "open"),
        ActionRow("close", ("close",), TRIALS, "open"),
        ActionRow("cook", ("cook",), TRIALS, "cook", in_paper=False),
        ActionRow("use_up", ("use_up",), TRIALS, "use_up", in_paper=False),
        ActionRow("slice", ("slice",), ("placed",), "slice", in_paper=False),
    )
}
"""By name, the twelve of the paper first."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to make contrast sets of what was tried."""

    name: str
    meaning: str
    every_action: bool = False
    """Are all actions asked about that survive cleaning, or the paper's twelve?"""
    elsewhere: int = 1
    """Candidates that show the same action in other scenes."""
    moved: bool = False
    """Is every picture taken anew, with another camera, light and exposure (`robust/glance.py`)?"""
    pairs: str = "pairs"
    """The name of the rule of the split by pairs (`splits.PAIR_RULES`), for sets that are made for it."""


CONFIGURATIONS: dict[str, Configuration] = {
    row.name: row
    for row in (
        Configuration(
            "robust", "the headline: five candidates, every picture a look of its own", False, 2, True, "more pairs"
        ),
        Configuration("paper", "historical: the paper's rule, four candidates, before and after registered"),
        Configuration("full", "historical: as paper, with all actions that survive cleaning", every_action=True),
        Configuration("hard", "historical: as paper, with five candidates", elsewhere=2),
    )
}
"""By name, the headline first."""


def configuration_of(name: str) -> Configuration:
    """The configuration of a name."""
    if name not in CONFIGURATIONS:
        raise unknown("configuration", name, CONFIGURATIONS)
    return CONFIGURATIONS[name]


def action_names(configuration: str) -> tuple[str, ...]:
    """The actions that may occur in a configuration, in their fixed order."""
    every = configuration_of(configuration).every_action
    return tuple(row.name for row in ACTIONS.values() if row.in_paper or every)
