"""Whether a stranger knows what is drawn: an ImageNet network is shown every type that it has a class for.

The classes that count as right were written down first (`imagenet.toml`). In the studio each type is shown as three
examples of different size, colour and material, in eight views that a rule gives (`views`). In situ it is shown
where it lies in homes, as an agent near it sees it (`in_situ.py`). And over all types that can be picked up: a
picture of one example is looked for among pictures of others of all types.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources

import numpy as np

from casita.arrays import Float32s, Uint8s
from casita.bench import Row, in_situ
from casita.catalog import ObjectType, catalog
from casita.learn.imagenet import ImageNet
from casita.render.studio import close_up, instance
from casita.scale import tracked
from casita.scenes.scene import Condition
from casita.shapes.making import Making

EXAMPLES = 3
SIDE = 224

AROUND = ((15, 24), (60, 38), (105, 17), (150, 52), (195, 31), (240, 10), (285, 60), (330, 45))
FRONT = ((-55, 17), (-38, 45), (-20, 10), (-5, 38), (8, 60), (22, 24), (40, 52), (55, 31))
ABOVE = ((-60, 38), (-40, 60), (-20, 45), (0, 52), (15, 24), (35, 31), (50, 10), (70, 17))
"""Views as azimuth and elevation in degrees, 10 to 60: all round, from the front, and from nearer the side if flat."""

FLAT = 0.28
"""A thing lies flat whose height is less than this share of its shorter side (of its longer one if it is loose)."""

LEAST = 30.0
"""Percent of right answers, among five, that each type has at least."""

VIEWS_IN_SITU = 16
"""Views of each type in situ, where homes offer so many."""

FEW = 6
"""A type with fewer views in situ has no goal of its own."""

Share = tuple[float, float, str]
"""Shares of pictures with a right class first and among the first five, and the wrong class met most often."""


def measure() -> Iterator[Row]:
    """All rows of this suite: of each part the means first, then every type, worst first."""
    network = ImageNet()
    yield from _in_the_studio(network)
    yield from _in_situ(network)
    found, among = retrieval(network)
    detail = f"another example found first, among {among} types that can be picked up"
    yield Row("looks", "the same type found again", 100 * found, "%", 80.0, True, detail)


def _in_the_studio(network: ImageNet) -> Iterator[Row]:
    classes = imagenet_classes()
    shares: dict[str, Share] = {}
    for name, right in tracked(iter(classes.items()), len(classes), "close-ups of types"):
        pictures = [picture for number in range(EXAMPLES) for picture in shown(catalog()[name], number)]
        shares[name] = _scored(network.logits(np.stack(pictures)), right)
    count = f"{len(shares)} types x {EXAMPLES} examples x 8 views"
    yield from _rows("", shares, (80.0, 55.0), count)


def _in_situ(network: ImageNet) -> Iterator[Row]:
    classes = imagenet_classes()
    pictures: dict[str, list[Uint8s]] = {name: [] for name in classes}
    homes = in_situ.gathered(list(classes), VIEWS_IN_SITU, SIDE)
    for view in tracked(homes, VIEWS_IN_SITU * len(classes), "views in homes"):
        pictures[view.type].append(view.rgb)
    shown = {name: found for name, found in pictures.items() if found}
    shares = {name: _scored(network.logits(np.stack(found)), classes[name]) for name, found in shown.items()}
    counts = {name: len(found) for name, found in pictures.items()}
    views = sum(counts.values())
    detail = (
        f"{views} views of {len(shown)} types; {sum(n < VIEWS_IN_SITU for n in counts.values())} have fewer than 16"
    )
    yield from _rows("in situ: ", shares, (82.0, 55.0), detail, counts)


def _rows(
    part: str, shares: dict[str, Share], goals: tuple[float, float], count: str, views: dict[str, int] | None = None
) -> Iterator[Row]:
    """The means over types, then each type, worst first."""
    first = float(np.mean([share[0] for share in shares.values()]))
    five = float(np.mean([share[1] for share in shares.values()]))
    yield Row("looks", f"{part}right class among the first five", 100 * five, "%", goals[0], True, count)
    yield Row("looks", f"{part}right class first", 100 * first, "%", goals[1], True, count)
    for name, (one, five, wrong) in sorted(shares.items(), key=lambda pair: (pair[1][1], pair[1][0])):
        detail = f"first {100 * one:.0f}%; most often taken for class {wrong}"
        least = LEAST
        if views is not None:
            detail = f"{views[name]} views; {detail}"
            least = LEAST if views[name] >= FEW else 0.0
        yield Row("looks", f"{part}{name}", 100 * five, "%", least, True, detail)


def imagenet_classes() -> dict[str, tuple[int, ...]]:
    """By type: the numbers of the ImageNet classes that name it."""
    families = tomllib.loads(resources.files("casita.bench").joinpath("imagenet.toml").read_text())
    return {name: tuple(numbers) for family in families.values() for name, numbers in family.items()}


def views(kind: ObjectType) -> tuple[tuple[int, int], ...]:
    """The eight views of a type: from above if it lies flat, all round if it is loose and round, else in front."""
    depth, width, height = kind.size.usual
    lies = kind.is_loose and height < FLAT * max(depth, width) and not kind.can("fill")
    if lies or height < FLAT * min(depth, width):
        return ABOVE
    return AROUND if kind.is_loose and kind.forms["plain"].is_round else FRONT


def condition_shown(kind: ObjectType) -> Condition:
    """How a type is shown: lit if it lights or has a screen, open if only then its screen is seen."""
    return Condition(
        on=kind.can("shows") or kind.can("lights"), openness=1.0 if kind.can("shows") and kind.can("open") else 0.0
    )


def shown(kind: ObjectType, number: int) -> list[Uint8s]:
    """The eight pictures of one example of a type."""
    make = example(kind, number)
    condition = condition_shown(kind)
    return [
        close_up(make, condition, azimuth=azimuth, elevation=elevation, size=SIDE, backdrop=number)
        for azimuth, elevation in views(kind)
    ]


def example(kind: ObjectType, number: int) -> Making:
    """An example of a type in one of its variants: the usual one first."""
    return instance(kind.name, number)


def _scored(logits: Float32s, right: tuple[int, ...]) -> Share:
    """Shares of pictures with a right class first and among the first five, and the wrong class met most often."""
    order = np.argsort(-logits, axis=1, kind="stable")[:, :5]
    hits = np.isin(order, right)
    wrong = order[:, 0][~hits[:, 0]]
    numbers, counts = np.unique(wrong, return_counts=True)
    often = str(int(numbers[counts.argmax()])) if len(numbers) else "-"
    return float(hits[:, 0].mean()), float(hits.any(1).mean()), often


def retrieval(network: ImageNet) -> tuple[float, int]:
    """Share of pictures whose nearest neighbour among all types' other examples is of the same type; and of how many.

    Examples 1 and 2 (in two views each) are the queries and the gallery in turn; they differ in size, and
    in colour and material where the type has several.
    """
    kinds = [kind for kind in catalog().values() if kind.is_loose and kind.rooms]
    pictures: list[list[Uint8s]] = [[], []]
    for kind in kinds:
        for side, number in enumerate((1, 2)):
            make, condition = example(kind, number), condition_shown(kind)
            for azimuth, elevation in views(kind)[2::4]:
                pictures[side].append(
                    close_up(make, condition, azimuth=azimuth, elevation=elevation, size=SIDE, backdrop=number)
                )
    first, second = (_unit(network.vectors(np.stack(side))) for side in pictures)
    owner = np.repeat(np.arange(len(kinds)), 2)
    alike = first @ second.T
    right = (owner[alike.argmax(1)] == owner).mean() + (owner[alike.argmax(0)] == owner).mean()
    return float(right) / 2, len(kinds)


def _unit(rows: Float32s) -> Float32s:
    """Rows of length one."""
    made: Float32s = rows / np.sqrt((rows * rows).sum(1, keepdims=True))
    return made
