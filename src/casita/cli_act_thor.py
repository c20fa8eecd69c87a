"""ACT-Thor's commands: generate, show, train, eval and report, one function call each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from casita.cli_groups import (
    Data,
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

if TYPE_CHECKING:
    from casita.benchmarks.act_thor.score import Estimate


@generate.command("act_thor")
def generate_act_thor(
    out: MadeIn,
    seed: Seed = 0,
    scale: Annotated[str, typer.Option(help="small (24 rooms), paper (120), or N times the paper's size.")] = "paper",
    vary: Annotated[
        str, typer.Option(help="What differs in takes beyond the first: colours,light,perspective,distractors.")
    ] = "perspective",
    physics: Annotated[str, typer.Option(help="mujoco, or the simple rules: kinematic.")] = "mujoco",
    rooms: Annotated[str, typer.Option(help="The only rooms to use, such as kitchen_12,bedroom_03.")] = "",
    steps: Annotated[bool, typer.Option("--steps", help="Also two and three actions in a row.")] = False,
    workers: Workers = 2,
) -> None:
    """Collect pictures before and after every action, clean them, and make contrast sets.

    \b
    Examples:
      casita generate act_thor --out data/act_thor
      casita generate act_thor --out data/small --scale small --steps --workers 1
      casita generate act_thor --out data/many --scale 4 --vary colours,light,perspective
    """
    from casita.benchmarks.act_thor.generate import DataSettings
    from casita.benchmarks.act_thor.generate import generate as run

    wanted = DataSettings(
        seed, scale, tuple(vary.split(",")) if vary else (), physics, tuple(rooms.split(",")) if rooms else ()
    )
    made = run(out, wanted, workers=workers)
    typer.echo((made.out / "README.md").read_text(), nl=False)
    if steps:
        from casita.benchmarks.act_thor.generate import generate_steps, summary

        for line in summary(generate_steps(out, wanted, workers=workers)):
            typer.echo(line)


@show.command("act_thor")
def show_act_thor(
    which: Annotated[str, typer.Argument(help="Number of a contrast set, from 0, or its name.")],
    data: Annotated[
        Path | None, typer.Option(help="A folder with data; without one, the set is one of version 1, drawn anew.")
    ] = None,
    hide: Annotated[bool, typer.Option("--hide", help="Do not say which candidate is the right one.")] = False,
    out: Annotated[Path, typer.Option(help="The folder for the picture.")] = Path(),
) -> None:
    """Draw one contrast set of ACT-Thor: the picture before, and the four to choose from.

    \b
    Examples:
      casita show act_thor 17
      casita show act_thor 17 --hide
      casita show act_thor kitchen_12/mug_1/held/drop --data data/act_thor
    """
    from casita.benchmarks.act_thor.stored.set_figure import draw_set

    path, words = draw_set(which, data, out, reveal=not hide)
    typer.echo(words)
    typer.echo(f"wrote {path}", err=True)


MODELS = Path("models")
Model = Annotated[str, typer.Option(help="Such as action-matrix, concat-multi or compare (ours).")]
Features = Annotated[str, typer.Option(help="casita (in-domain), imagenet, or clip:PATH; compare sees pictures.")]
Split = Annotated[str, typer.Option(help="scenes, objects or pairs: what the test holds out.")]
Coding = Annotated[str, typer.Option(help="How actions are told to concat models: one-hot or embedded.")]
Procedure = Annotated[str, typer.Option(help="contrastive, or l2 (predict the after-vector).")]
Configuration = Annotated[str, typer.Option(help="paper (12 actions) or full (all that survive).")]
Models = Annotated[Path, typer.Option(help="The folder for trained models.")]


@train.command("act_thor")
def train_act_thor(
    data: Data,
    model: Model,
    features: Features = "casita",
    split: Split = "scenes",
    coding: Coding = "",
    procedure: Procedure = "contrastive",
    seed: Seed = 0,
    configuration: Configuration = "paper",
    models: Models = MODELS,
) -> None:
    """Train one model on one split, say how good it is, and keep its weights.

    \b
    Examples:
      casita train act_thor --data data/act_thor --model concat-multi
      casita train act_thor --data data/act_thor --model action-matrix --features imagenet --split objects
      casita train act_thor --data data/act_thor --model compare --split pairs
    """
    from casita.benchmarks.act_thor.models.training import run_named, train_model

    run = run_named(model, split, seed, features, coding, procedure)
    if run is None:
        raise typer.BadParameter(f"{model} is not trained here", param_hint="--model")
    made = train_model(data, run, models, configuration)
    for part, right in made.accuracy.items():
        typer.echo(f"{part}: {100 * right:.1f}%")
    typer.echo(f"wrote {made.path}", err=True)


@evaluate.command("act_thor")
def eval_act_thor(
    data: Data,
    model: Annotated[str, typer.Option(help="A model's name, oracle, or file.py:Class for one of your own.")],
    task: Annotated[str, typer.Option(help="choice (the paper's), inference, or steps (two and three).")] = "choice",
    features: Features = "casita",
    split: Split = "scenes",
    part: Annotated[str, typer.Option(help="train, valid or test.")] = "test",
    coding: Coding = "",
    procedure: Procedure = "contrastive",
    seed: Seed = 0,
    configuration: Configuration = "paper",
    models: Models = MODELS,
    resume: Annotated[
        Path | None, typer.Option(help="A journal: a run of your model that was stopped goes on.")
    ] = None,
) -> None:
    """Ask a model every question of a part of a split. Yours is a class with choose(before, action, candidates).

    For inference it has infer(before, after, actions), and Casita's are majority, after-only, linear and small.
    For steps it has choose, with actions such as fill+put, or "before fill+put" where the picture given is the last
    and the candidates are beginnings; Casita's are chance, visual-only, chain and oracle.

    \b
    Examples:
      casita eval act_thor --data data/act_thor --model visual-only
      casita eval act_thor --data data/act_thor --model concat-multi --split objects
      casita eval act_thor --data data/act_thor --model my_model.py:Mine --resume mine.jsonl
      casita eval act_thor --data data/act_thor --task inference --model linear
      casita eval act_thor --data data/act_thor --task steps --model oracle
    """
    from rich.console import Console
    from rich.table import Table

    from casita.benchmarks.act_thor.models.training import evaluate as ask
    from casita.benchmarks.act_thor.models.training import run_named

    with named(model):
        if task == "choice":
            run = run_named(model, split, seed, features, coding, procedure)
            found = ask(data, model, run, models, split=split, part=part, configuration=configuration, resume=resume)
            scores = {**found.by_action, "all": found.overall}
        else:
            scores = _asked_beyond(task, data, model, features, split, part, seed, configuration, resume)
    title = f"{model}, {part} of split {split}" + (f", {task}" if task != "choice" else "")
    table = Table("questions about", "number", "right in %, with 95% interval", title=title)
    for name, estimate in scores.items():
        table.add_row(name, str(estimate.total), str(estimate))
    Console().print(table)


def _asked_beyond(
    task: str,
    data: Path,
    model: str,
    features: str,
    split: str,
    part: str,
    seed: int,
    configuration: str,
    resume: Path | None,
) -> dict[str, Estimate]:
    """The scores of a model in a task beyond the paper."""
    from functools import partial

    from casita.benchmarks.act_thor.models.inferring import named_by
    from casita.benchmarks.act_thor.task import TASKS, StepsTask
    from casita.errors import unknown
    from casita.evaluate import answered, checked_model, evaluate_chooser, load_model

    if task not in TASKS:
        raise unknown("task", task, ["choice", *TASKS])
    asked = TASKS[task](data, split, part, configuration)
    if ":" not in model:
        return asked.scores(asked.answers(model, features, seed))
    about = {"task": task, "split": split, "part": part, **asked.data.settings}
    own = load_model(model)
    if isinstance(asked, StepsTask):
        found = evaluate_chooser(own, asked.told, asked.data.picture, resume=resume, name=model, about=about)
    else:
        items = [(item.id, item) for item in asked.questions]
        own = checked_model("act_thor inference", own)
        found = answered("act_thor", model, items, partial(named_by, own, asked.data), resume=resume, about=about)
    return asked.scores(list(found.answers.values()))


@report.command("act_thor")
def report_act_thor(
    data: Data,
    runs: Runs = Path("runs"),
    out: ReportIn = Path("report"),
    features: Annotated[str, typer.Option(help="Such as casita,imagenet or clip:PATH.")] = "casita,imagenet",
    workers: Workers = 2,
    quick: Annotated[bool, typer.Option("--quick", help="Seed 0 only, no training by L2, no detectors.")] = False,
) -> None:
    """Train and test all models of ACT-Thor, and set every table and figure beside the paper's.

    \b
    Examples:
      casita report act_thor --data data/act_thor --quick
      casita report act_thor --data data/act_thor --runs runs --out report --workers 2
    """
    from casita.benchmarks.act_thor.models import detection as probe
    from casita.benchmarks.act_thor.models.experiments import (
        SEEDS,
        compare_runs,
        control_runs,
        l2_runs,
        paper_runs,
        run_all,
    )
    from casita.benchmarks.act_thor.report import report as write
    from casita.benchmarks.act_thor.stored.folder import ActThor
    from casita.benchmarks.act_thor.task import write_results

    names, seeds = tuple(features.split(",")), SEEDS[:1] if quick else SEEDS
    wanted = paper_runs(names, seeds) + control_runs(names[0], seeds) + compare_runs(seeds)
    run_all(data, wanted + ([] if quick else l2_runs(names, seeds)), runs, workers=workers)
    write_results(data, runs, names[0])
    if not quick and not (runs / probe.FILE).exists():
        probe.write_probe(ActThor(data), runs, progress=True)
    page = write(data, runs, out)
    typer.echo((out / "summary.md").read_text(), nl=False)
    typer.echo(f"wrote {page}", err=True)
