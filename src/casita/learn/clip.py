"""CLIP's features, through transformers, from a folder with a checkpoint that the user has; nothing is downloaded."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.extracting import Floats, Pictures, one_by_one

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of this file's arithmetic."""

MEAN = (0.48145466, 0.4578275, 0.40821073)
DEVIATION = (0.26862954, 0.26130258, 0.27577711)
"""Of CLIP's training pictures; used where the folder says nothing else."""


class Clip:
    """A CLIP checkpoint: vectors are its image embeddings, maps its last patches."""

    def __init__(self, folder: Path) -> None:
        torch = torch_on_one_thread("CLIP features")
        if not (folder / "config.json").is_file():
            raise BadInput(
                f"{folder}: no CLIP checkpoint here: a folder with config.json and model.safetensors is wanted"
            )
        try:
            from transformers import AutoConfig, CLIPModel, CLIPVisionModelWithProjection
        except ModuleNotFoundError as error:
            raise BadInput(f"CLIP features need the package {error.name}: pip install transformers") from None
        try:
            config = AutoConfig.from_pretrained(folder, local_files_only=True)
            makers: dict[str, Any] = {"clip": CLIPModel, "clip_vision_model": CLIPVisionModelWithProjection}
            maker = makers.get(config.model_type)
            if maker is None:
                raise BadInput(f"{folder}: this is a checkpoint of {config.model_type!r}, not of CLIP")
            model = maker.from_pretrained(folder, local_files_only=True, dtype=torch.float32).eval()
        except (OSError, ValueError, KeyError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"{folder}: this CLIP checkpoint cannot be loaded: {error}") from None
        self._tower: Any = model.vision_model
        self._projection: Any = model.visual_projection
        self._picture = _preprocessing(folder, self._tower.config.image_size)
        self.name = f"clip:{folder}"
        self.width = int(self._projection.out_features)
        self.digest = _folder_digest(folder)

    def vectors(self, pictures: Pictures) -> Floats:
        """The embeddings that CLIP compares with those of texts."""
        return one_by_one(pictures, lambda batch: self._projection(self._seen(batch).pooler_output))

    def maps(self, pictures: Pictures) -> Floats:
        """The last hidden state of each patch."""
        return one_by_one(pictures, self._patches)

    def _seen(self, batch: Tensor) -> Any:
        return self._tower(pixel_values=self._picture(batch))

    def _patches(self, batch: Tensor) -> Tensor:
        tokens = self._seen(batch).last_hidden_state[:, 1:]
        side = round(tokens.shape[1] ** 0.5)
        made: Tensor = tokens.transpose(1, 2).reshape(tokens.shape[0], tokens.shape[2], side, side)
        return made


def _preprocessing(folder: Path, side: int) -> Any:
    """The checkpoint's own preparation of pictures: shorter side scaled, middle cut out, colours normalised."""
    import torch
    from torch.nn.functional import interpolate

    path = folder / "preprocessor_config.json"
    said = json.loads(path.read_text()) if path.is_file() else {}
    mean = torch.tensor(said.get("image_mean", MEAN)).reshape(1, 3, 1, 1) * 255.0
    deviation = torch.tensor(said.get("image_std", DEVIATION)).reshape(1, 3, 1, 1) * 255.0
    shorter = said.get("size", side)
    shorter = int(shorter.get("shortest_edge", side) if isinstance(shorter, dict) else shorter)

    def prepared(batch: Tensor) -> Tensor:
        high, wide = batch.shape[2:]
        scale = shorter / min(high, wide)
        size = (max(side, round(high * scale)), max(side, round(wide * scale)))
        if size != (high, wide):
            batch = interpolate(batch, size=size, mode="bicubic", antialias=True, align_corners=False)
        top, left = (size[0] - side) // 2, (size[1] - side) // 2
        cut = batch[:, :, top : top + side, left : left + side].round().clamp(0.0, 255.0)
        return (cut - mean) / deviation

    return prepared


def _folder_digest(folder: Path) -> str:
    """A hash of the files that the numbers depend on."""
    sha = hashlib.sha256(f"clip|{VERSION}".encode())
    for path in sorted(folder.iterdir()):
        if path.suffix in (".json", ".safetensors", ".bin"):
            sha.update(path.name.encode() + b"|")
            with path.open("rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    sha.update(block)
    return sha.hexdigest()[:32]
