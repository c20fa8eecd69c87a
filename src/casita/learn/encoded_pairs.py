"""What an encoder finds changed between the two pictures of a pair, which every way to see pairs goes with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from casita.arrays import Float32s
from casita.learn.features import table, vectors_by
from casita.protocols import Picture


@dataclass(frozen=True, kw_only=True)
class PairViews:
    """What is seen of some pairs of pictures; rows are pairs. Each way to see them adds what it looks at."""

    numbers: Float32s
    """P x some: each way says which."""
    known: Float32s
    """P x width of the encoder: its vector of the candidate minus that of the before-picture."""

    def __len__(self) -> int:
        """How many pairs there are."""
        return len(self.numbers)


def change_found(pairs: Sequence[tuple[Picture, Picture]], features: str) -> Float32s:
    """Vectors of candidates minus those of before-pictures; of no width without the name of an encoder."""
    if not features:
        return np.zeros((len(pairs), 0), np.float32)
    before, candidates = (vectors_by(features).of([pair[place] for pair in pairs]) for place in (0, 1))
    found: Float32s = candidates - before
    return found


def kept_change_found(
    pairs: Sequence[tuple[str, str]], png: Callable[[str], bytes], folder: Path, features: str
) -> Float32s:
    """The same of pairs of keys; vectors of the same pictures are kept in the folder and not made again."""
    if not features:
        return np.zeros((len(pairs), 0), np.float32)
    pictures = {key: partial(png, key) for key in sorted({key for pair in pairs for key in pair})}
    vectors = table(vectors_by(features).extractor, pictures, folder / "features", progress=False)
    before, candidates = (vectors.rows([pair[place] for pair in pairs]) for place in (0, 1))
    found: Float32s = candidates - before
    return found
