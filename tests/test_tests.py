"""Tests can fail: each asserts something that is sure to be reached, not only under an `if` or in an empty loop.

A loop over what may be empty counts its cases: an assert after it is sure, and says how many there were.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(TESTS.glob("test_*.py"))

EXCEPTIONS: dict[str, str] = {}
"""Tests that the scan cannot understand, by file and name, each with the reason why it can fail all the same."""

BEING_MOVED = ("test_act_thor_", "test_wah_", "test_agents_", "test_evaluate", "test_cli", "test_report_page")
"""Beginnings of the names of files that are left out."""

ASSERTING = ("raises", "warns", "fail", "check_env", "parallel_api_test")
"""Names of functions of other packages that fail a test."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(call: ast.expr) -> str:
    """The last name of what is called: `raises` for `pytest.raises(...)`."""
    if isinstance(call, ast.Call):
        call = call.func
    return call.attr if isinstance(call, ast.Attribute) else call.id if isinstance(call, ast.Name) else ""


def runs_at_least_once(loop: ast.expr) -> bool:
    """Does a loop over this surely have a turn? Written-out and named tables do, and so do ranges of a number."""
    if isinstance(loop, ast.Tuple | ast.List | ast.Set | ast.Dict):
        return bool(loop.keys if isinstance(loop, ast.Dict) else loop.elts)
    if isinstance(loop, ast.Constant | ast.JoinedStr):
        return True
    if isinstance(loop, ast.Name):
        return loop.id.isupper()
    if isinstance(loop, ast.Attribute):
        return loop.attr.isupper()
    if isinstance(loop, ast.Call):
        name = name_of(loop)
        if name == "range":
            ends = [end.value for end in loop.args if isinstance(end, ast.Constant)]
            capitals = [end for end in loop.args if isinstance(end, ast.Name) and end.id.isupper()]
            first, last = ([0, *ends] if len(loop.args) == 1 else [*ends, 0, 0])[:2] if ends else (0, 0)
            return bool(capitals) or (isinstance(last, int) and isinstance(first, int) and last > first)
        if name in ("enumerate", "sorted", "reversed", "zip", "product", "list", "tuple", "set", "get_args"):
            return all(runs_at_least_once(each) for each in loop.args) or name == "get_args"
        if name in ("items", "keys", "values") and isinstance(loop.func, ast.Attribute):
            return runs_at_least_once(loop.func.value)
    return False


def is_sure(statements: list[ast.stmt], asserting: set[str]) -> bool:
    """Do these statements surely assert something, by themselves or in a function that does?"""
    return any(_is_sure(statement, asserting) for statement in statements)


def _is_sure(statement: ast.stmt, asserting: set[str]) -> bool:
    if isinstance(statement, ast.Assert | ast.Raise):
        return True
    if isinstance(statement, ast.If):
        return is_sure(statement.body, asserting) and is_sure(statement.orelse, asserting)
    if isinstance(statement, ast.For):
        return (runs_at_least_once(statement.iter) and is_sure(statement.body, asserting)) or _calls(
            statement.iter, asserting
        )
    if isinstance(statement, ast.While):
        return False
    if isinstance(statement, ast.With):
        return is_sure(statement.body, asserting) or any(
            _calls(item.context_expr, asserting) for item in statement.items
        )
    if isinstance(statement, ast.Try):
        return is_sure(statement.body, asserting) or is_sure(statement.finalbody, asserting)
    if isinstance(statement, ast.Match | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return False
    return any(_calls(part, asserting) for part in ast.iter_child_nodes(statement) if isinstance(part, ast.expr))


def _calls(part: ast.expr, asserting: set[str]) -> bool:
    """Is a function that asserts called here, and not only perhaps?"""
    perhaps = (ast.Lambda, ast.IfExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    if isinstance(part, perhaps):
        return False
    if isinstance(part, ast.Call) and (name_of(part) in asserting or name_of(part).startswith("assert_")):
        return True
    return any(_calls(each, asserting) for each in ast.iter_child_nodes(part) if isinstance(each, ast.expr)) or any(
        _calls(each.value, asserting) for each in ast.iter_child_nodes(part) if isinstance(each, ast.keyword)
    )


def functions(module: ast.Module) -> Iterator[Function]:
    """The functions of a module and of its classes."""
    for node in module.body:
        if isinstance(node, Function):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if isinstance(each, Function))


def asserting_helpers(modules: Mapping[str, ast.Module]) -> set[str]:
    """Functions of the tests that surely assert something, by themselves or through one another."""
    helpers = [each for module in modules.values() for each in functions(module) if not each.name.startswith("test_")]
    found = set(ASSERTING)
    while True:
        more = {each.name for each in helpers if is_sure(each.body, found)} - found
        if not more:
            return found
        found |= more


def unsure(module: ast.Module, asserting: set[str]) -> list[str]:
    """The tests of a module that may pass without having asserted anything."""
    tests = [each for each in functions(module) if each.name.startswith("test_")]
    return [each.name for each in tests if not is_sure(each.body, asserting)]


def parsed() -> dict[str, ast.Module]:
    return {path.name: ast.parse(path.read_text()) for path in sorted(TESTS.glob("*.py"))}


def test_every_test_surely_asserts_something() -> None:
    modules = parsed()
    asserting = asserting_helpers(modules)
    scanned = {file: module for file, module in modules.items() if not file.startswith(BEING_MOVED)}
    found = {f"{file}::{name}" for file, module in scanned.items() for name in unsure(module, asserting)}
    assert sum(each.name.startswith("test_") for module in modules.values() for each in functions(module)) > 500
    assert found == set(EXCEPTIONS), sorted(found ^ set(EXCEPTIONS))


@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("assert x", True),
        ("if x:\n    assert x", False),
        ("if x:\n    assert x\nelse:\n    assert y", True),
        ("for x in things():\n    assert x", False),
        ("for x in things():\n    assert x\nassert count > 3", True),
        ("for x in (1, 2):\n    assert x", True),
        ("for x in ():\n    assert x", False),
        ("for x in range(3):\n    assert x", True),
        ("for x in range(n):\n    assert x", False),
        ("for x in range(3):\n    if x:\n        assert x", False),
        ("while x:\n    assert x", False),
        ("with raises(E):\n    do()", True),
        ("with place:\n    assert x", True),
        ("with place:\n    do()", False),
        ("done(x)", True),
        ("y = done(x)", True),
        ("y = [done(x) for x in xs]", False),
        ("do(x)", False),
        ("def inner():\n    assert x", False),
    ],
)
def test_the_scan_knows_what_is_sure(body: str, sure: bool) -> None:
    assert is_sure(ast.parse(body).body, {"raises", "done"}) == sure
