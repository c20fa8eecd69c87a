"""The rows of our agent, by what it perceives with."""

from __future__ import annotations

from collections.abc import Mapping

from casita.evaluation.models import ModelRow, table_of

OURS: Mapping[str, ModelRow] = table_of(
    ModelRow(
        name="ours-privileged",
        title="Ours, privileged perception (upper row)",
        made="ours:OursPrivileged",
        in_paper=False,
    ),
)
"""In the order of the tables."""
