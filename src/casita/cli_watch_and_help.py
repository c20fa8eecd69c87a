"""Watch-And-Help's commands: generate, show, train, eval and report, one function call each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casita.cli_groups import (
    MadeIn,
    ReportIn,
    Runs,
    Seed,
    Workers,
    evaluate,
    generate,
    named,
    report,
    show,
    train,
)
from casita.errors import BadInput

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.score import Estimate
    from casita.benchmarks.watch_and_help.trying import Evaluated
    from casita.benchmarks.watch_and_help.watching import Recognised, Watched


MODELS = Path("models")


@generate.command("watch_and_help")
def generate_watch_and_help(
    out: MadeIn,
    scale: Annotated[str, typer.Option(help="small (100 demonstrations of each part) or paper (6,514).")] = "paper",
    parts: Annotated[
        str, typer.Option(help="Which demonstrations; inference are the 5,303 further ones of training goals.")
    ] = "train,test_1,test_2,inference",
    limit: Annotated[int, typer.Option(help="Of each part only so many; 0 is no limit.")] = 0,
    workers: Workers = 2,
) -> None:
    """Let Alice show what she wants: demonstrations as logs and as what was to be seen of them.

    The 1,211 tasks come with Casita and are the same for everybody. All of it takes about 20 minutes on two cores.
    Helpers need no such folder: it is to train goal inference from.

    \b
    Examples:
      casita generate watch_and_help --out data/watch_and_help
      casita generate watch_and_help --out data/small --scale small --workers 1
      casita generate watch_and_help --out data/tests --parts test_1,test_2 --limit 10
    """
    from casita.benchmarks.watch_and_help.generate import Settings
    from casita.benchmarks.watch_and_help.generate import generate as run

    run(out, Settings(scale, tuple(parts.split(",")), limit), workers=workers)
    typer.echo((out / "README.md").read_text(), nl=False)


@show.command("watch_and_help")
def show_watch_and_help(
    task: Annotated[str, typer.Argument(help="A task's name: train_0001 to train_1011, test_1_001 to test_2_100.")],
    out: Annotated[Path, typer.Option(help="The folder for the picture.")] = Path(),
) -> None:
    """Draw one task of Watch-And-Help: its goal, and where everything that it is about is in the home to help in.

    \b
    Examples:
      casita show watch_and_help test_1_003
      casita show watch_and_help test_2_042 --out pictures
    """
    from casita.benchmarks.watch_and_help.report.figures.task import draw_task

    path, words = draw_task(task, out)
    typer.echo(words)
    typer.echo(f"wrote {path}", err=True)


@train.command("watch_and_help")
def train_watch_and_help(
    model: Annotated[str, typer.Option(help="goal-lstm, goal-last or goal-actions, which infer goals; hybrid or hrl.")],
    data: Annotated[
        Path | None, typer.Option(help="The folder with demonstrations that goal-* learn from: see generate.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder for weights; a training that was stopped goes on.")] = MODELS,
    seed: Seed = 0,
    paper_budget: Annotated[
        bool, typer.Option("--paper-budget", help="As long as the paper trained; many hours here.")
    ] = False,
    workers: Workers = 2,
) -> None:
    """Train one model, and keep its weights and its learning curve. Casita comes with the weights of all of them.

    \b
    Examples:
      casita train watch_and_help --model goal-lstm --data data/watch_and_help
      casita train watch_and_help --model goal-actions --data data/watch_and_help --out models --paper-budget
      casita train watch_and_help --model hybrid --out models
    """
    from casita.benchmarks.watch_and_help.models.training.models import train_model

    path = train_model(model, data, out, seed=seed, paper_budget=paper_budget, workers=workers)
    typer.echo(f"wrote {path}", err=True)


@evaluate.command("watch_and_help")
def eval_watch_and_help(
    model: Annotated[
        str,
        typer.Option(
            help="A helper: alice-alone, random, hp, hp-bayes, hybrid, hrl, teammate, oracle-b, oracle-both, "
            "oracle-b-two-hands, oracle-joint; hp, hybrid and hrl also with -true-goal or -random-goal. Or "
            "file.py:Class for one of your own. Or what only infers goals: bayes, goal-lstm, goal-last, goal-actions, "
            "chance."
        ),
    ],
    split: Annotated[str, typer.Option(help="test_1, or test_2 with goals of two activities.")] = "test_1",
    limit: Annotated[int | None, typer.Option(help="Only so many tasks; they go round the activities.")] = None,
    seeds: Annotated[int, typer.Option(help="How often each task is done, with another luck.")] = 5,
    resume: Annotated[
        Path | None, typer.Option(help="A journal: a run that was stopped goes on; Alice alone is kept beside it.")
    ] = None,
    logs: Annotated[bool, typer.Option("--logs", help="Also keep a log of every episode beside the journal.")] = False,
    weights: Annotated[
        Path | None, typer.Option(help="A folder with weights that you trained, taken instead of Casita's own.")
    ] = None,
    pixels: Annotated[
        int | None, typer.Option(help="Also show the helper what Bob sees, as pictures so many pixels wide and high.")
    ] = None,
    workers: Workers = 2,
) -> None:
    """Let a helper watch and help with every task of a split, and compare it with Alice alone.

    Yours is a class with watch(demonstration) and act(observation), which gives an action. It is made anew for every
    episode. One that raises, is too slow or answers nonsense loses its turn: that is counted, and the episode goes on.
    Test-1 with a planning helper, 100 tasks with 5 seeds, takes a few minutes on two cores.

    \b
    Examples:
      casita eval watch_and_help --model hp --limit 10 --seeds 1
      casita eval watch_and_help --model my_helper.py:Mine --limit 5 --resume mine.jsonl --logs
      casita eval watch_and_help --model hp-true-goal --split test_2 --limit 2 --seeds 2 --workers 1
      casita eval watch_and_help --model bayes --limit 5
    """
    from casita.benchmarks.watch_and_help.trying import evaluate as ask
    from casita.benchmarks.watch_and_help.watching import WATCHERS, evaluate_watch

    if model in WATCHERS:
        if resume is not None or logs:
            raise BadInput(f"{model} only infers goals: there are no episodes to keep with --resume or --logs")
        _print_watched(evaluate_watch(model, split, weights=weights, limit=limit))  # type: ignore[arg-type]  # it checks the split
        return
    with named(model):
        found = ask(
            model,
            split,  # type: ignore[arg-type]  # ask() checks the split
            limit=limit,
            seeds=seeds,
            resume=resume,
            logs=logs,
            weights=weights,
            pixels=pixels,
            workers=workers,
        )
    _print(found, split)


def _print_watched(found: Watched) -> None:
    """How well goals were inferred, by activity and of all."""
    from rich.console import Console
    from rich.table import Table

    title = f"{found.model}, {found.split}: goals inferred from demonstrations, with standard errors"
    table = Table("activity", "shown", "precision", "recall", "wholly right", title=title)
    rows: dict[str, Recognised | Watched] = {**found.activities, "all": found}
    for name, row in rows.items():
        pairs = ((row.precision, row.precision_error), (row.recall, row.recall_error))
        cells = [f"{value:.3f} ± {error:.3f}" for value, error in pairs]
        table.add_row(name, str(row.demonstrations), *cells, f"{row.exact:.0%}")
    Console().print(table)


@report.command("watch_and_help")
def report_watch_and_help(
    runs: Runs = Path("runs"),
    out: ReportIn = Path("report"),
    data: Annotated[
        Path | None, typer.Option(help="A folder with demonstrations; without one they are made anew.")
    ] = None,
    workers: Workers = 2,
    quick: Annotated[
        bool, typer.Option("--quick", help="The first 10 tasks of each split, once each; kept in RUNS/quick.")
    ] = False,
    films: Annotated[
        bool, typer.Option("--films", help="Also film one task: alone, with HP and with our own helper.")
    ] = False,
) -> None:
    """Put all helpers to test-1 and test-2, and set every table and figure beside the paper's.

    Writes report.html, summary.md and figures. All 17 helpers take about an hour on two cores; what is in RUNS already
    is not done again.

    \b
    Examples:
      casita report watch_and_help --quick
      casita report watch_and_help --runs runs --out report --workers 2 --films
    """
    from casita.benchmarks.watch_and_help.experiments import run_all
    from casita.benchmarks.watch_and_help.report import report as write

    folder = runs / "quick" if quick else runs
    run_all(folder, quick=quick, data=data, workers=workers)
    page = write(folder, out, films=films)
    typer.echo((out / "summary.md").read_text(), nl=False)
    typer.echo(f"wrote {page}", err=True)


def _print(found: Evaluated, split: str) -> None:
    """What came of it, by activity and of all, in two tables and a few words."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    title = f"{found.model}, {split}: means, with standard errors over seeds"
    table = Table("activity", "episodes", "success", "speed-up", "reward", "steps", title=title)
    for name, row in found.summaries().items():
        cells = [_with_error(each) for each in (row.success, row.speed_up, row.reward)]
        table.add_row(name, str(row.episodes), *cells, _with_error(row.length, 1))
    console.print(table)
    table = Table(
        *(
            "activity",
            "with conflicts",
            "undone, by A and B",
            "blocked, A and B",
            "search saved",
            "choices",
            "lost",
        ),
        title="What they did to each other in a mean episode",
        caption="A: Alice. B: Bob, the helper. Search saved: steps that she need not search. "
        "Choices: actions that one could name (the paper: 167). Lost: turns that he lost.",
    )
    for name, own in found.counted().items():
        undone, blocked = (own.undone_by_alice, own.undone_by_bob), (own.alice_blocked, own.bob_blocked)
        pairs = [", ".join(f"{count:.2f}" for count in pair) for pair in (undone, blocked)]
        table.add_row(name, f"{own.conflicting:.0%}", *pairs, f"{own.search_saved:.1f}", f"{own.choices:.0f}",
                      f"{own.faults:.2f}")  # fmt: skip
    console.print(table)
    if found.privileges:
        typer.echo(f"It was told what the challenge does not allow: {', '.join(found.privileges)}.")
    if found.first_fault:
        kinds = ", ".join(f"{kind} {count}" for kind, count in found.faults().items())
        typer.echo(f"Faults: {kinds}. The first: {found.first_fault}")


def _with_error(value: Estimate, digits: int = 3) -> str:
    """A mean with its standard error, where there is one."""
    error = "" if value.error != value.error else f" ± {value.error:.{digits}f}"
    return f"{value.mean:.{digits}f}{error}"
