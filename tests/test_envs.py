"""Environments: both libraries' own checks, observations that say what is so, masks that hide nothing possible."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import casita
from casita.envs import HomeEnv, ParallelHomeEnv, VectorHomeEnv
from casita.envs.choices import VERBS_OF_ENVS
from casita.envs.spaces import AGENT_FEATURES, OBJECT_FEATURES, everything, types
from casita.episodes import replay
from casita.errors import BadInput
from casita.scenes.scene import Scene, Thing
from casita.world import facts as fact
from casita.world.action import Action
from casita.world.arm.verbs import ROBOT_VERBS
from casita.world.seen import sight
from casita.world.stance import angles_of
from casita.world.state import State
from casita.world.step import step
from casita.world.verbs import VERBS
from tests.rooms import kitchen_with_a_full_fridge, open_kitchen

AGENTS = {"alice": "person", "bob": "thor"}
OBJECT = {feature.name: number for number, feature in enumerate(OBJECT_FEATURES)}
AGENT = {feature.name: number for number, feature in enumerate(AGENT_FEATURES)}


def kitchen() -> Scene:
    return open_kitchen()


def house() -> Scene:
    return casita.drawn_house(2)


def chosen(mask: Any, luck: np.random.Generator) -> int:
    """One of the actions that a mask allows."""
    return int(luck.choice(np.flatnonzero(mask)))


def walk_through(env: HomeEnv, steps: int, seed: int = 0) -> Iterator[tuple[Any, Any]]:
    """Take random allowed actions, and give what came of each."""
    luck = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    for _ in range(steps):
        observation, *_, info = env.step(chosen(observation["action_mask"], luck))
        yield observation, info


# The libraries' own checks.


@pytest.mark.parametrize("rules", ["command", "household"])
def test_pettingzoo_finds_nothing_wrong(rules: str) -> None:
    env = ParallelHomeEnv(house(), AGENTS, rules=rules, messages=("hello",), max_steps=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(env, num_cycles=100)


@pytest.mark.parametrize("rules", ["command", "household"])
def test_gymnasium_finds_nothing_wrong(rules: str) -> None:
    env = HomeEnv(house(), rules=rules, max_objects=700, max_actions=5000)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


# Observations.


def test_an_observation_says_what_is_seen_and_nothing_else() -> None:
    env = HomeEnv(house(), "person", rules="household", max_objects=600)
    for observation, _ in walk_through(env, 60):
        assert observation in env.observation_space
    state, objects = env.current, observation["objects"]
    seen = sight(state, 0).things
    known, now = state.statics, state.objects
    assert 10 < seen.sum() < now.exists.sum()
    assert not objects[: known.count][~seen].any()
    assert not objects[known.count :].any()
    for slot in np.flatnonzero(seen):
        row = dict(zip(OBJECT, objects[slot].tolist(), strict=True))
        assert types()[int(row["type"])] == known.kinds[slot].name
        assert (row["exists"], row["seen"]) == (1.0, 1.0)
        assert [row["x"], row["y"], row["z"]] == pytest.approx(now.position[slot].tolist(), abs=1e-4)
        assert np.cos(np.radians(row["yaw"] - angles_of(now.rotation[slot])[2])) == pytest.approx(1.0)
        assert row["room"] - 1 == now.room[slot]
        assert row["carrier"] - 1 == now.carrier[slot]
        assert row["held"] - 1 == now.held_by[slot]
        for name in ("openness", "on", "dirty", "broken", "cooked", "liquid", "level", "amount"):
            assert row[name] == getattr(now, name)[slot], name


@pytest.mark.parametrize("look", [sight, everything, partial(sight, how="rays")])
def test_observations_do_not_depend_on_what_was_observed_before(look: Any) -> None:
    """What is observed follows from the state alone."""
    env = HomeEnv(house(), "person", look=look)
    compared = 0
    for observation, _ in walk_through(env, 80):
        fresh = HomeEnv(house(), "person", look=look).home
        fresh.current = env.current
        anew, _ = fresh._answer("agent", np.zeros(1, np.int64))
        assert all((observation[name] == anew[name]).all() for name in anew)
        compared += 1
    assert compared >= 80


def test_a_closed_fridge_hides_and_an_open_one_shows() -> None:
    env = HomeEnv(kitchen_with_a_full_fridge(), rules="command")
    observation, _ = env.reset(seed=0)
    state = env.current
    fridge = state.statics.slot("fridge_1")
    inside = np.flatnonzero(state.objects.carrier == fridge)
    assert len(inside)
    assert not observation["objects"][inside].any()
    observation, *_ = env.step(number_of(env, "open", "fridge_1"))
    assert (observation["objects"][inside, OBJECT["seen"]] == 1.0).all()


def number_of(env: HomeEnv, verb: str, value: str = "", liquid: str = "") -> int:
    rows = env.choices.rows
    return next(n for n, row in enumerate(rows) if (row.verb, row.value, row.liquid) == (verb, value, liquid))


def test_agents_see_each_other_only_in_one_room() -> None:
    env = ParallelHomeEnv(house(), AGENTS)
    together = 0
    for seed in range(30):
        observations, _ = env.reset(seed=seed)
        rooms = env.current.agents.room
        alice = observations["alice"]["agents"]
        assert alice[:, AGENT["self"]].tolist() == [1.0, 0.0]
        assert observations["bob"]["agents"][:, AGENT["self"]].tolist() == [0.0, 1.0]
        assert alice[0, AGENT["x"]] == np.float32(env.current.agents.position[0, 0])
        assert alice[1].any() == (rooms[0] == rooms[1])
        together += int(rooms[0] == rooms[1])
    assert 0 < together < 30


def test_what_an_agent_says_the_others_hear_for_one_tick() -> None:
    env = ParallelHomeEnv(kitchen(), AGENTS, messages=("hello", "where is the mug?"))
    env.reset(seed=0)
    say = next(n for n, row in enumerate(env.choices["bob"].rows) if row.value == "where is the mug?")
    observations, *_ = env.step({"alice": 0, "bob": say})
    assert observations["alice"]["messages"].tolist() == [0, 2]
    assert observations["bob"]["messages"].tolist() == [0, 2]
    observations, *_ = env.step({"alice": 0, "bob": 0})
    assert observations["alice"]["messages"].tolist() == [0, 0]


def test_the_graph_is_of_what_is_seen() -> None:
    env = HomeEnv(house(), graph=True)
    observation, info = env.reset(seed=0)
    known = env.current.statics
    seen = {known.ids[slot] for slot in np.flatnonzero(observation["objects"][:, OBJECT["seen"]])}
    others = {room.id for room in known.rooms} | {"agent"}
    assert {node["id"] for node in info["graph"]["nodes"]} - others == seen


# The table and its masks.


@pytest.mark.parametrize("scene", [kitchen(), house()], ids=lambda scene: scene.name)
def test_every_row_of_a_table_is_an_action_that_exists(scene: Scene) -> None:
    env = HomeEnv(scene, "person", messages=("hello",))
    state = env.current
    verbs = set()
    for number in range(len(env.choices)):
        action = env.choices.action(number, state)
        row = VERBS[action.verb]
        verbs.add(action.verb)
        assert all(
            getattr(action, field) for field in set(row.takes) - ({"object"} if row_has_hand(env, number) else set())
        )
        for id in filter(None, (action.object, action.target)):
            assert id in state.statics.index or id in state.statics.room_index
    assert verbs == set(VERBS) - {"move_to", "follow"}


def row_has_hand(env: HomeEnv, number: int) -> bool:
    return env.choices.rows[number].hand >= 0


def test_envs_offer_every_verb() -> None:
    assert set(VERBS) == set(VERBS_OF_ENVS)


def test_things_are_pushed_and_pulled_in_the_directions_on_offer() -> None:
    env = HomeEnv(kitchen(), rules="command", directions=("left", "back"))
    env.reset(seed=0)
    rows = [row for row in env.choices.rows if row.verb == "push" and row.value == "wine_bottle_1"]
    assert [row.direction for row in rows] == ["", "left", "back"]
    others = len(HomeEnv(kitchen()).choices) - len(HomeEnv(kitchen(), verbs=("push", "pull")).choices)
    assert len(env.choices) == others + 3 * len(HomeEnv(kitchen(), verbs=("push", "pull")).choices)
    number = env.choices.rows.index(rows[1])
    assert env.choices.action(number, env.current) == Action("agent", "push", "wine_bottle_1", direction="left")
    ends = set()
    for row in rows:
        env.reset(seed=0)
        *_, info = env.step(env.choices.rows.index(row))
        assert info["refusal"] is None
        ends.add(tuple(env.current.objects.position[env.current.statics.slot("wine_bottle_1")].tolist()))
    assert len(ends) == 3


def test_things_are_moved_to_what_is_on_offer() -> None:
    env = HomeEnv(kitchen(), rules="command", moves=(("mug_1", "sink_1"), ("apple_1", "fridge_1")))
    observation, _ = env.reset(seed=0)
    rows = [n for n, row in enumerate(env.choices.rows) if row.verb == "move_to"]
    assert [env.choices.action(n, env.current).target for n in rows] == ["sink_1", "fridge_1"]
    assert observation["action_mask"][rows[0]] == 1
    *_, info = env.step(rows[0])
    assert info["refusal"] is None
    known, now = env.current.statics, env.current.objects
    carrier = int(now.carrier[known.slot("mug_1")])
    assert known.slot("sink_1") in (carrier, int(known.parent[carrier]))
    *_, info = env.step(rows[1])
    assert info["refusal"].need == "target_opens"


def test_rows_are_fixed_and_differ() -> None:
    tables = [HomeEnv(kitchen(), "person").choices.rows for _ in range(2)]
    assert tables[0] == tables[1]
    assert len(set(tables[0])) == len(tables[0])


def _is_loose(thing: Thing) -> bool:
    return thing.kind.is_loose


def _is_open_furniture(thing: Thing) -> bool:
    return thing.kind.is_receptacle and not thing.kind.is_loose and not thing.kind.can("open")


@pytest.mark.parametrize("rules", ["command", "household"])
@pytest.mark.parametrize("body", ["thor", "person"])
@pytest.mark.parametrize("scene", [kitchen(), house()], ids=lambda scene: scene.name)
def test_what_a_mask_excludes_is_refused(scene: Scene, body: str, rules: str) -> None:
    """The law of masks: nothing that can be done is hidden, but for what the agent does not see."""
    loose, places = (next(t.id for t in scene.things if test(t)) for test in (_is_loose, _is_open_furniture))
    env = HomeEnv(scene, body, rules=rules, look=everything, directions=("left",), moves=((loose, places),))
    tried = 0
    for seed in range(3):
        for observation, _ in islice(walk_through(env, 40, seed), 9, None, 10):
            for number in np.flatnonzero(observation["action_mask"] == 0):
                action = env.choices.action(int(number), env.current)
                senseless = action.verb == "throw" and action.target  # `throw` asks nothing of what it is thrown at
                assert senseless or not step(env.current, [action]).ok, action
                tried += not senseless
    assert tried > 1000


@pytest.mark.parametrize(("rules", "share"), [("command", 0.55), ("household", 0.5)])
def test_most_of_what_a_mask_allows_is_done(rules: str, share: float) -> None:
    done = [info["refusal"] is None for _, info in walk_through(HomeEnv(house(), "person", rules=rules), 250)]
    assert np.mean(done) > share


def test_waiting_is_always_allowed_and_padding_never() -> None:
    env = HomeEnv(kitchen(), max_actions=4000)
    rows = len(HomeEnv(kitchen()).choices)
    masks = [(observation["action_mask"], info["action_mask"]) for observation, info in walk_through(env, 50)]
    assert len(masks) >= 50
    assert all(mask is same for mask, same in masks)
    assert all(mask[number_of(env, "wait")] == 1 for mask, _ in masks)
    assert not any(mask[rows:].any() for mask, _ in masks)


def test_masks_ask_for_facts_that_exist() -> None:
    named = {value for name, value in vars(fact).items() if name.isupper() and isinstance(value, int)}
    bits = {value for value in named if value.bit_count() == 1 and value > 1} | {fact.EXISTS}
    second = {value << 1 for value in (fact.HOLDS, fact.BESIDE, fact.TAKES, fact.POURED)}
    assert bits | second >= {1 << number for number in range(37)}
    assert not bits & second
    assert all(verb.facts(offered) < fact.NEVER for verb in ROBOT_VERBS.values() for offered in verb.offered)


def test_only_the_verbs_asked_for_are_on_offer() -> None:
    env = HomeEnv(kitchen(), verbs=("wait", "open", "close"))
    assert {row.verb for row in env.choices.rows} == {"wait", "open", "close"}


# Episodes.


class Holding:
    """A goal: so many things are held."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids

    def progress(self, state: State) -> float:
        held = [state.objects.held_by[state.statics.slot(id)] >= 0 for id in self.ids]
        return sum(held) / len(held)

    def holds(self, state: State) -> bool:
        return self.progress(state) == 1.0


