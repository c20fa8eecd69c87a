"""What is said about a detector: its figures as Markdown, as they stand in its card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from casita.learn.detector.scoring import OFTEN, Scores

SPLIT_NAMES = {
    "tune": "rooms 21 to 25",
    "test": "rooms 26 to 30",
    "houses": "procedural houses of other seeds",
}
"""What the pictures of each split that is judged show."""

WORST = 12
"""Types that are named as the hardest."""


def figures(split: str, scores: Scores) -> list[str]:
    """Everything that was measured on a split."""
    sizes = "; ".join(f"{name} {at50} and {mean}" for name, (at50, mean) in scores.by_size.items())
    hardest = sorted(scores.precision.items(), key=lambda row: (row[1], row[0]))[:WORST]
    lines = [
        f"{SPLIT_NAMES[split].capitalize()}: {scores.pictures:,} pictures, {scores.boxes:,} boxes, "
        f"{scores.kinds} types with at least {OFTEN} of them",
        "",
        "| what | measured |",
        "|---|---|",
        f"| mAP50 | {scores.map50} |",
        f"| mAP | {scores.map} |",
        f"| mAP50 and mAP over every type that occurs | {scores.every_kind[0]} and {scores.every_kind[1]} |",
        f"| mAP50 and mAP by size | {sizes} |",
        f"| type, given the box | {scores.given_box['type']}% |",
        f"| colour, given the box | {scores.given_box['colour']}% |",
    ]
    for state, (area, asked, holds) in scores.states.items():
        lines.append(f"| {state}, given the box: AUC | {area} ({holds:,} of {asked:,} are) |")
    lines += [
        f"| pictures a second of one core's time | {scores.pictures_a_second} |",
        f"| hardest types, mAP50 | {', '.join(f'{name} {value}' for name, value in hardest)} |",
    ]
    return lines


def learning_curve(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """How good the weights were as training went on."""
    lines = ["| steps | pictures seen | mAP50 | mAP | type, given the box |", "|---|---|---|---|---|"]
    for row in rows:
        seen = f"{row['seen']:,}"
        lines.append(f"| {row['step']:,} | {seen} | {row['map50']} | {row['map']} | {row['type']}% |")
    return lines
