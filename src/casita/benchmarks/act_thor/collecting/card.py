"""The card of a folder of data: what is in it, how it came about, and the paper's figures beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.collecting.cleaning import Collection
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS, split_sets
from casita.benchmarks.act_thor.item import ContrastSet
from casita.versions import VERSIONS


def task_counts(sets: Sequence[ContrastSet]) -> dict[str, int]:
    """What the paper says of its contrast sets."""
    sets = [item for item in sets if not item.made_for]
    return {
        "sets": len(sets),
        "pairs": len({(item.action, item.object_type) for item in sets}),
        "actions": len({item.action for item in sets}),
        "types": len({item.object_type for item in sets}),
        "scenes": len({item.scene for item in sets}),
    }


def types_per_action(sets: Sequence[ContrastSet]) -> dict[str, int]:
    """The paper's Table 2: how many types an action is done to."""
    return dict(
        Counter(action for action, _ in {(item.action, item.object_type) for item in sets if not item.made_for})
    )


def card(
    settings: DataSettings, collections: Mapping[str, Collection], sets: Mapping[str, Sequence[ContrastSet]]
) -> str:
    """The card as Markdown."""
    lines = ["# ACT-Thor on Casita: data card", ""]
    lines += ["Given a picture and an action, which of several pictures shows what the action did?", ""]
    lines += [f"Made with seed {settings.seed}, scale {settings.scale}, physics {settings.physics}, versions "]
    lines[-1] += ", ".join(f"{name} {version}" for name, version in VERSIONS.items()) + "."
    if settings.scale.isdigit():
        lines[-1] += f" Takes beyond the first vary {', '.join(settings.vary) or 'nothing'}."
    for name, collection in collections.items():
        lines += ["", f"## Collection `{name}`", "", "| step | removed | left |", "|---|---|---|"]
        lines += [f"| tried | | {collection.tried:,} |"]
        lines += [f"| {step.name} | {step.removed:,} | {step.left:,} |" for step in collection.steps]
        lines += _beside(collection.counts, paper.COLLECTION if name == "paper" else {})
        lines += ["", f"### Contrast sets `{name}`"]
        lines += _beside(task_counts(sets[name]), paper.CONTRAST_SETS if name == "paper" else {})
        lines += ["", "| split | part | sets here | in the paper |", "|---|---|---|---|"]
        for split in SPLITS:
            for part in PARTS:
                theirs = paper.SPLITS.get((split, part)) if name == "paper" else None
                lines += [f"| {split} | {part} | {len(split_sets(sets[name], split, part)):,} | {theirs or ''} |"]
        lines += ["", "| action | types |", "|---|---|"]
        lines += [f"| {action} | {count} |" for action, count in sorted(types_per_action(sets[name]).items())]
    return "\n".join(lines) + "\n"


def _beside(ours: Mapping[str, int], theirs: Mapping[str, int]) -> list[str]:
    rows = ["", "| what | here | in the paper |", "|---|---|---|"]
    return rows + [f"| {name} | {count:,} | {theirs.get(name, '')} |" for name, count in ours.items()]
