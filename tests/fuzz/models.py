"""Users' models that do what no model should: their faults are counted and the run goes on to the end."""

from __future__ import annotations

from casita.errors import BadInput
from casita.evaluation.evaluate import evaluate
from tests.fuzz.driving import Case

ITEMS = 3
"""Questions that each model is asked."""

DEEDS = (
    *("return 0", "return None", "return 'x'", "return -1", "return 99", "return 1.5", "return True", "return [0]"),
    *("return float('nan')", "return 10**400", "return object()", "return (i for i in [0])", "return b'0'", "yield 0"),
    *("raise SystemExit(0)", "raise SystemExit('bye')", "raise MemoryError", "raise StopIteration", "1 / 0"),
    *(
        "raise ValueError('\\x1b[2J[/red]\\nTraceback')",
        "raise BaseException('b')",
        "raise Strange",
        "return Strange()",
    ),
    *("return self.choose(before, action, candidates)", "import no_such_package", "del self.asked", "assert False"),
    *("import sys; sys.stdout.write('[/red]'); return 1", "raise GeneratorExit", "import sys; sys.exit()"),
)
"""What a model does when it is asked."""

STRANGE = """
class Strange(Exception):
    def __str__(self): raise RuntimeError("no words")
    def __eq__(self, other): raise RuntimeError("no equal")
    def __int__(self): raise RuntimeError("no number")
    __repr__, __index__, __bool__, __hash__ = __str__, __int__, __int__, None

"""

BEGIN = """
class Mine:
    asked = 0

    def __init__(self):
        pass
"""
CHOOSE = """
    def choose(self, before, action, candidates):
        self.asked += 1
"""


def ask_a_faulty_model(case: Case) -> None:
    """A model whose deeds change from question to question, here or in a process of its own."""
    luck = case.luck
    deeds = [luck.choice(DEEDS) for _ in range(ITEMS)]
    lines = "".join(f"        if self.asked == {n}:\n            {deed}\n" for n, deed in enumerate(deeds, 1))
    made = "" if luck.chance(0.9) else f"        {luck.choice(DEEDS)}\n"
    path = case.folder / "mine.py"
    path.write_text(
        f"{STRANGE}class Mine:\n    asked = 0\n\n    def __init__(self):\n        pass\n{made}\n{CHOOSE}{lines}"
    )
    apart = luck.chance(0.3)
    doing = f"a model that does {deeds} (made: {made.strip() or 'well'}), apart: {apart}"
    with case.nothing_but(BadInput, doing=doing):
        found = evaluate("act_thor", f"{path}:Mine", limit=ITEMS, apart=apart, timeout=60.0, progress=False)
        if len(found.rows) != ITEMS:
            case.found(f"{doing}: {len(found.rows)} of {ITEMS} items were asked")
        if any(not 0.0 <= value.mean <= 1.0 for value in found.scores.metrics.values() if value.items):
            case.found(f"{doing}: scores {found.scores.metrics}")
