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

OURS: Mapping[str, ModelRow] = table_of(
    ModelRow(name="ours-privileged", title="Ours, privileged perception (upper row)", made="ours:OursPrivileged",
             in_paper=False),
    ModelRow(name="ours", title="Ours, from pixels, depth and odometry", made="ours_pixels:OursPixels",
             in_paper=False, needs=("learn",)),
    ModelRow(name="ours-no-depth", title="Ours, from pixels and odometry", made="ours_pixels:OursNoDepth",
             in_paper=False, needs=("learn",)),
)  # fmt: skip
"""Our agent, by what it perceives with."""

GRAPH = "graph"
"""A privilege: what is in the house."""
