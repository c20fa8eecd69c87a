"""Extractors give the same bytes for a picture whatever comes with it, and tables of features are made once."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from casita.arrays import Float32s, Uint8s
from casita.errors import BadInput
from casita.learn.checkpoints import save_weights, weights_of
from casita.learn.encoder import KIND, VERSION, WIDTH, Encoder, load_encoder
from casita.learn.extracting import halves_one_by_one
from casita.learn.features import SHARD, extractor, table
from casita.learn.in_domain import InDomain

torch.set_num_threads(1)


def noise(count: int, side: int = 300, seed: int = 0) -> Uint8s:
    return np.random.default_rng(seed).integers(0, 256, (count, side, side, 3), dtype=np.uint8)


def png(picture: Uint8s) -> bytes:
    made = io.BytesIO()
    Image.fromarray(picture).save(made, "PNG")
    return made.getvalue()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> InDomain:
    """The encoder with random weights, so that these tests do not depend on the trained ones."""
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("weights") / "encoder.safetensors"
    save_weights(path, KIND, VERSION, weights_of(Encoder()), half=True)
    return InDomain(path)


def test_the_encoder_has_its_shapes(own: InDomain) -> None:
    pictures = noise(2)
    maps, vectors = own.maps(pictures), own.vectors(pictures)
    assert maps.shape == (2, 128, 38, 38)
    assert vectors.shape == (2, own.width) == (2, WIDTH)
    assert own.width <= 256
    assert maps.dtype == vectors.dtype == np.float32


def test_a_picture_gives_the_same_bytes_in_any_company(own: InDomain) -> None:
    pictures = noise(4)
    together = own.vectors(pictures)
    order = np.random.default_rng(1).permutation(4)
    assert own.vectors(pictures[order]).tobytes() == together[order].tobytes()
    assert own.vectors(pictures[2:3]).tobytes() == together[2:3].tobytes()


def test_other_sizes_are_scaled(own: InDomain) -> None:
    assert own.maps(noise(1, 128)).shape == (1, 128, 38, 38)


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    save_weights(tmp_path / "x.safetensors", KIND, VERSION, {"x": np.ones(2, np.float32)})
    with pytest.raises(BadInput, match="do not fit"):
        load_encoder(tmp_path / "x.safetensors")


def test_bad_pictures_and_unknown_names_are_named(own: InDomain) -> None:
    with pytest.raises(BadInput, match="float64 of shape"):
        own.vectors(np.zeros((1, 4, 4, 3)))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="uint8 of shape \\(4, 4, 3\\)"):
        own.vectors(np.zeros((4, 4, 3), np.uint8))
    with pytest.raises(BadInput, match="'moca'"):
        extractor("moca")


def test_imagenet_features_and_classes() -> None:
    imagenet = extractor("imagenet")
    assert imagenet.width == 1280
    pictures = noise(3)
    vectors = imagenet.vectors(pictures)
    maps = imagenet.maps(pictures)
    assert maps.shape == (3, 1280, 7, 7)
    assert vectors == pytest.approx(maps.mean((2, 3)), abs=1e-5)
    assert imagenet.vectors(pictures[2:]).tobytes() == vectors[2:].tobytes()
    assert imagenet.logits(pictures).shape == (3, 1000)  # type: ignore[attr-defined]


def test_several_maps_are_kept_as_halves_of_the_same() -> None:
    pictures = noise(3, 8)
    whole, means = halves_one_by_one(pictures, lambda batch: (batch, batch.mean((2, 3))))
    assert whole.dtype == means.dtype == np.float16
    assert (whole == pictures.transpose(0, 3, 1, 2)).all()
    assert means == pytest.approx(pictures.mean((1, 2)), rel=1e-3)


class Mean:
    """An extractor of mean colours that counts what it is asked."""

    name, width = "mean", 3

    def __init__(self, digest: str = "1") -> None:
        self.digest, self.asked = digest, 0

    def vectors(self, pictures: Uint8s) -> Float32s:
        self.asked += len(pictures)
        return pictures.mean((1, 2)).astype(np.float32)

    def maps(self, pictures: Uint8s) -> Float32s:
        self.asked += len(pictures)
        return pictures.transpose(0, 3, 1, 2).astype(np.float32)


def test_a_table_is_made_once_by_content(tmp_path: Path) -> None:
    pictures = noise(5, 4)
    calls: list[int] = []

    def lazy(n: int) -> Callable[[], bytes]:
        def give() -> bytes:
            calls.append(n)
            return png(pictures[n])

        return give

    items = {"a": png(pictures[0]), "b": lazy(1), "c": lazy(0), "d": pictures[3]}
    mean = Mean()
    made = table(mean, items, tmp_path, progress=False)
    assert mean.asked == 3  # "c" shows the same as "a"
    assert made.keys == ("a", "b", "c", "d")
    assert made.matrix == pytest.approx(pictures[[0, 1, 0, 3]].mean((1, 2)), abs=1e-4)
    assert made["b"] == pytest.approx(pictures[1].mean((0, 1)), abs=1e-4)
    assert made.rows(["d", "a"]).tobytes() == made.matrix[[3, 0]].tobytes()
    again = table(mean, {**items, "e": png(pictures[4])}, tmp_path, progress=False)
    assert mean.asked == 4
    assert again.matrix[:4].tobytes() == made.matrix.tobytes()
    other = Mean("2")
    table(other, items, tmp_path, progress=False)
    assert other.asked == 3
    with pytest.raises(BadInput, match="'z'"):
        made["z"]


def test_a_stopped_table_goes_on(tmp_path: Path) -> None:
    pictures = noise(SHARD + 3, 2)

    def stop() -> bytes:
        raise KeyboardInterrupt

    items: dict[str, object] = {f"{n:04}": png(picture) for n, picture in enumerate(pictures)}
    mean = Mean()
    with pytest.raises(KeyboardInterrupt):
        table(mean, {**items, f"{SHARD + 1:04}": stop}, tmp_path, progress=False)  # type: ignore[dict-item]
    assert mean.asked == SHARD
    made = table(mean, items, tmp_path, progress=True)  # type: ignore[arg-type]
    assert mean.asked == SHARD + 3
    assert made.matrix == pytest.approx(pictures.mean((1, 2)), abs=1e-4)


def test_maps_are_kept_as_halves_and_can_be_averaged(tmp_path: Path) -> None:
    pictures = noise(3, 4)
    items = {str(n): pictures[n] for n in range(3)}
    made = table(Mean(), items, tmp_path, progress=False, maps=True, side=2)
    assert made.matrix.dtype == np.float16
    expected = pictures.transpose(0, 3, 1, 2).reshape(3, 3, 2, 2, 2, 2).mean((3, 5))
    assert made.matrix == pytest.approx(expected, rel=1e-3)
    assert table(Mean(), items, tmp_path, progress=False, maps=True)["1"].shape == (3, 4, 4)


def test_what_is_wrong_with_a_table_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no pictures"):
        table(Mean(), {}, tmp_path)
    with pytest.raises(BadInput, match="picture 'bad': cannot be read"):
        table(Mean(), {"bad": b"no picture"}, tmp_path, progress=False)
    table(Mean(), {"a": noise(1, 4)[0]}, tmp_path, progress=False)
    shard = next(tmp_path.rglob("*.npy"))
    shard.write_bytes(b"")
    with pytest.raises(BadInput, match="damaged"):
        table(Mean(), {"a": noise(1, 4)[0]}, tmp_path, progress=False)


def test_clip_from_a_folder(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    vision = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    text = {**vision, "vocab_size": 50, "max_position_embeddings": 8}
    config = transformers.CLIPConfig(
        text_config=text, vision_config={**vision, "image_size": 32, "patch_size": 8}, projection_dim=24
    )
    model = transformers.CLIPModel(config).eval()
    folder = tmp_path / "clip"
    model.save_pretrained(folder)
    numbers = {"size": {"shortest_edge": 32}, "image_mean": [0.5, 0.5, 0.5], "image_std": [0.25, 0.25, 0.25]}
    (folder / "preprocessor_config.json").write_text(json.dumps(numbers))
    clip = extractor(f"clip:{folder}")
    assert clip.width == 24
    pictures = noise(3, 32)
    inputs = (torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255.0 - 0.5) / 0.25
    with torch.inference_mode():
        expected = model.visual_projection(model.vision_model(pixel_values=inputs).pooler_output)
    assert clip.vectors(pictures) == pytest.approx(expected.numpy(), abs=1e-4)
    assert clip.maps(noise(2, 300)).shape == (2, 32, 4, 4)
    numbers["image_mean"] = [0.4, 0.4, 0.4]
    (folder / "preprocessor_config.json").write_text(json.dumps(numbers))
    assert extractor(f"clip:{folder}").digest != clip.digest


def test_a_folder_without_clip_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no CLIP checkpoint here"):
        extractor(f"clip:{tmp_path / 'none'}")
    pytest.importorskip("transformers")
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(BadInput, match="'bert', not of CLIP"):
        extractor(f"clip:{tmp_path}")
