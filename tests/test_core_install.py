"""Without the packages that only some of Casita needs, whatever needs them says so in one line."""

from __future__ import annotations

import subprocess
import sys

import pytest

HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"torch", "gymnasium", "pettingzoo", "mujoco", "safetensors", "cloudpickle"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""

NEEDS = {
    "from casita.envs import HomeEnv": "an environment needs the package gymnasium: pip install 'casita[envs]'",
    "import casita; casita.World(casita.room('kitchen', 1), physics='mujoco')": "pip install 'casita[physics]'",
    "from casita.learn.features import extractor; extractor('imagenet')": "pip install 'casita[learn]'",
    "from casita.learn.features import extractor; extractor('casita')": "pip install 'casita[learn]'",
    "from pathlib import Path; from casita.learn.checkpoints import load_weights; load_weights(Path('x'), 'a', 1)": (
        "a checkpoint needs the package safetensors: pip install 'casita[learn]'"
    ),
}


@pytest.mark.parametrize("code", NEEDS)
def test_what_is_missing_is_named_with_the_line_that_installs_it(code: str) -> None:
    guarded = (
        f"{HIDE}\nfrom casita.errors import BadInput\ntry:\n    {code}\nexcept BadInput as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", guarded], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert NEEDS[code] in done.stdout
    assert done.stdout.count("\n") == 1


def test_a_command_that_needs_torch_ends_in_one_line() -> None:
    code = f"{HIDE}\nsys.argv = ['casita', 'bench', 'looks']\nfrom casita.cli import main\nmain()\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'casita[learn]'" in done.stderr
    assert "Traceback" not in done.stderr
