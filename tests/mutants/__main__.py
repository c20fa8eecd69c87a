"""`python -m tests.mutants --count 100 --seed 0 [--under world] [--tests tests/test_world.py]`; goes on if stopped."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from casita.seeds import stream
from tests.mutants.changes import Change, changes
from tests.mutants.running import ROOT, Covering, Result, covering, scratch_copy, tree_digest, try_change

UNDER = ("world", "evaluation", "benchmarks")
"""The folders of Casita that are changed."""

ENOUGH = 0.95
"""Of the changes that change anything, so many must be noticed."""


def main() -> int:
    """Make changes, see whether they are noticed, and print a table; exit code 1 if too few are."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=sys.modules["tests.mutants"].__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="which changes are made follows from it")
    parser.add_argument("--under", nargs="*", default=list(UNDER), help="folders or files of src/casita")
    parser.add_argument("--tests", nargs="*", default=[], help="only these tests; all of them if left out")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kept", type=Path, default=ROOT / "out" / "mutants", help="where what is done is kept")
    asked = parser.parse_args()
    console = Console()
    chosen = drawn(asked.count, asked.seed, asked.under)
    journal = asked.kept / f"seed_{asked.seed}_{tree_digest()}.jsonl"
    done = {result.change: result for result in read(journal)}
    left = [change for change in chosen if change.name not in done and not reason(change)]
    if left:
        tree = scratch_copy()
        try:
            covered = covering(tree, asked.tests, asked.kept)
            run(left, tree, covered, journal, asked.workers, console)
        finally:
            shutil.rmtree(tree, ignore_errors=True)
    results = {result.change: result for result in read(journal)}
    return show(chosen, results, console)


def drawn(count: int, seed: int, under: list[str]) -> list[Change]:
    """So many changes, the same for the same seed and source; files are drawn by how much there is to change."""
    every: list[Change] = []
    for folder in under:
        where = ROOT / "src" / "casita" / folder
        for path in [where] if where.is_file() else sorted(where.rglob("*.py")):
            every += changes(str(path.relative_to(ROOT)), path.read_text())
    return stream(seed, "mutants").shuffled(every)[:count]


def reason(change: Change) -> str:
    """Why a change changes nothing that anybody could notice; empty if it does."""
    for row in tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text()).get("equivalent", []):
        if (row["file"], row["before"], row["after"]) == (change.file, " ".join(change.before.split()), change.after):
            return str(row["reason"])
    return ""


def read(journal: Path) -> list[Result]:
    """What was done so far; a line that was cut off is not."""
    lines = journal.read_text().splitlines(keepends=True) if journal.exists() else []
    return [Result(**json.loads(line)) for line in lines if line.endswith("\n")]


def run(left: list[Change], tree: Path, covered: Covering, journal: Path, workers: int, console: Console) -> None:
    """Try the changes that are left, and note each when it is done."""
    with ThreadPoolExecutor(workers) as pool, journal.open("a") as file:
        for number, result in enumerate(pool.map(lambda change: try_change(change, tree, covered), left), 1):
            file.write(json.dumps(result._asdict()) + "\n")
            file.flush()
            console.print(f"{number}/{len(left)} {result.outcome}: {escape(result.change)}", soft_wrap=True)


def show(chosen: list[Change], results: dict[str, Result], console: Console) -> int:
    """The table of outcomes by folder, and every change that was not noticed."""
    outcomes = {change: "equivalent" if reason(change) else results[change.name].outcome for change in chosen}
    table = Table(
        "under", "noticed", "too slow", "survived", "not covered", "equivalent", title=f"{len(chosen)} mutants"
    )
    for under in sorted({change.file.split("/")[2] for change in chosen}):
        counts = Counter(outcome for change, outcome in outcomes.items() if change.file.split("/")[2] == under)
        kinds = ("noticed", "too slow", "survived", "not covered", "equivalent")
        table.add_row(under, *(str(counts[kind]) for kind in kinds))
    console.print(table)
    for change, outcome in outcomes.items():
        if outcome in ("survived", "not covered"):
            console.print(f"{outcome}: {escape(change.name)}", soft_wrap=True)
    counts = Counter(outcomes.values())
    noticed, able = counts["noticed"] + counts["too slow"], len(chosen) - counts["equivalent"]
    console.print(f"{noticed} of {able} noticed; {counts['equivalent']} change nothing, and are listed with reasons")
    return 0 if noticed >= ENOUGH * able else 1


if __name__ == "__main__":
    sys.exit(main())
