"""Tables of facts and settings hold what they held: bodies, arms, papers' figures, how shipped weights were trained.

No behaviour tells a wrong figure of a paper from a right one, so there is a hash of each table. Who changes one on
purpose changes its hash too: `python -m tests.test_tables` prints them.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

WAH, ACT = "casita.benchmarks.watch_and_help", "casita.benchmarks.act_thor"
TABLES = {
    "casita.world.bodies": "45b7c77148b9719e",
    "casita.world.arm.specification": "2461e7fbe271a8fa",
    f"{ACT}.paper": "212f68f71a2cd95d",
    f"{ACT}.models.compare": "08b36824a45ad18e",
    f"{ACT}.models.networks": "169f8344ee8aa379",
    f"{ACT}.models.trained": "618f3d5db707fe0b",
    f"{ACT}.models.inferring": "49b8b56fa78d769c",
    f"{WAH}.paper": "5f94c9fd84a55453",
    f"{WAH}.homes.goals": "6203b09b36084f46",
    f"{WAH}.models.training.goal_networks": "50bd65df1717cafe",
    f"{WAH}.models.training.policies": "2fb1a47eb2ec8253",
    f"{WAH}.models.training.high": "ee67358d7b2e0240",
    f"{WAH}.models.training.low": "611905044cc55fa5",
}
"""Modules, and the hash of their constants."""


def constants(module: str) -> dict[str, str]:
    """The constants that a module itself sets, as they are written; sets in order."""
    found = import_module(module)
    tree = ast.parse(Path(str(found.__file__)).read_text())
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    stored = [each for node in assigned for each in ast.walk(node) if isinstance(getattr(each, "ctx", None), ast.Store)]
    own = {each.id: vars(found)[each.id] for each in stored if isinstance(each, ast.Name) and each.id.isupper()}
    return {
        name: repr(sorted(map(repr, value)) if isinstance(value, set | frozenset) else value)
        for name, value in sorted(own.items())
    }


def digest(module: str) -> str:
    return hashlib.sha256(repr(constants(module)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("module", TABLES)
def test_a_table_holds_what_it_held(module: str) -> None:
    assert not any(" at 0x" in value for value in constants(module).values())
    assert digest(module) == TABLES[module], f"{module} has other constants; if that is meant, so has its hash"


def test_a_changed_figure_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from casita.world import bodies

    monkeypatch.setitem(bodies.BODIES, "person", replace(bodies.BODIES["person"], height=2.75))
    assert digest("casita.world.bodies") != TABLES["casita.world.bodies"]


if __name__ == "__main__":
    for each in TABLES:
        sys.stdout.write(f'    "{each}": "{digest(each)}",\n')
