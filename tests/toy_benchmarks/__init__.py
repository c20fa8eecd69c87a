"""A benchmark as small as one can be, to test what benchmarks share; `installed` lets Casita find it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import casita.benchmarks
from casita.evaluation.benchmark import benchmark


@contextmanager
def installed(folder: Path = Path(__file__).parent) -> Iterator[str]:
    """Benchmarks of a folder are found inside the block: Letters, whose name this gives, unless another is named."""
    here = str(folder)
    casita.benchmarks.__path__.append(here)
    try:
        yield "letters"
    finally:
        casita.benchmarks.__path__.remove(here)
        benchmark.cache_clear()
