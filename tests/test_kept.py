"""What is kept with a scene: made once, for each scene its own, never more than its limit, and gone with the scene."""

from __future__ import annotations

import gc
import pickle
import weakref
from pathlib import Path

import casita
from casita.episodes import scene_hash
from casita.scenes.kept import BoundedDict, PerScene
from casita.scenes.scene import Scene
from casita.world.relations import tables
from casita.world.statics import statics

SOURCE = Path(casita.__file__).parent


def test_it_is_made_once_for_each_scene() -> None:
    made: list[str] = []

    @PerScene
    def things(scene: Scene) -> int:
        """How many things there are."""
        made.append(scene.name)
        return len(scene.things)

    kitchen, bathroom = casita.room("kitchen", 1).replace(), casita.room("bathroom", 1).replace()
    assert [things(scene) for scene in (kitchen, bathroom, kitchen)] == [
        len(kitchen.things), len(bathroom.things), len(kitchen.things),
    ]  # fmt: skip
    assert made == ["kitchen_01", "bathroom_01"]
    assert things(kitchen.replace()) == len(kitchen.things)
    assert made[2:] == ["kitchen_01"]  # an equal scene has its own
    assert things.__doc__ == "How many things there are."


def test_it_goes_with_the_scene() -> None:
    scene = casita.room("kitchen", 1).replace()
    known = weakref.ref(statics(scene))
    table = weakref.ref(tables(statics(scene)))
    assert known() is statics(scene)
    del scene
    gc.collect()
    assert known() is None is table()


def test_it_is_no_part_of_the_scene() -> None:
    scene = casita.room("kitchen", 1).replace()
    size, digest = len(pickle.dumps(scene)), scene_hash(scene)
    statics(scene)
    assert len(pickle.dumps(scene)) == size
    assert pickle.loads(pickle.dumps(scene)) == scene == scene.replace()
    assert not scene.replace().kept
    assert scene_hash(scene.replace()) == digest


def test_what_came_first_goes_when_there_is_too_much() -> None:
    recent: BoundedDict[int, str] = BoundedDict(3)
    for number in (1, 2, 3, 2, 4):
        recent[number] = str(number)
    assert dict(recent) == {2: "2", 3: "3", 4: "4"}


def test_nothing_is_hidden_in_a_scene_by_a_string() -> None:
    files = {path: path.read_text() for path in SOURCE.rglob("*.py")}
    assert len(files) > 200
    assert [path for path, text in files.items() if ".__dict__" in text] == []
