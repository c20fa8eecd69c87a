"""How policies over nodes learn by reinforcement: off-policy advantage actor-critic with RMSprop.

Every round plays some episodes by the present policy and learns from them, and then again from episodes of earlier
rounds. What an older policy did counts by how likely the present one is to do it, at most fully, and values are
corrected likewise (V-trace).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float16s, Float32s, Int64s
from casita.bounded import above, at_least
from casita.learn.choosing import Taken, padded
from casita.learn.needing_torch import Tensor, torch
from casita.learn.node_policies import NodePolicy, closeness_loss, entropy, masked
from casita.learn.policy_loss import PolicyLoss
from casita.learn.training import one_thread
from casita.seeds import Stream


@dataclass(frozen=True, slots=True)
class Learning(PolicyLoss):
    """How a policy learns."""

    rate: float = above(0.0, default=1e-3)
    """Of RMSprop."""
    batch: int = at_least(1, default=16)
    """Episodes of a round, and of one update."""
    replays: int = at_least(0, default=1)
    """Updates with earlier episodes after the one with new ones."""
    remembered: int = at_least(1, default=64)
    """Episodes that are kept to learn from again."""
    prized: float | None = None
    """Episodes with a reward of at least this are half of those learnt from again; None: no such rule."""
    closeness: float = 1.0
    """What a wrong prediction of what is in reach costs."""


class Trajectory(NamedTuple):
    """One episode as a policy learns from it; rows are its choices."""

    kind: Int64s
    state: Float16s
    close: Bools
    goal: Float32s
    first_possible: Bools
    second_possible: Bools
    """Of the first choice that was made. For nodes the last column is "none"."""
    choice: Int64s
    log_probability: Float32s
    reward: Float32s
    """From a choice up to the next."""
    discount: Float32s
    """Of what comes after; 0 where the episode was over."""
    counts: Bools
    """Is it learnt from? The last choice of an episode that was cut off only says what was still to be had."""


def trajectory(
    taken: Sequence[Taken[Any]], rewards: Sequence[float], discounts: Sequence[float], ended: bool
) -> Trajectory:
    """An episode's choices with what came of them; `ended` if it was over, not cut off."""
    asked = [each.ask for each in taken]
    kind, state = padded(asked)
    width = max(ask.possible.shape[1] for ask in asked)
    close = np.zeros(kind.shape, np.bool_)
    second = np.zeros((len(taken), width), np.bool_)
    choice = np.array([(each.first, each.second) for each in taken], np.int64)
    for row, each in enumerate(taken):
        own = each.ask.possible[each.first]
        close[row, : len(each.ask.nodes.close)] = each.ask.nodes.close
        second[row, : len(own) - 1], second[row, -1] = own[:-1], own[-1]
        choice[row, 1] = width - 1 if each.second == len(own) - 1 else each.second
    counts = np.ones(len(taken), np.bool_)
    counts[-1] = ended
    discount = np.array(discounts, np.float32)
    discount[-1] = 0.0
    return Trajectory(
        kind=kind.astype(np.int64),
        state=state,
        close=close,
        goal=np.stack([ask.goal for ask in asked]),
        first_possible=np.stack([ask.possible.any(axis=1) for ask in asked]),
        second_possible=second,
        choice=choice,
        log_probability=np.array([each.log_probability for each in taken], np.float32),
        reward=np.array(rewards, np.float32),
        discount=discount,
        counts=counts,
    )


