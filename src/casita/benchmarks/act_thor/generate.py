"""From a seed to a folder of data: attempts, pictures, contrast sets, and a card.

    DIR/rooms/kitchen_12.parquet    what was tried in a room, with every log
    DIR/pictures/kitchen_12/...     PNG files; a picture's key is its path
    DIR/sets_paper.parquet          contrast sets of the paper's twelve actions; sets_full.parquet of all that survive
    DIR/README.md, manifest.json    the card, and what the folder was made with, hashes included; written last

    DIR/moved/kitchen_12/...        the same outcomes at other glances, for `robust`, if asked for; a key names both
    DIR/looks/kitchen_12.parquet    which they are, and what they show
    DIR/sets_robust.parquet         the headline's contrast sets
    DIR/manifest_robust.json        of its own

    DIR/steps/kitchen_12.parquet    two and three actions in a row, if asked for; their pictures are beside the others,
                                    and where the keys are the same, so are the bytes
    DIR/sets_steps.parquet          forward and backward sets of sequences
    DIR/manifest_steps.json         of its own, so that neither generator rewrites what the other says

A room is the unit of work of `casita.evaluation.folder`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS
from casita.benchmarks.act_thor.collecting.card import card
from casita.benchmarks.act_thor.collecting.cleaning import clean, is_different, is_done, is_visible
from casita.benchmarks.act_thor.collecting.contrast import all_contrast_sets
from casita.benchmarks.act_thor.collecting.settings import DataSettings, Unit
from casita.benchmarks.act_thor.collecting.trials import Trials, attempts_of, collect
from casita.benchmarks.act_thor.collecting.variations import RoomSetup, room_setup
from casita.benchmarks.act_thor.item import Attempt, ContrastSet, picture_key
from casita.benchmarks.act_thor.robust.looks import LookRow, robust_sets, taken
from casita.benchmarks.act_thor.steps.sets import direction_of, length_of, step_sets
from casita.benchmarks.act_thor.steps.trials import collect_steps
from casita.benchmarks.act_thor.stored.folder import (
    DATA,
    LOOKS,
    MOVED_PICTURES,
    ROBUST_MANIFEST,
    ROWS,
    STEPS_MANIFEST,
    STEPS_ROWS,
    STEPS_SETS,
    ActThor,
    ActThorSteps,
)
from casita.evaluation.folder import MANIFEST, Hashes, Manifest, Stamp, Writer, build, sha_of, stamp
from casita.evaluation.journal import check_header
from casita.parquet import read_parquet, to_parquet
from casita.protocols import Picture
from casita.scenes.fixed import room

ROBUST, ROBUST_CARD = "robust", "README_robust.md"
"""The headline's configuration, and the card of its data."""


