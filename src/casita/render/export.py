"""Homes and things as mesh files for other programs: GLB and OBJ, with object ids as node names."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput
from casita.render.follow import rotation_matrix
from casita.render.renderer import AJAR
from casita.render.stage import condition_of, stage
from casita.render.structure import shell
from casita.scenes.scene import Condition
from casita.shapes.finish import Finish
from casita.shapes.making import Making
from casita.shapes.mesh import Level
from casita.shapes.posed import LIQUID_COLOURS, posed
from casita.shapes.shape import Group, Shape, grouped, later, shape
from casita.shapes.textures import texels
from casita.world.seen import shut_away
from casita.world.state import State
from casita.writing import write_whole

KINDS = (".glb", ".obj")


def export_state(state: State, path: str | Path, *, roof: bool = False) -> Path:
    """Write a whole home as it is: one node for each thing, named by its id, and one for each room's shell."""
    made = _scene()
    fixed, drawn = state.statics, stage(state.scene)
    drawn.ensure(state.objects)
    hidden = shut_away(state, AJAR)
    for slot, forms in drawn.shapes.items():
        if state.objects.exists[slot] and not hidden[slot]:
            turn = rotation_matrix(state.objects.rotation[slot])
            size = (float(fixed.size[slot, 0]), float(fixed.size[slot, 1]), float(fixed.size[slot, 2]))
            condition = condition_of(state, slot)
            for form in forms:
                parts = posed(form, fixed.forms[slot], size, condition)
                _add(made, fixed.ids[slot], form, parts, condition, turn, state.objects.position[slot])
    for element in shell(state.scene):
        if roof or element.kind not in ("roof", "ground"):
            room = state.scene.rooms[element.room].id if element.room >= 0 else "outside"
            form = grouped(element.pieces)
            for group in form.groups:
                for name, level, finish in _by_finish(form, group, group.mesh.levels[0]):
                    _mesh(made, f"{room}/{element.kind}/{name}", level, finish, room)
    return _write(made, Path(path))


def export_object(make: Making, path: str | Path, condition: Condition | None = None, name: str = "") -> Path:
    """Write one thing in a condition, standing at the origin with its front along +x and z up."""
    now = condition or Condition()
    made = _scene()
    for form in (shape(make), later(make)):
        parts = posed(form, make.form, make.size, now)
        _add(made, name or f"{make.type}_1", form, parts, now, np.eye(3), np.zeros(3))
    return _write(made, Path(path))


def _scene() -> Any:
    import trimesh

    return trimesh.Scene()


def _add(
    made: Any,
    name: str,
    form: Shape,
    parts: list[Any],
    condition: Condition,
    turn: NDArray[np.float64],
    place: NDArray[np.float64],
) -> None:
    """The groups of a thing that show, as children of a node with its id."""
    made.graph.update(frame_to=name, matrix=np.eye(4))
    for number, pose in enumerate(parts):
        group = form.groups[pose.group]
        level = group.mesh.levels[0]
        flat = np.linalg.inv(pose.matrix).T
        moved = level._replace(
            points=(level.points @ pose.matrix.T + pose.offset) @ turn.T + place,
            normals=level.normals @ flat.T @ turn.T,
        )
        for part, piece, finish in _by_finish(form, group, moved):
            colour = LIQUID_COLOURS[condition.liquid] if group.rise else finish.colour
            _mesh(made, f"{name}/{part}_{number}", piece, finish._replace(colour=colour), name)


def _by_finish(form: Shape, group: Group, level: Level) -> Iterator[tuple[str, Level, Finish]]:
    """The triangles of a group, split by finish: mesh formats have one material a mesh."""
    for number in np.unique(group.finishes[0]).tolist():
        chosen = group.finishes[0] == number
        used, triangles = np.unique(level.triangles[chosen], return_inverse=True)
        part = form.parts[int(group.parts[0][chosen][0])]
        cut = Level(level.points[used], level.normals[used], level.uv[used], triangles.reshape(-1, 3))
        yield f"{part}_{number}", cut, form.finishes[number]


def _mesh(made: Any, name: str, level: Level, finish: Finish, parent: str) -> None:
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
    if parent not in made.graph.nodes:
        made.graph.update(frame_to=parent, matrix=np.eye(4))
    made.add_geometry(mesh, node_name=name, geom_name=name, parent_node_name=parent)


def _write(made: Any, path: Path) -> Path:
    """Write the file whole; an OBJ's materials and pictures are written beside it."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise BadInput(f"{path}: a mesh is written as {' or '.join(KINDS)}")
    if kind == ".glb":
        write_whole(path, made.export(file_type="glb"))
        return path
    text, files = _obj(made, path.stem)
    for name, data in files.items():
        write_whole(path.with_name(name), data)
    write_whole(path, text.encode())
    return path


def _obj(made: Any, stem: str) -> tuple[str, dict[str, bytes]]:
    """The text of an OBJ file, and its material library and pictures by name."""
    lines, library = [f"mtllib {stem}.mtl"], list[str]()
    files: dict[str, bytes] = {}
    first = 1
    for name in made.graph.nodes_geometry:
        mesh = made.geometry[made.graph.get(name)[1]]
        material = mesh.visual.material
        label = name.replace(" ", "_")
        lines += [f"o {label}", f"usemtl {label}"]
        lines += [f"v {x:.6g} {y:.6g} {z:.6g}" for x, y, z in mesh.vertices]
        lines += [f"vt {u:.5g} {v:.5g}" for u, v in mesh.visual.uv]
        lines += [f"vn {x:.4g} {y:.4g} {z:.4g}" for x, y, z in mesh.vertex_normals]
        lines += ["f " + " ".join(f"{first + k}/{first + k}/{first + k}" for k in face) for face in mesh.faces.tolist()]
        first += len(mesh.vertices)
        r, g, b, a = (c / 255 for c in material.baseColorFactor)
        library += [f"newmtl {label}", f"Kd {r:.4g} {g:.4g} {b:.4g}", f"d {a:.4g}"]
        if material.baseColorTexture is not None:
            picture = io.BytesIO()
            material.baseColorTexture.save(picture, "PNG")
            image = f"{stem}_{len(files) + 1}.png"
            known = next((key for key, data in files.items() if data == picture.getvalue()), None)
            if known is None:
                files[image] = picture.getvalue()
            library.append(f"map_Kd {known or image}")
    files[f"{stem}.mtl"] = "\n".join([*library, ""]).encode()
    return "\n".join([*lines, ""]), files
