"""How the rasteriser's kernels are compiled, and the rules of arithmetic that they all keep.

Numbers. Every kernel works in float32: eight or sixteen lanes at once instead of four or eight. numba
takes a bare `0.5` as float64, and an int times a float32 gives a float64, so constants are named
float32 values and integers are turned by `F(...)` before they meet a float. There is no fastmath:
each operation is rounded as IEEE 754 says, in the order that is written, so frames are the same to the
byte on every processor. Values are brought into range before they become integers. `math.ceil` and `np.floor`
call the C library, one value at a time, so `ceiling` and `floored` do it with integers.

Indices. Loops over arrays run on unsigned indices `U(...)`: numba lets a signed index count from the
end, and that test keeps loops from being vectorised.

Blocks. Most spans of pixels are short and of any length, and a loop that ends anywhere costs more in mispredicted
branches than in arithmetic. Such loops run in whole blocks of `LANES` pixels: what lies past the end is written
back unchanged, or written again by the next span. Arrays for them are longer by `LANES`.

Calls. numba hands over a named tuple of arrays field by field, which is hundreds of words for a geometry or for
scratch: more work than many kernels do. Those that take such tuples, or that are called for every run of pixels, are
`inlined`.

Memory. Kernels make no arrays. That allows two options, worth together a factor of two:
`_nrt=False` leaves out reference counting, and `noalias` promises that the arrays given to one call do
not overlap, so that loops which read some and write others become vector code. Both are private to
numba: if a later version drops them, the same code still compiles and gives the same bytes, only slower.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils
from numba.core.compiler import Flags
from numba.core.cpu import CPUTargetOptions
from numba.core.options import TargetOptions
from numba.extending import intrinsic

F = np.float32
I = np.int32  # noqa: E741
U = numba.uintp
W = np.uint32

ZERO, HALF, ONE, TWO = F(0), F(0.5), F(1), F(2)
TINY, HUGE = F(1e-20), F(1e9)

LANES, MAP_LANES = 16, 32
"""Pixels to a block, and texels to one of a shadow map: so little is done with each that LLVM would write out the
steps of a block of 16 one by one instead of as vector code."""


def _options() -> dict[str, Any]:
    """What this version of numba allows of the options that the module's first lines tell of."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}
    if hasattr(Flags, "noalias") and hasattr(TargetOptions, "Mapping"):
        CPUTargetOptions.noalias = TargetOptions.Mapping("noalias")
        options["noalias"] = True
    if hasattr(CPUTargetOptions, "_nrt"):
        options["_nrt"] = False
    return options


OPTIONS = _options()
INNER = {name: True for name in ("no_cpython_wrapper", "no_cfunc_wrapper") if hasattr(CPUTargetOptions, name)}
"""What only kernels call needs no way in from Python."""
INLINE = {"forceinline": True} if hasattr(CPUTargetOptions, "forceinline") else {}

kernel: Any = numba.njit(**OPTIONS, **INNER)
"""Marks a function that only other kernels call."""

inlined: Any = numba.njit(**OPTIONS, **INNER, **INLINE)
"""Marks one that always becomes part of its caller: see the module's first lines."""


def _wide(_typing: Any) -> Any:
    """The intrinsic `wide`: its type, and what is done where it is called."""

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        attributes = builder.function.attributes
        if isinstance(attributes, set):
            set.add(attributes, '"prefer-vector-width"="512"')
        return context.get_dummy_value()

    return numba.types.void(), generate


wide: Any = intrinsic(_wide)
"""Asks LLVM for the widest vectors of the processor in the kernel that calls this; it does nothing else.

By itself LLVM uses only half of AVX-512. llvmlite does not list the attribute that says otherwise, so it is put in past
llvmlite's check; where that cannot be done, kernels are only slower.
"""


def _prefetch(_typing: Any, array: Any, index: Any) -> Any:
    """The intrinsic `prefetch`: its type, and what is done where it is called."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        pointer = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kinds = ir.FunctionType(ir.VoidType(), [pointer.type, word, word, word])
        called = cgutils.get_or_insert_function(builder.module, kinds, "llvm.prefetch.p0i8")
        builder.call(called, [pointer, word(0), word(3), word(1)])  # to read, often, as data
        return context.get_dummy_value()

    return numba.types.void(array, index), generate


prefetch: Any = intrinsic(_prefetch)
"""Asks for what is at an index of a flat array to be brought near, and does not wait for it.

Texels and contact shade lie all over memory. A loop that finds out where they are comes well before the one that reads
them.
"""


@kernel
def ceiling(value):  # type: ignore[no-untyped-def]
    """The smallest int32 that is not below a value from 0 to 2e9."""
    whole = I(value)
    return I(whole + I(1)) if F(whole) < value else whole


@kernel
def floored(value):  # type: ignore[no-untyped-def]
    """The largest int32 that is not above a value."""
    whole = I(value)
    return I(whole - I(1)) if F(whole) > value else whole


@kernel
def whole_blocks(begin, end):  # type: ignore[no-untyped-def]
    """Where a loop over pixels ends that runs in whole blocks; what lies past `end` is written back unchanged."""
    return begin + ((end - begin + U(LANES - 1)) & ~U(LANES - 1))


@cache
def _digest() -> str:
    """Of the source of all kernels."""
    whole = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def entry(*examples: Any) -> Callable[[Callable[..., Any]], Any]:
    """Marks a kernel that Python calls; it is compiled at once for arguments like these, and kept on disk.

    numba looks only at the file of the function itself to see whether what it kept is still good. A
    digest of all kernels in its name makes a change in any of them count.

    What is called is the compiled function itself. numba's own way in looks at the type of every array at each call,
    which takes ten times as long as the call; so arrays are checked before (`arrays.checked`).
    """

    def compiled(function: Callable[..., Any]) -> Any:
        function.__qualname__ = f"{function.__qualname__}_{_digest()}"
        signature = tuple(numba.typeof(example) for example in examples)
        made = numba.njit(signature, cache=True, **OPTIONS)(function)
        return getattr(made.overloads[signature], "entry_point", made)

    return compiled
