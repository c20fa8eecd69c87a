"""What ACT-Thor's data are made of: attempts, contrast sets, and pairs of pictures. Each is one row of Parquet."""

from __future__ import annotations

from dataclasses import dataclass

Trial = str
"""Where the thing is in the before-picture: "held" in the robot's hand, or "placed" on the surface."""

TRIALS: tuple[Trial, ...] = ("held", "placed")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One action tried on one thing in one room; a triple (before, action, after) if it was done."""

    scene: str
    """Such as kitchen_12."""
    take: int
    """0 for the first time round all rooms; more are made at a larger scale."""
    object: str
    object_type: str
    trial: Trial
    action: str
    refused: str
    """Why it could not be done; empty if it was."""
    seen_before: int
    """Pixels that show the thing in the picture before."""
    seen: int
    """Pixels that show it, or what has become of it, in the picture after."""
    changed: int
    """Pixels by which the two pictures differ."""
    apart: dict[str, int]
    """Pixels by which the after-picture differs from those of other actions from the same beginning."""
    log: bytes
    """The whole episode, as `casita.episodes` writes it."""
    state_before: str
    state_after: str
    """Digests of the two states."""

    @property
    def before(self) -> str:
        """Key of the picture before."""
        return picture_key(self.scene, self.take, self.object, self.trial, "before")

    @property
    def after(self) -> str:
        """Key of the picture after, which is the name of the triple too."""
        return picture_key(self.scene, self.take, self.object, self.trial, self.action)


def picture_key(scene: str, take: int, object: str, trial: str, moment: str) -> str:
    """The name of a picture: kitchen_12/mug_1/held/drop, or kitchen_12~3/mug_1/held/before in the fourth take."""
    return f"{scene}{f'~{take}' if take else ''}/{object}/{trial}/{moment}"


@dataclass(frozen=True, slots=True)
class ContrastSet:
    """A before-picture, an action, and four or five pictures of which one shows what the action did."""

    id: str
    """The key of the true after-picture."""
    scene: str
    object_type: str
    trial: Trial
    action: str
    before: str
    """Key of the picture before."""
    candidates: tuple[str, ...]
    """Keys of the pictures to choose from."""
    answer: int
    """Which of them is the true one."""
    actions: tuple[str, ...]
    """The action that led to each candidate."""
    scenes: tuple[str, ...]
    """The scene of each candidate."""
    made_for: str = ""
    """Name of the split whose rules it was made by; empty for sets that all other splits share."""


@dataclass(frozen=True, slots=True)
class InferenceItem:
    """Two pictures and the action that links them."""

    id: str
    """The key of the after-picture, as in the single-step sets."""
    scene: str
    object_type: str
    trial: Trial
    before: str
    """Key of the picture before."""
    after: str
    action: str
