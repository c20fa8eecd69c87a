"""Files that are damaged on the disk are found and named in one line, or made anew; never taken for what they were."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

from tests.fuzz.broken_files import damaged
from tests.fuzz.command import EVALUATION, MAKING, casita, contents, differing, is_one_line, made_once
from tests.fuzz.driving import Case
from tests.fuzz.kill import journals, undisturbed


def damage_data(case: Case) -> None:
    """One file of a data folder is damaged or gone: going on makes it anew or names it, reading it names it."""
    luck = case.luck
    benchmark = luck.choice(tuple(MAKING))
    whole, _ = made_once(case, benchmark)
    folder = case.folder / "data"
    shutil.copytree(whole, folder)
    before = contents(whole)
    name = luck.choice(sorted(before))
    path = folder / name
    if luck.chance(0.15):
        path.unlink()
    else:
        path.write_bytes(damaged(before[name], luck))
    if benchmark == "act_thor" and luck.chance(0.5):
        _read(case, name, folder)
        return
    ended = casita(*MAKING[benchmark], "--out", folder, "--workers", "1")
    doing = f"generate {benchmark} again over a damaged {name}"
    if ended.code == 0:
        wrong = differing(before, contents(folder))
        if wrong:
            case.found(f"{doing}: it is blessed; other bytes in {', '.join(wrong[:5])}")
    elif not is_one_line(ended) or path.name not in ended.said:
        case.found(f"{doing}: ends with {ended.code}, not one line that names it: {ended.said[-300:]}")


def _read(case: Case, name: str, folder: Path) -> None:
    """An evaluation that reads damaged data names the file, or does not need it."""
    command = ("eval", "act_thor", "--model", "chance", "--data")
    ended, whole = casita(*command, folder), casita(*command, case.shared / "act_thor")
    if (ended.code, ended.out) == (whole.code, whole.out):
        return
    if not is_one_line(ended) or Path(name).name not in ended.said:
        case.found(f"eval act_thor with a damaged {name}: ends with {ended.code}: {(ended.said or ended.out)[-300:]}")


def damage_journal(case: Case) -> None:
    """A journal, or what is kept beside it, is damaged: it is named, or the results are the same."""
    luck = case.luck
    said, _ = undisturbed(case)
    kept = journals(case)
    for name, data in kept.items():
        (case.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (case.folder / name).write_bytes(data)
    name = luck.choice(sorted(kept))
    (case.folder / name).write_bytes(damaged(kept[name], luck))
    ended = casita(*EVALUATION, "--resume", case.folder / "journal.jsonl")
    if ended.code == 0 and ended.out == said:
        return
    if not is_one_line(ended) or name not in ended.said:
        case.found(f"eval with a damaged {name}: ends with {ended.code}: {(ended.said or ended.out)[-300:]}")


def damage_weights(case: Case) -> None:
    """Weights of Watch-And-Help that are damaged are named, whatever is wrong with them."""
    luck = case.luck
    shipped = files("casita.benchmarks.watch_and_help") / "weights"
    names = sorted(each.name for each in shipped.iterdir() if each.name.endswith(".safetensors"))
    for each in names:
        (case.folder / each).write_bytes((shipped / each).read_bytes())
    model = luck.choice(("goal-lstm", "goal-last", "goal-actions"))
    path = case.folder / f"{model}.safetensors"
    path.write_bytes(damaged(path.read_bytes(), luck))
    ended = casita("eval", "watch_and_help", "--model", model, "--limit", "1", "--weights", case.folder)
    if ended.code == 0 or not is_one_line(ended) or path.name not in ended.said:
        case.found(f"eval with damaged weights {path.name}: ends with {ended.code}: {(ended.said or ended.out)[-300:]}")
