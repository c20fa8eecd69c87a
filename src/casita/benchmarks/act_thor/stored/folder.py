"""A folder of ACT-Thor's data, opened: contrast sets by split, pictures, triples and their states."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from casita.benchmarks.act_thor.collecting.actions import action_names, configuration_of
from casita.benchmarks.act_thor.collecting.cleaning import clean
from casita.benchmarks.act_thor.collecting.splits import split_sets
from casita.benchmarks.act_thor.collecting.variations import room_setup
from casita.benchmarks.act_thor.item import Attempt, ContrastSet, InferenceItem
from casita.benchmarks.act_thor.robust.looks import states_of
from casita.benchmarks.act_thor.steps.sequences import STEP_CONFIGURATION
from casita.benchmarks.act_thor.steps.sets import Direction, split_steps
from casita.errors import BadInput, unknown
from casita.evaluation.folder import MANIFEST, DataFolder
from casita.parquet import read_parquet
from casita.protocols import Picture
from casita.world.state import State

DATA = "act_thor"
"""What these data are called in manifests."""

ROWS, STEPS_ROWS = "rooms", "steps"
"""Folders of what was tried, and of what was done in sequences."""

STEPS_MANIFEST, STEPS_SETS = "manifest_steps.json", "sets_steps.parquet"
"""What sequences were made with, and their contrast sets."""

ROBUST_MANIFEST, LOOKS = "manifest_robust.json", "looks"
"""What the looks of `robust` were made with, and the folder of what is known of each."""

PICTURES, MOVED_PICTURES = "pictures", "moved"
"""Folders of pictures: of the robot that stands still, and of `robust`."""


class ActThor(DataFolder):
    """The data of one folder: `ActThor("data/act_thor").sets("objects", "test")`."""

    def __init__(
        self,
        path: str | Path,
        configuration: str = "paper",
        *,
        manifest: str = MANIFEST,
        sets: str = "",
        rows: str = ROWS,
    ) -> None:
        """Open a folder that `casita generate act_thor` made; BadInput if it is damaged or something else.

        `manifest` and `sets` name files, `rows` the folder of what was tried; without `sets`, those of the
        configuration.
        """
        self.configuration = configuration
        self.actions = action_names(configuration)
        """The names of the actions, in their fixed order."""
        is_moved = configuration_of(configuration).moved
        if is_moved and Path(path).is_dir() and not (Path(path) / ROBUST_MANIFEST).exists():
            raise BadInput(f"{path} has no pictures of {configuration}: `casita generate act_thor --robust` makes them")
        self._pictures = MOVED_PICTURES if is_moved else PICTURES
        super().__init__(path, DATA, ROBUST_MANIFEST if is_moved else manifest)
        self._rows = rows
        self.all_sets = read_parquet(self.checked(sets or f"sets_{configuration}.parquet"), ContrastSet)
        self._sets: dict[tuple[str, str], list[ContrastSet]] = {}

    def sets(self, split: str, part: str) -> list[ContrastSet]:
        """The contrast sets of a part (train, valid, test) of a split (scenes, objects, pairs)."""
        if (split, part) not in self._sets:
            self._sets[split, part] = split_sets(self.all_sets, split, part)
        return list(self._sets[split, part])

    def png(self, key: str) -> bytes:
        """A picture as it is on disk, compared with its hash."""
        return self.read(f"{self._pictures}/{key}.png")

    def picture(self, key: str) -> Picture:
        """A picture as an array of 300 x 300 x 3 bytes."""
        return self.picture_in(f"{self._pictures}/{key}.png")

    @cached_property
    def attempts(self) -> list[Attempt]:
        """Everything that was tried, refused attempts included."""
        names = sorted(name for name in self.hashes if name.startswith(f"{self._rows}/"))
        return [row for name in names for row in read_parquet(self.checked(name), Attempt)]

    @cached_property
    def triples(self) -> dict[str, Attempt]:
        """Every attempt that was done, by the key of its after-picture."""
        return {row.after: row for row in self.attempts if not row.refused}

    def state_of(self, key: str) -> str:
        """The digest of the state that the after-picture of a triple shows, as it was recorded."""
        return self.triples[key].state_after

    def inference_items(self) -> list[InferenceItem]:
        """The triples of the configuration that survive cleaning, as questions for the action between two pictures."""
        return [
            InferenceItem(row.after, row.scene, row.object_type, row.trial, row.before, row.after, row.action)
            for row in clean(self.attempts, self.configuration).triples
            if f"{self._pictures}/{row.after}.png" in self.hashes
        ]

    def states(self, key: str) -> tuple[State, State]:
        """The states before and after the action of a triple, from its log; each is checked against its digest."""
        from casita.scenes.fixed import shipped_scene

        if key not in self.triples:
            raise unknown("triple", key, self.triples)
        row = self.triples[key]
        where = room_setup(shipped_scene(row.scene), self.settings["seed"], row.take, self.settings["vary"])
        return states_of(row, where)


class ActThorSteps(ActThor):
    """The data of one folder: `ActThorSteps("data/act_thor").sets("objects", "test", "backward")`."""

    def __init__(self, path: str | Path) -> None:
        """Open a folder that `casita generate act_thor --steps` made; BadInput if it is damaged or something else."""
        if Path(path).is_dir() and not (Path(path) / STEPS_MANIFEST).exists():
            raise BadInput(f"{path} has no sequences: make them with `casita generate act_thor --steps`")
        super().__init__(path, STEP_CONFIGURATION, manifest=STEPS_MANIFEST, sets=STEPS_SETS, rows=STEPS_ROWS)

    def sets(self, split: str, part: str, direction: Direction | None = None) -> list[ContrastSet]:
        """The sets of a part (train, valid, test) of a split (scenes, objects), of one direction or both."""
        return split_steps(self.all_sets, split, part, direction)
