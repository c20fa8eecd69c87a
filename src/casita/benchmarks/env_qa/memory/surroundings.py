"""Trains what tells places, liquids, supplies and materials, on frames of training films between events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float32s, Int64s
from casita.benchmarks.env_qa.memory.contents import LookNetwork, looks_of
from casita.benchmarks.env_qa.memory.places import (
    PAIR,
    PlaceCounts,
    PlaceNetwork,
    counted,
    floor_number,
    holds_things,
    pairs_of,
)
from casita.benchmarks.env_qa.memory.sightings import FLOOR, TICKS, Sightings, known_names, number_of
from casita.benchmarks.env_qa.memory.teaching import Taught
from casita.benchmarks.env_qa.story.story import Facts, Story
from casita.catalog import catalog
from casita.learn.needing_torch import Tensor, functional, torch
from casita.learn.training import Settings, seeded, train
from casita.world.liquids import LIQUIDS

FRAMES_A_MOMENT = 4
"""Frames of each stretch between events that are learnt from."""

MOST_CARRIERS = 24


class Quiet(NamedTuple):
    """A frame between two events, with what is so then."""

    frame: int
    facts: dict[str, Facts]


def quiet_frames(seen: Sightings, story: Story) -> Iterator[Quiet]:
    """Some frames of each stretch in which nothing happens."""
    lows = [story.starts, *(one.ends for one in story.happenings)]
    highs = [*(one.starts for one in story.happenings), story.ends]
    for moment, (low, high) in enumerate(zip(lows, highs, strict=True)):
        first, end = int(np.ceil(low * TICKS)), min(int(high * TICKS), seen.moments - 1)
        if end >= first:
            for frame in sorted({round(each) for each in np.linspace(first, end, FRAMES_A_MOMENT).tolist()}):
                yield Quiet(frame, story.moments[moment])


def places_in(story: Story) -> Iterator[tuple[str, str, str]]:
    """Where things of a film are at its beginning and end: name, prep, carrier."""
    for facts in (story.moments[0], story.moments[-1]):
        for id, one in facts.items():
            if one.exists and one.at and id in story.things and one.at in story.things and story.things[id].is_loose:
                yield story.things[id].name, one.prep, story.things[one.at].name


def put_near_in(story: Story) -> Iterator[tuple[str, bool]]:
    """What things were put near in a film, and whether they were beside it then."""
    for number, one in enumerate(story.happenings):
        if one.verb == "put near" and one.object in story.moments[number + 1]:
            yield story.things[one.target].name, one.target in story.moments[number + 1][one.object].near


class PlaceData(NamedTuple):
    """Sightings with what each may be on or in, and what it is on or in."""

    features: Float32s
    things: Int64s
    carriers: Int64s
    """-1 where there are fewer."""
    right: Bools


def place_data(films: Sequence[Taught], counts: PlaceCounts) -> PlaceData:
    """What the network of places learns from."""
    logs, holding = counts.logs(), holds_things()
    rows: list[tuple[Float32s, int, Int64s, Bools]] = []
    for film in films:
        by_name = single_things(film.story)
        for quiet in quiet_frames(film.seen, film.story):
            low, high = np.searchsorted(film.seen.frames, [quiet.frame, quiet.frame + 1]).tolist()
            for row in range(low, high):
                id = by_name.get(known_names()[int(film.seen.names[row])], "")
                facts = quiet.facts.get(id)
                if facts is None or not facts.exists or not facts.at or not film.story.things[id].is_loose:
                    continue
                at = film.story.things[facts.at].name
                number = floor_number() if at == FLOOR else number_of(at)
                pairs = pairs_of(film.seen, row, low, high, logs, holding)
                right = pairs.carriers == number
                if not right.any():
                    right[-1] = True
                rows.append((pairs.features, int(film.seen.names[row]), pairs.carriers, right))
    size = len(rows), MOST_CARRIERS
    features, carriers = np.zeros((*size, PAIR), np.float32), np.full(size, -1)
    right, things = np.zeros(size, np.bool_), np.array([thing for _, thing, _, _ in rows], np.int64)
    for number, (own, _, names, is_right) in enumerate(rows):
        own, names, is_right = own[-MOST_CARRIERS:], names[-MOST_CARRIERS:], is_right[-MOST_CARRIERS:]
        features[number, : len(own)], carriers[number, : len(own)] = own, names
        right[number, : len(own)] = is_right
    kept = right.any(1)
    return PlaceData(features[kept], things[kept], carriers[kept], right[kept])


def single_things(story: Story) -> dict[str, str]:
    """By name: the id of the only thing that is called so, if it is the only one."""
    found: dict[str, list[str]] = {}
    for id, thing in story.things.items():
        found.setdefault(thing.name, []).append(id)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}


def trained_places(
    films: Sequence[Taught], held_out: Sequence[Taught], seed: int, settings: Settings
) -> tuple[PlaceNetwork, PlaceCounts, float]:  # fmt: skip
    """The network of places, what it was counted on, and the share of places of held-out films that it tells."""
    counts = counted(
        (place for film in films for place in places_in(film.story)),
        (found for film in films for found in put_near_in(film.story)),
    )
    data, checked = place_data(films, counts), place_data(held_out, counts)
    with seeded(seed, "env_qa", "places"):
        network = PlaceNetwork()

        def logits(some: PlaceData) -> Tensor:
            carriers = torch.from_numpy(some.carriers)
            things = torch.from_numpy(some.things)[:, None].expand_as(carriers)
            found: Tensor = network(torch.from_numpy(some.features), things, carriers.clamp(min=0))
            return found.masked_fill(carriers < 0, -1e4)

        def loss(rows: Tensor) -> Tensor:
            some = PlaceData(*(column[rows.numpy()] for column in data))
            logs = logits(some).log_softmax(1)
            return -torch.logsumexp(logs.masked_fill(~torch.from_numpy(some.right), -1e4), 1).mean()

        def score() -> float:
            best = logits(checked).argmax(1).numpy()
            return float(np.mean(checked.right[np.arange(len(best)), best])) if len(best) else 0.0

        scores = train(network, len(data.things), loss, score, settings)
    return network, counts, max(scores)


class LookData(NamedTuple):
    """Sightings with what they hold, whether they are used up, and what they are made of; -1 where unknown."""

    inputs: tuple[Tensor, Tensor, Tensor]
    liquids: Tensor
    used_up: Tensor
    materials: Tensor


def look_data(films: Sequence[Taught]) -> LookData:
    """What the network of looks learns from."""
    inputs: list[tuple[Tensor, Tensor, Tensor]] = []
    truth: list[tuple[int, int, int]] = []
    materials = list(catalog().materials)
    for film in films:
        by_name = single_things(film.story)
        for quiet in quiet_frames(film.seen, film.story):
            low, high = np.searchsorted(film.seen.frames, [quiet.frame, quiet.frame + 1]).tolist()
            rows = [row for row in range(low, high) if known_names()[int(film.seen.names[row])] in by_name]
            if not rows:
                continue
            inputs.append(looks_of(film.seen, np.array(rows)))
            for row in rows:
                id = by_name[known_names()[int(film.seen.names[row])]]
                thing, facts = film.story.things[id], quiet.facts.get(id, Facts())
                can_be_used_up = "use_up" in catalog()[thing.type].affordances
                truth.append((
                    LIQUIDS.index(facts.liquid) if facts.liquid else -1,
                    int(facts.is_used_up) if can_be_used_up else -1,
                    materials.index(thing.material) if thing.material in materials else -1,
                ))  # fmt: skip
    features, names, colours = (torch.cat(column) for column in zip(*inputs, strict=True))
    columns = torch.tensor(truth).T
    return LookData((features, names, colours), columns[0], columns[1], columns[2])


def trained_looks(
    films: Sequence[Taught], held_out: Sequence[Taught], seed: int, settings: Settings
) -> tuple[LookNetwork, float]:  # fmt: skip
    """The network of looks, and the mean of how often it is right on held-out films about each of three things."""
    data, checked = look_data(films), look_data(held_out)
    with seeded(seed, "env_qa", "looks"):
        network = LookNetwork()

        def loss(rows: Tensor) -> Tensor:
            liquid, supply, material = network(*(column[rows] for column in data.inputs))
            found = _over_known(liquid, data.liquids[rows]) + _over_known(material, data.materials[rows])
            known = data.used_up[rows] >= 0
            if known.any():
                wanted = data.used_up[rows][known].float()
                found = found + functional.binary_cross_entropy_with_logits(supply[known], wanted)
            return found

        def score() -> float:
            liquid, supply, material = network(*checked.inputs)
            return float(np.mean([
                _right(liquid.argmax(1), checked.liquids), _right((supply > 0).long(), checked.used_up),
                _right(material.argmax(1), checked.materials),
            ]))  # fmt: skip

        scores = train(network, len(data.liquids), loss, score, settings)
    return network, max(scores)


def _over_known(logits: Tensor, wanted: Tensor) -> Tensor:
    known = wanted >= 0
    if not known.any():
        return logits.sum() * 0.0
    return functional.cross_entropy(logits[known], wanted[known])


def _right(said: Tensor, wanted: Tensor) -> float:
    known = wanted >= 0
    return float((said[known] == wanted[known]).float().mean()) if known.any() else 1.0
