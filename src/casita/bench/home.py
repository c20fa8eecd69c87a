"""Speeds of the home: importing, loading the catalogue and rooms, making and checking houses."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import resources

from casita.bench import Row

HOUSES = 40
"""How many houses are timed."""

LOADS = 20
"""How often each of the 120 rooms is loaded."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    yield _import_time()
    yield _catalog_time()
    yield _room_loading()
    yield from _houses()


def _import_time() -> Row:
    """Best of five fresh interpreters, less the interpreter's own start."""
    code = "import time; t = time.perf_counter(); import casita; print(time.perf_counter() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
    return Row("home", "import casita", min(times), "s", 0.5, False, "best of 5 fresh interpreters")


def _catalog_time() -> Row:
    from casita.catalog import catalog

    best = float("inf")
    for _ in range(3):
        catalog.cache_clear()
        start = time.perf_counter()
        types = catalog()
        best = min(best, time.perf_counter() - start)
    return Row("home", "load the catalogue", 1000 * best, "ms", 500.0, False, f"{len(types)} types, best of 3")


def _room_loading() -> Row:
    """Mean over all fixed rooms: read the file, parse, validate."""
    from casita.scenes.files import load

    folder = resources.files("casita.scenes").joinpath("data", "rooms")
    with resources.as_file(folder) as path:
        files = sorted(path.glob("*.json"))
        objects = sum(len(load(file).things) for file in files)
        start = time.perf_counter()
        for _ in range(LOADS):
            for file in files:
                load(file)
        mean = (time.perf_counter() - start) / (LOADS * len(files))
    assert len(files) == 120, len(files)
    detail = f"{len(files)} rooms x {LOADS}, {objects / len(files):.1f} objects each"
    return Row("home", "load a fixed room", 1000 * mean, "ms", 5.0, False, detail)


def _houses() -> Iterator[Row]:
    """Five-room houses with 200 objects and more, sound ones only; then the checker alone."""
    from casita.scenes.check import check_scene
    from casita.scenes.files import to_json
    from casita.scenes.generate.house import house

    house(0, 5)
    start = time.perf_counter()
    houses = [house(seed, 5) for seed in range(1, HOUSES + 1)]
    took = time.perf_counter() - start
    mean = sum(len(scene.things) for scene in houses) / HOUSES
    digests = {hashlib.sha256(to_json(scene).encode()).hexdigest() for scene in houses}
    assert len(digests) == HOUSES, "two houses are the same"
    assert mean >= 200, f"houses have only {mean} objects"
    detail = f"{HOUSES} different five-room houses, {mean:.0f} objects each, all sound"
    start = time.perf_counter()
    problems = [problem for scene in houses for problem in check_scene(scene)]
    checking = (time.perf_counter() - start) / HOUSES
    assert not problems, problems
    yield Row("home", "make sound houses", HOUSES / took, "houses/s", 5.0, True, detail)
    yield Row("home", "check a house", 1000 * checking, "ms", 50.0, False, f"the same {HOUSES} houses")
