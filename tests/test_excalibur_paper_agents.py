"""The paper's agents: equations 2 to 4 and PPO by hand, answers by beam search, and trainings that can be repeated."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest
import torch

import casita
from casita.arrays import Uint8s
from casita.benchmarks.excalibur.episode.body import checked_action
from casita.benchmarks.excalibur.episode.measures import Progress
from casita.benchmarks.excalibur.episode.observing import Senses
from casita.benchmarks.excalibur.episode.visit import VisitSettings, visit
from casita.benchmarks.excalibur.item import Episode, Question
from casita.benchmarks.excalibur.models.paper_agents import (
    PAPER_AGENTS,
    REWARDS,
    Rewards,
    agent_training,
    playing,
    row_name,
    trained,
)
from casita.benchmarks.excalibur.models.paper_agents.actions import ACTIONS, DONE_CHOICE, NO_ACTION
from casita.benchmarks.excalibur.models.paper_agents.agent import PaperAgent, trained_agent
from casita.benchmarks.excalibur.models.paper_agents.agent_training import Plan, train_agent
from casita.benchmarks.excalibur.models.paper_agents.budgets import HERE, PAPER, Budget, budget_of
from casita.benchmarks.excalibur.models.paper_agents.collecting import Collector
from casita.benchmarks.excalibur.models.paper_agents.language import answering
from casita.benchmarks.excalibur.models.paper_agents.language.reader import KIND, VERSION, ReaderNetwork, Vocabulary
from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork, Shape, Step
from casita.benchmarks.excalibur.models.paper_agents.playing import Lengths, PlayedHouse
from casita.benchmarks.excalibur.models.paper_agents.rewards import novelty_reward, qa_reward
from casita.benchmarks.excalibur.models.paper_agents.training import TrainSettings, weights_path
from casita.errors import BadInput
from casita.learn.checkpoints import save_weights, weights_of
from casita.learn.ppo import PPO, advantages, ppo_loss, standardised
from casita.world import State, beginning

QUESTIONS = tuple(
    Question(  # type: ignore[arg-type]
        text=text, answer=answer, kind=kind, family="exist", template="exist", program="[]", topics=(), needs=("look",)
    )
    for text, answer, kind in (
        ("Is there an egg?", "yes", "yes-no"),
        ("Is there a mug?", "no", "yes-no"),
        ("How many mugs are there?", "2", "count"),
        ("What colour is the mug?", "red", "query"),
    )
)


# Equations.


class Spelling:
    """A stand-in for a language model: tokens are a, b and the end, and what follows what stands in a table."""

    width, end, digest = 2, 2, "spelling"
    TABLE: ClassVar = {(): (0.6, 0.4, 0.0), (0,): (0.3, 0.3, 0.4), (1,): (0.0, 0.1, 0.9)}

    def read(self, prefix: torch.Tensor, questions: Sequence[str]) -> Spelling:
        self.prefix = prefix
        return self

    def after(self, rows: torch.Tensor, said: torch.Tensor) -> torch.Tensor:
        odds = [
            [self.TABLE.get(tuple(each[:length]), (0.0, 0.0, 1.0)) for length in range(len(each) + 1)]
            for each in said.tolist()
        ]
        # The prefix moves nothing but the gradient.
        return (torch.tensor(odds) + 1e-12).log() + 0.0 * self.prefix[rows].sum((1, 2))[:, None, None]

    def embedded(self, questions: Sequence[str]) -> torch.Tensor:
        return torch.tensor([[float(len(text)), 1.0] for text in questions])

    def tokens(self, answer: str) -> list[int]:
        return ["ab".index(letter) for letter in answer]

    def text(self, tokens: Sequence[int]) -> str:
        return "".join("ab"[token] for token in tokens)


def test_equation_2_by_hand() -> None:
    prefix = torch.zeros(3, 1, 2, requires_grad=True)
    found = answering.log_probability(Spelling(), prefix, ["?", "?", "?"], ["a", "b", "ab"])
    expected = [math.log(0.6 * 0.4), math.log(0.4 * 0.9), math.log(0.6 * 0.3 * 1.0)]
    assert found.tolist() == pytest.approx(expected, abs=1e-5)
    loss = answering.qa_loss(Spelling(), prefix, ["?", "?", "?"], ["a", "b", "ab"])
    assert loss.item() == pytest.approx(-sum(expected) / 3, abs=1e-5)


def test_beam_search_finds_what_greedy_search_misses() -> None:
    prefix = torch.zeros(2, 1, 2)
    greedy = answering.beam_answers(Spelling(), prefix, ["?", "!"], beams=1)
    found = answering.beam_answers(Spelling(), prefix, ["?", "!"], beams=2)
    assert [each.text for each in greedy] == ["a", "a"]
    assert [each.text for each in found] == ["b", "b"]
    assert found[0].probability == pytest.approx(0.36, abs=1e-4)
    assert answering.beam_answers(Spelling(), prefix[:0], []) == []


def test_equation_3_by_hand_and_it_adds_up() -> None:
    said = [["no", "no", "2", "blue"], ["yes", "no", "3", "blue"], ["yes", "no", "2", "red"]]
    # Right are 2 of 4, then 2 of 4 (one came, one went), then 4 of 4.
    rewards = [qa_reward(QUESTIONS, before, now) for before, now in pairwise(said)]
    assert rewards == [0.0, 0.5]
    assert sum(rewards) == qa_reward(QUESTIONS, said[0], said[2])
    assert qa_reward(QUESTIONS, said[2], said[0]) == -0.5


def test_equation_4_by_hand() -> None:
    # 3 of 20 things more, and 10 of 80 square metres more.
    before, now = Progress(1, 20 / 80, 5 / 20, 0, 0), Progress(2, 30 / 80, 8 / 20, 0, 0)
    assert novelty_reward(before, now) == pytest.approx(3 / 20 + 10 / 80)
    assert novelty_reward(now, now) == 0.0


# PPO.


def test_advantages_by_hand() -> None:
    ppo = PPO(discount=0.5, trace=0.5)
    reward, value = torch.tensor([[1.0], [2.0], [3.0]]), torch.tensor([[0.5], [1.0], [2.0]])
    ended = torch.tensor([[False], [True], [False]])
    found = advantages(reward, value, ended, torch.tensor([4.0]), ppo)
    third = 3.0 + 0.5 * 4.0 - 2.0
    second = 2.0 - 1.0  # The episode was over: the third step is of another.
    first = 1.0 + 0.5 * 1.0 - 0.5 + 0.25 * second
    assert found[:, 0].tolist() == pytest.approx([first, second, third])


def test_the_clipped_loss_by_hand() -> None:
    ppo = PPO(clip=0.2, value=0.5, entropy=0.1)
    odds = torch.tensor([[[0.5, 0.5, 0.0]], [[0.25, 0.75, 0.0]]]).log()
    before = torch.tensor([[0.25], [0.5]]).log()  # Ratios are 2 and 0.5.
    gain = torch.tensor([[1.0], [-1.0]])
    value, target = torch.tensor([[1.0], [2.0]]), torch.tensor([[3.0], [2.0]])
    action, counts = torch.tensor([[0], [0]]), torch.tensor([[True], [True]])
    loss = ppo_loss(odds, action, before, gain, value, target, counts, ppo)
    assert float(loss.policy) == pytest.approx(-(1.2 - 0.8) / 2)
    assert float(loss.value) == pytest.approx(0.5 * 4.0 / 2)
    undecided = (math.log(2) - (0.25 * math.log(0.25) + 0.75 * math.log(0.75))) / 2
    assert float(loss.entropy) == pytest.approx(undecided)
    assert float(loss.whole) == pytest.approx(-0.2 + 0.5 * 1.0 - 0.1 * undecided)
    only = ppo_loss(odds, action, before, gain, value, target, torch.tensor([[True], [False]]), ppo)
    assert float(only.policy) == pytest.approx(-1.2)


def test_standardised_over_what_counts() -> None:
    found = standardised(torch.tensor([1.0, 3.0, 100.0]), torch.tensor([True, True, False]))
    assert found[:2].tolist() == pytest.approx([-1.0, 1.0])


def test_settings_that_make_no_sense_are_named() -> None:
    for wrong, names in (({"discount": 1.5}, "1.5"), ({"epochs": 0}, "epochs"), ({"clip": 0.0}, "clip")):
        with pytest.raises(BadInput, match=names):
            PPO(**wrong)
    for wrong, names in (({"visits": 0}, "visits"), ({"side": 100}, "100")):
        with pytest.raises(BadInput, match=names):
            replace(HERE, **wrong)
    with pytest.raises(BadInput, match="0"):
        Lengths(0, 5)
    assert (PAPER.lengths.explore, PAPER.visits, PAPER.qa_every) == (2_500, 10_000, 1)
    assert budget_of(7, paper=True) == replace(PAPER, visits=7)
    assert budget_of(None, paper=False) == HERE


# The network and its actions.


def test_every_choice_is_an_action_of_the_body() -> None:
    assert [checked_action(action) for action in ACTIONS] == list(ACTIONS)
    assert len({*ACTIONS}) == len(ACTIONS) == NO_ACTION
    assert ACTIONS[DONE_CHOICE].verb == "done"


def test_done_is_to_be_had_in_the_third_phase_only_and_questions_matter_there() -> None:
    torch.manual_seed(0)
    network = AgentNetwork(Shape(features=5, language=2, belief=8, hidden=8))
    seen, did = torch.randn(2, 5), torch.tensor([NO_ACTION, 3])
    step = Step(seen, did, torch.zeros(2, 2), torch.tensor([False, True]))
    belief = network.believed(network.first_belief(2), step)
    odds = network.judged(belief, step.refines).odds.exp()
    assert odds[0, DONE_CHOICE] == 0.0
    assert odds[1, DONE_CHOICE] > 0.0
    assert odds.sum(1).tolist() == pytest.approx([1.0, 1.0])
    asked = network.believed(network.first_belief(2), step._replace(asked=torch.ones(2, 2)))
    assert not torch.allclose(belief, asked)
    assert network.prefix(belief).shape == (2, 8, 2)


# Playing and learning, in a small house, with stand-ins for eyes and language.


@cache
def small_state() -> State:
    return beginning(casita.house(3, 1), {"robot": "robot"}, seed=2)


class MeanColours:
    """A stand-in for a network that looks: the mean colours of a picture's rows."""

    width, digest = 32, "mean colours"

    def seen(self, pictures: Uint8s) -> torch.Tensor:
        return torch.tensor(pictures.mean((2, 3)) / 255.0, dtype=torch.float32)


