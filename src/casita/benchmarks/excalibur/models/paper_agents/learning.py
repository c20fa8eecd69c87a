"""How an agent learns from what was played: the loss of PPO and that of its answers (equation 2), added up."""

from __future__ import annotations

from casita.benchmarks.excalibur.models.paper_agents.collecting import Segment
from casita.benchmarks.excalibur.models.paper_agents.language import LanguageModel
from casita.benchmarks.excalibur.models.paper_agents.language.answering import qa_loss
from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork
from casita.exact import total_of
from casita.learn.needing_torch import Tensor, torch
from casita.learn.ppo import PPO, advantages, ppo_loss, standardised


class AgentLearner:
    """An agent's network that learns, and its optimiser."""

    def __init__(self, network: AgentNetwork, language: LanguageModel, ppo: PPO, qa_pairs: int) -> None:
        self.network, self._language, self._ppo, self._qa_pairs = network, language, ppo, qa_pairs
        self.optimiser = torch.optim.Adam(network.parameters(), lr=ppo.rate, eps=1e-5)

    def update(self, played: Segment) -> dict[str, float]:
        """Learn from some steps, several times; the mean losses. Luck is torch's own: call it inside `seeded`."""
        gain = advantages(played.reward, played.value, played.ended, played.after, self._ppo)
        target = gain + played.value
        gain = standardised(gain, played.counts)
        said: list[dict[str, float]] = []
        for _ in range(self._ppo.epochs):
            for houses in torch.randperm(len(played.first)).tensor_split(self._ppo.parts):
                if len(houses) and bool(played.counts[:, houses].any()):
                    said.append(self._learnt(played, houses, gain, target))
        return {name: total_of(each[name] for each in said) / len(said) for name in said[0]} if said else {}

    def _learnt(self, played: Segment, houses: Tensor, gain: Tensor, target: Tensor) -> dict[str, float]:
        """One step of the gradient."""
        step = played.step
        beliefs = self._beliefs(played, houses)
        judged = self.network.judged(beliefs, step.refines[:, houses])
        loss = ppo_loss(
            judged.odds, played.action[:, houses], played.odds[:, houses], gain[:, houses], judged.value,
            target[:, houses], played.counts[:, houses], self._ppo,
        )  # fmt: skip
        answers = self._answer_loss(played, houses, beliefs)
        self.optimiser.zero_grad()
        (loss.whole + answers).backward()  # type: ignore[no-untyped-call]  # torch's own
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self._ppo.gradient)
        self.optimiser.step()
        parts = {"policy": loss.policy, "value": loss.value, "entropy": loss.entropy, "qa": answers}
        return {f"{name}_loss" if name != "entropy" else name: float(part.detach()) for name, part in parts.items()}

    def _beliefs(self, played: Segment, houses: Tensor) -> Tensor:
        """steps x houses x belief: the beliefs as the present network has them."""
        step = played.step
        given = self.network.given(step.seen[:, houses], step.did[:, houses], step.asked[:, houses])
        belief, found = played.first[houses], []
        for each in given:
            belief = self.network.memory(each, belief)
            found.append(belief)
        return torch.stack(found)

    def _answer_loss(self, played: Segment, houses: Tensor, beliefs: Tensor) -> Tensor:
        """Equation 2 of some steps and questions, drawn evenly from all that there are: the mean of all of them."""
        steps, places = played.counts[:, houses].nonzero(as_tuple=True)
        drawn = torch.randint(len(steps), (self._qa_pairs,))
        asked = [
            played.questions[int(houses[int(places[row])])]
            for row in drawn.tolist()
        ]  # fmt: skip
        which = [int(luck * len(each)) for luck, each in zip(torch.rand(len(asked)).tolist(), asked, strict=True)]
        pairs = [each[number] for each, number in zip(asked, which, strict=True)]
        prefix = self.network.prefix(beliefs[steps[drawn], places[drawn]])
        return qa_loss(self._language, prefix, [one.text for one in pairs], [one.answer for one in pairs])
