"""The weights that come with Casita, and those that a user trained, which are taken in their place."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from casita.errors import BadInput
from casita.evaluation.models import file_digest

WEIGHTS = Path(__file__).parent.parent / "weights"
"""The folder of those that come with Casita."""


def check_folder(folder: Path) -> None:
    """Raise BadInput unless it is a folder."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder with weights; casita train watch_and_help makes them")


def weights_file(name: str, folder: Path = WEIGHTS) -> Path:
    """The weights of a network: those in a folder, or Casita's own if it has none of this name."""
    check_folder(folder)
    own = folder / f"{name}.safetensors"
    return own if own.exists() else WEIGHTS / own.name


def weights_digests(names: Iterable[str], folder: Path = WEIGHTS) -> dict[str, str]:
    """A hash of the weights of each network."""
    check_folder(folder)
    return {name: file_digest(weights_file(name, folder)) for name in names}
