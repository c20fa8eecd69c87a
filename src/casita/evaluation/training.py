"""A training on disk: how far it is while it goes on, its weights and its learning curve when it is done.

    OUT/NAME.training.pt      all that going on depends on, and what it is of; gone when it is done
    OUT/NAME.safetensors      the weights
    OUT/NAME.curve.json       what they were made from, and how it went

A training that was killed goes on where it was last kept, to the same weights; one of other data or settings is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

from casita.errors import BadInput
from casita.learn.checkpoints import Arrays, save_weights
from casita.writing import write_whole

KEEP = 60.0
"""Seconds from one keeping to the next, at the least."""


class TrainingRun:
    """One training, begun or gone on with."""

    def __init__(self, out: Path, name: str, about: Mapping[str, Any]) -> None:
        """`about` is all that the weights depend on: data, settings, seed, versions."""
        self.out, self.name = out, name
        self.about: dict[str, Any] = json.loads(json.dumps(about))
        self.path = out / f"{name}.training.pt"
        self._kept = monotonic()

    def begun(self) -> dict[str, Any] | None:
        """What a process that was stopped had kept, or None; BadInput if it is damaged or of another training."""
        if not self.path.exists():
            return None
        import torch

        try:
            found = torch.load(self.path, weights_only=True)
            about = json.loads(found["about"])
        except Exception as error:  # torch says that a file is damaged in many ways
            first = (str(error) or type(error).__name__).splitlines()[0]
            raise BadInput(f"{self.path} is damaged ({first}): move it away to begin anew") from None
        differs = [name for name in {**self.about, **about} if about.get(name) != self.about.get(name)]
        if differs:
            raise BadInput(f"{self.path} is of another training, with other {' and '.join(differs)}; move it away")
        kept: dict[str, Any] = found["parts"]
        return kept

    def keep(self, parts: Mapping[str, Any], *, now: bool = False) -> None:
        """Keep tensors, numbers and text, in any nesting, unless the last time was a moment ago."""
        if not now and monotonic() - self._kept < KEEP:
            return
        import torch

        made = BytesIO()
        torch.save({"about": json.dumps(self.about), "parts": dict(parts)}, made)
        write_whole(self.path, made.getvalue())
        self._kept = monotonic()

    def finish(
        self,
        kind: str,
        version: int,
        weights: Arrays,
        notes: Mapping[str, str],
        *,
        curve: Sequence[Mapping[str, Any]],
        half: bool = True,
    ) -> Path:
        """Write the weights and the learning curve, and forget how far it was; where the weights are."""
        path = self.out / f"{self.name}.safetensors"
        save_weights(path, kind, version, weights, notes, half=half)
        said = {**self.about, "curve": list(curve)}
        write_whole(self.out / f"{self.name}.curve.json", (json.dumps(said, indent=1) + "\n").encode())
        self.path.unlink(missing_ok=True)
        return path
