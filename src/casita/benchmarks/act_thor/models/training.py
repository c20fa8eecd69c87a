"""The trainer of the models, by its older name: see `casita.learn.training`."""

from __future__ import annotations

from casita.learn.training import Settings, seeded, train

__all__ = ["Settings", "seeded", "train"]
