"""What PlausiblAct's data are made of: photos, instances in them, and ratings. Each is one row of Parquet."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import msgspec

ACTIONS = (
    "drink_from",
    "cut",
    "sit_on",
    "eat_item",
    "eat_contents",
    "cleanse_item",
    "store_away",
    "dispose_of_item",
    "dispose_of_contents",
    "dispose_trash_in",
)
"""The paper's ten, in the order of its table of compatibility; rows of every answer."""

RATINGS = ("impossible", "implausible", "plausible")
"""From the worst to the best; columns of every answer."""

IMPOSSIBLE, IMPLAUSIBLE, PLAUSIBLE = range(len(RATINGS))

Part = Literal["train", "valid", "test", "further"]
"""The paper's three, and a further test of ours with more of the classes whose ratings vary most."""

PARTS: tuple[Part, ...] = get_args(Part)

Whereabouts = Literal["surface", "seat", "floor", "sink", "cupboard", "dish", "bin", "fridge"]
"""What a thing is on or in, as far as it matters to what one does with it; a cupboard is any furniture that shuts."""


class Box(NamedTuple):
    """A rectangle of whole pixels; right and bottom are not in it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Pixels in it."""
        return max(0, self.right - self.left) * max(0, self.bottom - self.top)

    def overlap(self, other: Box) -> float:
        """Intersection over union of two boxes."""
        shared = Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        ).area
        union = self.area + other.area - shared
        return shared / union if union else 0.0


class Photo(msgspec.Struct, frozen=True):
    """How a picture is drawn: which home, arranged by which luck, seen from where."""

    id: str
    """Such as kitchen_12~3/07: the eighth photo of the fourth arrangement."""
    part: str
    home: str
    """Such as kitchen_12, apartment_03 or house_0041."""
    take: int
    """Which arrangement of the home."""
    position: tuple[float, ...]
    """Of the camera, in metres."""
    yaw: float
    pitch: float
    roll: float
    field_of_view: float
    width: int
    height: int


class Instance(msgspec.Struct, frozen=True):
    """A thing in a photo that is rated: where it is, and what is true of it. A model is told the box alone."""

    id: str
    """Such as kitchen_12~3/07/mug_1."""
    photo: str
    part: str
    name: str
    """The class, as OpenImages calls it."""
    type: str
    thing: str
    box: tuple[int, ...]
    """Left, top, right, bottom."""
    coverage: float
    """Share of the picture that the box covers."""
    shown: float
    """Share of the thing's outline that is seen, roughly."""
    place: str
    """One of `Whereabouts`."""
    on: str
    """The type of what it is on or in."""
    liquid: str
    level: float
    amount: float
    """How much of it is left; 1 if nothing is gone."""
    dirty: bool
    broken: bool
    cooked: bool
    openness: float
    running: bool
    """Is it switched on?"""
    food: int
    """Things to eat that are seen on or in it."""
    leftovers: int
    """How many of these are half or nearly eaten."""
    litter: int
    """Other loose things that are seen on or in it."""
    dirty_near: int
    """Dirty things that are seen close to it."""
    alike_near: int
    """Things of the same class that are seen close to it."""
    refused: dict[str, str]
    """By action, the need that the world says is not met (`World.why_not`): of affordance or state, not of geometry."""

    @property
    def rectangle(self) -> Box:
        """Its box."""
        return Box(*self.box)


class Rating(msgspec.Struct, frozen=True):
    """What one rater said of one action on one instance."""

    instance: str
    rater: str
    action: str
    rating: int
    """A number of `RATINGS`."""
    again: bool
    """Is it the second time that this rater was shown the instance?"""
    reason: str
    """The rule that a simulated rater went by; empty for people."""
