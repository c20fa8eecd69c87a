"""A channel-by-channel convolution whose filters stay as they are: gradients go back at the cost of going forth.

The gradient of such a convolution with respect to its filters, and of one with a stride with respect to what it
read, take most of the time of training on a processor. Filters of a network that has seen a million photographs can
stay; what mixes channels, before and after them, learns.
"""

from __future__ import annotations

from typing import Any

from casita.learn.efficientnet_lite import Convolution
from casita.learn.needing_torch import Tensor, functional, torch


class FixedFilter(torch.autograd.Function):
    """The convolution, with gradients for what it reads and for its bias."""

    @staticmethod
    def forward(ctx: Any, seen: Tensor, weight: Tensor, bias: Tensor, stride: int, padding: tuple[int, ...]) -> Tensor:
        """Maps as large as the input over the stride."""
        ctx.save_for_backward(weight)
        ctx.shape, ctx.stride, ctx.padding = seen.shape, stride, padding
        return functional.conv2d(functional.pad(seen, padding), weight, bias, stride, groups=len(weight))

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        """A convolution with the filters turned round, of the gradient spread by the stride."""
        (weight,), (gradient,) = ctx.saved_tensors, gradients
        many, channels, height, width = ctx.shape
        reach, stride = weight.shape[-1] - 1, ctx.stride
        spread = torch.empty(
            (many, channels, height + reach, width + reach), dtype=gradient.dtype, memory_format=torch.channels_last
        ).zero_()
        top, left = reach - ctx.padding[2], reach - ctx.padding[0]
        rows, columns = gradient.shape[2:]
        spread[:, :, top : top + rows * stride : stride, left : left + columns * stride : stride] = gradient
        back = functional.conv2d(spread, weight.flip(2, 3).to(gradient.dtype), groups=channels)
        return back, None, gradient.sum((0, 2, 3), dtype=torch.float32), None, None


def filtered(layer: Convolution, seen: Tensor) -> Tensor:
    """What a channel-by-channel layer makes of maps, with its filters fixed."""
    found: Tensor = FixedFilter.apply(  # type: ignore[no-untyped-call]
        seen, layer.weight.detach(), layer.bias, layer.stride, layer.padding
    )
    return found