def test_a_goal_rewards_progress_and_ends_the_episode() -> None:
    env = HomeEnv(kitchen(), "person", rules="command", goal=Holding(("mug_1", "bowl_1")))
    env.reset(seed=0)
    rewards, ends = [], []
    for verb, thing in (("pick_up", "mug_1"), ("drop", ""), ("pick_up", "mug_1"), ("pick_up", "bowl_1")):
        _, reward, over, cut, info = env.step(number_of(env, verb, thing))
        assert info["refusal"] is None
        rewards.append(reward)
        ends.append((over, cut))
    assert rewards == [0.5, -0.5, 0.5, 0.5]
    assert ends == [(False, False)] * 3 + [(True, False)]
    with pytest.raises(BadInput, match="the episode is over"):
        env.step(0)


def test_an_episode_is_cut_off_after_max_steps() -> None:
    env = ParallelHomeEnv(kitchen(), AGENTS, max_steps=3)
    env.reset(seed=0)
    cuts = [env.step({"alice": 0, "bob": 0})[3] for _ in range(3)]
    assert [cut["alice"] for cut in cuts] == [cut["bob"] for cut in cuts] == [False, False, True]
    assert env.agents == []


def same(one: Any, other: Any) -> bool:
    return all((one[name] == other[name]).all() for name in one)


