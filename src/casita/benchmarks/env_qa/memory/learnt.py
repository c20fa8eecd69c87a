"""All that ours learns from training films but for its eyes: kept in one file of weights, and read back."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.env_qa.memory.contents import Contents, LookNetwork
from casita.benchmarks.env_qa.memory.places import PlaceCounts, PlaceNetwork, Places
from casita.benchmarks.env_qa.memory.recogniser import Recogniser
from casita.learn.checkpoints import Checkpoint, fill_module, load_weights, weights_of

KIND, VERSION = "env_qa ours", 1

COUNTS = "counts"


class Learnt(NamedTuple):
    """What notices events, and what tells places and what looks only hint at."""

    recogniser: Recogniser
    places: Places
    contents: Contents

    def weights(self) -> dict[str, NDArray[np.generic]]:
        """All weights and counts by name, for one file."""
        parts = {"recogniser": self.recogniser, "places": self.places.network, "looks": self.contents.network}
        found = {f"{part}.{name}": each for part, own in parts.items() for name, each in weights_of(own).items()}
        return found | {f"{COUNTS}.{name}": np.asarray(each) for name, each in self.places.counts._asdict().items()}

    @classmethod
    def load(cls, path: Path) -> Learnt:
        """From a file of weights; BadInput if it is none, or of other networks."""
        kept = load_weights(path, KIND, VERSION)
        recogniser, places, looks = Recogniser(), PlaceNetwork(), LookNetwork()
        for part, network in (("recogniser", recogniser), ("places", places), ("looks", looks)):
            fill_module(network, _part(kept, part), path)
        counts = _part(kept, COUNTS).weights
        return cls(
            recogniser.eval(),
            Places(places, PlaceCounts(*(np.asarray(counts[name], np.float32) for name in PlaceCounts._fields))),
            Contents(looks),
        )


def _part(kept: Checkpoint, name: str) -> Checkpoint:
    """The weights of one of the networks in a file."""
    own = {full.removeprefix(f"{name}."): each for full, each in kept.weights.items() if full.startswith(f"{name}.")}
    return kept._replace(weights=own)
