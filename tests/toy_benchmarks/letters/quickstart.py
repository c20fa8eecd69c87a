"""Letters in small."""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.letters.generate import GenerateSettings, run_generate

from casita.evaluation.benchmark import Showing
from casita.evaluation.evaluate import evaluate


def quickstart(out: Path) -> Showing:
    """Make words and let a model count."""
    list(run_generate(GenerateSettings(out=out / "letters")))
    found = evaluate("letters", "always", data=out / "letters", progress=False)
    return Showing("letters", "Letters, in small", "How many letters?", found.scores.tables[0])
