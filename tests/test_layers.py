"""The architecture holds: layers import only from those below, benchmarks stay apart, and heavy things load late."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import casita
from tests.imports import Package

SOURCE = Path(casita.__file__).parent

LAYERS = [
    *("errors", "bounded", "arrays", "products", "exact", "limits", "recent", "versions", "words", "writing"),
    *("reading", "parquet", "seeds"),
    "catalog",
    *("geometry", "scenes", "world", "physics", "shapes", "render", "home", "episodes", "envs", "agents", "scale"),
    *("protocols", "wire", "learn", "evaluation", "reports", "benchmarks", "web", "bench", "cli"),
]
"""From the lowest to the highest; a module imports only from its own and lower ones."""

ORDER = {"paper": 0, "item": 0, "generate": 1, "task": 1, "score": 1, "models": 1, "report": 2, "quickstart": 2}
"""The rungs of a benchmark's own modules; `benchmark` is above all of them, and whatever else there is stands as high
as the highest that it imports, but never above `generate` and `task`."""
FURTHER, TOP = 1, 3

ORDER_HOLDS = True
"""Whether the order inside benchmarks is checked; to be switched off only while a folder is being moved."""

FOR_TYPES: set[tuple[str, str]] = set()
"""Pairs of a module and a higher one that it names for the sake of types alone, under TYPE_CHECKING; none so far."""

COMPUTED = {"casita", "casita.bench", "casita.evaluation.apart", "casita.evaluation.models"}
"""Modules that load others by names from a table, their own or one that a higher module hands them."""

BY_NAME = {("casita.evaluation.benchmark", "casita.benchmarks")}
"""Who finds higher modules by a name that it is given, so that a benchmark needs no registration, and where."""


@cache
def casita_package() -> Package:
    return Package(SOURCE, vars(casita)["_HOMES"])


def layer_of(module: str) -> int:
    """How high a module stands; the front page is below all, because it loads nothing by itself."""
    parts = module.split(".")
    return LAYERS.index(parts[1]) if len(parts) > 1 else -1


def benchmark_of(module: str) -> str:
    """The benchmark that a module belongs to; empty if none."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["benchmarks"] and len(parts) > 2 else ""


def violations(package: Package, order_holds: bool) -> Iterator[str]:
    """Every import that the architecture does not allow."""
    for module in package.paths:
        if module == package.name:
            continue
        imports, computed = package.imports(module)
        for target, line, for_types in imports:
            says = f"{module}:{line} imports {target}"
            allowed = BY_NAME | FOR_TYPES if for_types else BY_NAME
            if layer_of(target) > layer_of(module) and (module, target) not in allowed:
                yield f"{says}, which is in a higher layer"
            theirs, own = benchmark_of(target), benchmark_of(module)
            if own and theirs and own != theirs:
                yield f"{says}, which is another benchmark's"
        if module not in COMPUTED:
            yield from (f"{module}:{line} imports what cannot be told: {code}" for line, code in computed)
    if order_holds:
        for name in sorted({benchmark_of(module) for module in package.paths} - {""}):
            yield from out_of_order(package, name)


def out_of_order(package: Package, benchmark: str) -> Iterator[str]:
    """Imports inside a benchmark that go up the rungs."""
    home = f"{package.name}.benchmarks.{benchmark}"
    mine = [module for module in package.paths if module.startswith(home + ".")]
    imports = {module: package.imports(module)[0] for module in mine}

    def named(module: str) -> int | None:
        part = module.removeprefix(home + ".").split(".")[0]
        return TOP if part == "benchmark" else ORDER.get(part)

    def height(module: str, above: tuple[str, ...] = ()) -> int:
        rung = named(module)
        if rung is not None:
            return rung
        below = {target for target, _, for_types in imports[module] if target in imports and not for_types}
        highest = max((height(target, (*above, module)) for target in below - {*above, module}), default=0)
        return min(highest, FURTHER)  # what is above that is found where it is imported first

    for module in mine:
        rung = named(module)
        most = FURTHER if rung is None else rung
        for target, line, for_types in imports[module]:
            if target in imports and not for_types and height(target) > most:
                yield f"{module}:{line} imports {target}, which stands higher in the benchmark"


