"""The models of EXCALIBUR, one file each, and a table of them by name."""

from __future__ import annotations

from collections.abc import Mapping

from casita.evaluation.models import ModelRow, table_of

NOT_ACTING: Mapping[str, ModelRow] = table_of(
    ModelRow(name="random", title="Random", made="plausible:Plausible"),
    ModelRow(name="language", title="Language, by words", made="language:Language"),
    ModelRow(name="language-network", title="Language, a network", made="language_network:LanguageNetwork",
             needs=("learn",)),
    ModelRow(name="oracle", title="oracle (told the graph)", made="oracle:Oracle", in_paper=False),
)  # fmt: skip
"""Those that do not enter the house, in the order of the tables."""

GRAPH = "graph"
"""A privilege: what is in the house."""
