"""The same bytes on every Python: no builtin `sum` of floats where a result depends on it."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import casita
from casita.catalog import RoomKind
from casita.exact import total_of
from casita.physics import MuJoCo
from casita.render import Renderer, eyes
from casita.world import Action, beginning, step
from casita.world.shut import shut_away
from tests.test_versions import MAKERS, of_world

SOURCE = Path(casita.__file__).parent
RESULT_PATHS = (
    *("catalog", "geometry", "scenes", "world", "physics", "shapes", "render", "envs", "agents"),
    *("learn", "evaluation", "benchmarks"),
)
"""Packages that states, scenes, shapes, pictures, weights and scores come from; besides them, the modules beside these
packages."""

MODULES = sorted(
    [path for name in RESULT_PATHS for path in (SOURCE / name).rglob("*.py")] + [*SOURCE.glob("*.py")],
)

COUNTED = (ast.Compare, ast.BoolOp)
WHOLE = ("len", "int", "bool", "ord")


def counts(node: ast.expr) -> bool:
    """Is it plain from its form that an expression is a whole number or a truth value?"""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.LShift)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in WHOLE
    return isinstance(node, COUNTED)


def sums_of_floats(tree: ast.AST) -> Iterator[int]:
    """Lines with a builtin `sum` of what is not plainly counted: `sum(len(x) for x in y)` and the like are."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"):
            continue
        (values, *_) = node.args
        if isinstance(values, ast.GeneratorExp | ast.ListComp) and counts(values.elt):
            continue
        if (
            isinstance(values, ast.Call)
            and isinstance(values.func, ast.Name)
            and values.func.id == "map"
            and isinstance(values.args[0], ast.Name)
            and values.args[0].id in WHOLE
        ):
            continue
        yield node.lineno


def test_floats_are_added_up_in_a_fixed_order() -> None:
    adding = [path for path in MODULES if re.search(r"\bsum\b", path.read_text())]
    found = [f"{path}:{line}" for path in adding for line in sums_of_floats(ast.parse(path.read_text()))]
    assert len(adding) > 50
    assert not found, "sum() of floats: use len(), comparisons, or count_of and total_of of casita.exact"


def test_the_check_finds_what_it_should() -> None:
    assert len(MODULES) > 400
    for bad in ("sum(x)", "sum(a.mass for a in b)", "sum([0.5, y])", "sum(map(area, rooms))", "sum(w.values())"):
        assert list(sums_of_floats(ast.parse(f"y = {bad}"))) == [1], bad
    for good in (
        "sum(a > 1 for a in b)",
        "sum(len(a) for a in b)",
        "sum(map(len, b))",
        "sum(1 << k for k in b)",
        "x.sum()",
    ):
        assert not list(sums_of_floats(ast.parse(f"y = {good}"))), good


def test_numbers_are_added_as_by_the_oldest_python() -> None:
    numbers = [0.1] * 10
    assert total_of(numbers) == 0.9999999999999999
    assert compensated(numbers) == 1.0
    assert total_of([]) == 0.0
    assert total_of([1e16, 1.0, -1e16]) == 0.0
    assert compensated([1e16, 1.0, -1e16]) == 1.0


def compensated(values: list[float]) -> float:
    """What `sum` gives from Python 3.12 on."""
    scope: dict[str, object] = {}
    exec(AS_IN_3_12, scope)
    found = scope["newer"](values)  # type: ignore[operator]
    assert isinstance(found, float)
    return found


AS_IN_3_12 = """
import builtins
older = builtins.sum
def newer(values, /, start=0):
    values = list(values)
    if not all(type(value) in (float, int, bool) for value in values) or type(start) not in (float, int):
        return older(values, start)
    if not any(type(value) is float for value in values):
        return older(values, start)
    found, lost = float(start), 0.0
    for value in values:
        value = float(value)
        after = found + value
        lost += (found - after) + value if abs(found) >= abs(value) else (value - after) + found
        found = after
    return found + lost if lost and lost - lost == 0.0 else found
"""
"""The correction that newer versions carry along, as their C code does."""

