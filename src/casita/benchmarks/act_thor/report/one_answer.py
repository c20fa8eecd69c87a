"""The report's section on the questions themselves: every set has one right answer, and what people say."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.item import Attempt
from casita.benchmarks.act_thor.models.oracle import Oracle
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.reports.page import Missing, Section, Verdict


def checks_section(data: ActThor, attempts: Sequence[Attempt]) -> Section:
    """That every set has one right answer, and what is known of people."""
    people = Missing(
        "people's answers on these pictures",
        "210 sets for seven annotators are frozen (splits.human_subset), but nobody has answered them yet. "
        f"Lines of people in figures are the paper's, on its pictures: {paper.HUMAN.value:.1%} right, "
        f"{paper.HUMAN_AGREEMENT.value:.1%} agreement ({paper.HUMAN.place}).",
    )
    return Section("Is there one right answer?", (oracle_verdict(data, attempts), people))


def oracle_verdict(data: ActThor, attempts: Sequence[Attempt]) -> Verdict:
    """The state oracle on every set: it compares the states that were recorded with every picture."""
    states = {row.after: row.state_after for row in attempts if not row.refused}
    results = {(row.before, row.action): row.state_after for row in attempts if not row.refused}
    oracle = Oracle(states.__getitem__, lambda before, action: results[before, action])
    rule = "in every set, exactly one candidate shows the state that the action led to, and it is the answer."
    claim = "The state oracle scores 100%"
    try:
        chosen = oracle.choices(data.all_sets).tolist()
    except BadInput as error:
        return Verdict(claim, "does not hold", rule, (str(error),))
    found = score.accuracy(data.all_sets, chosen)
    count = int(score.right(data.all_sets, chosen).sum())
    why = f"{count:,} of {found.total:,} sets are answered right, from the states in the data's logs"
    return Verdict(claim, "holds" if count == found.total else "does not hold", rule, (why,))
