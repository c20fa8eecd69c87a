"""Homes and things as mesh files for other programs: GLB and OBJ, with object ids as node names."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from casita.arrays import Float64s
from casita.catalog import Form
from casita.errors import BadInput
from casita.render.renderer import AJAR
from casita.render.stage import condition_of, stage
from casita.render.structure import shell
from casita.scenes.scene import OUTSIDE, Condition
from casita.shapes.finish import Finish
from casita.shapes.making import Making
from casita.shapes.mesh import Level
from casita.shapes.posed import liquid_colour, posed
from casita.shapes.shape import Group, Shape, grouped, later, shape
from casita.shapes.textures.texels import texels
from casita.world.shut import shut_away
from casita.world.stance import matrix_of
from casita.world.state import State
from casita.writing import write_whole

KINDS = (".glb", ".obj")


ROOT = "casita"
"""Name of the node that all others hang on."""

Y_UP = np.array([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
"""From Casita's axes to those of mesh files: y is up there, and the front of a thing looks along z."""


def export_state(state: State, path: str | Path, *, roof: bool = False) -> Path:
    """Write a whole home as it is: a node for each thing, named by its id, and one for each room's shell.

    A thing's node has its pose, and below it are its parts, moved by its joints. As in all such files y is up.
    """
    made = _tree()
    fixed, drawn = state.statics, stage(state.scene)
    drawn.ensure(state.objects)
    hidden = shut_away(state, AJAR)
    for slot, forms in drawn.shapes.items():
        if state.objects.exists[slot] and not hidden[slot]:
            size = (float(fixed.size[slot, 0]), float(fixed.size[slot, 1]), float(fixed.size[slot, 2]))
            pose = _matrix(matrix_of(state.objects.rotation[slot]), state.objects.position[slot])
            _add(made, fixed.ids[slot], forms, fixed.forms[slot], size, condition_of(state, slot), pose)
    for element in shell(state.scene):
        if roof or element.kind not in ("roof", "ground"):
            room = state.scene.rooms[element.room].id if element.room >= 0 else OUTSIDE
            _node(made, room, np.eye(4), ROOT)
            form = grouped(element.pieces)
            for group in form.groups:
                for name, level, finish in _by_finish(form, group, group.mesh.levels[0]):
                    _mesh(made, f"{room}/{element.kind}/{name}", level, finish, room, np.eye(4))
    return _write(made, Path(path))


def export_object(make: Making, path: str | Path, condition: Condition | None = None, name: str = "") -> Path:
    """Write one thing in a condition, standing at the origin; y is up and its front looks along z."""
    made = _tree()
    forms = [shape(make), later(make)]
    _add(made, name or f"{make.type}_1", forms, make.form, make.size, condition or Condition(), np.eye(4))
    return _write(made, Path(path))


class Tree(NamedTuple):
    """Nodes as they are collected."""

    scene: Any
    """Of trimesh, which writes the files."""
    names: set[str]
    """Of all nodes; trimesh is slow to say."""


def _tree() -> Tree:
    import trimesh

    made = Tree(trimesh.Scene(), {ROOT})
    made.scene.graph.update(frame_to=ROOT, matrix=Y_UP)
    return made


def _matrix(turn: Float64s, place: Float64s) -> Float64s:
    """A 4 x 4 matrix that turns (or scales) and then moves."""
    made = np.eye(4)
    made[:3, :3], made[:3, 3] = turn, place
    return made


def _node(made: Tree, name: str, matrix: Float64s, parent: str) -> None:
    """Make a node without a mesh, unless it is there."""
    if name not in made.names:
        made.names.add(name)
        made.scene.graph.update(frame_to=name, frame_from=parent, matrix=matrix)


def _add(
    made: Tree,
    name: str,
    shapes: Sequence[Shape],
    form: Form,
    size: tuple[float, float, float],
    condition: Condition,
    pose: Float64s,
) -> None:
    """A node with a thing's id and pose; below it, the groups of its shapes that show."""
    _node(made, name, pose, ROOT)
    for one in shapes:
        for number, matrix, offset in posed(one, form, size, condition):
            group = one.groups[number]
            for part, piece, finish in _by_finish(one, group, group.mesh.levels[0]):
                colour = liquid_colour(condition.liquid, finish.colour) if group.rise else finish.colour
                _mesh(made, f"{name}/{part}", piece, finish._replace(colour=colour), name, _matrix(matrix, offset))


