"""From a seed to a folder of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.letters.item import Word

from casita.errors import BadInput
from casita.evaluation.folder import Hashes, Writer, build, stamp
from casita.parquet import read_parquet, to_parquet
from casita.seeds import stream


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """Make words from a seed.

    Examples:
      casita generate letters --out words
    """

    out: Path
    """The folder for the words."""
    seed: int = 0
    """Where all luck comes from."""
    shards: int = 3
    """Files of four words each."""
    alphabet: tuple[str, ...] = ("a", "b", "c")
    """Letters to choose from."""
    workers: int = 1
    """Processes at work."""

    def __post_init__(self) -> None:
        if self.shards < 1:
            raise BadInput(f"--shards is at least 1; it is {self.shards}")


class Work(NamedTuple):
    """What one worker is asked for."""

    settings: GenerateSettings
    shard: int


def run_generate(settings: GenerateSettings) -> Iterator[str]:
    """Make the words, or what is missing of them."""
    plain = {name: value for name, value in asdict(settings).items() if name not in ("out", "workers")}
    made = stamp("letters", plain)
    units = {f"shard_{shard}": Work(settings, shard) for shard in range(settings.shards)}

    def finish() -> dict[str, bytes]:
        words = [word for unit in units for word in read_parquet(settings.out / f"{unit}.parquet", Word)]
        return {"README.md": f"{len(words)} words\n".encode()}

    folder = build(settings.out, made, units, make_shard, finish, workers=settings.workers)
    yield folder.read("README.md").decode().strip()


def make_shard(work: Work) -> Hashes:
    """One file of words."""
    luck = stream(work.settings.seed, "letters", work.shard)
    texts = ["".join(luck.choice(work.settings.alphabet) for _ in range(1 + luck.below(5))) for _ in range(4)]
    words = [Word(f"word_{work.shard}_{number}", text, len(text)) for number, text in enumerate(texts)]
    writer = Writer(work.settings.out)
    writer.write(f"shard_{work.shard}.parquet", to_parquet(words, Word, {"shard": work.shard}))
    return writer.done()
