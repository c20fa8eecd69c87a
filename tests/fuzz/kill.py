"""Work that is killed with -9, more than once, and gone on with comes to the same bytes as undisturbed work."""

from __future__ import annotations

import time
from pathlib import Path

from tests.fuzz.command import EVALUATION, MAKING, casita, contents, differing, killed, made_once
from tests.fuzz.driving import Case


def kill_generation(case: Case) -> None:
    """`casita generate`, killed up to three times."""
    luck = case.luck
    benchmark = luck.choice(tuple(MAKING))
    whole, took = made_once(case, benchmark)
    out = case.folder / "data"
    command = (*MAKING[benchmark], "--out", out, "--workers", luck.choice(("1", "2")))
    kills = [round(luck.uniform(0.0, 1.1) * took, 2) for _ in range(1 + luck.below(3))]
    cut = sum(killed(*command, after=after) for after in kills)
    ended = casita(*command)
    doing = f"generate {benchmark}, {cut} times killed (after {kills} s)"
    if ended.code:
        case.found(f"{doing}: going on ends with {ended.code}: {ended.said[-300:]}")
        return
    wrong = differing(contents(whole), contents(out))
    if wrong:
        case.found(f"{doing}: other bytes than undisturbed in {', '.join(wrong[:5])}")
    left = [path.name for path in out.rglob("*.part")]
    if left:
        case.found(f"{doing}: temporary files are left: {', '.join(left[:5])}")


def kill_evaluation(case: Case) -> None:
    """`casita eval` with a journal, killed up to three times."""
    luck = case.luck
    said, took = undisturbed(case)
    journal = case.folder / "journal.jsonl"
    command = (*EVALUATION, "--resume", journal)
    kills = [round(luck.uniform(0.0, 1.1) * took, 2) for _ in range(1 + luck.below(3))]
    cut = sum(killed(*command, after=after) for after in kills)
    ended = casita(*command)
    doing = f"eval with a journal, {cut} times killed (after {kills} s)"
    if ended.code or ended.out != said:
        case.found(f"{doing}: ends with {ended.code} and says {(ended.said or ended.out)[-300:]}")


def undisturbed(case: Case) -> tuple[str, float]:
    """What the evaluation says when nothing happens to it, and how many seconds it takes; its journal is kept."""
    kept, seconds = case.shared / "eval.txt", case.shared / "eval.seconds"
    if not seconds.exists():
        begun = time.monotonic()
        ended = casita(*EVALUATION, "--resume", _journal(case))
        if ended.code:
            raise RuntimeError(f"casita {' '.join(EVALUATION)} ended with {ended.code}: {ended.said[-300:]}")
        kept.write_text(ended.out)
        seconds.write_text(str(time.monotonic() - begun))
    return kept.read_text(), float(seconds.read_text())


def journals(case: Case) -> dict[str, bytes]:
    """The files that the undisturbed evaluation left beside its journal, that one among them."""
    undisturbed(case)
    return contents(_journal(case).parent)


def _journal(case: Case) -> Path:
    return case.shared / "journals" / "journal.jsonl"
