"""The report's section on the questions themselves: every set has one right answer, and what people say."""

from __future__ import annotations

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.models.oracle import Oracle
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.evaluation.page import Missing, Section, Verdict


def checks_section(data: ActThor) -> Section:
    """That every set has one right answer, and what is known of people."""
    people = Missing(
        "people's answers on these pictures",
        "210 sets for seven annotators are frozen (collecting.splits.human_subset), but nobody has answered them yet. "
        f"Lines of people in figures are the paper's, on its pictures: {paper.HUMAN.value:.1%} right, "
        f"{paper.HUMAN_AGREEMENT.value:.1%} agreement ({paper.HUMAN.place}).",
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
