"""Casita: one small, exact household world and five benchmarks of machines that understand actions."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casita.benchmarks.plausiblact.models.plausibility import plausibility as plausibility
    from casita.catalog import ObjectType as ObjectType
    from casita.catalog import catalog as object_types
    from casita.errors import BadInput as BadInput
    from casita.evaluation.evaluate import check_model as check_model
    from casita.evaluation.evaluate import evaluate as evaluate
    from casita.home import World as World
    from casita.render.camera import Camera as Camera
    from casita.render.pictures import compare as compare
    from casita.scenes.check import check_scene as check_scene
    from casita.scenes.drawn import read_scene as load_scene
    from casita.scenes.files import save as save_scene
    from casita.scenes.fixed import apartment as apartment
    from casita.scenes.fixed import drawn_house as drawn_house
    from casita.scenes.fixed import room as room
    from casita.scenes.generate.house import Stage as Stage
    from casita.scenes.generate.house import house as house
    from casita.scenes.generate.house import house_stages as house_stages
    from casita.scenes.problem import Problem as Problem
    from casita.scenes.scene import Scene as Scene
    from casita.scenes.variation import vary as vary
    from casita.world.action import Action as Action

__version__ = "0.1.0"

_HOMES = {
    "BadInput": "casita.errors:BadInput",
    "Camera": "casita.render.camera:Camera",
    "ObjectType": "casita.catalog:ObjectType",
    "Problem": "casita.scenes.problem:Problem",
    "Scene": "casita.scenes.scene:Scene",
    "Stage": "casita.scenes.generate.house:Stage",
    "World": "casita.home:World",
    "Action": "casita.world.action:Action",
    "apartment": "casita.scenes.fixed:apartment",
    "check_model": "casita.evaluation.evaluate:check_model",
    "check_scene": "casita.scenes.check:check_scene",
    "compare": "casita.render.pictures:compare",
    "drawn_house": "casita.scenes.fixed:drawn_house",
    "evaluate": "casita.evaluation.evaluate:evaluate",
    "house": "casita.scenes.generate.house:house",
    "house_stages": "casita.scenes.generate.house:house_stages",
    "load_scene": "casita.scenes.drawn:read_scene",
    "object_types": "casita.catalog:catalog",
    "plausibility": "casita.benchmarks.plausiblact.models.plausibility:plausibility",
    "room": "casita.scenes.fixed:room",
    "save_scene": "casita.scenes.files:save",
    "vary": "casita.scenes.variation:vary",
}
"""Where each public name lives; it is imported when it is first asked for."""

__all__ = [
    "Action",
    "BadInput",
    "Camera",
    "ObjectType",
    "Problem",
    "Scene",
    "Stage",
    "World",
    "apartment",
    "check_model",
    "check_scene",
    "compare",
    "drawn_house",
    "evaluate",
    "house",
    "house_stages",
    "load_scene",
    "object_types",
    "plausibility",
    "room",
    "save_scene",
    "vary",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import casita` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'casita' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "__version__"]
