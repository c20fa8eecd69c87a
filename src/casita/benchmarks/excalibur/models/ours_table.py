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
    ModelRow(
        name="ours",
        title="Ours, from pixels, depth and odometry",
        made="ours_pixels:OursPixels",
        in_paper=False,
        needs=("learn",),
    ),
    ModelRow(
        name="ours-no-depth",
        title="Ours, from pixels and odometry",
        made="ours_pixels:OursNoDepth",
        in_paper=False,
        needs=("learn",),
    ),
)
"""In the order of the tables."""
