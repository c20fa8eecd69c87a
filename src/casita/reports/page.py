"""Moved to `casita.evaluation.page`; gone when both benchmarks have followed."""

from casita.evaluation.page import *  # noqa: F403
