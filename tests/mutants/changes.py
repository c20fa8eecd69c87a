"""Every small change that could be made to a module: one comparison, sum, condition, constant, return or statement."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


ASSERTED = ("frozen", "kw_only", "strict")
"""Arguments that only a mistake elsewhere would show, such as that two lists are as long; like asserts, they stay."""


class Change(NamedTuple):
    """One change: some characters of a file, and what they become."""

    file: str
    line: int
    column: int
    kind: str
    start: int
    end: int
    before: str
    after: str

    @property
    def name(self) -> str:
        """What it does and where, in one line."""
        return f"{self.file}:{self.line}:{self.column} {self.what}"

    @property
    def what(self) -> str:
        """What it does."""
        return f"{self.kind}: {' '.join(self.before.split())} -> {self.after}"


def changes(file: str, source: str) -> list[Change]:
    """All changes of a file. Kernels that are compiled are left out: no line of theirs can be seen to run."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    data = source.encode()
    found = []
    for node, kind, made in _made(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = data[start:end].decode()
        after = made if isinstance(made, str) else f"({ast.unparse(made)})"
        found.append(Change(file, node.lineno, node.col_offset, kind, start, end, before, after))
    return sorted(set(found), key=lambda change: (change.start, change.end, change.kind, change.after))


def changed(source: str, change: Change) -> str:
    """The source with a change made; every other line keeps its number."""
    data = source.encode()
    gone = "\n" * data[change.start : change.end].count(b"\n")
    after = change.after[:-1] + gone + ")" if change.after.endswith(")") else change.after + gone
    return (data[: change.start] + after.encode() + data[change.end :]).decode()


Made = tuple[ast.expr | ast.stmt, str, ast.expr | str]


def _made(tree: ast.Module) -> Iterator[Made]:
    """Nodes to change, the kind of change, and what they become."""
    for node in _walked(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            other = copy.deepcopy(node)
            other.ops = [COMPARISONS[type(node.ops[0])]()]
            yield node, "comparison", other
        elif isinstance(node, ast.BinOp) and type(node.op) in SUMS and not _is_text(node):
            yield node, "arithmetic", ast.BinOp(node.left, SUMS[type(node.op)](), node.right)
        elif isinstance(node, ast.BoolOp):
            yield node, "boolean", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "boolean", node.operand
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            yield node, "constant", repr(not node.value if isinstance(node.value, bool) else node.value + 1)
        elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            yield node, "return", "return None"
        elif isinstance(node, ast.AugAssign) or _is_call(node) or _changes_a_thing(node):
            yield node, "removed", "pass"  # type: ignore[misc]


def _walked(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that does something when Casita runs: no annotations, decorators, kernels, messages or asserts."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params") or isinstance(
            node, ast.Raise | ast.Assert
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr) and not _is_left_out(child):
                yield from _walked(child)


def _is_left_out(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in ASSERTED
    if isinstance(node, ast.FunctionDef):
        return any("njit" in ast.unparse(each) for each in node.decorator_list)
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_text(node: ast.BinOp) -> bool:
    parts = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr) or (isinstance(each, ast.Constant) and isinstance(each.value, str))
               for each in parts)  # fmt: skip


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def _changes_a_thing(node: ast.AST) -> bool:
    """Does a statement assign to a part of something?"""
    return isinstance(node, ast.Assign) and all(
        isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets
    )
