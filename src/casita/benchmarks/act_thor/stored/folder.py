"""A folder of ACT-Thor's data, opened: contrast sets by split, pictures, triples and their states."""

from __future__ import annotations

import hashlib
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from casita.benchmarks.act_thor.collecting.actions import action_names
from casita.benchmarks.act_thor.collecting.cleaning import clean
from casita.benchmarks.act_thor.collecting.splits import split_sets
from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.benchmarks.act_thor.item import Attempt, ContrastSet, InferenceItem
from casita.benchmarks.act_thor.steps.sequences import STEP_CONFIGURATION
from casita.benchmarks.act_thor.steps.sets import Direction, split_steps
from casita.benchmarks.act_thor.stored.tables import read_attempts, read_manifest, read_sets
from casita.errors import BadInput, unknown
from casita.protocols import Picture
from casita.world.state import State

MANIFEST, STEPS_MANIFEST = "manifest.json", "manifest_steps.json"
"""What the data were made with, and what sequences of actions were made with."""

STEPS_SETS, STEPS_ROWS = "sets_steps.parquet", "steps"
"""Contrast sets of sequences, and the folder of what was done for them."""


class ActThor:
    """The data of one folder: `ActThor("data/act_thor").sets("objects", "test")`."""

    def __init__(
        self,
        path: str | Path,
        configuration: str = "paper",
        *,
        manifest: str = MANIFEST,
        sets: str = "",
        rows: str = "rooms",
    ) -> None:
        """Open a folder that `casita generate act_thor` made; BadInput if it is damaged or something else.

        `manifest` and `sets` name files, `rows` the folder of what was tried; without `sets`, those of the
        configuration.
        """
        self.path = Path(path)
        self.configuration = configuration
        self.actions = action_names(configuration)
        """The names of the actions, in their fixed order."""
        self._manifest_file, self._rows = self.path / manifest, rows
        self.manifest = read_manifest(self._manifest_file)
        sets = sets or f"sets_{configuration}.parquet"
        self._check(sets)
        self.all_sets: list[ContrastSet] = read_sets(self.path / sets)

    @property
    def settings(self) -> dict[str, Any]:
        """What the data were made with."""
        found: dict[str, Any] = self.manifest["settings"]
        return found

    def sets(self, split: str, part: str) -> list[ContrastSet]:
        """The contrast sets of a part (train, valid, test) of a split (scenes, objects, pairs)."""
        return split_sets(self.all_sets, split, part)

    def png(self, key: str) -> bytes:
        """A picture as it is on disk."""
        path = self.path / "pictures" / f"{key}.png"
        try:
            return path.read_bytes()
        except OSError:
            raise BadInput(f"{path} is missing: the data are damaged") from None

    def picture(self, key: str) -> Picture:
        """A picture as an array of 300 x 300 x 3 bytes."""
        import numpy as np
        from PIL import Image, UnidentifiedImageError

        try:
            with Image.open(BytesIO(self.png(key))) as image:
                return np.asarray(image.convert("RGB"))
        except (UnidentifiedImageError, OSError) as error:
            raise BadInput(f"{self.path / 'pictures' / key}.png is damaged: {error}") from None

    @cached_property
    def triples(self) -> dict[str, Attempt]:
        """Every attempt that was done, by the key of its after-picture."""
        found: dict[str, Attempt] = {}
        for name in self.manifest["files"]:
            if name.startswith(f"{self._rows}/"):
                self._check(name)
                found |= {row.after: row for row in read_attempts(self.path / name) if not row.refused}
        return found

    def inference_items(self) -> list[InferenceItem]:
        """The triples of the configuration that survive cleaning, as questions for the action between two pictures."""
        return [
            InferenceItem(row.after, row.scene, row.object_type, row.trial, row.before, row.after, row.action)
            for row in clean(list(self.triples.values()), self.configuration).triples
        ]

    def states(self, key: str) -> tuple[State, State]:
        """The states before and after the action of a triple, from its log; each is checked against its digest."""
        from casita.episodes import from_lines, replay
        from casita.scenes.fixed import shipped_scene

        if key not in self.triples:
            raise unknown("triple", key, self.triples)
        row = self.triples[key]
        where = room_setup(shipped_scene(row.scene), self.settings["seed"], row.take, self.settings["vary"])
        states = list(replay(from_lines(row.log, key), where.scene))
        before = next(state for state in reversed(states) if state.digest() == row.state_before)
        return before, states[-1]

    def result(self, before: str, action: str) -> State:
        """The state that an action leads to from a beginning: done anew in the world, not read from any log."""
        from casita.benchmarks.act_thor.collecting.actions import ACTIONS
        from casita.benchmarks.act_thor.collecting.trials import acted, beginnings
        from casita.home import physics_of
        from casita.scenes.fixed import shipped_scene

        room, object, trial, _ = before.split("/")
        scene, _, take = room.partition("~")
        settings = self.settings
        where = room_setup(shipped_scene(scene), settings["seed"], int(take or 0), settings["vary"])
        thing = where.scene.by_id[object]
        for name, recorder in beginnings(thing, where, settings["seed"], physics_of(settings["physics"])):
            if name == trial:
                branch, refused = acted(recorder, ACTIONS[action], thing, where.place)
                if refused:
                    raise BadInput(f"{before}: {refused}")
                return branch.state
        raise BadInput(f"{before}: there is no such beginning")

    def _check(self, name: str) -> None:
        """Raise BadInput unless a file is there as it was written."""
        path = self.path / name
        if name not in self.manifest["files"]:
            raise BadInput(f"{self._manifest_file} does not list {name}: the data are not complete")
        if not path.exists():
            raise BadInput(f"{path} is missing: the data are damaged")
        if hashlib.sha256(path.read_bytes()).hexdigest() != self.manifest["files"][name]:
            raise BadInput(f"{path} is damaged: it is not what was written")


class ActThorSteps(ActThor):
    """The data of one folder: `ActThorSteps("data/act_thor").sets("objects", "test", "backward")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate act_thor --steps` made; BadInput if it is damaged or something else."""
        super().__init__(path, STEP_CONFIGURATION, manifest=STEPS_MANIFEST, sets=STEPS_SETS, rows=STEPS_ROWS)

    def sets(self, split: str, part: str, direction: Direction | None = None) -> list[ContrastSet]:
        """The sets of a part (train, valid, test) of a split (scenes, objects), of one direction or both."""
        return split_steps(self.all_sets, split, part, direction)
