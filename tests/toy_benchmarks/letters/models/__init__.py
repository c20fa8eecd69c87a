"""Models of Letters."""

from __future__ import annotations

from casita.evaluation.models import ModelRow, table_of

MODELS = table_of(
    ModelRow(name="oracle", title="Oracle", made="oracle:Oracle", in_paper=False),
    ModelRow(name="always", title="Always three", made="always:Always"),
    ModelRow(name="quantum", title="Not installable", made="always:Always", needs=("quantum",)),
)
