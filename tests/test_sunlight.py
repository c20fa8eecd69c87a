"""The sun's tiles: what they let the renderer pass over is what lies in shade, so that pictures are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

import casita
from casita.render import Renderer, eyes
from casita.render.raster.shadow_words import SUN_SIDE, SUN_TILE, SUN_TILES
from casita.render.raster.shadows import Shadows
from casita.seeds import stream
from casita.world.state import State

ROOMS = [("kitchen", 3), ("living_room", 8), ("bedroom", 5), ("bathroom", 11)]


def renderer_and_state(kind: str, number: int) -> tuple[Renderer, State]:
    world = casita.World(casita.room(kind, number))
    return Renderer(world.scene), world.state


def shadows_of(renderer: Renderer) -> Shadows:
    return renderer._shadows


@pytest.mark.parametrize(("kind", "number"), ROOMS)
def test_pictures_are_the_same_if_nothing_is_passed_over(kind: str, number: int) -> None:
    renderer, state = renderer_and_state(kind, number)
    luck = stream(number, "sunlight")
    camera = eyes(state, 0)
    lit, passed = [], []
    for _ in range(6):
        view = replace(camera, yaw=luck.uniform(0.0, 360.0), pitch=luck.uniform(-50.0, 10.0))
        passed.append(renderer.look(state, view, (160, 120)).rgb.copy())
        tiles = shadows_of(renderer).words[2]
        kept = tiles.copy()
        tiles[:] = 0
        lit.append(renderer.look(state, view, (160, 120)).rgb.copy())
        tiles[:] = kept
    assert all((a == b).all() for a, b in zip(passed, lit, strict=True))
    assert kept.max() > 0


@pytest.mark.parametrize(("kind", "number"), ROOMS)
def test_a_tile_is_its_lowest_texel(kind: str, number: int) -> None:
    renderer, state = renderer_and_state(kind, number)
    renderer.look(state, eyes(state, 0))
    words, tiles = shadows_of(renderer).words[1:3]
    texels = (words & 0xFFFF).reshape(SUN_TILES, SUN_TILE, SUN_TILES, SUN_TILE)
    assert (tiles.reshape(SUN_TILES, SUN_TILES) == texels.min(axis=(1, 3))).all()
    assert len(words) == SUN_SIDE * SUN_SIDE
    assert len(set(tiles.tolist())) > 10
