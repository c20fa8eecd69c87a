"""Finds places for the words on a floor plan, so that they fit and do not cover each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casita.exact import total_of
from casita.scenes.plan_view.canvas import Text, brightness, text_width

LINE_HEIGHT = 1.15
"""Height of a line of words, as a factor of its size."""

PADDING = 3.0
"""Page units kept free around words."""

INK = "#1f2933"
"""Colour of words."""

DIM = 0.55
"""Brightness up to which a tint takes white words."""

SIZES = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
"""Sizes that a label is tried in, best first."""

SMALL_SIZES = SIZES[3:]
"""Sizes for the label of a small thing."""

OVAL_INSET = 0.1
"""The share of an oval's sides that its label keeps from each."""

STEPS = 7
"""How many places for a label are tried across a thing, and how many down it."""

ROOM_STEPS = 29
"""The same for a room's name."""

NAME_SIZE, AREA_SIZE = 17.0, 13.0
"""Sizes of a room's name and of its area."""


class Box(NamedTuple):
    """A rectangle on the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is."""
        return self.bottom - self.top

    def within_oval(self) -> Box:
        """A smaller rectangle that lies within the oval in this one, but for its corners."""
        side, up = self.width * OVAL_INSET, self.height * OVAL_INSET
        return Box(self.left + side, self.top + up, self.right - side, self.bottom - up)

    def shared(self, other: Box) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


class Labels:
    """The words placed so far, and where no more may go."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self._taken: list[Box] = []

    def name_room(self, name: str, size: str, floor: Sequence[Box], furniture: Sequence[Box], tint: str) -> None:
        """Write a room's name and area where they cover the least furniture, as near its middle as can be."""
        near = [other for other in (*furniture, *self._taken) if any(other.shared(part) for part in floor)]
        width = max(text_width(name, NAME_SIZE) * 1.06, text_width(size, AREA_SIZE)) + 2 * PADDING
        height = NAME_SIZE * LINE_HEIGHT + AREA_SIZE * LINE_HEIGHT + PADDING
        middle = _middle(floor)

        def cost(box: Box) -> tuple[float, float]:
            covered = total_of(box.shared(other) for other in near)
            return round(covered, 3), math.dist(middle, ((box.left + box.right) / 2, (box.top + box.bottom) / 2))

        spots = [spot for part in floor for spot in _spots(part, width, height, ROOM_STEPS)]
        if not spots:
            return
        best = min(spots, key=cost)
        x = (best.left + best.right) / 2
        self._taken.append(best)
        first, second = best.top + NAME_SIZE * LINE_HEIGHT / 2, best.bottom - AREA_SIZE * LINE_HEIGHT / 2
        self.texts.append(Text(x, first, name, NAME_SIZE, INK, bold=True, halo=tint))
        self.texts.append(Text(x, second, size, AREA_SIZE, "#52606d", halo=tint))

    def name_thing(self, name: str, box: Box, crowd: Sequence[Box], tint: str, sizes: Sequence[float] = SIZES) -> None:
        """Write a thing's name within its box, clear of a crowd of other things; leave it out if it does not fit."""
        obstacles = [other for other in (*self._taken, *crowd) if box.shared(other)]
        for size in sizes:
            for lines, upward in _layouts(name):
                width = max(text_width(line, size) for line in lines) + PADDING
                height = size * LINE_HEIGHT * len(lines)
                across, down = (height, width) if upward else (width, height)
                for spot in _spots(box, across, down, STEPS):
                    if not any(spot.shared(other) for other in obstacles):
                        self._write(lines, size, upward, spot, tint)
                        return

    def _write(self, lines: Sequence[str], size: float, upward: bool, spot: Box, tint: str) -> None:
        self._taken.append(spot)
        ink = INK if brightness(tint) > DIM else "#ffffff"
        for number, line in enumerate(lines):
            share = (number + 0.5) / len(lines)
            x = spot.left + spot.width * (share if upward else 0.5)
            y = spot.top + spot.height * (0.5 if upward else share)
            self.texts.append(Text(x, y, line, size, ink, upward=upward, halo=tint))


def _layouts(name: str) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Ways to write a name: in one line, in two, and both of these upwards."""
    words = name.split()
    ways = [(name,)] if len(words) == 1 else [(name,), (" ".join(words[:-1]), words[-1])]
    for upward in (False, True):
        for way in ways:
            yield way, upward


def _spots(box: Box, width: float, height: float, steps: int) -> list[Box]:
    """Places for a rectangle of a size in a box, those nearest its middle first."""
    free_x, free_y = box.width - width, box.height - height
    if free_x < 0.0 or free_y < 0.0:
        return []
    shares = [step / (steps - 1) for step in range(steps)]
    pairs = sorted((abs(x - 0.5) + abs(y - 0.5), x, y) for x in shares for y in shares)
    corners = [(box.left + free_x * x, box.top + free_y * y) for _, x, y in pairs]
    return [Box(left, top, left + width, top + height) for left, top in corners]


def _middle(boxes: Sequence[Box]) -> tuple[float, float]:
    """The centre of gravity of some rectangles."""
    areas = [box.width * box.height for box in boxes]
    xs = [(box.left + box.right) / 2 * area for box, area in zip(boxes, areas, strict=True)]
    ys = [(box.top + box.bottom) / 2 * area for box, area in zip(boxes, areas, strict=True)]
    return total_of(xs) / total_of(areas), total_of(ys) / total_of(areas)
