"""The models of PlausiblAct, one file each, and a table of them by name. torch loads when a network is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from casita.evaluation.models import ModelRow, table_of

MODELS: Mapping[str, ModelRow] = table_of(
    ModelRow(name="chance", title="chance", made="chance:Chance", in_paper=False),
    ModelRow(name="no-input", title="no input", made="no_input:NoInput"),
    ModelRow(name="mode", title="mode (told the class)", made="mode:Mode"),
    ModelRow(name="soft-mode", title="soft mode (told the class)", made="mode:SoftMode", in_paper=False),
    ModelRow(name="frozen", title="EfficientNet-lite0, frozen", made="frozen:Frozen", needs=("learn",)),
    ModelRow(name="tuned", title="EfficientNet-lite0, last blocks tuned", made="inferring:Inferring", needs=("learn",)),
    ModelRow(name="class-only", title="ours, class alone", made="inferring:Inferring", in_paper=False,
             needs=("learn",)),
    ModelRow(name="states-pixels", title="ours, states and pixels", made="inferring:Inferring", in_paper=False,
             needs=("learn",)),
    ModelRow(name="states", title="ours, states first", made="inferring:Inferring", in_paper=False, needs=("learn",)),
    ModelRow(name="shipped", title="ours, as shipped", made="shipped:shipped", in_paper=False, needs=("learn",),
             weights=("states",)),
    ModelRow(name="oracle", title="oracle (told rules and state)", made="oracle:Oracle", in_paper=False),
)  # fmt: skip
"""Those that rate, in the order of the tables. Mode, soft mode and oracle are told what the others have to see."""

CLASS, STATE = "class", "state"
"""Privileges: what the class is, and all that is true of the instance."""