def test_imports_come_from_lower_layers() -> None:
    assert list(violations(casita_package(), ORDER_HOLDS)) == []


def test_every_module_has_a_layer() -> None:
    package = casita_package()
    assert len(package.paths) > 200
    assert {module.split(".")[1] for module in package.paths if module != "casita"} <= set(LAYERS)
    assert LAYERS.index("learn") < LAYERS.index("evaluation") < LAYERS.index("benchmarks") < LAYERS.index("cli")


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert [set(group) for group in casita_package().cycles()] == []


# The test is tested: each of these is a violation, in one form of import each.

HIGHER = {
    "from module": ("world/step.py", "from casita.home import World"),
    "import": ("world/step.py", "import casita.home"),
    "import as": ("world/step.py", "import casita.home as above"),
    "from the front page": ("world/step.py", "from casita import World"),
    "module from package": ("world/step.py", "from casita import home"),
    "of the front page": ("world/step.py", "import casita\n\ncasita.World()"),
    "of the front page by another name": ("world/step.py", "import casita as c\n\nc.World()"),
    "relative": ("world/step.py", "from ..home import World"),
    "relative package": ("world/step.py", "from .. import home"),
    "relative in a package": ("world/__init__.py", "from ..home import World"),
    "in a function": ("world/step.py", "def f():\n    from casita.home import World\n    return World"),
    "in a method, relative": ("world/step.py", "class A:\n    def f(self):\n        from ..home import World"),
    "under an if": ("world/step.py", "if True:\n    import casita.home"),
    "for types": ("world/step.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import casita.home"),
    "not for types": ("world/step.py", "if not TYPE_CHECKING:\n    import casita.home"),
    "import_module": ("world/step.py", "import importlib\nimportlib.import_module('casita.home')"),
    "import_module by name": ("world/step.py", "from importlib import import_module\nimport_module('casita.home')"),
    "import_module, relative": ("world/step.py", "from importlib import import_module\nimport_module('..home', 'x')"),
    "import_module, formatted": ("world/step.py", "import importlib\nimportlib.import_module(f'casita.home.{x}')"),
    "__import__": ("world/step.py", "__import__('casita.home')"),
    "star": ("world/step.py", "from casita.home import *"),
    "learn from evaluation": ("learn/training.py", "from casita.evaluation.journal import Journal"),
    "evaluation from a benchmark": ("evaluation/journal.py", "from casita.benchmarks.tea.item import Item"),
    "a benchmark from the command line": ("benchmarks/tea/item.py", "from casita import cli"),
}

ORDERED = {
    "item from generate": ("benchmarks/tea/item.py", "from casita.benchmarks.tea.generate import make"),
    "item from models": ("benchmarks/tea/item.py", "from .models.best import Best"),
    "score from report": ("benchmarks/tea/score.py", "def f():\n    from .report import findings"),
    "models from report": ("benchmarks/tea/models/best.py", "from ..report.findings import RULES"),
    "report from benchmark": ("benchmarks/tea/report/findings.py", "from casita.benchmarks.tea import benchmark"),
    "another module from report": ("benchmarks/tea/further.py", "from .report import findings"),
    "item from generate by way of another": ("benchmarks/tea/item.py", "from . import leading_to_generate"),
}

