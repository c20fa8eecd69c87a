"""`python -m tests.fuzz --seconds 1200 --seed 7 [--only NAME] [--case N | --cases N]`; 1 if anything was found."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.fuzz.drivers import DRIVERS
from tests.fuzz.driving import Tally, run, run_case


def main() -> int:
    """Run the drivers that are asked for, and print what they found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=sys.modules["tests.fuzz"].__doc__)
    parser.add_argument("--seconds", type=float, default=1200.0, help="in all; shared among the drivers")
    parser.add_argument("--seed", type=int, default=None, help="where all luck comes from; the time of day if left out")
    parser.add_argument("--only", choices=[driver.name for driver in DRIVERS], help="one driver")
    parser.add_argument("--case", type=int, help="one case of it, to repeat a finding")
    parser.add_argument("--cases", type=int, help="so many cases of each driver instead of seconds")
    asked = parser.parse_args()
    if asked.case is not None and asked.only is None:
        parser.error("--case needs --only")
    seed = int(time.time()) if asked.seed is None else asked.seed
    chosen = [driver for driver in DRIVERS if asked.only in (None, driver.name)]
    console = Console()
    with tempfile.TemporaryDirectory(prefix="casita_fuzz_shared_") as shared:
        if asked.case is not None:
            found = run_case(chosen[0], seed, asked.case, Path(shared))
            for what in found:
                console.print(escape(what), soft_wrap=True)
            console.print(f"{len(found)} findings")
            return 1 if found else 0
        total = sum(driver.share for driver in chosen)
        tallies = []
        for driver in chosen:
            tallies.append(run(driver, seed, asked.seconds * driver.share / total, Path(shared), asked.cases))
            console.print(f"{driver.name}: {tallies[-1].cases} cases, {len(tallies[-1].findings)} findings")
    show(tallies, seed, console)
    return 1 if any(tally.findings for tally in tallies) else 0


def show(tallies: list[Tally], seed: int, console: Console) -> None:
    """The table of drivers, and every finding with how to have it again."""
    table = Table("driver", "tries", "cases", "findings", title=f"make fuzz SEED={seed}")
    for tally in tallies:
        table.add_row(tally.driver.name, tally.driver.about, f"{tally.cases:,}", str(len(tally.findings)))
    console.print(table)
    for tally in tallies:
        for number, what in tally.findings:
            console.print(f"{tally.driver.name}: {escape(what)}", soft_wrap=True)
            again = f"python -m tests.fuzz --seed {seed} --only {tally.driver.name} --case {number}"
            console.print(f"  again: {again}", soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
