"""Architectures for users with weights: sizes, forwards and backwards, files of weights, and what is wrong in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casita.errors import BadInput
from casita.learn.architectures import ARCHITECTURES
from casita.learn.features import extractor

torch = pytest.importorskip("torch")

PARAMETERS = {
    "squeezenet": 722_496,
    "resnet18": 11_176_512,
    "resnet50": 23_508_032,
    "resnet101": 42_500_160,
    "resnet152": 58_143_808,
    "xception": 20_806_952,
    "inception_v3": 21_785_568,
    "inception_v4": 41_142_816,
}
"""As torchvision and timm count them, without the layers that name classes."""


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_an_architecture_has_the_published_size_and_learns(name: str) -> None:
    row = ARCHITECTURES[name]
    network: Any = row.network()
    assert sum(weight.numel() for weight in network.parameters()) == PARAMETERS[name]
    side = 80 if "inception" in name else 48
    pictures = torch.rand(2, 3, side, side)
    maps = network.maps(pictures)
    assert maps.shape[:2] == (2, row.width)
    maps.square().mean().backward()
    assert all(weight.grad is not None and weight.grad.isfinite().all() for weight in network.parameters())
    first = next(network.parameters()).grad
    assert first is not None
    assert first.abs().max() > 0.0


def test_weights_of_a_file_give_the_same_vectors_in_both_forms(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    torch.manual_seed(0)
    network = ARCHITECTURES["squeezenet"].network()
    kept = network.state_dict() | {"classifier.1.weight": torch.zeros(10, 512, 1, 1)}
    torch.save(kept, tmp_path / "a.pth")
    save_file({name: weight.contiguous() for name, weight in kept.items()}, tmp_path / "a.safetensors")
    pictures = np.random.default_rng(0).integers(0, 256, (2, 60, 80, 3)).astype(np.uint8)
    one, other = (extractor(f"squeezenet:{tmp_path / name}") for name in ("a.pth", "a.safetensors"))
    found = one.vectors(pictures)
    assert found.shape == (2, one.width) == (2, 512)
    assert np.array_equal(found, other.vectors(pictures))
    assert one.digest != other.digest
    assert np.allclose(one.maps(pictures).mean((2, 3)), found, atol=1e-5)
    assert not np.allclose(found[0], found[1])


def test_bad_weights_are_named(tmp_path: Path) -> None:
    kept = ARCHITECTURES["squeezenet"].network().state_dict()
    torch.save({"features.0.weight": kept["features.0.weight"]}, tmp_path / "few.pth")
    torch.save(kept | {"features.0.weight": torch.zeros(1)}, tmp_path / "shape.pth")
    torch.save([1, 2], tmp_path / "list.pth")
    (tmp_path / "text.pth").write_text("no weights")
    for name, words in {
        "few.pth": "no weight features.0.bias: it is of another architecture",
        "shape.pth": r"weight features.0.weight is \(1,\), expected \(64, 3, 3, 3\)",
        "list.pth": "holds no weights by name",
        "text.pth": "cannot be read",
        "missing.pth": "cannot be read",
    }.items():
        with pytest.raises(BadInput, match=words):
            extractor(f"squeezenet:{tmp_path / name}")
    with pytest.raises(BadInput, match="unknown feature extractor 'vgg:a'"):
        extractor("vgg:a")
