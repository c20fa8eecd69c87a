"""Moved to casita.protocols."""

from casita.protocols import *  # noqa: F403