def test_the_same_seed_gives_the_same_episodes() -> None:
    first, second = HomeEnv(house()), HomeEnv(house())
    pairs = zip(walk_through(first, 40, seed=3), walk_through(second, 40, seed=3), strict=True)
    assert all(same(a, b) and x["action"] == y["action"] for (a, x), (b, y) in pairs)
    assert same(first.reset()[0], second.reset()[0])
    starts = [HomeEnv(house()).reset(seed=seed)[0]["agents"].tobytes() for seed in range(6)]
    starts += [first.reset()[0]["agents"].tobytes() for _ in range(6)]
    assert len(set(starts)) == 12


def test_a_recorded_episode_can_be_replayed() -> None:
    env = HomeEnv(kitchen(), "person", record=True, max_steps=60)
    assert len(list(walk_through(env, 60))) == 60
    assert env.home.recorder is not None
    *_, last = replay(env.home.recorder.episode())
    assert last == env.current


def test_two_agents_get_their_own_refusals() -> None:
    env = ParallelHomeEnv(kitchen(), AGENTS, rules="command")
    env.reset(seed=0)
    mug = {
        name: next(n for n, r in enumerate(t.rows) if r[:3] == ("pick_up", "object", "mug_1"))
        for name, t in env.choices.items()
    }
    *_, infos = env.step(mug)
    assert sorted(info["refusal"].need if info["refusal"] else "" for info in infos.values()) == ["", "conflict"]
    assert {info["action"].agent for info in infos.values()} == set(AGENTS)


