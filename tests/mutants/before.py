"""Which test noticed a change before: it is asked first, and whoever it convinces needs no look at what tests run.

`noticed.json` is written by `--remember`. It only says where to begin: a change counts as noticed when a test fails
now, and passes when nothing is changed. Lines are not in it, so it outlives most changes of the source.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.mutants.changes import Change
from tests.mutants.running import Result
from tests.mutants.tree import ROOT

FILE = Path(__file__).with_name("noticed.json")


def label(change: Change) -> str:
    """The same for a change when other lines of its file have come or gone."""
    return f"{change.file} {change.what}"


def noticed_before() -> dict[str, str]:
    """By label: the test that noticed; those whose files are gone are left out."""
    rows: dict[str, str] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return {each: test for each, test in rows.items() if (ROOT / test.partition("::")[0]).exists()}


def remember(chosen: Iterable[Change], results: Mapping[str, Result]) -> None:
    """Write down which tests noticed these changes, besides what was known of others."""
    found = {label(each): results[each.name].by for each in chosen if each.name in results and results[each.name].by}
    FILE.write_text(json.dumps(dict(sorted((noticed_before() | found).items())), indent=1) + "\n")
