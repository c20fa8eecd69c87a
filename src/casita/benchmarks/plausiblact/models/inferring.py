"""Our network: it infers class and states of a thing from pixels first, and rates by what it inferred; it can say why.

Judging is learnt first, from what is true of training things and what each rater says of them. Then the last blocks of
EfficientNet-lite0 go on learning from maps that the first ones give, every second time mirrored. After every epoch
what is inferred is made as doubtful as it is wrong on validation: the weights of the best one are kept.
Beside the maps it is given numbers about the box, whose form a square cut-out does not tell.
Variants of it differ in one thing alone, through what the ratings go (`judging.py`):
    states          inferred class and states
    class-only      the inferred class
    states-pixels   inferred class and states, and what the last block sees besides
    tuned           what the last block sees; nothing is inferred, as in the paper
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float16s, Float64s, Int64s
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.benchmarks.plausiblact.models.encoders import EARLY, EARLY_BLOCKS, EARLY_CELLS, EARLY_CHANNELS, seeing
from casita.benchmarks.plausiblact.models.frozen import masked_cross_entropy
from casita.benchmarks.plausiblact.models.inputs import BOX_NUMBERS, box_numbers, view_of
from casita.benchmarks.plausiblact.models.judging import Judge, calibrated, inferring_error, shares, told
from casita.benchmarks.plausiblact.models.states import inferred, sizes, width
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.imagenet import ImageNet
from casita.learn.needing_torch import Tensor, functional, nn, torch
from casita.learn.trainable import Trainable
from casita.learn.training import Kept, Settings, seeded, train
from casita.protocols import Picture

VARIANTS = ("tuned", "class-only", "states-pixels", "states")
STATES_FIRST = "states"

JUDGED_APART = ("class-only", "states")
"""Variants whose judging needs no pixels, so that it can be learnt from what is true."""

MAPS = EARLY_CHANNELS * EARLY_CELLS**2
"""Numbers of the maps of a thing."""

POOLED = 2 * 320 + BOX_NUMBERS
"""Means and maxima of what leaves the last block, and what is told of the box."""

SEEN = 256
"""Numbers that say what is seen."""

RATE, EPOCHS, DECAY = 2e-3, 4, 0.1

FIRST = Settings(rate=3e-3, decay=0.1, batch=128, epochs=15, patience=15, falling=True)
"""How what comes after the last blocks learns at first, while these stay as they are: that is fast."""

INFERRING = 6.0
"""Weight of the mean error of what is inferred, next to the error of ratings."""

JUDGING = Settings(rate=3e-3, decay=0.1, batch=64, epochs=12, patience=12, falling=True)
"""How judging learns from true classes and states, before anything is seen; the last epoch's weights are kept."""

BATCH = 256
"""Instances that are answered at a time."""

KIND, VERSION = "plausiblact inferring", 4
"""What the weights' file says it is."""


class Given(NamedTuple):
    """What is learnt from."""

    looks: Sequence[Float16s]
    """Maps of n instances, laid out flat, with numbers about the box behind them; and those of changed looks at the
    same n: every time that an instance is learnt from, luck chooses a look."""
    plausibility: Float64s
    """P of the first instances, which were rated; from the others only seeing is learnt."""
    valid: Bools
    """v of these."""
    true: Int64s
    """What is true of each of the n: see `states.py`."""


