"""The network ready to be asked: compiled by OpenVINO for pictures of one size at a time, on one thread.

It gives what `DetectorNetwork` gives, but for the last digits, in half the time; with numbers of half the size, and a
processor that knows them, in a quarter, and nearly the same.
"""

from __future__ import annotations

import warnings
from typing import Any

from casita.errors import not_installed
from casita.learn.detector.network import STRIDES, Dense, DetectorNetwork, Maps
from casita.learn.needing_torch import Tensor, nn, torch

try:
    import openvino
    from openvino.frontend import FrontEndManager
    from openvino.frontend.pytorch.ts_decoder import TorchScriptPythonDecoder
except ModuleNotFoundError as missing:
    raise not_installed("the detector", missing) from None

SETTINGS = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "ENABLE_CPU_PINNING": False}
"""One thread, so that what is seen does not depend on how many cores there are; on any core, since all processes would
choose the same one."""

WHOLE, HALF = "f32", "bf16"
"""Numbers of 32 bits, or of 16 where the processor can multiply them; where it cannot, HALF is WHOLE."""

TRACED = 64
"""Pixels of the sides of the picture with which the network is written down; any size may follow."""


class CompiledDetector:
    """Pictures in, maps and what every cell says out."""

    def __init__(self, network: DetectorNetwork, half: bool = False) -> None:
        self._model = _model_of(network)
        self._settings = {**SETTINGS, "INFERENCE_PRECISION_HINT": HALF if half else WHOLE}
        self._asked: dict[tuple[int, ...], Any] = {}

    def seen(self, pictures: Tensor) -> tuple[Maps, Dense]:
        """Of pictures as `DetectorNetwork.maps` takes them."""
        shape = tuple(pictures.shape)
        if shape not in self._asked:
            self._model.reshape(list(shape))
            compiled = openvino.Core().compile_model(self._model, "CPU", self._settings)
            self._asked[shape] = compiled.create_infer_request()
        said = self._asked[shape].infer([pictures.contiguous().numpy()])
        *levels, fine, colours, scene, there, boxes = (torch.from_numpy(said[number]) for number in range(len(said)))
        return Maps(levels, fine, colours, scene, (shape[2], shape[3])), Dense(there, boxes)


class _Flat(nn.Module):
    """The network with all that it gives in one row."""

    def __init__(self, network: DetectorNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, pictures: Tensor) -> tuple[Tensor, ...]:
        maps = self.network.maps(pictures)
        assert len(maps.levels) == len(STRIDES)
        return (*maps.levels, maps.fine, maps.colours, maps.scene, *self.network.dense(maps))


def _model_of(network: DetectorNetwork) -> Any:
    """The network in OpenVINO's terms, for pictures of any size."""
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # What torch has in its place is read ten times slower.
        traced = torch.jit.trace(_Flat(network).eval(), torch.zeros(1, 3, TRACED, TRACED), check_trace=False)
        decoder = TorchScriptPythonDecoder(torch.jit.freeze(traced))
    reader = FrontEndManager().load_by_framework("pytorch")
    read = reader.load(decoder)
    read.set_element_type(read.get_inputs()[0], openvino.Type.f32)
    return reader.convert(read)
