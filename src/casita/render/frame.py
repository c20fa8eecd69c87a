"""What a camera saw: pixels, and what can be read off them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from casita.arrays import Float32s, Float64s, Int32s, Uint8s
from casita.errors import BadInput
from casita.products import product
from casita.render.camera import Camera
from casita.writing import write_whole

if TYPE_CHECKING:
    from casita.render.stage import Stage
    from casita.world.state import State


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: arrays of height x width. What was not wanted is empty."""

    rgb: Uint8s
    """height x width x 3."""
    depth: Float32s
    """Metres along the direction of view; 0 where there is nothing."""
    ids: Int32s
    """The slot of the object seen, or a number after all slots for walls and agents (`name` says); -1 for none."""
    parts: Int32s
    """Number of the part of that object (`part_name` says)."""
    normals: Float32s
    """height x width x 3: where the surface faces, in the world's axes."""
    camera: Camera
    stage: Stage = field(repr=False)

    def __repr__(self) -> str:
        held = [name for name in ("rgb", "depth", "ids", "parts", "normals") if getattr(self, name).size]
        sides = next((getattr(self, name).shape for name in held), (0, 0))
        x, y, z = self.camera.position
        return f"Frame({sides[1]} x {sides[0]}, {', '.join(held) or 'empty'}, from ({x:.2f}, {y:.2f}, {z:.2f}))"

    def name(self, id: int) -> str:
        """What a number in `ids` stands for."""
        return self.stage.name(id)

    def part_name(self, id: int, part: int) -> str:
        """What a number in `parts` stands for, at a pixel whose `ids` is `id`."""
        return self.stage.part_name(id, part)

    def pixels(self) -> dict[str, int]:
        """How many pixels show each object, by object id, most first."""
        self._need("ids")
        found, counts = np.unique(self.ids[(self.ids >= 0) & (self.ids < self.stage.statics.count)], return_counts=True)
        order = np.argsort(-counts, kind="stable")
        return {self.name(int(found[k])): int(counts[k]) for k in order}

    def visible(self, share: float = 0.0) -> list[str]:
        """Ids of the objects that cover more than this share of the picture, largest first."""
        least = share * self.ids.size
        return [name for name, count in self.pixels().items() if count > least]

    def boxes(self) -> dict[str, tuple[int, int, int, int]]:
        """The box around the visible pixels of each object: left, top, right, bottom (not included)."""
        self._need("ids")
        found = {}
        for name in self.pixels():
            rows, columns = np.nonzero(self.ids == self.stage.statics.slot(name))
            found[name] = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
        return found

    def save(self, path: str | Path) -> Path:
        """Write the colours as a PNG file."""
        from io import BytesIO

        from PIL import Image

        self._need("rgb")
        made = BytesIO()
        Image.fromarray(self.rgb).save(made, "PNG")
        write_whole(Path(path), made.getvalue())
        return Path(path)

    def _need(self, what: str) -> None:
        if not getattr(self, what).size:
            raise BadInput(f"this frame was drawn without {what}: ask for it with want=(..., {what!r})")


def boxes_3d(state: State, objects: list[str] | None = None) -> dict[str, Float64s]:
    """The eight corners in metres of the box of each object (of all that exist, if none are named)."""
    from casita.world.stance import matrix_of

    fixed = state.statics
    slots = np.flatnonzero(state.objects.exists).tolist() if objects is None else [fixed.slot(id) for id in objects]
    corner = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])
    return {
        fixed.ids[slot]: product(corner * fixed.size[slot], matrix_of(state.objects.rotation[slot]).T)
        + state.objects.position[slot]
        for slot in slots
    }
