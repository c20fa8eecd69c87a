"""Proximal policy optimisation: what actions were worth by generalised advantages, and the clipped loss of a policy.

Arrays are steps x environments. A network, what it sees and how it plays are the caller's. Watch-And-Help's policies
learn otherwise, off their policy and by V-trace (`actor_critic.py`), as their paper has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from casita.bounded import above, at_least, within
from casita.learn.needing_torch import Tensor, torch
from casita.learn.policy_loss import PolicyLoss


@dataclass(frozen=True, slots=True)
class PPO(PolicyLoss):
    """How a policy learns."""

    rate: float = above(0.0, default=3e-4)
    """Of Adam."""
    discount: float = within(0.0, 1.0, default=0.99)
    """What a reward is worth one step earlier."""
    trace: float = within(0.0, 1.0, default=0.95)
    """How far advantages look ahead: lambda."""
    clip: float = above(0.0, default=0.1)
    """How far an action's odds may move from those that it was taken with, as a share of them."""
    epochs: int = at_least(1, default=4)
    """How often all that was played is learnt from."""
    parts: int = at_least(1, default=2)
    """Batches that environments are split into, each epoch anew."""


class Loss(NamedTuple):
    """The loss of a policy, whole and in its parts."""

    whole: Tensor
    policy: Tensor
    value: Tensor
    entropy: Tensor


def advantages(reward: Tensor, value: Tensor, ended: Tensor, after: Tensor, ppo: PPO) -> Tensor:
    """How much better each action turned out than was thought; what was played may break off, then worth `after`.

    `ended` says after which actions an episode was over; nothing is to be had from there on.
    """
    goes_on = 1.0 - ended.to(value.dtype)
    following = torch.cat([value[1:], after[None]])
    surprise = reward + ppo.discount * goes_on * following - value
    found = torch.zeros_like(value)
    carried = torch.zeros_like(after)
    for step in range(len(value) - 1, -1, -1):
        carried = surprise[step] + ppo.discount * ppo.trace * goes_on[step] * carried
        found[step] = carried
    return found


def standardised(advantage: Tensor, counts: Tensor) -> Tensor:
    """Advantages with mean 0 and deviation 1 over the steps that count."""
    of = advantage[counts]
    if len(of) < 2:
        return torch.zeros_like(advantage)
    return (advantage - of.mean()) / (of.std(correction=0) + 1e-8)


def ppo_loss(
    odds: Tensor,
    action: Tensor,
    before: Tensor,
    advantage: Tensor,
    value: Tensor,
    target: Tensor,
    counts: Tensor,
    ppo: PPO,
) -> Loss:
    """The loss over the steps that count.

    `odds` are log-probabilities of all actions now, `before` those of the actions that were taken, as they were then.
    """
    total = counts.sum().clamp(min=1)
    ratio = (odds.gather(-1, action[..., None])[..., 0] - before).exp()
    gain = torch.minimum(ratio * advantage, ratio.clamp(1.0 - ppo.clip, 1.0 + ppo.clip) * advantage)
    policy = -(gain * counts).sum() / total
    wrong = 0.5 * ((value - target) ** 2 * counts).sum() / total
    likely = odds.exp()
    # An action that is not allowed has log-probability -inf, and adds nothing.
    undecided = -(likely * odds.masked_fill(likely == 0.0, 0.0)).sum(-1)
    entropy = (undecided * counts).sum() / total
    return Loss(policy + ppo.value * wrong - ppo.entropy * entropy, policy, wrong, entropy)
