"""Meshes of a user's own: a file that is drawn for a type instead of Casita's drawing.

>>> use_mesh("mug", "my_mug.glb")           # doctest: +SKIP
>>> use_drawing("mug", None)                # doctest: +SKIP
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np

from casita.catalog import catalog
from casita.errors import BadInput
from casita.products import dot, product
from casita.shapes.finish import Finish, Texture
from casita.shapes.making import OWN, Drawing, Making
from casita.shapes.mesh import Level, Mesh
from casita.shapes.piece import Piece
from casita.shapes.shape import forget_shapes
from casita.shapes.textures.patterns import PATTERNS, Image

Axis = Literal["x", "-x", "y", "-y", "z", "-z"]
AXES: dict[str, tuple[float, float, float]] = {
    "x": (1, 0, 0), "-x": (-1, 0, 0), "y": (0, 1, 0), "-y": (0, -1, 0), "z": (0, 0, 1), "-z": (0, 0, -1),
}  # fmt: skip

SIDE = 256
"""Side in pixels that a file's texture is brought to."""


def use_mesh(type: str, path: str | Path, *, up: Axis = "y", front: Axis = "z") -> None:
    """Draw a type from a mesh file (GLB, OBJ, PLY, STL), stretched to each thing's box.

    `up` and `front` say which of the file's axes point up and to the front: y and z in GLB files. What a
    drawing of Casita's shows of a state (open, dirty, full) a plain mesh cannot show; it can still break,
    be bitten and be sliced. Worlds that were drawn before keep their looks.
    """
    catalog()[type]
    pieces = list(_read(Path(path), up, front))

    def drawing(make: Making) -> Iterator[Piece]:
        depth, width, height = make.size
        for name, mesh, finish in pieces:
            yield Piece(name, mesh.scaled(depth, width, height), finish)

    use_drawing(type, drawing)


def use_drawing(type: str, drawing: Drawing | None) -> None:
    """Draw a type by a function of your own (see `casita.shapes.making`); None goes back to Casita's."""
    catalog()[type]
    if drawing is None:
        OWN.pop(type, None)
    else:
        OWN[type] = drawing
    forget_shapes()


def _read(path: Path, up: str, front: str) -> Iterator[tuple[str, Mesh, Finish]]:
    """The meshes of a file in a box from -0.5 to 0.5 (0 to 1 in z), with their finishes."""
    import trimesh

    if up not in AXES or front not in AXES or up[-1] == front[-1]:
        raise BadInput(f"up and front are two different axes out of {', '.join(AXES)}, not {up!r} and {front!r}")
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file")
    try:
        found = trimesh.load_scene(path)
        parts = [(name, found.graph.get(name)) for name in sorted(found.graph.nodes_geometry)]
    except Exception as error:
        raise BadInput(f"{path}: cannot be read as a mesh: {error}") from None
    if not parts:
        raise BadInput(f"{path}: holds no mesh")
    turn = np.array([AXES[front], np.cross(AXES[up], AXES[front]), AXES[up]], float)
    made = []
    for name, (matrix, geometry) in parts:
        mesh: Any = found.geometry[geometry]
        if not len(getattr(mesh, "faces", ())):
            continue
        placed = product(turn, matrix[:3, :3])
        points = product(mesh.vertices, placed.T) + product(turn, matrix[:3, 3])
        minors = np.array([np.cross(placed[k - 2], placed[k - 1]) for k in range(3)])
        volume = dot(placed[0], minors[0])
        if volume == 0.0:
            raise BadInput(f"{path}: its part {name} is placed with no volume, by {matrix[:3, :3].tolist()}")
        normals = product(mesh.vertex_normals, minors.T / volume)
        faces = np.asarray(mesh.faces, np.int64)
        if volume < 0.0:
            faces = faces[:, ::-1]
        uv = getattr(mesh.visual, "uv", None)
        uv = np.zeros((len(points), 2)) if uv is None else np.asarray(uv, float)
        made.append((str(name), points, normals, uv, faces, _finish(mesh.visual)))
    if not made:
        raise BadInput(f"{path}: holds no faces")
    low = np.min([row[1].min(0) for row in made], axis=0)
    high = np.max([row[1].max(0) for row in made], axis=0)
    span = np.maximum(high - low, 1e-9)
    for name, points, normals, uv, faces, finish in made:
        boxed = (points - low) / span - (0.5, 0.5, 0.0)
        yield name, Mesh((Level(boxed, normals * span, uv, faces),), (0.0,)).scaled(1.0, 1.0, 1.0), finish


def _finish(visual: Any) -> Finish:
    """The colour and picture of a mesh, as far as its file says."""
    material = getattr(visual, "material", None)
    colour = getattr(material, "main_color", None)
    r, g, b = (float(c) / 255 for c in (colour[:3] if colour is not None else (204, 204, 204)))
    picture = getattr(material, "baseColorTexture", None) or getattr(material, "image", None)
    if picture is None:
        return Finish((r, g, b))
    from PIL import Image as Pictures

    small = picture.convert("RGB").resize((SIDE, SIDE), Pictures.Resampling.LANCZOS)
    values = np.asarray(small, float) / 255
    name = f"own_{hashlib.sha256(values.tobytes()).hexdigest()[:16]}"

    def image(side: int) -> Image:
        return values

    PATTERNS.setdefault(name, (image, SIDE))
    return Finish((1.0, 1.0, 1.0), Texture(name, (), 1.0, tinted=False))
