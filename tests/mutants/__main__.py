"""`python -m tests.mutants --count 100 --seed 0 [--under world] [--tests tests/test_world.py]`; goes on if stopped."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.mutants.before import label, noticed_before, remember
from tests.mutants.changes import Change, changes
from tests.mutants.knowing import covering, near, test_files
from tests.mutants.running import Result, try_again, try_change
from tests.mutants.tree import ROOT, copied_tree, digest, source_digest

UNDER = ("world", "evaluation", "benchmarks")
"""The folders of Casita that are changed."""

NOT_CHANGED = ("/report/figures/", "/evaluation/figures.py", "_figure.py")
"""Parts of the names of files that are left as they are: how a chart looks is for eyes to judge."""

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
    parser.add_argument("--remember", action="store_true", help="write down which tests noticed, to ask them first")
    parser.add_argument(
        "--kept",
        type=lambda name: Path(name).absolute(),
        default=ROOT / "out" / "mutants",
        help="where what is done is kept",
    )
    asked = parser.parse_args()
    console = Console()
    chosen, files = drawn(asked.count, asked.seed, asked.under), test_files(asked.tests)
    journal = asked.kept / f"results_{source_digest()}.jsonl"
    done = standing(journal, digest(files))
    left = [change for change in chosen if change.name not in done and not reason(change)]
    if left:
        tree, before = copied_tree(asked.kept), noticed_before()
        known = {change: before[label(change)] for change in left if label(change) in before and not asked.tests}
        tried = run(known, lambda change: try_again(change, tree, known[change]), journal, asked.workers, console)
        left = [change for change in left if change.name not in tried]
    for some in (near(left, files), files):  # what tests run takes long to find out: first of those that are nearest
        if left:
            covered = covering(tree, some, asked.kept, asked.workers)
            attempt = partial(try_change, tree=tree, covered=covered, decides=some is files)
            tried = run(left, attempt, journal, asked.workers, console)
            left = [change for change in left if change.name not in tried]
    if asked.remember:
        remember(chosen, standing(journal, digest(files)))
    return show(chosen, standing(journal, digest(files)), console)


def drawn(count: int, seed: int, under: list[str]) -> list[Change]:
    """So many changes, by the seed; files are drawn by how much there is to change.

    Each change has a rank of its own, so that other changes of the source leave most of those that are drawn as they
    are. Of several that are alike in a file, one can be told from the other by which of them comes first.
    """
    every: list[Change] = []
    for folder in under:
        where = ROOT / "src" / "casita" / folder
        for path in [where] if where.is_file() else sorted(where.rglob("*.py")):
            if not any(part in str(path) for part in NOT_CHANGED):
                every += changes(str(path.relative_to(ROOT)), path.read_text())
    met: Counter[tuple[str, ...]] = Counter()
    ranked: list[tuple[str, Change]] = []
    for change in every:
        alike = (change.file, change.kind, " ".join(change.before.split()), change.after)
        met[alike] += 1
        rank = hashlib.blake2b(repr((seed, *alike, met[alike])).encode(), digest_size=8).hexdigest()
        ranked.append((rank, change))
    return [change for _, change in sorted(ranked)[:count]]


def equivalents() -> list[dict[str, str]]:
    """Changes that change nothing which anybody could notice, with the reasons."""
    rows: list[dict[str, str]] = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text())["equivalent"]
    return rows


def reason(change: Change) -> str:
    """Why a change changes nothing that anybody could notice; empty if it does."""
    own = (change.file, " ".join(change.before.split()), change.after)
    line = (ROOT / change.file).read_text().splitlines()[change.line - 1]
    alike = [row for row in equivalents() if (row["file"], row["before"], row["after"]) == own]
    return next((row["reason"] for row in alike if row.get("within", "") in line), "")


def standing(journal: Path, tests: str) -> dict[str, Result]:
    """By change: what was found and holds with the tests as they are; a line that was cut off holds nothing.

    What a test noticed holds as long as its file is the same; what none noticed, as long as all files are.
    """
    lines = journal.read_text().splitlines(keepends=True) if journal.exists() else []
    results = [Result(**json.loads(line)) for line in lines if line.endswith("\n")]
    return {result.change: result for result in results if result.tests == tests_now(result, tests)}


def tests_now(result: Result, tests: str) -> str:
    """The digest of the file of the test that noticed, as it is now; of all `tests` if none did."""
    file = ROOT / result.by.partition("::")[0]
    return tests if not result.by else digest([file]) if file.exists() else "gone"


def run(
    left: Collection[Change],
    attempt: Callable[[Change], Result | None],
    journal: Path,
    workers: int,
    console: Console,
) -> set[str]:
    """Try the changes that are left, and note each when it is done; the names of those of which something is known."""
    known = set()
    with ThreadPoolExecutor(workers) as pool, journal.open("a") as file:
        for number, result in enumerate(pool.map(attempt, left), 1):
            if result is not None:
                known.add(result.change)
                file.write(json.dumps(result._asdict()) + "\n")
                file.flush()
                console.print(f"{number}/{len(left)} {result.outcome}: {escape(result.change)}", soft_wrap=True)
    return known


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
