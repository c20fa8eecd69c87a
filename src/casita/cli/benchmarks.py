"""The commands of benchmarks, made of each one's row: `casita generate | show | train | eval | report NAME`; profile.

A benchmark is loaded when it is named.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from casita.cli.options import Further, command_from
from casita.cli.output import say

if TYPE_CHECKING:
    from casita.evaluation.benchmark import Benchmark
    from casita.evaluation.running import Results

ABOUT = {
    "generate": "Make the data of a benchmark from a seed.",
    "show": "Show one scene, one type of object or one item of a benchmark: in words, as JSON, in pictures, as meshes.",
    "train": "Train a model of a benchmark, or the detector of things in pictures.",
    "eval": "Ask a model everything, and say how good it is: one that comes with Casita, or yours (file.py:Class).",
    "report": "Do all experiments of a benchmark, and write a page about them.",
}

EXAMPLES = {
    "generate": ("act_thor --out data/act_thor --scale small", "watch_and_help --out data/watch_and_help"),
    "show": ("room kitchen 12", "house 7 --rooms 5 --map", "object mug", "act_thor 17"),
    "train": ("act_thor --data data/act_thor --model concat-multi", "watch_and_help --model hybrid", "detector"),
    "eval": ("act_thor --model my_model.py:Mine --limit 20", "watch_and_help --model hp --limit 10"),
    "report": ("act_thor --data data/act_thor --quick", "watch_and_help --quick"),
}


class BenchmarkGroup(TyperGroup):
    """A group with a command for every benchmark, made when it is asked for, beside its own.

    The types of contexts and commands are Any: typer has a click of its own in some versions.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """The group's own commands, then benchmarks."""
        from casita.evaluation.benchmark import benchmark, benchmark_names

        name = self.name or ""
        offered = [each for each in benchmark_names() if name == "eval" or name in benchmark(each).commands]
        return [*super().list_commands(ctx), *offered]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command of the group, or that of a benchmark."""
        own = super().get_command(ctx, cmd_name)
        return own if own is not None or cmd_name not in self.list_commands(ctx) else _made(self.name or "", cmd_name)


def group(name: str) -> typer.Typer:
    """The group of a command that every benchmark may have."""
    examples = "\n".join(f"  casita {name} {words}" for words in EXAMPLES[name])
    return typer.Typer(
        name=name,
        cls=BenchmarkGroup,
        help=f"{ABOUT[name]}\n\n\b\nExamples:\n{examples}",
        no_args_is_help=True,
        rich_markup_mode="rich",
    )


def _made(command: str, name: str) -> Any:
    """The command of a benchmark."""
    from casita.evaluation.benchmark import benchmark

    row = benchmark(name)
    app = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    if command == "eval":
        function = _evaluating(row)
    else:
        offered = row.command(command)
        run = row.loaded(offered.run)
        function = command_from(row.loaded(offered.settings), lambda settings: say(run(settings)))
    app.command(name)(function)
    return typer.main.get_command(app)


def _evaluating(row: Benchmark) -> Callable[..., None]:
    """The command that puts a model to one of a benchmark's tasks."""

    def run(settings: Any, model: str, task: str, results: Path | None) -> None:
        from dataclasses import asdict

        from casita.evaluation.evaluate import evaluate

        found = evaluate(row.name, model, task=task, **{name: getattr(settings, name) for name in asdict(settings)})
        if results is not None:
            found.save(results)
        say([*found.scores.tables, *found.scores.notes, *_faults(found), *([results] if results else [])])

    main = next(iter(row.tasks))
    models = {name: tuple(row.task(name).models) for name in row.tasks}
    known = " ".join(f"{name}: {', '.join(each)}." for name, each in models.items())
    further = {
        "model": Further(str, f"A model's name, or file.py:Class for one of your own. {known}"),
        "task": Further(str, f"{' or '.join(row.tasks)}; by default {main}, or the one that knows the model.", ""),
        "results": Further(Path | None, "A JSON file for all answers and figures.", None),
    }
    return command_from(row.loaded(row.eval), run, further)


def _faults(found: Results) -> list[str]:
    """What was wrong with a model's answers, and what it was told that the task does not allow."""
    lines = []
    if found.privileges:
        lines.append(f"It was told what the task does not allow: {', '.join(found.privileges)}.")
    first = found.first_fault
    if first is not None:
        kinds = ", ".join(f"{kind} {count}" for kind, count in found.faults.items())
        lines.append(f"Faults: {kinds}. The first, {first.item}: {first.first_fault}")
        lines += [first.trace] if first.trace else []
    return lines


def profile(
    model: Annotated[str, typer.Option(help="file.py:Class.")],
    limit: Annotated[int | None, typer.Option(help="Of every task only so many items.")] = 20,
    out: Annotated[Path | None, typer.Option(help="A JSON file for all figures.")] = None,
) -> None:
    """Put a model to every benchmark that its methods fit: one table, one JSON file.

    \b
    Examples:
      casita profile --model my_model.py:Mine
      casita profile --model my_model.py:Mine --limit 100 --out mine.json
    """
    from casita.evaluation.evaluate import profile, profile_json, profile_table
    from casita.writing import write_whole

    found = profile(model, limit=limit)
    if out is not None:
        write_whole(out, profile_json(found))
    say([profile_table(found), *([out] if out else [])])
