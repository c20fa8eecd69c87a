"""Without the packages that only some of Casita needs, whatever needs them says so in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import casita

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


def test_what_is_missing_is_named_with_the_line_that_installs_it() -> None:
    code = f"""{HIDE}
from casita.errors import BadInput
for code in {list(NEEDS)}:
    try:
        exec(code)
    except BadInput as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert len(said) == len(NEEDS), done.stderr
    assert [line for line, words in zip(said, NEEDS.values(), strict=True) if words not in line] == []


SOURCE = Path(casita.__file__).parent
NEEDING_TORCH = sorted(
    path for path in SOURCE.rglob("*.py") if re.search(r"^from casita\.learn\.needing_torch", path.read_text(), re.M)
)


def test_modules_that_need_torch_say_so_when_they_are_imported() -> None:
    assert len(NEEDING_TORCH) > 15
    names = [".".join(("casita", *path.relative_to(SOURCE).with_suffix("").parts)) for path in NEEDING_TORCH]
    code = f"""{HIDE}
from importlib import import_module
from casita.errors import BadInput
for name in {names}:
    try:
        import_module(name)
    except BadInput as error:
        print(name, error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    line = "learning needs the package torch: pip install 'casita[learn]'"
    assert done.stdout.splitlines() == [f"{name} {line}" for name in names], done.stderr


def test_torch_is_imported_in_one_place_when_modules_load() -> None:
    found = [path.name for path in SOURCE.rglob("*.py") if re.search(r"^(import|from) torch", path.read_text(), re.M)]
    assert found == []


def test_a_command_that_needs_torch_ends_in_one_line() -> None:
    code = f"{HIDE}\nsys.argv = ['casita', 'bench', 'looks']\nfrom casita.cli import main\nmain()\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'casita[learn]'" in done.stderr
    assert "Traceback" not in done.stderr
