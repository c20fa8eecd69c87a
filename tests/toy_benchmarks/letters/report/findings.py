"""Does the paper's finding hold?"""

from __future__ import annotations

from casita.benchmarks.letters import paper

from casita.evaluation.findings import counted
from casita.evaluation.page import Verdict
from casita.evaluation.running import Results


def finding(oracle: Results) -> Verdict:
    """Counting is better than the paper's model."""
    found = oracle.scores.metrics["right"]
    return Verdict("Counting is best", counted([found.mean > paper.RIGHT]), "more than the paper's", (found.percent(),))