class Network(nn.Module):
    """From maps to scores of what is inferred, and through these to ratings."""

    def __init__(self, variant: str, late: nn.Module) -> None:
        super().__init__()
        self.variant = variant
        self.late = late
        self.seen = nn.Sequential(nn.BatchNorm1d(POOLED), nn.Dropout(0.2), nn.Linear(POOLED, SEEN), nn.ReLU())
        self.values = nn.Linear(SEEN, width())
        states = width() - sizes()[0]
        known = {"class-only": 0, "states": states, "states-pixels": states + SEEN}
        answers = nn.Linear(SEEN, len(ACTIONS) * len(RATINGS))
        self.judge: nn.Module = answers if variant == "tuned" else Judge(known[variant])
        self.sharpness: Tensor
        self.register_buffer("sharpness", torch.ones(len(sizes())))  # what scores are multiplied by; see `calibrated`
        self.usual: Tensor
        self.register_buffer("usual", torch.zeros(width()))  # how often each value is true in training

    def forward(self, maps: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of ratings (n x 10 x 3), scores of all values side by side, and what is seen, of n flat maps."""
        return self.after_late(self.pooled(maps))

    def pooled(self, maps: Tensor) -> Tensor:
        """What the last block sees of n flat maps, in means and maxima over cells; and what stands behind the maps."""
        found = self.late(maps[:, :MAPS].reshape(-1, EARLY_CHANNELS, EARLY_CELLS, EARLY_CELLS))
        return torch.cat([found.mean((2, 3)), found.amax((2, 3)), maps[:, MAPS:]], 1)

    def after_late(self, pooled: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same three of what was pooled."""
        seen = self.seen(pooled)
        values = self.values(seen)
        if not self.training:
            values = values * self.sharpness.repeat_interleave(torch.tensor(sizes()))
        return self.rated(seen, shares(values)), values, seen

    def rated(self, seen: Tensor, inferred: Tensor) -> Tensor:
        """Scores of ratings by what is seen and what is inferred."""
        made: Tensor
        if self.variant == "tuned":
            made = self.judge(seen).unflatten(1, (len(ACTIONS), len(RATINGS)))
            return made
        likely, states = torch.split(inferred, [sizes()[0], inferred.shape[1] - sizes()[0]], 1)
        known = torch.cat([states, seen], 1) if self.variant == "states-pixels" else states
        made = self.judge(likely, known)
        return made


class Reading(NamedTuple):
    """What is made of one thing."""

    plausibility: Float64s
    """10 x 3."""
    values: dict[str, tuple[str, float]]
    """What was inferred, by name: the likeliest value in words, and how likely it is."""
    reasons: tuple[str, ...]
    """Of each action: what was inferred that speaks most for its likeliest rating; empty if nothing does."""


class Inferring(Trainable[Network]):
    """The network with its encoder: rates pictures once trained, or loaded. Its scores are minus validation losses."""

    def __init__(self, variant: str = STATES_FIRST) -> None:
        """A network, not trained yet."""
        super().__init__()
        if variant not in VARIANTS:
            raise unknown("network", variant, VARIANTS)
        self.variant = variant

    @property
    def not_trained(self) -> str:
        """Names the command that trains it."""
        return f"this model is not trained yet: `casita train plausiblact --network {self.variant}`"

    def fit(self, given: Given, checked: Given, judged: Float64s, seed: int, progress: Kept | None = None) -> None:
        """Train; of all epochs the weights with the lowest validation loss of ratings are kept.

        `judged` is what all raters would say of all actions on the rated instances, in the mean (`told_rater.py`):
        judging that is learnt apart learns from it. What nobody rated is taught as such judging rates what is true.
        """
        if not len(checked.true):
            raise BadInput("there is nothing to stop training by: the validation part is empty")
        truth, valid = (torch.from_numpy(np.asarray(part, np.float32)) for part in given[1:3])
        true = torch.from_numpy(given.true)

        def error(found: tuple[Tensor, Tensor, Tensor], rows: Tensor) -> Tensor:
            scores, values, _ = found
            rating = masked_cross_entropy(scores, truth[rows], valid[rows])
            return rating if self.variant == "tuned" else rating + INFERRING * inferring_error(values, true[rows])

        def loss(rows: Tensor) -> Tensor:
            chosen = torch.randint(len(given.looks), rows.shape).tolist()
            maps = np.stack([given.looks[look][row] for look, row in zip(chosen, rows.tolist(), strict=True)])
            return error(network(_mirrored_by_luck(_floats(maps))), rows)

        def score() -> float:
            network.sharpness.fill_(1.0)
            network.sharpness.copy_(calibrated(answered(1), torch.from_numpy(checked.true)))
            wanted = (torch.from_numpy(np.asarray(part, np.float32)) for part in checked[1:3])
            return -float(masked_cross_entropy(answered(0), *wanted))

        def answered(part: int) -> Tensor:
            maps = checked.looks[0]
            return torch.cat([network(_floats(maps[rows]))[part] for rows in _batches(len(maps))])

        how = Settings(
            rate=RATE, decay=DECAY, batch=paper.BATCH["one input"], epochs=EPOCHS, patience=EPOCHS, falling=True
        )
        with seeded(seed, "plausiblact", self.variant):
            network = self._network = Network(self.variant, late_blocks())
            if self.variant in JUDGED_APART:
                _learn_judging(network.judge, judged, true[: len(judged)])
            if len(true) > len(truth):
                taught = _judged_truly(network.judge, true[len(truth) :])
                truth, valid = torch.cat([truth, taught]), torch.cat([valid, torch.ones(taught.shape[:2])])
            _learn_first(network, given.looks[0], error)
            self.history = train(network, len(true), loss, score, how, network.late, progress)
        rated = given.true[: len(judged)]
        shown = np.bincount((rated + _offsets()).ravel(), minlength=width())
        network.usual.copy_(torch.from_numpy(shown / len(rated)))

    def answers(self, maps: Float16s) -> Float64s:
        """Distributions of n flat maps, n x 10 x 3."""
        return np.concatenate([self._run(maps[rows])[0] for rows in _batches(len(maps))])

    def inferences(self, maps: Float16s) -> list[Float64s]:
        """For each thing that is inferred, the probabilities of its values: n x values."""
        found = np.concatenate([self._run(maps[rows])[1] for rows in _batches(len(maps))])
        return np.split(found, np.cumsum(sizes())[:-1], axis=1)

    def answers_if_told(self, maps: Float16s, true: Int64s, names: Collection[str]) -> Float64s:
        """What `answers` were if some of what is inferred were told instead: what each error costs. Of states alone."""
        is_told = np.repeat([each.name in names for each in inferred()], sizes())
        found = np.where(is_told, told(torch.from_numpy(true)).numpy(), np.concatenate(self.inferences(maps), axis=1))
        return self._judged(found)

    def _judged(self, values: Float64s) -> Float64s:
        """Ratings by what is inferred, n x 10 x 3, of one who rates by nothing else."""
        self.network.eval()
        with torch.no_grad(), seeded(0, "answers"):
            scores = self.network.rated(torch.zeros(len(values), SEEN), torch.from_numpy(values).float())
            return np.asarray(functional.softmax(scores.double(), dim=2).numpy())

    def _run(self, maps: Float16s) -> tuple[Float64s, Float64s]:
        self.network.eval()
        with torch.no_grad(), seeded(0, "answers"):
            scores, values, _ = self.network(_floats(maps))
            return functional.softmax(scores.double(), dim=2).numpy(), shares(values.double()).numpy()

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """Ten distributions for the thing in a box."""
        found: list[list[float]] = self.answers(self._seen(picture, box))[0].tolist()
        return found

    def read(self, picture: Picture, box: Sequence[int]) -> Reading:
        """Ten distributions with what was inferred, and what of it speaks for each."""
        maps = self._seen(picture, box)
        answer, values = (part[0] for part in self._run(maps))
        parts = np.split(values, np.cumsum(sizes())[:-1])
        named = {
            each.name: (each.words[int(part.argmax())], float(part.max()))
            for each, part in zip(inferred(), parts, strict=True)
        }
        reasons = () if self.variant != STATES_FIRST else self._reasons(answer, values)
        return Reading(answer, named, reasons or ("",) * len(ACTIONS))

    def _reasons(self, answer: Float64s, values: Float64s) -> tuple[str, ...]:
        """Of each action the inference without which its likeliest rating would lose most: its value were unknown."""
        usual = self.network.usual.double().numpy()
        ends = np.cumsum((0, *sizes()))
        without = np.repeat(values[None], len(sizes()), axis=0)
        for number in range(len(sizes())):
            without[number, ends[number] : ends[number + 1]] = usual[ends[number] : ends[number + 1]]
        changed = self._judged(without)
        said = []
        for action, likeliest in enumerate(answer.argmax(1).tolist()):
            lost = answer[action, likeliest] - changed[:, action, likeliest]
            first = int(lost.argmax())
            value = int(values[ends[first] : ends[first + 1]].argmax())
            said.append(inferred()[first].words[value] if lost[first] > 0.01 else "")
        return tuple(said)

    def _seen(self, picture: Picture, box: Sequence[int]) -> Float16s:
        encoder = seeing(EARLY)
        maps = encoder.vector(view_of(picture, box, "around", encoder.side))
        return np.concatenate([maps, box_numbers(picture, box)])[None].astype(np.float16)

    def saved(self) -> tuple[str, int, dict[str, NDArray[np.generic]], dict[str, str]]:
        """Kind, version, weights and notes of its file."""
        notes = {"variant": self.variant, "encoder": seeing(EARLY).extractor.digest}
        return KIND, VERSION, weights_of(self.network), notes

    @classmethod
    def load(cls, path: Path) -> Inferring:
        """One that was saved."""
        kept = load_weights(path, KIND, VERSION)
        model = cls(kept.notes.get("variant", ""))
        if kept.notes.get("encoder") != seeing(EARLY).extractor.digest:
            raise BadInput(f"{path}: it was trained on what another encoder sees")
        model._network = Network(model.variant, late_blocks())
        fill_module(model._network, kept, path)
        return model


def late_blocks() -> nn.Module:
    """The blocks of EfficientNet-lite0 that go on learning, with ImageNet's weights."""
    made = nn.Sequential(*deepcopy(ImageNet().network.blocks[EARLY_BLOCKS:]))
    made.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return made.requires_grad_(True)


def _learn_judging(judge: nn.Module, judged: Float64s, true: Tensor) -> None:
    """Let judging learn from what raters would say and what is true of each instance; afterwards it stays as it is."""
    assert isinstance(judge, Judge)
    truth = torch.from_numpy(np.asarray(judged, np.float32))
    known, every = told(true)[:, sizes()[0] :], torch.ones(truth.shape[:2])

    def loss(rows: Tensor) -> Tensor:
        return masked_cross_entropy(judge.of_class(true[rows, 0], known[rows]), truth[rows], every[rows])

    train(judge, len(true), loss, count(1.0).__next__, JUDGING)
    judge.requires_grad_(False)


def _judged_truly(judge: nn.Module, true: Tensor) -> Tensor:
    """How judging that has learnt rates instances of which it is told what is true, n x 10 x 3."""
    assert isinstance(judge, Judge)
    judge.eval()
    with torch.no_grad():
        known = told(true)[:, sizes()[0] :]
        return torch.cat([judge.of_class(true[rows, 0], known[rows]).exp() for rows in _batches(len(true))])


def _learn_first(
    network: Network, maps: Float16s, error: Callable[[tuple[Tensor, Tensor, Tensor], Tensor], Tensor]
) -> None:
    """Let what comes after the last blocks learn while these stay as they are."""
    network.late.requires_grad_(False)
    with torch.no_grad():
        pooled = torch.cat([network.pooled(_floats(maps[rows])) for rows in _batches(len(maps))])
    train(network, len(maps), lambda rows: error(network.after_late(pooled[rows]), rows), count(1.0).__next__, FIRST)
    network.late.requires_grad_(True)


def _floats(maps: Float16s) -> Tensor:
    return torch.from_numpy(np.asarray(maps, dtype=np.float32))


def _mirrored_by_luck(maps: Tensor) -> Tensor:
    """Half of some flat maps with left and right changed: roughly what the encoder makes of a mirrored picture."""
    laid_out = maps[:, :MAPS].reshape(-1, EARLY_CHANNELS, EARLY_CELLS, EARLY_CELLS)
    chosen = (torch.rand(len(maps)) < 0.5)[:, None, None, None]
    return torch.cat([torch.where(chosen, laid_out.flip(3), laid_out).flatten(1), maps[:, MAPS:]], 1)


def _batches(count: int) -> list[slice]:
    return [slice(first, first + BATCH) for first in range(0, count, BATCH)]


def _offsets() -> Int64s:
    """Where the values of each thing that is inferred begin."""
    return np.cumsum((0, *sizes()[:-1]))
