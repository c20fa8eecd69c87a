"""Pictures, maps, plans and meshes of a scene or a type, written as files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from casita.scenes.scene import Scene
from casita.words import checked_name


def draw_scene(scene: Scene, png: bool, map: bool, plan: bool, glb: bool, out: Path) -> Iterator[Path]:
    """Write what is asked for into a folder; the paths, as they are written."""
    from casita.world.starting import beginning

    stem = out / checked_name(scene.name, "scene")
    if png:
        from casita.render.pictures import home_picture, room_picture
        from casita.render.sheets import write_png

        picture = room_picture(scene) if len(scene.rooms) == 1 else home_picture(beginning(scene))
        yield write_png(picture, stem.with_suffix(".png"))
    if map:
        from casita.render.pictures import map_picture
        from casita.render.sheets import write_png

        yield write_png(map_picture(beginning(scene), agents=False), out / f"{scene.name}_map.png")
    if plan:
        from casita.scenes.plan_view import floor_plan

        path = out / f"{scene.name}_plan.svg"
        floor_plan(scene).save(path)
        yield path
    if glb:
        from casita.render.export import export_state

        yield export_state(beginning(scene), stem.with_suffix(".glb"))


def draw_object(type: str, png: bool, states: bool, glb: bool, out: Path) -> Iterator[Path]:
    """Write what is asked for of a type into a folder; the paths, as they are written."""
    if png or states:
        from casita.render.pictures import object_picture
        from casita.render.sheets import write_png

        if png:
            yield write_png(object_picture(type), out / f"{type}.png")
        if states:
            yield write_png(object_picture(type, states=True), out / f"{type}_states.png")
    if glb:
        from casita.render.export import export_object
        from casita.render.studio import instance

        yield export_object(instance(type), out / f"{type}.glb")
