"""What things are made of, judged by their type and colour: counted once in training houses.

    python -m casita.benchmarks.excalibur.models.material_prior      # counts anew, and writes the table

A detector names no material. A silver pan is of metal, a brown one of wood: what is usual in training houses is taken.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from casita.benchmarks.excalibur.houses import planned, scene_of
from casita.benchmarks.excalibur.questions.bank import DATA
from casita.catalog import catalog
from casita.limits import JSON_BYTES
from casita.reading import read_bounded
from casita.writing import write_whole

TABLE = DATA / "material_prior.json"

HOUSES = range(1_000, 1_150)
"""Training houses whose things are counted."""


@cache
def table() -> dict[str, dict[str, str]]:
    """By type and colour: the material that most such things are made of; the empty colour stands for any other."""
    return msgspec.json.decode(read_bounded(TABLE, JSON_BYTES), type=dict[str, dict[str, str]])


def likely_material(type: str, colour: str) -> str:
    """What a thing of a type and colour is probably made of."""
    known = table().get(type, {})
    if colour in known:
        return known[colour]
    materials = catalog()[type].materials if type in catalog() else ()
    return known.get("", materials[0] if materials else "")


def counted(houses: range = HOUSES) -> dict[str, dict[str, str]]:
    """The table, counted in some training houses."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for number in houses:
        for thing in scene_of(planned("train", number)).things:
            for colour in (thing.colour, ""):
                found.setdefault((thing.type, colour), Counter())[thing.material] += 1
    rows: dict[str, dict[str, str]] = {}
    for (type, colour), count in sorted(found.items()):
        rows.setdefault(type, {})[colour] = min(count, key=lambda name: (-count[name], name))
    return rows


def main() -> None:
    """Count, and write the table."""
    write_whole(TABLE, msgspec.json.format(msgspec.json.encode(counted()), indent=1) + b"\n")


if __name__ == "__main__":
    main()