def _by_finish(form: Shape, group: Group, level: Level) -> Iterator[tuple[str, Level, Finish]]:
    """The triangles of a group, split by finish: mesh formats have one material a mesh."""
    for number in np.unique(group.finishes[0]).tolist():
        chosen = group.finishes[0] == number
        used, triangles = np.unique(level.triangles[chosen], return_inverse=True)
        part = form.parts[int(group.parts[0][chosen][0])]
        cut = Level(level.points[used], level.normals[used], level.uv[used], triangles.reshape(-1, 3))
        yield part.replace(" ", "_"), cut, form.finishes[number]


def _mesh(made: Tree, name: str, level: Level, finish: Finish, parent: str, matrix: Float64s) -> None:
    """Add a mesh as a node with a name of its own: a number is added to one that is taken."""
    import trimesh
    from PIL import Image

    r, g, b = (round(255 * c) for c in finish.colour)
    material = trimesh.visual.material.PBRMaterial(
        baseColorFactor=[r, g, b, round(255 * finish.opacity)],
        metallicFactor=0.0,
        roughnessFactor=1.0 - 0.8 * finish.shine,
        emissiveFactor=[finish.glow * c for c in finish.colour],
        alphaMode="BLEND" if finish.opacity < 1.0 else "OPAQUE",
        doubleSided=False,
    )
    if finish.texture is not None:
        material.baseColorTexture = Image.fromarray(np.asarray(texels(finish.texture, finish.colour)))
        material.baseColorFactor = [255, 255, 255, round(255 * finish.opacity)]
    visual = trimesh.visual.TextureVisuals(uv=level.uv, material=material)
    mesh = trimesh.Trimesh(level.points, level.triangles, vertex_normals=level.normals, visual=visual, process=False)
    free, number = name, 1
    while free in made.names:
        number += 1
        free = f"{name}_{number}"
    made.names.add(free)
    made.scene.add_geometry(mesh, node_name=free, geom_name=free, parent_node_name=parent, transform=matrix)


def _write(made: Tree, path: Path) -> Path:
    """Write the file whole; an OBJ's materials and pictures are written beside it."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise BadInput(f"{path}: a mesh is written as {' or '.join(KINDS)}")
    if kind == ".glb":
        write_whole(path, made.scene.export(file_type="glb"))
        return path
    text, files = _obj(made, path.stem)
    for name, data in files.items():
        write_whole(path.with_name(name), data)
    write_whole(path, text.encode())
    return path


def _obj(made: Tree, stem: str) -> tuple[str, dict[str, bytes]]:
    """The text of an OBJ file, and its material library and pictures by name."""
    lines, library = [f"mtllib {stem}.mtl"], []
    files: dict[str, bytes] = {}
    first, last = 1, ""
    for name in sorted(made.scene.graph.nodes_geometry):
        matrix, geometry = made.scene.graph.get(name)
        mesh = made.scene.geometry[geometry].copy()
        mesh.apply_transform(matrix)
        material = mesh.visual.material
        object = name.partition("/")[0]
        lines += [f"o {object}"] if object != last else []
        lines += [f"g {name}", f"usemtl {name}"]
        lines += [f"v {x:.6g} {y:.6g} {z:.6g}" for x, y, z in mesh.vertices]
        lines += [f"vt {u:.5g} {v:.5g}" for u, v in mesh.visual.uv]
        lines += [f"vn {x:.4g} {y:.4g} {z:.4g}" for x, y, z in mesh.vertex_normals]
        lines += ["f " + " ".join(f"{first + k}/{first + k}/{first + k}" for k in face) for face in mesh.faces.tolist()]
        first, last = first + len(mesh.vertices), object
        r, g, b, a = (c / 255 for c in material.baseColorFactor)
        library += [f"newmtl {name}", f"Kd {r:.4g} {g:.4g} {b:.4g}", f"d {a:.4g}"]
        if material.baseColorTexture is not None:
            picture = io.BytesIO()
            material.baseColorTexture.save(picture, "PNG")
            data = picture.getvalue()
            image = next((known for known in files if files[known] == data), f"{stem}_{len(files) + 1}.png")
            files[image] = data
            library.append(f"map_Kd {image}")
    files[f"{stem}.mtl"] = "\n".join([*library, ""]).encode()
    return "\n".join([*lines, ""]), files