@dataclass(frozen=True, kw_only=True)
class GenerateSettings(DataSettings):
    """Collect pictures before and after every action, clean them, and make contrast sets.

    Examples:
      casita generate act_thor --out data/act_thor --robust
      casita generate act_thor --out data/small --scale small --steps --workers 1
      casita generate act_thor --out data/many --scale 4 --vary colours,light,perspective
    """

    out: Path
    """The folder for the data; a run that was stopped goes on."""
    robust: bool = False
    """Also the pictures and sets of the headline, in which camera, light and exposure differ."""
    steps: bool = False
    """Also two and three actions in a row."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""


def run_generate(settings: GenerateSettings) -> Iterator[str | Path]:
    """What `casita generate act_thor` does."""
    yield generate(settings.out, settings, workers=settings.workers).card
    if settings.robust:
        generate_robust(settings.out, settings, workers=settings.workers)
        yield (settings.out / ROBUST_CARD).read_text().rstrip("\n")
    if settings.steps:
        sets = generate_steps(settings.out, settings, workers=settings.workers).all_sets
        counts = Counter((direction_of(item), length_of(item)) for item in sets)
        yield from (f"{way}, {length} actions: {counts[way, length]} sets" for way, length in sorted(counts))
    yield settings.out


class Work(NamedTuple):
    """What one worker is asked for: a take of a room."""

    out: Path
    settings: DataSettings
    unit: Unit


def generate(
    out: str | Path, settings: DataSettings | None = None, *, workers: int = 1, progress: bool = True
) -> ActThor:
    """Make the data, or what is missing of them."""
    out, settings = Path(out), settings or DataSettings()

    def finish() -> dict[str, bytes]:
        attempts = _rows(out, ROWS, settings)
        rows = {row.name: row for row in CONFIGURATIONS.values() if not row.moved}
        collections = {name: clean(attempts, name) for name in rows}
        sets = {
            name: all_contrast_sets(each.triples, settings.seed, rows[name].elsewhere, rows[name].pairs)
            for name, each in collections.items()
        }
        said = _said(settings)
        files = {f"sets_{name}.parquet": to_parquet(found, ContrastSet, said) for name, found in sets.items()}
        return {**files, "README.md": card(settings, collections, sets).encode()}

    _build(out, settings, make_room, finish, MANIFEST, STEPS_MANIFEST, "ACT-Thor: rooms", workers, progress)
    return ActThor(out)


def generate_robust(
    out: str | Path, settings: DataSettings | None = None, *, workers: int = 1, progress: bool = True
) -> ActThor:
    """Take the pictures of `robust`, or what is missing of them, in a folder that holds what was tried."""
    out, settings, row = Path(out), settings or DataSettings(), CONFIGURATIONS[ROBUST]

    def finish() -> dict[str, bytes]:
        collection = clean(_rows(out, ROWS, settings), ROBUST)
        looks = [look for unit in settings.units for look in read_parquet(out / _looks_file(unit), LookRow)]
        sets = robust_sets(collection.triples, looks, settings.seed, row.elsewhere, row.pairs)
        said = card(settings, {ROBUST: collection}, {ROBUST: sets})
        return {f"sets_{ROBUST}.parquet": to_parquet(sets, ContrastSet, _said(settings)), ROBUST_CARD: said.encode()}

    _build(out, settings, make_looks, finish, ROBUST_MANIFEST, MANIFEST, "ACT-Thor: looks", workers, progress)
    return ActThor(out, ROBUST)


def generate_steps(
    out: str | Path, settings: DataSettings | None = None, *, workers: int = 1, progress: bool = True
) -> ActThorSteps:
    """Make the data of sequences, or what is missing of them; the folder may hold those of single actions."""
    out, settings = Path(out), settings or DataSettings()

    def finish() -> dict[str, bytes]:
        sets = step_sets(_rows(out, STEPS_ROWS, settings), settings.seed)
        return {STEPS_SETS: to_parquet(sets, ContrastSet, _said(settings))}

    _build(out, settings, make_steps, finish, STEPS_MANIFEST, MANIFEST, "ACT-Thor: sequences", workers, progress)
    return ActThorSteps(out)


def _build(
    out: Path,
    settings: DataSettings,
    make: Callable[[Work], Hashes],
    finish: Callable[[], Mapping[str, bytes]],
    manifest: str,
    beside: str,
    label: str,
    workers: int,
    progress: bool,
) -> None:
    made = stamp_of(settings)
    if (out / beside).exists():
        other = Manifest.read(out, DATA, beside).stamp
        pairs = [{"settings": one.settings, "versions": one.versions} for one in (other, made)]
        check_header(out / beside, *pairs)
    units = {unit.name: Work(out, _only_data(settings), unit) for unit in settings.units}
    build(out, made, units, make, finish, manifest=manifest, workers=workers, label=label, progress=progress)


def stamp_of(settings: DataSettings) -> Stamp:
    """What the bytes depend on."""
    return stamp(DATA, settings.plain())


def _said(settings: DataSettings) -> dict[str, Any]:
    """What a file of rows says of itself."""
    made = stamp_of(settings)
    return {"settings": made.settings, "versions": made.versions}


def _only_data(settings: DataSettings) -> DataSettings:
    """The settings without where the data are put."""
    plain = settings.plain()
    return DataSettings(**plain | {name: tuple(plain[name]) for name in ("vary", "rooms")})


def _rows(out: Path, folder: str, settings: DataSettings) -> list[Attempt]:
    return [row for unit in settings.units for row in read_parquet(out / folder / f"{unit.name}.parquet", Attempt)]


def make_room(work: Work) -> Hashes:
    """One room: every action tried on everything, with pictures of what is worth keeping."""
    where = _set_up(work)

    def tried() -> Iterator[tuple[Trials, list[Attempt]]]:
        for trials in collect(where, work.settings.seed, physics=work.settings.physics):
            yield trials, attempts_of(trials, where.scene.name, work.unit.take)

    return _written(work, ROWS, where, tried())


def make_looks(work: Work) -> Hashes:
    """One room: a picture of its own of every state that is worth one; what was tried there counts as a part of it."""
    rows_file = f"{ROWS}/{work.unit.name}.parquet"
    writer, rows = Writer(work.out), []
    for row, picture in taken(_set_up(work), work.settings.seed, read_parquet(work.out / rows_file, Attempt)):
        rows.append(row)
        writer.write(f"{MOVED_PICTURES}/{row.key}.png", to_png(picture))
    writer.write(_looks_file(work.unit), to_parquet(rows, LookRow, _said(work.settings)))
    return {**writer.done(), rows_file: sha_of((work.out / rows_file).read_bytes())}


def _looks_file(unit: Unit) -> str:
    return f"{LOOKS}/{unit.name}.parquet"


def make_steps(work: Work) -> Hashes:
    """One room: two and three actions in a row."""
    where, settings = _set_up(work), work.settings
    return _written(
        work, STEPS_ROWS, where, collect_steps(where, settings.seed, work.unit.take, physics=settings.physics)
    )


def _set_up(work: Work) -> RoomSetup:
    kind, number, take = work.unit
    copy = room(kind, number).replace()  # so that the meshes of one room go before those of the next are made
    return room_setup(copy, work.settings.seed, take, work.settings.vary)


def _written(work: Work, folder: str, where: RoomSetup, found: Iterable[tuple[Trials, list[Attempt]]]) -> Hashes:
    """Write the pictures of a room as they come, then its rows."""
    writer, rows = Writer(work.out), []
    for trials, attempts in found:
        rows += attempts
        kept = {row.action for row in attempts if is_done(row) and is_visible(row) and is_different(row)}
        after = {name: picture for name, picture in trials.pictures.items() if name in kept}
        for name, picture in ({"before": trials.before, **after} if after else {}).items():
            key = picture_key(where.scene.name, work.unit.take, trials.object, trials.trial, name)
            writer.write(f"pictures/{key}.png", to_png(picture))
    writer.write(f"{folder}/{work.unit.name}.parquet", to_parquet(rows, Attempt, _said(work.settings)))
    return writer.done()


def to_png(picture: Picture) -> bytes:
    """A picture as the bytes of a PNG file; compressed little, for that is what takes the time."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(picture).save(made, "PNG", compress_level=1)
    return made.getvalue()
