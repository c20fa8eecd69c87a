"""The card of a folder of data: what is in it, with Table 1's shares beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.item import KINDS, NEEDS, PARTS, TOPICS, Episode, Question
from casita.evaluation.page import Table, markdown
from casita.exact import count_of

TOPIC_WORDS = {
    "colour": "colour", "material": "material", "contained_by": "contained by", "adjacent_to": "adjacent to",
    "on_top_of": "on top of", "heavier": "heavier, lighter", "larger": "larger, smaller, longer, shorter",
}  # fmt: skip


def card(scale: str, seed: int, episodes: Sequence[Episode]) -> str:
    """The card, as Markdown."""
    questions = [question for episode in episodes for question in episode.questions]
    return "\n".join([
        f"# EXCALIBUR on Casita: {len(episodes):,} episodes, {len(questions):,} questions",
        "",
        f"Scale {scale}, seed {seed}. Houses are made again from their seeds; questions carry answers and programs.",
        "",
        markdown(counts(episodes)),
        markdown(table_1(questions)),
        markdown(families(questions)),
    ])  # fmt: skip


def counts(episodes: Sequence[Episode]) -> Table:
    """How many episodes and houses there are, by part."""
    rows = []
    for part in PARTS:
        own = [episode for episode in episodes if episode.part == part]
        if own:
            houses = len({episode.cluster for episode in own})
            asked = {one.text for episode in own for one in episode.questions}
            rows.append((part, f"{houses:,}", f"{len(own):,}", f"{len(asked):,}"))
    return Table("Episodes", ("part", "houses", "episodes", "different questions"), tuple(rows))


def table_1(questions: Sequence[Question]) -> Table:
    """Table 1: shares of questions by type, and by the properties and relations that they use."""
    total = max(len(questions), 1)
    kinds = Counter(one.kind for one in questions)
    topics = Counter(topic for one in questions for topic in one.topics)
    rows = [(str(kind), f"{100 * kinds[kind] / total:.1f}", f"{100 * paper.KIND_SHARES[kind]:.1f}") for kind in KINDS]
    rows += [
        (TOPIC_WORDS[topic], f"{100 * topics[topic] / total:.1f}", f"{100 * paper.TOPIC_SHARES[topic]:.1f}")
        for topic in TOPICS
    ]
    return Table("Table 1: questions, in %", ("", "here", "paper"), tuple(rows))


def families(questions: Sequence[Question]) -> Table:
    """Families of questions, what must be found out, and how often the answer is yes."""
    total = max(len(questions), 1)
    own = Counter(one.family for one in questions)
    rows = [(f"family {family}", f"{100 * own[family] / total:.1f}") for family in sorted(own)]
    rows += [(f"needs: {need}", f"{100 * count_of(need in q.needs for q in questions) / total:.1f}") for need in NEEDS]
    polar = [one for one in questions if one.kind == "yes-no"]
    yes = 100 * count_of(one.answer == "yes" for one in polar) / max(len(polar), 1)
    rows.append(("yes, of yes-no questions", f"{yes:.1f}"))
    return Table("Families and needs, in %", ("", "here"), tuple(rows))
