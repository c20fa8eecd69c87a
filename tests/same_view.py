"""Whether two views of an agent are the same, down to the last bit."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from casita.agents.view import View


def same_view(one: View, other: View) -> bool:
    """Are all columns and all else the same, down to the last bit?"""
    for field in fields(View):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, np.ndarray):
            assert a.dtype == b.dtype, field.name
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f"), field.name
        else:
            assert a is b if field.name == "known" else a == b, field.name
    return True
