"""Trained agents on disk: what is in their files, and how one is made again from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.excalibur.models.paper_agents.language import LanguageModel, language_model
from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork, Shape
from casita.benchmarks.excalibur.models.paper_agents.seeing import Seeing, seeing
from casita.errors import BadInput
from casita.learn.checkpoints import fill_module, load_weights

KIND, VERSION = "excalibur agent", 1
"""What the file of weights says it is."""


class Parts(NamedTuple):
    """What an agent is made of."""

    network: AgentNetwork
    language: LanguageModel
    eyes: Seeing
    side: int
    """Pixels of the sides of its pictures."""


def notes_of(shape: Shape, features: str, language: str, parts: Parts) -> dict[str, str]:
    """What a file says besides weights."""
    return {
        "shape": json.dumps(asdict(shape)),
        "features": features,
        "features_digest": parts.eyes.digest,
        "language": language,
        "language_digest": parts.language.digest,
        "side": str(parts.side),
    }


def loaded(path: Path, models: Path) -> Parts:
    """An agent's parts from its file; BadInput if what it was trained with has changed since."""
    found = load_weights(path, KIND, VERSION)
    try:
        shape = Shape(**json.loads(found.notes["shape"]))
        features, language, side = found.notes["features"], found.notes["language"], int(found.notes["side"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: it does not say what it is made of: {error}") from None
    network = AgentNetwork(shape)
    fill_module(network, found, path)
    network.eval().requires_grad_(False)
    parts = Parts(network, language_model(language, models), seeing(features), side)
    for name, made in (("features", parts.eyes), ("language", parts.language)):
        if made.digest != found.notes[f"{name}_digest"]:
            raise BadInput(f"{path}: it was trained with another {name} model ({found.notes[name]}); train it anew")
    return parts
