"""Perception without mistakes, for the error budget: detections made of what the renderer and the world know."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import find_objects

from casita.benchmarks.env_qa.films.recording import Reel
from casita.benchmarks.env_qa.memory.sightings import Sightings, packed_sightings
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.learn.detector import Detection
from casita.learn.detector.labels import states_of
from casita.world.liquids import LIQUIDS
from casita.world.shut import OPEN_ENOUGH
from casita.world.state import State
from casita.world.statics import NONE

SIDE = 224
"""Pixels of the sides of pictures."""

LEAST_PIXELS = 30
"""Pixels that a thing shows to be told, at least."""


def told_sightings(reel: Reel, at: list[float]) -> Sightings:
    """What a perfect eye sees at some seconds of a film."""
    return packed_sightings([_detected(reel, moment) for moment in at], SIDE)


def _detected(reel: Reel, moment: float) -> list[Detection]:
    now, _ = reel.at(moment)
    ids = reel.frame(moment, (SIDE, SIDE), ("ids",)).ids
    count = now.statics.count
    own = np.where(ids < count, ids + 1, 0)
    pixels = np.bincount(own.ravel(), minlength=count + 1)
    found = []
    for slot, spans in enumerate(find_objects(own)):
        if spans is not None and pixels[slot + 1] >= LEAST_PIXELS:
            rows, columns = spans
            box = float(columns.start), float(rows.start), float(columns.stop), float(rows.stop)
            found.append(_told(now, slot, box))
    return found


def _told(now: State, slot: int, box: tuple[float, float, float, float]) -> Detection:
    """A thing as the world knows it; its features say what it is filled with, and whether it is used up."""
    known, things = now.statics, now.objects
    holds = {
        "open": things.openness[slot] >= OPEN_ENOUGH,
        "on": things.on[slot],
        "dirty": things.dirty[slot],
        "filled": things.liquid[slot] > 0,
        "broken": things.broken[slot],
        "sliced": known.made_from[slot] != NONE,
    }
    kind, thing = known.kinds[slot], known.things[slot]
    features = np.zeros(WIDTH, np.float16)
    features[int(things.liquid[slot])] = 1.0
    features[len(LIQUIDS)] = float(things.amount[slot] <= 0.0)
    states = {state: float(holds[state]) for state in states_of(kind.name)}
    return Detection(box, kind.name, 1.0, thing.colour, states, features)
