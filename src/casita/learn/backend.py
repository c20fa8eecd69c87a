"""torch, when it is there: one thread, the processor, and a clear word when it is missing."""

from __future__ import annotations

import os
from types import ModuleType

from casita.errors import BadInput


def torch_on_one_thread(what: str) -> ModuleType:
    """The torch module, set to one thread; BadInput naming what needs it if it is not installed."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        import torch
    except ModuleNotFoundError as error:
        raise BadInput(f"{what} needs the package {error.name}: pip install 'casita[learn]'") from None
    torch.set_num_threads(1)
    return torch
