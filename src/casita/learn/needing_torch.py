"""Torch, for the modules that cannot do without it: where it is missing, one line says how to install it."""

from casita.errors import not_installed

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ModuleNotFoundError as missing:
    raise not_installed("learning", missing) from None

__all__ = ["Tensor", "functional", "nn", "torch"]