# Many homes.


def test_many_homes_in_processes_are_the_same_as_one_by_one() -> None:
    makes = [
        partial(HomeEnv, scene, max_objects=600, max_actions=5000, max_steps=8) for scene in (kitchen(), house())
    ] * 2
    alone = [make() for make in makes]
    many = VectorHomeEnv(makes, workers=2)
    luck = np.random.default_rng(0)
    observations, _ = many.reset(seed=10)
    singles = [env.reset(seed=10 + row)[0] for row, env in enumerate(alone)]
    ended = [False] * 4
    ends = 0
    for _ in range(20):
        actions = np.array([chosen(mask, luck) for mask in observations["action_mask"]])
        observations, rewards, over, cut, infos = many.step(actions)
        for row, env in enumerate(alone):
            if ended[row]:
                (singles[row], info), values = env.reset(), (0.0, False, False)
            else:
                singles[row], *values, info = env.step(actions[row])
            assert [rewards[row], over[row], cut[row]] == list(values)
            assert infos["refused"][row] == (info["refusal"] is not None)
            assert all((observations[name][row] == singles[row][name]).all() for name in singles[row])
            ended[row] = over[row] or cut[row]
            ends += int(ended[row])
    assert ends == 8
    assert observations in many.observation_space
    many.close()


def test_halves_that_take_turns_are_the_same_as_all_in_step() -> None:
    makes = [partial(HomeEnv, kitchen(), max_steps=6)] * 5
    together, turns = (VectorHomeEnv(makes, workers=workers) for workers in (1, 2))
    luck = np.random.default_rng(0)
    masks = together.reset(seed=3)[0]["action_mask"]
    turns.reset(seed=3)
    for _ in range(10):
        actions = np.array([chosen(mask, luck) for mask in masks])
        observations, rewards, over, cut, infos = together.step(actions)
        for half in (0, 1):
            turns.send(half, actions[turns.halves[half]])
        for half in (0, 1):
            rows = turns.halves[half]
            seen, *values, more = turns.receive(half)
            assert all((seen[name] == observations[name][rows]).all() for name in seen)
            assert all((one == all_[rows]).all() for one, all_ in zip(values, (rewards, over, cut), strict=True))
            assert (more["refused"] == infos["refused"][rows]).all()
        masks = observations["action_mask"]
    turns.send(1, actions[turns.halves[1]])
    for wrong in (partial(turns.step, actions), turns.reset, partial(turns.send, 1, actions[2:])):
        with pytest.raises(BadInput, match="still at work"):
            wrong()
    with pytest.raises(BadInput, match="asked for 0"):
        turns.receive(0)
    turns.receive(1)
    together.close()
    turns.close()