EPISODES = [Episode(f"train_{n:05}", "train", "", n, n, (0.0, 0.0, 0.0), QUESTIONS) for n in range(2)]

SMALL = Budget(
    visits=4, at_once=2, lengths=Lengths(6, 4), side=32, segment=4, qa_every=2, qa_pairs=6, ppo=PPO(epochs=2, rate=1e-2)
)


class Manifest:
    def digest(self) -> str:
        return "small"


class SmallData:
    """Two training houses."""

    manifest = Manifest()

    def episodes(self, part: str) -> list[Episode]:
        assert part == "train"
        return EPISODES


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reader that has learnt nothing; houses and eyes are stand-ins."""
    monkeypatch.setattr(playing, "state_of", lambda episode: small_state())
    for module in (agent_training, trained):
        monkeypatch.setattr(module, "seeing", lambda features: MeanColours())
    torch.manual_seed(5)
    words = Vocabulary.of([*(f"{one.text} {one.answer}" for one in QUESTIONS), "1 2 3 blue"])
    notes = {"words": json.dumps(words.words)}
    save_weights(tmp_path / "reader.safetensors", KIND, VERSION, weights_of(ReaderNetwork(len(words))), notes)
    return tmp_path


def trained_once(
    models: Path, out: Path, model: str = "novelty-qa", seed: int = 0
) -> tuple[Path, list[dict[str, float]]]:
    (out / "reader.safetensors").parent.mkdir(parents=True, exist_ok=True)
    if out != models:
        (out / "reader.safetensors").write_bytes((models / "reader.safetensors").read_bytes())
    plan = Plan(model, "imagenet", seed, "reader", out)
    path = train_agent(plan, SmallData(), SMALL, progress=False)  # type: ignore[arg-type]
    return path, json.loads((out / f"{path.stem}.curve.json").read_text())["curve"]


def test_rewards_of_a_visit_add_up_to_what_was_seen_and_answered(models: Path) -> None:
    house = PlayedHouse(EPISODES[0], Lengths(6, 3), 32)
    first = house.progress
    total = sum(house.act(choice) for choice in (2, 2, 0, 0, 2, 2))
    assert house.refines
    assert (house.refined_in, house.over) == (0, False)
    assert total == pytest.approx(house.progress.seen - first.seen + house.progress.area - first.area)
    assert total > 0.0
    assert house.act(DONE_CHOICE) == 0.0
    assert house.over
    with pytest.raises(BadInput, match="over"):
        house.act(0)
    with pytest.raises(BadInput, match="first phase"):
        PlayedHouse(EPISODES[0], Lengths(6, 3), 32).act(DONE_CHOICE)


def test_a_round_keeps_what_it_learns_from(models: Path) -> None:
    torch.manual_seed(1)
    language = Answering()
    network = AgentNetwork(Shape(MeanColours.width, language.width, belief=8, hidden=8))
    houses = [PlayedHouse(episode, Lengths(5, 3), 32) for episode in EPISODES]
    play = Collector(network, language, MeanColours(), houses, Rewards(qa=True, novelty=False), 2, 5)
    one, two = play.segment(4), play.segment(100)
    assert one.action.shape == (4, 2)
    assert one.counts.all()
    assert play.over
    assert not one.step.refines.any()
    assert not one.step.asked.any()
    refines = two.step.refines
    assert two.step.asked[refines].any()
    assert not two.step.asked[~refines].any()
    assert (two.action[~refines] != DONE_CHOICE).all()
    # The stand-in answers one question more right every time it is asked.
    for place in range(2):
        reward = torch.cat([one.reward, two.reward])[:, place]
        assert float(reward.sum()) == pytest.approx(play.visited[place].acc_ref - 0.25)
        assert float(reward[1]) == 0.25
        assert float(reward[0]) == 0.0


class Answering(Spelling):
    """A stand-in that is right about one question more each time, by house."""

    def __init__(self) -> None:
        self.times = 0


@pytest.fixture(autouse=True)
def _answers_of_the_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beam search of `Answering` is replaced by right answers, more and more of them."""
    from casita.benchmarks.excalibur.models.paper_agents import collecting

    def answers(model: object, prefix: torch.Tensor, questions: Sequence[str]) -> list[answering.Said]:
        if not isinstance(model, Answering):
            return answering.beam_answers(model, prefix, questions)  # type: ignore[arg-type]
        model.times += 1
        right = {one.text: one.answer for one in QUESTIONS[: min(4, model.times)]}
        return [answering.Said(right.get(text, "?"), 1.0) for text in questions]

    monkeypatch.setattr(collecting, "beam_answers", answers)


