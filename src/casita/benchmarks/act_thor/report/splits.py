"""The report's tables of the splits: how many sets are learned from and asked about, beside the paper's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.report.cells import beside, plain
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.evaluation.figures import Panel, bars
from casita.evaluation.page import Cell, Image, Section, Table, Words


def splits_section(data: ActThor) -> Section:
    """What is learned from and what is asked about."""
    return Section(
        "The splits",
        (
            Words(
                "The paper holds out scenes, or objects. A third split of ours holds out actions on objects of which "
                "both are known. The paper's counts disagree: it has 4,451 sets, and splits that sum to 4,360."
            ),
            parts_table(data),
            Image(
                "Actions of seen and unseen items (Figure 5)",
                distribution_figure(data),
                "Seen: the sets of training and validation; unseen: those of the test. The paper's are drawn only.",
            ),
            objects_table(data),
            scenes_table(data),
        ),
    )


def parts_table(data: ActThor) -> Table:
    """How many sets each part has."""
    rows = []
    for split in SPLITS:
        cells: list[str | Cell] = [SPLIT_TITLES[split]]
        for part in PARTS:
            cells += [f"{len(data.sets(split, part)):,}", beside(paper.SPLITS.get((split, part)))]
        rows.append(tuple(cells))
    columns = ("split", "training", "paper", "validation", "paper", "test", "paper")
    return Table("Sets in each part", columns, tuple(rows), "Section 5 of the paper; its Table 7 has 693 for 684.")


def objects_table(data: ActThor) -> Table:
    """The split by objects: actions and sets of each type (Table 6)."""
    rows: list[tuple[str | Cell, ...]] = []
    for part in ("test", "train", "valid"):
        sets, theirs = data.sets("objects", part), paper.SPLIT_BY_OBJECTS[part]
        for name in sorted({item.object_type for item in sets} | theirs.keys()):
            own = [item for item in sets if item.object_type == name]
            actions, samples = theirs.get(name, (None, None))
            kinds = len({item.action for item in own})
            rows.append((part, plain(name), f"{kinds}", beside(actions), f"{len(own):,}", beside(samples)))
    columns = ("part", "type", "actions", "paper", "sets", "paper")
    note = "The paper's rows do not sum to the totals that it prints, 2,762 and 690."
    return Table("Unseen objects: actions and sets of each type (Table 6)", columns, tuple(rows), note, 2, folded=True)


def scenes_table(data: ActThor) -> Table:
    """The split by scenes: rooms and sets of each kind (Table 7)."""
    rows: list[tuple[str | Cell, ...]] = []
    for part in ("test", "train", "valid"):
        sets = data.sets("scenes", part)
        for kind, (rooms, samples) in paper.SPLIT_BY_SCENES[part].items():
            own = [item for item in sets if item.scene.rpartition("_")[0] == kind]
            here = len({item.scene for item in own})
            rows.append((part, plain(kind), f"{here}", beside(rooms), f"{len(own):,}", beside(samples)))
        printed = beside(paper.SPLIT_BY_SCENES_PRINTED[part])
        rows.append(
            (part, "all, as printed", f"{len({item.scene for item in sets})}", beside(None), f"{len(sets):,}", printed)
        )
    columns = ("part", "kind of room", "rooms", "paper", "sets", "paper")
    note = "The paper's rows do not sum to the totals that it prints."
    return Table(
        "Unseen scenes: rooms and sets of each kind (Table 7)", columns, tuple(rows), note, left=2, folded=True
    )


def distribution_figure(data: ActThor) -> bytes:
    """Which share of seen and of unseen sets each action has."""
    panels = []
    for split in SPLITS:
        seen = [item for part in ("train", "valid") for item in data.sets(split, part)]
        parts = {"seen": seen, "unseen": data.sets(split, "test")}
        shares = {name: _shares(sets, data.actions) for name, sets in parts.items()}
        panels.append(Panel(SPLIT_TITLES[split], [plain(action) for action in data.actions], shares))
    return bars(panels, "share of sets")


def _shares(sets: Sequence[ContrastSet], actions: Sequence[str]) -> list[float]:
    counts = Counter(item.action for item in sets)
    return [counts[action] / max(1, len(sets)) for action in actions]
