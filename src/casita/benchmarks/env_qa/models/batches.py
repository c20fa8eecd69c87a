"""Videos with their questions as tensors, some at a time: what networks are given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from casita.arrays import Float32s, Int32s, Int64s
from casita.benchmarks.env_qa.item import ROLES, RoleAnswer
from casita.benchmarks.env_qa.models.events import WEIGHT, Span, events_of, in_focus, names_in_focus
from casita.benchmarks.env_qa.models.words import PADDING
from casita.benchmarks.env_qa.vocabulary import vocabulary
from casita.benchmarks.env_qa.watching.seen import STATES, Seen, colour_names, ranges
from casita.learn.needing_torch import Tensor, torch

THINGS, SURE = 12, 0.2
"""Things of a frame that networks are given, at the most, and how sure each must be."""

BOX = 5
"""Numbers that say where a box is: its middle, its width and height, and how sure it is."""


def looks_width(features: int) -> int:
    """Numbers that say how a thing looks: its features, its states and its colour."""
    return features + len(STATES) + len(colour_names())


class Things(NamedTuple):
    """The things of all frames of a batch, one after the other."""

    looks: Tensor
    """things x numbers: how each looks."""
    kinds: Tensor
    boxes: Tensor
    focus: Tensor
    """What each counts by equation 2."""
    frame: Tensor
    """The frame of each, counted through the padded frames of all videos."""
    place: Tensor
    """Which it is among the things of its frame."""


class Events(NamedTuple):
    """The events of all videos of a batch: which frames they have."""

    frame: Tensor
    """A frame of an event, counted through the padded frames of all videos."""
    event: Tensor
    """The event, counted through the padded events of all videos."""
    there: Tensor
    """videos x events: is there such an event?"""


class Batch(NamedTuple):
    """Some videos, and questions about them."""

    words: Tensor
    """questions x words, by number."""
    lengths: Tensor
    video: Tensor
    """Which of the videos each question is about."""
    scenes: Tensor
    """videos x frames x width."""
    there: Tensor
    """videos x frames: is there such a frame?"""
    at: Tensor
    """videos x frames: when it is, from 0 at the first to 1 at the last."""
    things: Things
    events: Events


class Clip(NamedTuple):
    """One video as networks are given it."""

    seen: Seen
    events: Sequence[Span]


def clip(seen: Seen, most: int | None = None, events: Sequence[Span] | None = None) -> Clip:
    """A video of which at most so many frames are kept, evenly over it; cut into events unless these are known."""
    if most is not None and len(seen.frames) > most:
        seen = seen.of(np.linspace(0, len(seen.frames) - 1, most).round().astype(np.int64))
    seen = seen.surest(THINGS, SURE)
    return Clip(seen, events_of(names_in_focus(seen)) if events is None else events)


def batch(clips: Sequence[Clip], texts: Sequence[Sequence[int]], video: Sequence[int]) -> Batch:
    """Videos and questions, each question by the numbers of its words, with which video it is about."""
    lengths = [len(each) for each in texts]
    words = np.full((len(texts), max(lengths)), PADDING, np.int64)
    for row, each in zip(words, texts, strict=True):
        row[: len(each)] = each
    counts = [len(each.seen.frames) for each in clips]
    longest = max(counts)
    places = np.concatenate([np.arange(count) + number * longest for number, count in enumerate(counts)])
    there = np.zeros(len(clips) * longest, bool)
    there[places] = True
    at = np.zeros(len(clips) * longest, np.float32)
    at[places] = np.concatenate([_shares(each.seen.frames) for each in clips])
    scenes = np.zeros((len(clips) * longest, clips[0].seen.scenes.shape[1]), np.float32)
    scenes[places] = np.concatenate([each.seen.scenes for each in clips])
    shape = (len(clips), longest)
    return Batch(
        torch.from_numpy(words),
        torch.tensor(lengths),
        torch.tensor(list(video)),
        torch.from_numpy(scenes.reshape(*shape, -1)),
        torch.from_numpy(there.reshape(shape)),
        torch.from_numpy(at.reshape(shape)),
        _things([each.seen for each in clips], places),
        _events(clips, longest),
    )


def _things(several: Sequence[Seen], places: Int64s) -> Things:
    counts = np.concatenate([each.counts for each in several])
    kinds, boxes, scores, colours, states, features = (
        np.concatenate([getattr(each, name) for each in several])
        for name in ("kinds", "boxes", "scores", "colours", "states", "features")
    )
    looks = np.zeros((len(kinds), looks_width(features.shape[1])), np.float32)
    looks[:, : features.shape[1]] = features
    looks[:, features.shape[1] : features.shape[1] + len(STATES)] = states
    looks[np.arange(len(kinds)), features.shape[1] + len(STATES) + colours] = 1.0
    corners = boxes.astype(np.float32)
    middle, size = (corners[:, :2] + corners[:, 2:]) / 2.0, corners[:, 2:] - corners[:, :2]
    near = np.concatenate([in_focus(each) for each in several])
    return Things(
        torch.from_numpy(looks),
        torch.from_numpy(kinds.astype(np.int64)),
        torch.from_numpy(np.concatenate([middle, size, scores[:, None].astype(np.float32)], 1)),
        torch.from_numpy(np.where(near, WEIGHT, 1.0 - WEIGHT).astype(np.float32)),
        torch.from_numpy(np.repeat(places, counts)),
        torch.from_numpy(ranges(np.zeros(len(counts), np.int64), counts)),
    )


def _events(clips: Sequence[Clip], longest: int) -> Events:
    most = max(len(each.events) for each in clips)
    there = np.zeros((len(clips), most), bool)
    frames, events = list[int](), list[int]()
    for number, each in enumerate(clips):
        there[number, : len(each.events)] = True
        for which, span in enumerate(each.events):
            own = range(span.first, span.last + 1)
            frames += [number * longest + frame for frame in own]
            events += [number * most + which] * len(own)
    return Events(torch.tensor(frames), torch.tensor(events), torch.from_numpy(there))


def _shares(frames: Int32s) -> Float32s:
    """When each frame is, from 0 to 1; frames need not be in order."""
    first, last = int(frames.min()), int(frames.max())
    shares: Float32s = ((frames - first) / max(last - first, 1)).astype(np.float32)
    return shares


def target(answer: RoleAnswer) -> list[int]:
    """An answer by roles as numbers: 0 where a role is empty, else the value's number from 1 on."""
    return [_values()[role][value] if (value := getattr(answer, role)) else 0 for role in ROLES]


def answer_of(numbers: Sequence[int]) -> RoleAnswer:
    """The answer that numbers by role stand for."""
    return RoleAnswer(
        **{role: vocabulary()[role][number - 1] for role, number in zip(ROLES, numbers, strict=True) if number}
    )


@cache
def _values() -> dict[str, dict[str, int]]:
    return {role: {value: number for number, value in enumerate(values, 1)} for role, values in vocabulary().items()}