QUICK_HASHES = """
from tests.test_versions import GOLDEN, MAKERS, VERSION_OF, found, of_world
from casita.versions import VERSIONS
for name in MAKERS:
    if name != "world":
        print(name, found(name) == GOLDEN[name][VERSIONS[VERSION_OF[name]]])
print(of_world(turns=2))
"""
"""All hashes but the world's, most of whose time goes to asking what may be done: of that only the first turns."""

HASHES = """
from tests.test_versions import GOLDEN, MAKERS, VERSION_OF, found
from casita.versions import VERSIONS
for name in MAKERS:
    print(name, found(name) == GOLDEN[name][VERSIONS[VERSION_OF[name]]])
"""


def thrown(rooms: Sequence[tuple[RoomKind, int]]) -> list[str]:
    """What is left after things are thrown and dropped in contact physics, and what it looks like, room by room."""
    return [line for kind, number in rooms for line in thrown_in(kind, number)]


@cache
def thrown_in(kind: RoomKind, number: int) -> tuple[str, ...]:
    """The same of one room."""
    found = []
    first = beginning(casita.room(kind, number), seed=1)
    free = first.statics.loose & first.objects.exists & ~shut_away(first)
    slots = np.nonzero(free)[0].tolist()[:3]
    for slot, verb in product(slots, ("throw", "drop")):
        state = step(first, [Action("agent", verb, first.statics.ids[slot])], MuJoCo()).state
        found.append(f"{kind} {number} {verb} {state.digest()}")
    frame = Renderer(state.scene).look(state, eyes(state, 0), (96, 72))
    return *found, hashlib.sha256(frame.rgb.tobytes()).hexdigest()


FAULTY_ROOM: tuple[RoomKind, int] = ("kitchen", 1)
"""Here the old fault is seen."""

ROOMS: tuple[tuple[RoomKind, int], ...] = (FAULTY_ROOM, ("living_room", 1))

THROWN = "from tests.test_sums import ROOMS, thrown\nprint(*thrown(ROOMS), sep='\\n')\n"

AS_IT_WAS = """
import casita.exact
casita.exact.total_of = lambda values: sum(values, 0.0)
from tests.test_sums import FAULTY_ROOM, thrown
print(*thrown([FAULTY_ROOM]), sep="\\n")
"""
"""What was wrong once: masses and volumes were added up by the builtin `sum`."""


def told(code: str, python: str = sys.executable) -> list[str]:
    """What a program prints, line by line."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE.parent), str(Path(__file__).parents[1])])}
    done = subprocess.run([python, "-c", code], env=env, text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


NEWER = f"{AS_IN_3_12}\nbuiltins.sum = newer\nassert sum([0.1] * 10) == 1.0\n"


def test_a_newer_sum_changes_no_byte() -> None:
    plain = thrown(ROOMS)
    assert len(plain) == 14
    hashes = [f"{name} True" for name in MAKERS if name != "world"]
    assert told(NEWER + QUICK_HASHES + THROWN) == [*hashes, of_world(turns=2), *plain]


def test_a_newer_sum_would_have_changed_the_bytes_of_the_old_fault() -> None:
    assert told(NEWER + AS_IT_WAS) != thrown([FAULTY_ROOM])


def others() -> list[str]:
    """Other Pythons at hand that have what Casita needs."""
    found = []
    for version in ("3.11", "3.12", "3.13", "3.14"):
        python = os.environ.get(f"CASITA_PYTHON_{version.replace('.', '_')}") or shutil.which(f"python{version}")
        if python and version != f"{sys.version_info.major}.{sys.version_info.minor}":
            needs = "import numpy, numba, msgspec, scipy, mujoco"
            if not subprocess.run([python, "-c", needs], capture_output=True, check=False).returncode:
                found.append(python)
    return found


def test_other_pythons_give_the_same_bytes() -> None:
    pythons = others()
    if not pythons:
        pytest.skip("no other Python at hand has numpy, numba, msgspec, scipy and mujoco")
    expected = [f"{name} True" for name in MAKERS]
    assert {python: told(HASHES, python) for python in pythons} == dict.fromkeys(pythons, expected)
