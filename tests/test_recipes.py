"""CONTRIBUTING.md's recipes work as they stand: each is followed in a copy of Casita, which then has what was added.

The rows are those of the document. A copy runs in a process of its own, with compiled code copied along.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import casita

SOURCE = Path(casita.__file__).parent
DOCUMENT = Path(__file__).parent.parent / "CONTRIBUTING.md"
HEAVY = shutil.ignore_patterns("weights", "data.parquet", "*.parquet", "*.npz", "*.safetensors")


def recipe(section: str, language: str) -> str:
    """The code in a section of the document."""
    text = DOCUMENT.read_text().partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found, f"{section} has no {language}"
    return found[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of Casita to which every recipe has been applied."""
    folder = tmp_path_factory.mktemp("copy")
    home = shutil.copytree(SOURCE, folder / "casita", ignore=HEAVY)
    types = home / "catalog" / "objects" / "belongings.toml"
    types.write_text(types.read_text() + "\n" + recipe("An object type", "toml"))
    verbs = home / "world" / "verbs.py"
    assert verbs.read_text().count("    # Oneself.\n") == 1
    verbs.write_text(verbs.read_text().replace("    # Oneself.\n", recipe("An action", "python") + "    # Oneself.\n"))
    (folder / "my_hut.toml").write_text(recipe("A scene", "toml"))
    return folder


def runs(copy: Path, program: str) -> str:
    """What a program says that uses the copy."""
    environment = os.environ | {"PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


USES_THE_VERB = """
import casita
from casita.world import Action, beginning
from casita.world.english import sentence
from casita.world.english_parse import parse

assert casita.__file__.startswith({folder!r})
world = casita.World(casita.room("kitchen", 9), ["alice"], seed=5)
assert not world.act("alice", "polish", "mug_1").ok
assert world.why_not("alice", "polish", "mug_1").need == "is_dirty"
assert "cannot be polished" in world.act("alice", "polish", "floor_1").reason
world.act("alice", "make_dirty", "mug_1")
wish = Action("alice", "polish", "mug_1")
assert wish in world.legal("alice")
assert sentence(wish, world.scene) == "polish the mug"
assert parse("polish the mug", "alice", world.scene).action == wish
assert parse("buff the mug", "alice", world.scene).action == wish
dirty = world.state
outcome = world.tell("alice", "please buff the mug")
assert outcome.story() == ("Alice polished the mug.",)
assert not world.state.objects.dirty[world.state.statics.slot("mug_1")]
assert wish not in world.legal("alice")
"""

USES_THE_MASK = """
import numpy as np
from casita.envs import HomeEnv
import casita

env = HomeEnv(casita.room("kitchen", 9), rules="command")
observation, _ = env.reset(seed=0)
rows = [(row.verb, row.value) for row in env.choices.rows]
polish, dirty = rows.index(("polish", "mug_1")), rows.index(("make_dirty", "mug_1"))
masks = [observation["action_mask"][polish]]
for number in (dirty, polish):
    observation, *_, info = env.step(number)
    assert info["refusal"] is None
    masks.append(observation["action_mask"][polish])
print(*masks)
from casita.seeds import stream
from casita.world.proposals import proposed
luck = stream(0, "recipe")
print("polish" in {proposed(env.current, "agent", luck).verb for _ in range(400)})
"""

USES_TYPE_AND_SCENE = """
import casita

scene = casita.load_scene("my_hut.toml")
assert casita.check_scene(scene) == ()
assert [room.kind for room in scene.rooms] == ["living_room", "bedroom"]
bricks = [thing.id for thing in scene.of_type("brick")]
world = casita.World(scene, ["alice"])
assert world.act("alice", "pick_up", bricks[0]).ok
assert world.tell("alice", "put brick 1 on the bed").ok, "a type has a name in English"
print(*bricks)
"""


def test_a_verb_is_one_row(copy: Path) -> None:
    assert runs(copy, USES_THE_VERB.format(folder=str(copy))) == ""


def test_envs_offer_it_and_random_players_propose_it(copy: Path) -> None:
    assert runs(copy, USES_THE_MASK).split() == ["0", "1", "0", "True"]


def test_a_type_is_one_table_and_a_scene_one_drawing(copy: Path) -> None:
    assert runs(copy, USES_TYPE_AND_SCENE).split() == ["brick_1", "brick_2"]


ASKS_THE_MODEL = """
from pathlib import Path
import casita

assert casita.__file__.startswith({folder!r})
assert casita.check_model("act_thor", "my_model.py:First") == []
from casita.evaluation.evaluate import fitting
print(*(f"{{name}}/{{task}}" for name, task in fitting("my_model.py:First")))
"""

RUNS_THE_BENCHMARK = """
import sys
from casita.cli import main

commands = "generate letters --out words", "eval letters --data words --model oracle", "report letters --data words"
for words in commands:
    sys.argv = ["casita", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
import casita
print(casita.evaluate("letters", "always", data="words", progress=False).scores.metrics["right"].items)
"""


def test_a_model_is_a_class_in_a_file(copy: Path) -> None:
    (copy / "my_model.py").write_text(recipe("A model", "python"))
    assert runs(copy, ASKS_THE_MODEL.format(folder=str(copy))).split() == ["act_thor/choice", "act_thor/steps"]


def test_a_benchmark_is_a_folder_with_a_row(copy: Path) -> None:
    toy = Path(__file__).parent / "toy_benchmarks" / "letters"
    assert recipe("A benchmark", "toml") in (toy / "benchmark.toml").read_text()
    shutil.copytree(toy, copy / "casita" / "benchmarks" / "letters", ignore=shutil.ignore_patterns("__pycache__"))
    said = runs(copy, RUNS_THE_BENCHMARK)
    assert said.splitlines()[0] == "12 words"
    assert said.splitlines()[-1] == "12"
    assert "100.0 [" in said
    assert (copy / "report" / "letters" / "report.html").exists()
