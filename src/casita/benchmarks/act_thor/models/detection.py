"""Appendix A of the paper: how well a small detector finds and names the thing acted on, from features of each kind.

It learns on pictures of rooms 1 to 20 and is judged on rooms 26 to 30, after every epoch; no choice is made by that.

    python -m casita.benchmarks.act_thor.models.detection DATA RUNS     writes RUNS/detection.json, in about 12 minutes
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import msgspec
import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.collecting.cleaning import clean
from casita.benchmarks.act_thor.collecting.splits import Part, rooms_part
from casita.benchmarks.act_thor.collecting.trials import SIZE, camera_of, remains
from casita.benchmarks.act_thor.item import Attempt
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.learn.detection_probe import Shown, probe
from casita.render import Renderer
from casita.scale import tracked
from casita.seeds import stream
from casita.world.state import State
from casita.writing import write_whole

FILE = "detection.json"
"""Where its results are, in a folder of runs."""

EACH: dict[Part, int] = {"train": 20, "test": 6}
"""Pictures of each type at the most, of the rooms of each part."""


def write_probe(data: ActThor, runs: Path, seed: int = 0, progress: bool = False) -> Path:
    """Do it all, and write `detection.json` for the report."""
    path = runs / FILE
    curves = probe(shown(data, "train", seed), shown(data, "test", seed), seed)
    rows = list(tracked(curves, 4, "Training detectors" if progress else ""))
    write_whole(path, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
    return path


def shown(data: ActThor, part: Part, seed: int) -> Shown:
    """After-pictures of all types from the rooms of a part, with boxes: states are replayed and drawn once more."""
    rows = _chosen(list(data.triples.values()), part, seed)
    if not rows:
        raise BadInput(f"{data.path} has no pictures of {part} rooms: generate more rooms")
    boxes: list[Float64s] = []
    for _, own in groupby(rows, key=lambda row: row.scene):
        states = [(row.object, data.states(row.after)[1]) for row in own]
        renderer = Renderer(states[0][1].scene)
        boxes += [_box(renderer, state, object) for object, state in states]
    pictures = np.stack([data.picture(row.after) for row in rows])
    return Shown(pictures, np.array(boxes, np.float32), tuple(row.object_type for row in rows))


def _box(renderer: Renderer, state: State, object: str) -> Float64s:
    """The box around all pixels that show a thing, or what has become of it."""
    ids = renderer.look(state, camera_of(state), SIZE, ("ids",), smooth=True).ids
    down, right = np.nonzero(np.isin(ids, remains(state, object)))
    return np.array([right.min(), down.min(), right.max() + 1, down.max() + 1]) / (*SIZE, *SIZE)


def _chosen(attempts: Sequence[Attempt], part: Part, seed: int) -> list[Attempt]:
    """Some triples of each type in their first take, room by room."""
    kept = [row for row in clean(attempts).triples if row.take == 0 and rooms_part(row.scene) == part]
    luck = stream(seed, "act_thor", "probe", part)
    found: list[Attempt] = []
    for kind in sorted({row.object_type for row in kept}):
        found += luck.shuffled([row for row in kept if row.object_type == kind])[: EACH[part]]
    return sorted(found, key=lambda row: row.after)


if __name__ == "__main__":
    import typer

    def main(data: Path, runs: Path) -> None:
        """Train the detectors on the data of a folder, and write detection.json to the folder of runs."""
        typer.echo(write_probe(ActThor(data), runs, progress=True))

    typer.run(main)
