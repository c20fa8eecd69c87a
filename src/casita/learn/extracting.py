"""What all extractors share: pictures go through a network one by one.

So a picture gives the same bytes whatever comes with it. On one thread, batches of 2 to 16 were no faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from casita.arrays import Float16s, Float32s, Uint8s
from casita.errors import BadInput

if TYPE_CHECKING:
    from torch import Tensor

Pictures = Uint8s
Floats = Float32s


class Extractor(Protocol):
    """Turns pictures into numbers."""

    name: str
    width: int
    """Length of a vector."""
    digest: str
    """Of its weights and of the version of its code: other numbers, another digest."""

    def vectors(self, pictures: Pictures) -> Floats:
        """n x width, of n x height x width x 3."""
        ...

    def maps(self, pictures: Pictures) -> Floats:
        """n x channels x rows x columns, the rows from the top."""
        ...


def checked_pictures(pictures: Any) -> Pictures:
    """An array of pictures as it should be; BadInput if it is not."""
    made = np.asarray(pictures)
    if made.dtype != np.uint8 or made.ndim != 4 or made.shape[3] != 3 or 0 in made.shape:
        raise BadInput(f"pictures are uint8 of shape n x height x width x 3, not {made.dtype} of shape {made.shape}")
    return made


def one_by_one(pictures: Any, network: Callable[[Tensor], Tensor]) -> Floats:
    """Run a network over pictures: it gets 1 x 3 x height x width floats from 0 to 255, and gives one row."""
    import torch

    with torch.inference_mode():
        return np.concatenate([network(each).contiguous().numpy().copy() for each in _tensors(pictures)])


def halves_one_by_one(pictures: Any, network: Callable[[Tensor], Sequence[Tensor]]) -> tuple[Float16s, ...]:
    """As `one_by_one`, for a network that gives several maps; each is kept as 16-bit floats."""
    import torch

    with torch.inference_mode():
        rows = [[maps.half().contiguous().numpy() for maps in network(each)] for each in _tensors(pictures)]
    return tuple(np.concatenate(column) for column in zip(*rows, strict=True))


def _tensors(pictures: Any) -> Iterator[Tensor]:
    """Each picture as 1 x 3 x height x width floats from 0 to 255."""
    import torch

    for picture in checked_pictures(pictures):
        tensor = torch.from_numpy(np.array(picture)[None]).permute(0, 3, 1, 2).float()
        yield tensor.contiguous(memory_format=torch.channels_last)


def resized(pictures: Tensor, side: int) -> Tensor:
    """Pictures scaled to a square with smoothing; as they are if they have that size."""
    if tuple(pictures.shape[2:]) == (side, side):
        return pictures
    from torch.nn.functional import interpolate

    return interpolate(pictures, size=(side, side), mode="bilinear", antialias=True, align_corners=False)
