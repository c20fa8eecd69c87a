"""What can be reached from an object: whatever a curious model could get hold of by following what it is given.

Followed are attributes, slots, items of containers, fields of rows, bases of arrays, bound objects, closures, defaults
and whatever else the garbage collector knows an object to refer to. Not followed are modules, types and the globals of
functions: from those all of Python is reached whatever is given, which is what a process apart is for.
"""

from __future__ import annotations

import gc
import types
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

PLAIN = (type(None), bool, int, float, complex, str, bytes)
ENDS = (type, types.ModuleType, types.CodeType, types.BuiltinFunctionType, types.MethodDescriptorType)


def reached(start: object, kinds: tuple[type, ...]) -> list[str]:
    """Ways from an object to any of some kinds, as text; empty if there is none."""
    found: list[str] = []
    seen: dict[int, object] = {id(start): start}  # keeps what is made on the way alive, so that ids stay theirs
    left: deque[tuple[str, object]] = deque([(type(start).__name__, start)])
    while left:
        way, at = left.popleft()
        if isinstance(at, kinds):
            found.append(way)
            continue
        for step, to in _next(at):
            if not isinstance(to, (*PLAIN, *ENDS)) and id(to) not in seen:
                seen[id(to)] = to
                left.append((f"{way}{step}", to))
    return found


def _next(at: Any) -> Iterator[tuple[str, object]]:
    """What one step leads to."""
    if isinstance(at, types.FunctionType):
        yield ".__defaults__", at.__defaults__
        yield ".__kwdefaults__", at.__kwdefaults__
        yield ".__dict__", at.__dict__
        for name, cell in zip(at.__code__.co_freevars, at.__closure__ or (), strict=True):
            yield f".<{name}>", cell
        return
    if isinstance(at, types.GeneratorType):
        yield ".gi_frame", dict(at.gi_frame.f_locals) if at.gi_frame else None
        return
    if isinstance(at, types.FrameType):
        yield ".f_locals", dict(at.f_locals)
        return
    if isinstance(at, np.ndarray):
        yield ".base", at.base
        if at.dtype == object:
            yield ".tolist()", at.tolist()
    names = [name for kind in type(at).__mro__ for name in _slots(kind)]
    for name in (*names, *getattr(type(at), "__struct_fields__", ())):
        yield f".{name}", getattr(at, name, None)
    if isinstance(at, dict):
        for key, value in at.items():
            yield f"[{key!r}]", value
    for to in gc.get_referents(at):
        yield "~", to


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