@pytest.mark.parametrize("model", REWARDS)
def test_the_same_seed_gives_the_same_bytes(model: str, models: Path) -> None:
    one, curve = trained_once(models, models / "one", model)
    two, other = trained_once(models, models / "two", model)
    assert one.read_bytes() == two.read_bytes()
    assert curve == other
    assert [row["visits"] for row in curve] == [2, 4]
    assert all(0.0 <= row["acc_exp"] <= 1.0 and math.isfinite(row["qa_loss"]) for row in curve)
    assert one.stat().st_size < 2_000_000
    third, _ = trained_once(models, models / "three", model, seed=1)
    assert third.read_bytes() != one.read_bytes()


def test_what_was_killed_goes_on_to_the_same_bytes(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, curve = trained_once(models, models / "whole")
    monkeypatch.setattr("casita.evaluation.training.KEEP", 0.0)
    played = agent_training._Run._played

    def killed(self: agent_training._Run) -> None:
        if self._round == 1:
            raise KeyboardInterrupt
        played(self)

    monkeypatch.setattr(agent_training._Run, "_played", killed)
    with pytest.raises(KeyboardInterrupt):
        trained_once(models, models / "parts")
    monkeypatch.setattr(agent_training._Run, "_played", played)
    again, other = trained_once(models, models / "parts")
    assert again.read_bytes() == whole.read_bytes()
    assert other == curve


def test_learning_lowers_the_loss_of_answers(models: Path) -> None:
    plan = Plan("novelty", "imagenet", 0, "reader", models)
    budget = replace(SMALL, visits=24, qa_pairs=32)
    train_agent(plan, SmallData(), budget, progress=False)  # type: ignore[arg-type]
    curve = json.loads((models / "novelty_0.curve.json").read_text())["curve"]
    assert curve[-1]["qa_loss"] < curve[0]["qa_loss"]


# The trained agent.


def test_a_trained_agent_visits_as_any_model_does(models: Path) -> None:
    path, _ = trained_once(models, models)
    texts = [question.text for question in QUESTIONS]
    settings = VisitSettings(12, 12, Senses((48, 48), depth=False, odometry=False))
    records = [visit(trained_agent(path, models), small_state(), texts, seed, settings) for seed in (3, 3, 4)]
    assert records[0] == records[1]
    assert records[0] != records[2]
    assert (records[0].faults, records[0].explored_in) == ({}, 12)
    assert all(0.0 <= sure <= 1.0 for sure in records[0].first_sure)
    assert records[0].refined_in <= 12
    agent = trained_agent(path, models)
    assert isinstance(agent, PaperAgent)


def test_what_an_agent_was_trained_with_must_be_the_same(models: Path) -> None:
    path, _ = trained_once(models, models / "own")
    torch.manual_seed(6)
    words = Vocabulary.of(["is there an egg yes no"])
    notes = {"words": json.dumps(words.words)}
    other = models / "other"
    save_weights(other / "reader.safetensors", KIND, VERSION, weights_of(ReaderNetwork(len(words))), notes)
    with pytest.raises(BadInput, match="another language model"):
        trained_agent(path, other)
    with pytest.raises(BadInput, match="--model novelty-qa --features detector --seed 4"):
        weights_path(models, "novelty-qa-detector", 4)


def test_settings_of_training_are_checked() -> None:
    for wrong, names in (
        ({"model": "curious"}, "curious"),
        ({"model": "qa", "features": "clip"}, "clip"),
        ({"model": "qa", "language": "gpt"}, "gpt"),
        ({"model": "qa", "language": "t5:"}, "t5:"),
        ({"model": "qa", "visits": 0}, "visits"),
    ):
        with pytest.raises(BadInput, match=names):
            TrainSettings(data=Path("data"), **wrong)  # type: ignore[arg-type]


def test_rows_of_both_kinds_of_features() -> None:
    assert list(PAPER_AGENTS)[:3] == list(REWARDS)
    assert row_name("qa", "detector") in PAPER_AGENTS
    assert len(PAPER_AGENTS) == 6
