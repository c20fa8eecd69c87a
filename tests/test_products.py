"""The same bytes on every processor: no product that numpy hands to a library where a result depends on it."""

from __future__ import annotations

import ast
import os
import platform
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from casita.products import dot, length, product
from casita.seeds import stream
from tests.test_sums import FAULTY_ROOM, MODULES, SOURCE, thrown, told

LEARNS_OR_SCORES = ("learn", "evaluation", "models", "training")
"""Folders whose products are those of networks and of statistics: weights and intervals, no world."""

SCORES = "score.py"

CHECKED = [
    path
    for path in MODULES
    if path.name != SCORES and not set(path.relative_to(SOURCE).parts[:-1]) & set(LEARNS_OR_SCORES)
]

HANDED_OVER = ("dot", "vdot", "inner", "matmul", "tensordot", "vecdot", "matvec", "multi_dot")
DECOMPOSED = ("inv", "pinv", "det", "solve", "lstsq", "eig", "eigh", "svd", "qr", "cholesky", "matrix_power", "cond")


def library_products(tree: ast.AST) -> Iterator[int]:
    """Lines that multiply or solve by numpy's library; `np.linalg.norm` along an axis adds up by itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult):
            yield node.lineno
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, named = node.func.attr, {keyword.arg for keyword in node.keywords}
        within = ast.unparse(node.func.value)
        whole = name == "norm" and "axis" not in named
        if name in HANDED_OVER or (within.endswith("linalg") and (name in DECOMPOSED or whole)):
            yield node.lineno
        if name == "einsum" and within == "np" and "optimize" in named:
            yield node.lineno


def test_nothing_is_multiplied_in_an_order_of_the_processors() -> None:
    assert len(CHECKED) > 400
    found = [f"{path}:{line}" for path in CHECKED for line in library_products(ast.parse(path.read_text()))]
    assert not found, "numpy's library multiplies here: use product, dot or length of casita.products"


@pytest.mark.parametrize(
    "bad", ["a @ b", "np.dot(a, b)", "a.dot(b)", "np.linalg.norm(a)", "np.linalg.inv(a)", "np.einsum(x, a, optimize=1)"]
)
def test_the_check_finds_what_it_should(bad: str) -> None:
    assert list(library_products(ast.parse(f"y = {bad}"))) == [1]


@pytest.mark.parametrize("good", ["dot(a, b)", "a * b", "np.linalg.norm(a, axis=1)", "np.einsum('ij,ij->i', a, a)"])
def test_the_check_leaves_the_rest_alone(good: str) -> None:
    assert not list(library_products(ast.parse(f"y = {good}")))


def rounded_once(a: list[float], b: list[float]) -> float:
    """The scalar product by fractions: each product is added exactly, and each sum rounded."""
    found = 0.0
    for x, y in zip(a, b, strict=True):
        found = float(Fraction(x) * Fraction(y) + Fraction(found))
    return found


def drawn(*shape: int) -> np.ndarray:
    luck = stream(0, "products", *shape)
    return np.array([luck.uniform(-3.0, 3.0) for _ in range(int(np.prod(shape)))]).reshape(shape)


def test_products_are_added_unrounded_from_the_left() -> None:
    for size in (1, 2, 3, 4, 9, 40):
        a, b = drawn(size, 1)[:, 0], drawn(size, 2)[:, 1]
        assert dot(a, b) == rounded_once(a.tolist(), b.tolist())
        assert length(a) == np.sqrt(dot(a, a))
        whole, other = drawn(5, size), drawn(size, 4)
        expected = [[rounded_once(row.tolist(), column.tolist()) for column in other.T] for row in whole]
        assert product(whole, other).tolist() == expected
        assert product(whole, other[:, 2]).tolist() == [row[2] for row in expected]


def test_stacks_are_multiplied_matrix_by_matrix() -> None:
    a, b = drawn(6, 3, 3), drawn(6, 3, 2)
    assert product(a, b).tolist() == [product(x, y).tolist() for x, y in zip(a, b, strict=True)]
    assert product(a[0], b).tolist() == [product(a[0], y).tolist() for y in b]
    assert product(a, b[1]).tolist() == [product(x, b[1]).tolist() for x in a]
    assert product(np.zeros((0, 3)), b[0]).shape == (0, 2)


def test_the_order_in_memory_changes_nothing() -> None:
    a, b = drawn(4, 3), drawn(3, 3)
    fixed = b.copy()
    fixed.flags.writeable = False
    assert product(np.asfortranarray(a), b.T.copy().T).tolist() == product(a, fixed).tolist() == product(a, b).tolist()
    assert product(a[::2], b).tolist() == product(a, b)[::2].tolist()
    assert product([[1, 0], [0, 2]], (3, 4)).tolist() == [3.0, 8.0]


@pytest.mark.parametrize("shapes", [((3,), (3, 3)), ((2, 3), (2,)), ((2, 3), (4, 3)), ((2, 2, 3), (3,))])
def test_what_does_not_fit_is_refused(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="have no product"):
        product(np.ones(shapes[0]), np.ones(shapes[1]))


def test_vectors_of_two_lengths_have_no_scalar_product() -> None:
    with pytest.raises(ValueError, match=r"shapes \(3,\) and \(4,\)"):
        dot(np.ones(3), np.ones(4))


ELSEWHERE = """
import numpy as np
from casita.products import product
from tests.test_products import drawn
from tests.test_sums import FAULTY_ROOM, thrown
a, b = drawn(50, 3), drawn(3, 3)
print(bool((product(a, b) == a @ b).all()))
print(*thrown([FAULTY_ROOM]), sep="\\n")
"""

OLD_PROCESSOR = {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR"}
"""numpy's library, and numpy itself, as on a processor without fused or wide arithmetic."""


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the library's kernels are named for x86")
def test_an_older_processor_changes_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in OLD_PROCESSOR.items():
        monkeypatch.setitem(os.environ, name, value)
    alike, *there = told(ELSEWHERE)
    assert alike == "False", "the library did not multiply as on an older processor"
    assert there == thrown([FAULTY_ROOM])