class Remembered:
    """Episodes to learn from again: the last ones, half of them with a prize as far as there are any."""

    def __init__(self, learning: Learning, every: Sequence[Trajectory] = ()) -> None:
        self.every: list[Trajectory] = list(every)
        self._learning = learning

    def _parts(self) -> tuple[list[Trajectory], list[Trajectory]]:
        least = self._learning.prized
        if least is None:
            return [], self.every
        prized = [each for each in self.every if float(each.reward.max()) >= least]
        return prized, [each for each in self.every if float(each.reward.max()) < least]

    def add(self, new: Sequence[Trajectory]) -> None:
        """Keep some more, and forget the oldest."""
        self.every += new
        most = self._learning.remembered
        prized, others = self._parts()
        self.every = [*prized[-(most // 2) :], *others[-(most - min(len(prized), most // 2)) :]]

    def drawn(self, luck: Stream) -> list[Trajectory]:
        """A batch of them."""
        parts = [part for part in self._parts() if part]
        return [luck.choice(parts[turn % len(parts)]) for turn in range(min(self._learning.batch, len(self.every)))]


class Learner:
    """A policy that learns, and its optimiser."""

    def __init__(self, policy: NodePolicy, learning: Learning) -> None:
        self.policy = policy
        self.learning = learning
        self.optimiser = torch.optim.RMSprop(policy.parameters(), lr=learning.rate, alpha=0.99, eps=1e-5)

    def update(self, batch: Sequence[Trajectory]) -> dict[str, float]:
        """One step of learning from some episodes; what it was like."""
        with one_thread():
            return self._update(batch)

    def _update(self, batch: Sequence[Trajectory]) -> dict[str, float]:
        longest = max(len(each.reward) for each in batch)
        where = torch.cat([torch.arange(len(each.reward)) + row * longest for row, each in enumerate(batch)])
        kind = torch.from_numpy(_joined([each.kind for each in batch]))
        state = torch.from_numpy(_joined([each.state for each in batch])).float()
        # A copy in torch's own memory: numpy's is aligned at random, and sums of products depend on that.
        goal = torch.tensor(np.concatenate([each.goal for each in batch]))
        chosen = self.policy(kind, state, goal, where, (len(batch), longest), None)
        second = _joined([each.second_possible for each in batch], last=True)
        widths = np.concatenate([np.full(len(each.reward), each.second_possible.shape[1]) for each in batch])
        choice = np.concatenate([each.choice for each in batch])
        choice[choice[:, 1] == widths - 1, 1] = second.shape[1] - 1
        first_odds = masked(chosen.first, torch.from_numpy(np.concatenate([each.first_possible for each in batch])))
        second_odds = masked(chosen.second, torch.from_numpy(second))
        rows = torch.arange(len(where))
        log_probability = first_odds[rows, choice[:, 0]] + second_odds[rows, choice[:, 1]]
        before, reward, discount, counts = (
            _laid_out([getattr(each, name) for each in batch], longest)
            for name in ("log_probability", "reward", "discount", "counts")
        )
        now = torch.zeros(len(batch) * longest).index_copy(0, where, log_probability).reshape(len(batch), longest)
        ratio = (now.detach() - before).exp().clamp(max=1.0) * counts
        target, advantage = corrected(chosen.value.detach(), reward, discount, ratio)
        count = counts.sum().clamp(min=1.0)
        undecided = (entropy(first_odds) + entropy(second_odds)) @ counts.flatten()[where] / count
        gain = (now * advantage * counts).sum() / count
        wrong = ((chosen.value - target) ** 2 * counts).sum() / count
        loss = -gain - self.learning.entropy * undecided + self.learning.value * wrong
        said = {"entropy": float(undecided.detach()), "value_loss": float(wrong.detach())}
        if chosen.close is not None:
            close = torch.from_numpy(_joined([each.close for each in batch]))
            missed = closeness_loss(chosen.close, kind, close)
            loss = loss + self.learning.closeness * missed
            said["closeness_loss"] = float(missed.detach())
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.learning.gradient)
        self.optimiser.step()
        return said


def corrected(value: Tensor, reward: Tensor, discount: Tensor, ratio: Tensor) -> tuple[Tensor, Tensor]:
    """Targets of values and advantages of choices (episodes x steps) of another policy, by V-trace."""
    after = torch.cat([value[:, 1:], torch.zeros(len(value), 1)], dim=1)
    surprise = ratio * (reward + discount * after - value)
    target = torch.zeros_like(value)
    carried = torch.zeros(len(value))
    for step in range(value.shape[1] - 1, -1, -1):
        carried = surprise[:, step] + discount[:, step] * ratio[:, step] * carried
        target[:, step] = value[:, step] + carried
    next_target = torch.cat([target[:, 1:], torch.zeros(len(value), 1)], dim=1)
    return target, ratio * (reward + discount * next_target - value)


def _laid_out(columns: Sequence[NDArray[np.generic]], longest: int) -> Tensor:
    """Columns of several episodes as episodes x steps, zeros after their ends."""
    made = torch.zeros(len(columns), longest)
    for row, column in enumerate(columns):
        made[row, : len(column)] = torch.from_numpy(column.astype(np.float32))
    return made


def _joined(arrays: Sequence[NDArray[np.generic]], last: bool = False) -> NDArray[np.generic]:
    """Rows of several episodes with as many columns as the widest; the `last` column stays last if asked for."""
    widest = max(array.shape[1] for array in arrays)
    made = np.zeros((sum(map(len, arrays)), widest, *arrays[0].shape[2:]), arrays[0].dtype)
    row = 0
    for array in arrays:
        width = array.shape[1] - last
        made[row : row + len(array), :width] = array[:, :width]
        if last:
            made[row : row + len(array), -1] = array[:, -1]
        row += len(array)
    return made
