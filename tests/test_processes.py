"""Same seed, same bytes in every process: all plays here, and in one process that salts its hashes otherwise."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.plays import PLAYS, all_told


def test_another_process_gives_the_same_bytes() -> None:
    code = "import json; from tests.plays import all_told; print(json.dumps(all_told()))"
    salted = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    assert os.environ.get("PYTHONHASHSEED") != "7"
    elsewhere = json.loads(subprocess.check_output([sys.executable, "-c", code], env=salted, text=True))
    here = all_told()
    assert here == elsewhere
    assert list(here) == list(PLAYS)
    assert len(set(here.values())) == len(PLAYS) == 7
    assert int(here["arm_at_work"].split()[1]) > 60
