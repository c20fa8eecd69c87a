"""Moved to `casita.evaluation.figures`; gone when both benchmarks have followed."""

from casita.evaluation.figures import *  # noqa: F403
