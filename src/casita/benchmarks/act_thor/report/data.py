"""The report's tables of the data: collection, cleaning, contrast sets, splits, with the paper's beside ours.

And that every set has one right answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.collecting.card import task_counts, types_per_action
from casita.benchmarks.act_thor.collecting.cleaning import Collection
from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models.oracle import Oracle
from casita.benchmarks.act_thor.report.cells import Row, beside, example_image, plain
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.evaluation.figures import Panel, bars
from casita.evaluation.page import Cell, Image, Missing, Section, Table, Verdict, Words

COUNTED = {
    "tried": "triples tried (before, action, after)",
    "kept": "triples kept, each with its own after-picture",
    "pairs": "action-object pairs",
    "before-pictures": "before-pictures",
    "actions": "actions",
    "types": "object types",
    "scenes": "rooms",
    "sets": "contrast sets",
}
STEPS = {
    "done": "the action was done",
    "visible": "the thing can be seen before and after",
    "different": "the pictures differ visibly",
    "more than one type": "the action is possible on more than one type",
    "asked about": "the configuration asks about the action",
}
"""What each step of cleaning asks for."""


def data_section(data: ActThor, collection: Collection) -> Section:
    """Collection, cleaning and contrast sets."""
    example = data.all_sets[0] if data.all_sets else None
    shown = [] if example is None else [example_image(data, example, "One contrast set (as in Figure 2)")]
    return Section(
        "The data",
        (
            Words(
                "Every action was tried on every thing that can be picked up, in the hand and on a surface. What could "
                "not be done, not be seen or not be told from the picture before was left out, in the paper's order."
            ),
            counts_table("The collection (Table 1)", collection.counts, paper.COLLECTION),
            cleaning_table(collection),
            counts_table("The contrast sets (section 3.2)", task_counts(data.all_sets), paper.CONTRAST_SETS),
            *shown,
            types_table(data, collection),
        ),
    )


def counts_table(title: str, ours: Mapping[str, int], theirs: Mapping[str, int]) -> Table:
    """Counts of ours beside the paper's."""
    rows = tuple((COUNTED[name], f"{count:,}", beside(theirs.get(name))) for name, count in ours.items())
    return Table(title, ("", "here", "paper"), rows)


def cleaning_table(collection: Collection) -> Table:
    """How many triples each step removes."""
    rows = [("tried", "", f"{collection.tried:,}", beside(paper.COLLECTION["tried"]))]
    rows += [(STEPS[step.name], f"{step.removed:,}", f"{step.left:,}", beside(None)) for step in collection.steps]
    rows[-1] = (*rows[-1][:3], beside(paper.COLLECTION["kept"]))
    note = "The paper gives the first and the last number only; both count all fifteen actions as tried."
    return Table(
        "Cleaning, step by step", ("what is asked for", "removed", "left", "left in the paper"), tuple(rows), note
    )


def types_table(data: ActThor, collection: Collection) -> Table:
    """Types per action, in the sets and in the collection (Tables 2 and 5)."""
    in_sets = types_per_action(data.all_sets)
    in_collection = Counter(action for action, _ in {(row.action, row.object_type) for row in collection.triples})
    rows = tuple(
        (
            plain(action),
            f"{in_sets.get(action, 0)}",
            beside(paper.TYPES_IN_SETS.get(action)),
            f"{in_collection[action]}",
            beside(paper.TYPES_IN_COLLECTION.get(action)),
        )
        for action in data.actions
    )
    columns = ("action", "in the sets", "paper's Table 2", "in the collection", "paper's Table 5")
    return Table("Types that an action is done to (Tables 2 and 5)", columns, rows)


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
    rows: list[Row] = []
    for part in ("test", "train", "valid"):
        sets, theirs = data.sets("objects", part), paper.SPLIT_BY_OBJECTS[part]
        for name in sorted({item.object_type for item in sets} | theirs.keys()):
            own = [item for item in sets if item.object_type == name]
            rows.append(_group(part, plain(name), {item.action for item in own}, own, *theirs.get(name, (None, None))))
    columns = ("part", "type", "actions", "paper", "sets", "paper")
    note = "The paper's rows do not sum to the totals that it prints, 2,762 and 690."
    return Table("Unseen objects: actions and sets of each type (Table 6)", columns, tuple(rows), note, 2, folded=True)


def scenes_table(data: ActThor) -> Table:
    """The split by scenes: rooms and sets of each kind (Table 7)."""
    rows: list[Row] = []
    for part in ("test", "train", "valid"):
        sets = data.sets("scenes", part)
        for kind, theirs in paper.SPLIT_BY_SCENES[part].items():
            own = [item for item in sets if item.scene.rpartition("_")[0] == kind]
            rows.append(_group(part, plain(kind), {item.scene for item in own}, own, *theirs))
        printed = paper.SPLIT_BY_SCENES_PRINTED[part]
        rows.append(_group(part, "all, as printed", {item.scene for item in sets}, sets, None, printed))
    columns = ("part", "kind of room", "rooms", "paper", "sets", "paper")
    note = "The paper's rows do not sum to the totals that it prints."
    return Table("Unseen scenes: rooms and sets of each kind (Table 7)", columns, tuple(rows), note, 2, folded=True)


def _group(
    part: str, name: str, kinds: set[str], sets: Sequence[ContrastSet], their_kinds: int | None, their_sets: int | None
) -> Row:
    """A row about some sets of a part: how many kinds of something they show, and how many they are."""
    return part, name, f"{len(kinds)}", beside(their_kinds), f"{len(sets):,}", beside(their_sets)


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


def checks_section(data: ActThor) -> Section:
    """That every set has one right answer, and what is known of people."""
    people = Missing(
        "people's answers on these pictures",
        "210 sets for seven annotators are frozen (collecting.splits.human_subset), but nobody has answered them yet. "
        f"The paper's people, on its own pictures and four candidates: {paper.HUMAN.value:.1%} right, "
        f"{paper.HUMAN_AGREEMENT.value:.1%} agreement ({paper.HUMAN.place}); no figure here is to be set beside that.",
    )
    return Section("Is there one right answer?", (oracle_verdict(data), people))


def oracle_verdict(data: ActThor) -> Verdict:
    """The state oracle on every set: it compares the states that were recorded with every picture."""
    oracle = Oracle(state_of=data.state_of, replayed=False)
    rule = "in every set, exactly one candidate shows the state that the action led to, and it is the answer."
    claim = "The state oracle scores 100%"
    try:
        is_right = score.right(data.all_sets, oracle.choices(data.all_sets).tolist())
    except BadInput as error:
        return Verdict(claim, "does not hold", rule, (str(error),))
    why = f"{is_right.sum():,} of {len(is_right):,} sets are answered right, from the states in the data's logs"
    return Verdict(claim, "holds" if is_right.all() else "does not hold", rule, (why,))