def test_observations_are_copies_unless_asked_otherwise() -> None:
    makes = [partial(HomeEnv, kitchen(), verbs=("wait", "turn_left"))] * 2
    for copy in (True, False):
        many = VectorHomeEnv(makes, workers=1, copy=copy)
        first, _ = many.reset(seed=0)
        before = first["agents"].copy()
        many.step(np.array([1, 1]))
        assert (first["agents"] == before).all() == copy
        many.close()


def test_what_goes_wrong_in_a_worker_is_raised() -> None:
    many = VectorHomeEnv([partial(HomeEnv, kitchen())] * 2, workers=1)
    with pytest.raises(BadInput, match="3 seeds"):
        many.reset(seed=[1, 2, 3])
    many.reset(seed=0)
    with pytest.raises(BadInput, match="it is 99999"):
        many.step(np.array([0, 99999]))
    assert many.closed


def test_homes_must_have_the_same_spaces() -> None:
    with pytest.raises(BadInput, match=r"home 1 .* other spaces"):
        VectorHomeEnv([partial(HomeEnv, kitchen()), partial(HomeEnv, house())], workers=1)


# Bad input.


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"max_objects": 5}, "max_objects is 5"),
        ({"max_actions": 5}, "max_actions is 5"),
        ({"max_steps": 0}, "max_steps is 0"),
        ({"verbs": ("juggle",)}, "verb of an env 'juggle'"),
        ({"directions": ("up",)}, "direction 'up'"),
        ({"moves": (("mug_1", "sinck_1"),)}, "did you mean sink_1"),
        ({"rules": "anarchy"}, "rules 'anarchy'"),
        ({"body": "cat"}, "body 'cat'"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        HomeEnv(kitchen(), **options)


def test_bad_actions_are_named_and_change_nothing() -> None:
    env = ParallelHomeEnv(kitchen(), AGENTS)
    with pytest.raises(BadInput, match="call reset first"):
        env.step({})
    env.reset(seed=0)
    before = env.current
    for actions, named in (
        ({"carol": 0}, "agent 'carol'"),
        ({"bob": -1}, "it is -1"),
        ({"bob": 10**6}, "it is 1000000"),
    ):
        with pytest.raises(BadInput, match=named):
            env.step(actions)
    assert env.current is before


def test_bad_numbers_of_homes_are_named() -> None:
    with pytest.raises(BadInput, match="asked for 3"):
        VectorHomeEnv([partial(HomeEnv, kitchen())] * 2, workers=3)
