"""What a module of Casita imports, in whatever form it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Import(NamedTuple):
    """One module that another one imports."""

    target: str
    """Its whole name, such as casita.world.step."""
    line: int
    for_types: bool = False
    """Is it only seen by type checkers?"""


class Computed(NamedTuple):
    """An import whose module is not written out, so that nobody can tell what it is by reading."""

    line: int
    code: str


class Package:
    """A folder of modules, and where the names are that its front page hands on."""

    def __init__(self, root: Path, public: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.name = root.name
        self.public = {name: home.partition(":")[0] for name, home in (public or {}).items()}
        """The module of every name that `from casita import name` finds."""
        self.paths = {self.module_of(path): path for path in sorted(root.rglob("*.py"))}
        """Every module's file, by the module's whole name."""
        self._imports: dict[str, tuple[list[Import], list[Computed]]] = {}

    def module_of(self, path: Path) -> str:
        """The whole name of a module."""
        parts = (self.name, *path.relative_to(self.root).with_suffix("").parts)
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def imports(self, module: str) -> tuple[list[Import], list[Computed]]:
        """What a module imports from this package, at the top, in functions or for types; and what cannot be told."""
        if module not in self._imports:
            self._imports[module] = self._read(module)
        return self._imports[module]

    def _read(self, module: str) -> tuple[list[Import], list[Computed]]:
        nodes = list(ast.walk(ast.parse(self.paths[module].read_text())))
        typed = _lines_for_types(nodes)
        fronts = _names_for(nodes, self.name)
        found: list[Import] = []
        computed: list[Computed] = []
        for node in nodes:
            for target in self._targets(node, module, fronts):
                if target is None:
                    computed.append(Computed(node.lineno, ast.unparse(node)))  # type: ignore[attr-defined]
                elif target != module and (target == self.name or target.startswith(self.name + ".")):
                    found.append(Import(target, node.lineno, node.lineno in typed))  # type: ignore[attr-defined]
        return sorted(set(found)), computed

    def cycles(self) -> list[frozenset[str]]:
        """Groups of modules that import one another in a circle, at the top or in functions, but not for types."""
        graph = {
            module: {target for target, _, for_types in self.imports(module)[0] if not for_types} & self.paths.keys()
            for module in self.paths
        }
        reached = {module: _reached(graph, module) for module in graph}
        groups = {frozenset(other for other in reached[module] if module in reached[other]) for module in graph}
        return sorted((group for group in groups if group), key=sorted)

    def _targets(self, node: ast.AST, module: str, fronts: set[str]) -> Iterator[str | None]:
        """The modules that one piece of code imports; None for one that is not written out."""
        if isinstance(node, ast.Import):
            # `import casita` alone brings nothing in: what is used of it is seen where it is used.
            yield from (alias.name for alias in node.names if alias.name != self.name)
        elif isinstance(node, ast.ImportFrom):
            base = self._absolute(node.module or "", node.level, module)
            yield from (self._home(base, alias.name) for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in fronts:
            yield self._home(self.name, node.attr)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__") and node.args:
            yield self._from_text(node.args[0], module)

    def _absolute(self, name: str, level: int, module: str) -> str:
        """The whole name of what a relative import names."""
        if not level:
            return name
        is_package = self.paths[module].name == "__init__.py"
        parts = module.split(".")
        parts = parts[: len(parts) - level + is_package]
        return ".".join([*parts, name] if name else parts)

    def _home(self, base: str, name: str) -> str:
        """The module that a name comes from: a module itself, or the one that holds the name."""
        if f"{base}.{name}" in self.paths:
            return f"{base}.{name}"
        return self.public.get(name, base) if base == self.name else base

    def _from_text(self, argument: ast.expr, module: str) -> str | None:
        """The module that a text names; of a formatted one the package at its beginning."""
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            level = len(argument.value) - len(argument.value.lstrip("."))
            return self._absolute(argument.value.lstrip("."), level, module)
        if not isinstance(argument, ast.JoinedStr):
            return None
        first = argument.values[0]
        if isinstance(first, ast.Constant) and str(first.value).endswith("."):
            return str(first.value).rstrip(".")
        own = isinstance(first, ast.FormattedValue) and ast.unparse(first.value) in ("__name__", "__package__")
        return module if own else None


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """All that can be reached from a module, itself only in a circle."""
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        module = ahead.pop()
        if module not in found:
            found.add(module)
            ahead += graph[module]
    return found


def _called(node: ast.Call) -> str:
    """The last name of what is called; empty if it has none."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _names_for(nodes: Sequence[ast.AST], package: str) -> set[str]:
    """What a module calls the package's front page."""
    aliases = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    plain = {package for alias in aliases if alias.asname is None and alias.name.partition(".")[0] == package}
    return plain | {alias.asname for alias in aliases if alias.asname and alias.name == package}


def _lines_for_types(nodes: Sequence[ast.AST]) -> set[int]:
    """The lines that only type checkers read."""
    asked = ("TYPE_CHECKING", "typing.TYPE_CHECKING")
    blocks = [node for node in nodes if isinstance(node, ast.If) and ast.unparse(node.test) in asked]
    return {line for node in blocks for each in node.body for line in range(each.lineno, (each.end_lineno or 0) + 1)}
