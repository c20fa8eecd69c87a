"""The architecture holds: layers import only from those below, and heavy things load when asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import casita

SOURCE = Path(casita.__file__).parent
LAYERS = [
    *("errors", "limits", "recent", "versions", "words", "writing", "reading", "seeds", "catalog", "geometry"),
    *("scenes", "world", "physics", "shapes"),
    *("render", "home", "episodes", "envs", "agents", "scale", "protocols", "evaluate", "learn", "reports"),
    *("benchmarks", "bench", "cli_groups", "cli_act_thor", "cli_watch_and_help", "cli"),
]
"""From the lowest to the highest; a module imports only from its own and lower ones."""

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def layer_of(module: str) -> int:
    return LAYERS.index(module.split(".")[1])


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("casita."):
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("casita.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_come_from_lower_layers(path: Path) -> None:
    own = layer_of("casita." + path.relative_to(SOURCE).parts[0].removesuffix(".py"))
    for module in imports(path):
        assert layer_of(module) <= own, f"{path.name} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_says_what_it_owns(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text()))


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