FILES = {
    "__init__.py": "",
    "home.py": "class World: ...",
    "cli.py": "from casita.benchmarks.tea import benchmark",
    "world/__init__.py": "",
    "world/step.py": "",
    "learn/training.py": "from ..home import World",
    "evaluation/journal.py": "import casita.learn.training",
    "benchmarks/__init__.py": "",
    "benchmarks/milk/item.py": "",
    "benchmarks/tea/__init__.py": "",
    "benchmarks/tea/further.py": "from .item import Item",
    "benchmarks/tea/leading_to_generate.py": "from .generate import make",
    "benchmarks/tea/item.py": "from casita.evaluation.journal import Journal",
    "benchmarks/tea/generate.py": "from .item import Item\nfrom .further import more",
    "benchmarks/tea/score.py": "from .item import Item",
    "benchmarks/tea/models/best.py": "from ..generate import make",
    "benchmarks/tea/report/findings.py": "from ..models.best import Best\nfrom ..score import score",
    "benchmarks/tea/benchmark.py": "def row():\n    from .report import findings\n    return findings",
}
"""A small package that keeps all rules."""


def planted(folder: Path, file: str = "home.py", code: str = FILES["home.py"]) -> list[str]:
    """The violations of the small package with one of its files written anew."""
    root = folder / "casita"
    for name, text in {**FILES, file: code}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return list(violations(Package(root, {"World": "casita.home:World"}), order_holds=True))


def test_a_package_that_keeps_the_rules_has_no_violations(tmp_path: Path) -> None:
    assert planted(tmp_path) == []


@pytest.mark.parametrize("form", HIGHER)
def test_an_import_from_above_is_found(form: str, tmp_path: Path) -> None:
    found = planted(tmp_path, *HIGHER[form])
    assert len(found) == 1, found
    assert "higher layer" in found[0]


@pytest.mark.parametrize("code", ["from casita.benchmarks.milk.item import Item", "from ..milk import item"])
def test_an_import_from_another_benchmark_is_found(code: str, tmp_path: Path) -> None:
    found = planted(tmp_path, "benchmarks/tea/score.py", code)
    assert found == ["casita.benchmarks.tea.score:1 imports casita.benchmarks.milk.item, which is another benchmark's"]


@pytest.mark.parametrize("form", ORDERED)
def test_an_import_up_the_rungs_of_a_benchmark_is_found(form: str, tmp_path: Path) -> None:
    found = planted(tmp_path, *ORDERED[form])
    assert len(found) == 1, found
    assert "stands higher in the benchmark" in found[0]


def test_a_circle_is_found_even_in_functions(tmp_path: Path) -> None:
    planted(tmp_path, "world/step.py", "def f():\n    from .. import home")
    assert Package(tmp_path / "casita").cycles() == []
    planted(tmp_path, "home.py", "from casita.world.step import f")
    (tmp_path / "casita/world/step.py").write_text("def f():\n    from .. import home")
    assert Package(tmp_path / "casita").cycles() == [{"casita.home", "casita.world.step"}]


def test_an_import_for_types_may_be_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "FOR_TYPES", {("casita.world.step", "casita.home")})
    assert planted(tmp_path, *HIGHER["for types"]) == []
    assert len(planted(tmp_path, *HIGHER["import"])) == 1


def test_an_import_that_cannot_be_told_is_found(tmp_path: Path) -> None:
    found = planted(tmp_path, "world/step.py", "from importlib import import_module\nimport_module(name)")
    assert found == ["casita.world.step:2 imports what cannot be told: import_module(name)"]


# What else holds of every module.

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def test_every_module_says_what_it_owns() -> None:
    assert [str(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text()))] == []


def loaded_after(code: str) -> set[str]:
    report = f"{code}; import sys; print(*sys.modules)"
    return set(subprocess.check_output([sys.executable, "-c", report], text=True).split())


def test_importing_casita_loads_nothing_heavy() -> None:
    assert not {"numpy", "numba", "scipy", "typer", "rich", "PIL", "jinja2"} & loaded_after("import casita")


def test_loading_a_room_does_not_compile_anything() -> None:
    assert "numba" not in loaded_after("import casita; casita.room('kitchen', 1)")


def test_every_public_name_is_there() -> None:
    for name in casita.__all__:
        assert getattr(casita, name) is not None
    with pytest.raises(AttributeError, match="hoose"):
        casita.hoose  # noqa: B018
