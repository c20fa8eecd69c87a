"""How much an agent learns: what finishes here, and the paper's task at its full length."""

from __future__ import annotations

from dataclasses import dataclass, replace

from casita.benchmarks.excalibur.models.paper_agents.playing import Lengths
from casita.benchmarks.excalibur.paper import HOUSES, STEPS
from casita.errors import BadInput
from casita.learn.ppo import PPO


@dataclass(frozen=True, slots=True)
class Budget:
    """What a training is made of."""

    visits: int
    """To training houses, in all; a house is gone back to when all have been visited."""
    at_once: int
    """Visits that are played side by side: a round."""
    lengths: Lengths
    side: int
    """Pixels of the sides of pictures; a multiple of 32."""
    segment: int
    """Steps of each house that are learnt from at a time, and that gradients go back over."""
    qa_every: int
    """Steps from one QA reward to the next; the paper has one at every step."""
    qa_pairs: int
    """Pairs of a step and a question that stand for all of them in one step of the gradient."""
    ppo: PPO

    def __post_init__(self) -> None:
        for name in ("visits", "at_once", "segment", "qa_every", "qa_pairs"):
            if getattr(self, name) < 1:
                raise BadInput(f"{name} is at least 1, not {getattr(self, name)}")
        if self.side < 32 or self.side % 32:
            raise BadInput(f"the sides of pictures are multiples of 32 pixels, not {self.side}")


HERE = Budget(
    visits=40,
    at_once=8,
    lengths=Lengths(400, 100),
    side=96,
    segment=64,
    qa_every=20,
    qa_pairs=192,
    ppo=PPO(rate=1e-3, epochs=3, clip=0.2),
)
"""About five minutes of one core, a third of it to make houses ready to be drawn, which takes 2 to 4 seconds each."""

PAPER = Budget(
    visits=HOUSES["train"], at_once=16, lengths=Lengths(STEPS, 500), side=224, segment=128, qa_every=1,
    qa_pairs=512, ppo=PPO(),
)  # fmt: skip
"""Every training house once at the paper's length. How long the paper trained stands in an appendix that we lack."""


def budget_of(visits: int | None, *, paper: bool) -> Budget:
    """The budget that is asked for, with another number of visits if one is named."""
    chosen = PAPER if paper else HERE
    return chosen if visits is None else replace(chosen, visits=visits)
