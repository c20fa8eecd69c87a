"""The paper's filters that look at all photos, and pictures as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from io import BytesIO

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.pictures.instances import without_overlaps
from casita.protocols import Picture
from casita.seeds import stream


def choose(
    found: Sequence[Instance], seed: int, samples: Mapping[str, int], most_of_a_class: int = paper.MOST_OF_A_CLASS
) -> list[Instance]:
    """The paper's filters that look at all photos: overlapping boxes, at most 1,000 of a class, so many a part.

    Of a class with more the larger ones stay; of a part with more than `samples` says, some at random.
    """
    counts = Counter(one.name for one in found)
    by_photo: dict[str, list[Instance]] = {}
    for one in found:
        by_photo.setdefault(one.photo, []).append(one)
    apart = [one for group in by_photo.values() for one in without_overlaps(group, counts)]
    of_class: Counter[str] = Counter()
    kept = set()
    for one in sorted(apart, key=lambda each: (-each.coverage, each.id)):
        of_class[one.name] += 1
        if of_class[one.name] <= most_of_a_class:
            kept.add(one.id)
    for part, most in samples.items():
        here = [one.id for one in apart if one.part == part and one.id in kept]
        kept -= set(stream(seed, "plausiblact", "samples", part).shuffled(here)[most:])
    return [one for one in apart if one.id in kept]


def to_png(picture: Picture) -> bytes:
    """A picture as the bytes of a PNG file; compressed little, for that is what takes the time."""
    from PIL import Image

    made = BytesIO()
    Image.fromarray(picture).save(made, "PNG", compress_level=1)
    return made.getvalue()
