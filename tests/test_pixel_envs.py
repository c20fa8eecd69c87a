"""Pixels in the environments: the libraries' own checks, any kinds and sizes, the same seed the same pictures."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

import casita
from casita.envs import HomeEnv, ParallelHomeEnv, VectorHomeEnv
from casita.envs.pixels import FILMED
from casita.errors import BadInput
from casita.render import Renderer, eyes

ALL = ("rgb", "depth", "ids")
AGENTS = {"alice": "person", "bob": "thor"}
SHAPES = {"rgb": ((24, 32, 3), np.uint8), "depth": ((24, 32), np.float32), "ids": ((24, 32), np.int32)}


def home(**options: object) -> HomeEnv:
    return HomeEnv(casita.room("bathroom", 2), "person", max_steps=20, **options)


def small(**options: object) -> HomeEnv:
    return home(pixels=ALL, size=(32, 24), **options)


def test_pettingzoo_finds_nothing_wrong_with_pixels() -> None:
    def make() -> ParallelHomeEnv:
        return ParallelHomeEnv(casita.room("bathroom", 2), AGENTS, max_steps=20, pixels=ALL, size=(32, 24))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(make(), num_cycles=25)
        parallel_seed_test(make, num_cycles=8)


def test_gymnasium_finds_nothing_wrong_with_pixels() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*alternative render modes")  # it is not made by gymnasium.make
        check_env(small(render_mode="rgb_array"), skip_render_check=False)


@pytest.mark.parametrize("kinds", [("rgb",), ("depth",), ("ids", "rgb"), ALL])
def test_an_observation_has_the_pictures_asked_for(kinds: tuple[str, ...]) -> None:
    env = home(pixels=kinds, size=(32, 24))
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    assert set(observation) & set(ALL) == set(kinds)
    for kind in kinds:
        shape, dtype = SHAPES[kind]
        assert observation[kind].shape == shape == env.observation_space[kind].shape
        assert observation[kind].dtype == dtype
    frame = Renderer(env.home.scene).look(env.current, eyes(env.current, 0), (32, 24), kinds)
    for kind in kinds:
        assert (observation[kind] == getattr(frame, kind)).all()


def test_pictures_can_have_any_size_and_be_smooth() -> None:
    for size in ((1, 1), (17, 5), (128, 128)):
        env = home(pixels=("rgb",), size=size)
        assert env.reset(seed=0)[0]["rgb"].shape == (size[1], size[0], 3)
    rough, smooth = (home(pixels=("rgb",), size=(48, 48), smooth=s).reset(seed=0)[0]["rgb"] for s in (False, True))
    assert rough.shape == smooth.shape
    assert 0.01 < (rough != smooth).any(-1).mean() < 1.0


def test_each_agent_sees_through_its_own_eyes() -> None:
    env = ParallelHomeEnv(casita.room("kitchen", 12), AGENTS, pixels=("rgb", "ids"), size=(40, 40))
    observations, _ = env.reset(seed=3)
    assert (observations["alice"]["rgb"] != observations["bob"]["rgb"]).any()
    for agent, name in enumerate(AGENTS):
        frame = Renderer(env.scene).look(env.current, eyes(env.current, agent), (40, 40), ("ids",))
        assert (observations[name]["ids"] == frame.ids).all()


def episode(env: HomeEnv, seed: int, steps: int = 6) -> list[bytes]:
    """The pictures of an episode of allowed actions."""
    observation, _ = env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    found = [observation["rgb"].tobytes() + observation["ids"].tobytes()]
    for _ in range(steps):
        observation, *_ = env.step(int(luck.choice(np.flatnonzero(observation["action_mask"]))))
        found.append(observation["rgb"].tobytes() + observation["ids"].tobytes())
    return found


def test_the_same_seed_gives_the_same_pixels() -> None:
    env = small()
    first = episode(env, 4)
    assert episode(env, 5) != first
    assert episode(env, 4) == first
    assert episode(small(), 4) == first
    assert len(set(first)) > 2


def test_an_observation_is_not_overwritten_by_the_next() -> None:
    env = small()
    observation, _ = env.reset(seed=2)
    kept = {kind: observation[kind].copy() for kind in ALL}
    for number in np.flatnonzero(observation["action_mask"])[:6]:
        env.step(int(number))
    assert all((observation[kind] == kept[kind]).all() for kind in ALL)


def test_render_gives_a_picture_with_the_agent_in_it() -> None:
    assert home().render() is None
    env = home(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert picture.shape == (FILMED[1], FILMED[0], 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 200
    env.step(int(np.flatnonzero(env.home._answer("agent", np.zeros(1, np.int64))[0]["action_mask"])[0]))
    both = ParallelHomeEnv(casita.room("bathroom", 2), AGENTS, render_mode="rgb_array")
    both.reset(seed=1)
    assert both.render() is not None


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"pixels": ("colour",)}, "unknown kind of picture 'colour'"),
        ({"pixels": "rgb"}, "not 'rgb'"),
        ({"pixels": ("rgb",), "size": (0, 12)}, "not 0 x 12"),
        ({"pixels": ("rgb",), "size": (12.5, 12)}, r"not \(12.5, 12\)"),
        ({"render_mode": "human"}, "unknown render mode 'human'"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        home(**options)


def test_many_homes_draw_on_several_cores_what_each_alone_draws() -> None:
    scene = casita.room("bathroom", 2)
    Renderer(scene)  # a scene that was drawn before can still be sent to a worker
    make = partial(HomeEnv, scene, "person", max_steps=3, pixels=("rgb", "depth"), size=(32, 24))
    envs = VectorHomeEnv([make] * 4, workers=2)
    try:
        observations, _ = envs.reset(seed=10)
        assert observations["rgb"].shape == (4, 24, 32, 3)
        assert observations["depth"].shape == (4, 24, 32)
        assert observations in envs.observation_space
        alone = make()
        for row in range(4):
            single, _ = alone.reset(seed=10 + row)
            assert (observations["rgb"][row] == single["rgb"]).all()
            assert (observations["depth"][row] == single["depth"]).all()
        assert len({observations["rgb"][row].tobytes() for row in range(4)}) == 4
        before = observations["rgb"].copy()
        turn = next(n for n, row in enumerate(alone.choices.rows) if row.verb == "turn_left")
        for _ in range(5):
            observations, *_ = envs.step(np.full(4, turn))
        assert (before != observations["rgb"]).any()
        assert observations in envs.observation_space
    finally:
        envs.close()


def test_contact_physics_in_an_environment() -> None:
    scene = casita.room("kitchen", 12)
    ends = []
    for physics in ("kinematic", "mujoco"):
        env = HomeEnv(scene, rules="command", physics=physics, max_steps=40)
        _, info = env.reset(seed=3)
        for step in range(30):
            allowed = np.flatnonzero(info["action_mask"])
            rows = {int(n): env.choices.action(int(n), env.current).verb for n in allowed}
            forceful = [n for n, verb in rows.items() if verb in ("push", "pull", "drop", "throw")] or list(rows)
            chosen = forceful[step % len(forceful)]
            _, _, _, _, info = env.step(np.int64(chosen))
        ends.append(env.current.digest())
    assert ends[0] != ends[1]
