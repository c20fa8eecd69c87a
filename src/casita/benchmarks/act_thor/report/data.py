"""The report's tables of the data: collection, cleaning, contrast sets, splits, with the paper's beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.collecting.card import task_counts, types_per_action
from casita.benchmarks.act_thor.collecting.cleaning import Collection
from casita.benchmarks.act_thor.report.cells import beside, example_image, plain
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.evaluation.page import Section, Table, Words

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
    note = "The paper gives the first and the last number only."
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
