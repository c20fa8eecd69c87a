"""Caches are bounded by bytes, and drawing many homes keeps no more than they may hold."""

from __future__ import annotations

import gc
import weakref

import pytest

import casita
from casita.recent import Recent
from casita.render import Renderer, eyes
from casita.render import stage as stages
from casita.render.stage import Stage
from casita.shapes import shape as shapes
from casita.shapes.textures import texels
from casita.world.starting import beginning


def test_what_was_asked_for_last_is_kept_as_far_as_it_fits() -> None:
    made: list[str] = []

    def make(key: str) -> bytes:
        made.append(key)
        return bytes(40)

    kept: Recent[str, bytes] = Recent(100, len)
    for key in "aba":
        kept.get(key, lambda key=key: make(key))  # type: ignore[misc]
    assert (made, len(kept), kept.held_bytes) == (["a", "b"], 2, 80)
    kept.get("c", lambda: make("c"))
    assert (len(kept), kept.held_bytes) == (2, 80)
    kept.get("a", lambda: make("a"))
    assert made == ["a", "b", "c"], "a was asked for after b, and b made room for c"
    kept.get("large", lambda: bytes(1000))
    assert (len(kept), kept.held_bytes) == (1, 1000)
    kept.clear()
    assert (len(kept), kept.held_bytes) == (0, 0)


def test_what_grows_is_measured_again() -> None:
    kept: Recent[str, bytearray] = Recent(100, len, grows=True)
    first = kept.get("first", bytearray)
    first.extend(bytes(70))
    assert kept.get("first", bytearray) is first
    kept.get("second", lambda: bytearray(60))
    assert (len(kept), kept.held_bytes) == (1, 60)


def small_home(number: int) -> casita.Scene:
    """A bathroom with its floor and four simple things that stand on it or hang in it."""
    room = casita.room("bathroom", 1 + number % 30)
    floor = room.of_type("floor")
    simple = [thing for thing in room.things if thing.place.of in (floor[0].id, room.rooms[0].id)]
    simple = [thing for thing in simple if thing.id not in room.contents and not thing.controls and thing not in floor]
    return room.replace(name=f"small_{number}", things=(*floor, *simple[number // 30 :][:4]))


def test_drawing_many_homes_holds_no_more_than_the_caches_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """24 small homes, each drawn once; the caches are made as small as some of them fill (7 to 10 MB each on v2)."""
    small = {"stages": 30_000_000, "shapes": 2_000_000, "images": 2_000_000}
    monkeypatch.setattr(stages, "_stages", Recent(small["stages"], lambda stage: stage.nbytes, grows=True))
    monkeypatch.setattr(shapes, "_shapes", Recent(small["shapes"], lambda shape: shape.nbytes))
    monkeypatch.setattr(texels, "_images", Recent(small["images"], lambda image: image.nbytes))
    alive: list[weakref.ref[Stage]] = []
    counts = []
    for number in range(24):
        scene = small_home(number)
        renderer = Renderer(scene)
        state = beginning(scene)
        assert renderer.look(state, eyes(state, 0), (16, 12), shadows=False).rgb.any()
        alive.append(weakref.ref(renderer.stage))
        assert stages._stages.held_bytes <= small["stages"]
        assert shapes._shapes.held_bytes <= small["shapes"]
        assert texels._images.held_bytes <= small["images"]
        del renderer, scene, state
        if number in (11, 23):
            gc.collect()
            counts.append(sum(one() is not None for one in alive))
    assert counts[1] <= counts[0] + 2
    assert 2 <= counts[1] < 12


def test_a_home_that_was_let_go_is_drawn_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = casita.room("bathroom", 4)
    state = beginning(scene)
    monkeypatch.setattr(stages, "_stages", Recent(1, lambda stage: stage.nbytes, grows=True))
    first = Renderer(scene)
    assert Renderer(scene).stage is first.stage
    before = first.look(state, eyes(state, 0), (48, 36)).rgb.tobytes()
    Renderer(casita.room("bathroom", 5))
    again = Renderer(scene)
    assert again.stage is not first.stage
    assert again.look(state, eyes(state, 0), (48, 36)).rgb.tobytes() == before
    assert first.look(state, eyes(state, 0), (48, 36)).rgb.tobytes() == before
