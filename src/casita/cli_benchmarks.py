"""The commands of the benchmarks: generate, show, train, eval and report, one function call each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

generate = typer.Typer(
    help="Make the data of a benchmark from a seed.\n\n\b\nExamples:\n"
    "  casita generate act_thor --out data/act_thor --scale small",
    no_args_is_help=True,
)

train = typer.Typer(
    help="Train a model of a benchmark.\n\n\b\nExamples:\n"
    "  casita train act_thor --data data/act_thor --model concat-multi",
    no_args_is_help=True,
)
evaluate = typer.Typer(
    help="Ask a model everything, and say how good it is: one that comes with Casita, or yours.\n\n\b\nExamples:\n"
    "  casita eval act_thor --data data/act_thor --model visual-only\n"
    "  casita eval act_thor --data data/act_thor --model my_model.py:Mine",
    no_args_is_help=True,
)

Seed = Annotated[int, typer.Option(help="Where all luck comes from: the same seed gives the same bytes.")]
Workers = Annotated[int, typer.Option(help="Processes at work; the bytes do not depend on it.")]
Data = Annotated[Path, typer.Option(help="The folder with the data.")]


@generate.command("act_thor")
def generate_act_thor(
    out: Annotated[Path, typer.Option(help="The folder for the data; a run that was stopped goes on.")],
    seed: Seed = 0,
    scale: Annotated[str, typer.Option(help="small (24 rooms), paper (120), or N times the paper's size.")] = "paper",
    vary: Annotated[
        str, typer.Option(help="What differs in takes beyond the first: colours,light,perspective,distractors.")
    ] = "perspective",
    physics: Annotated[str, typer.Option(help="mujoco, or the simple rules: kinematic.")] = "mujoco",
    rooms: Annotated[str, typer.Option(help="The only rooms to use, such as kitchen_12,bedroom_03.")] = "",
    workers: Workers = 2,
) -> None:
    """Collect pictures before and after every action, clean them, and make contrast sets.

    \b
    Examples:
      casita generate act_thor --out data/act_thor
      casita generate act_thor --out data/small --scale small --workers 1
      casita generate act_thor --out data/many --scale 4 --vary colours,light,perspective
    """
    from casita.benchmarks.act_thor.generate import Settings
    from casita.benchmarks.act_thor.generate import generate as run

    wanted = Settings(
        seed, scale, tuple(vary.split(",")) if vary else (), physics, tuple(rooms.split(",")) if rooms else ()
    )
    made = run(out, wanted, workers=workers)
    typer.echo((made.out / "README.md").read_text(), nl=False)


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
    from casita.benchmarks.act_thor.figure import draw_set

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
    from casita.benchmarks.act_thor.trying import run_named, train_model

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

    \b
    Examples:
      casita eval act_thor --data data/act_thor --model visual-only
      casita eval act_thor --data data/act_thor --model concat-multi --split objects
      casita eval act_thor --data data/act_thor --model my_model.py:Mine --resume mine.jsonl
    """
    from rich.console import Console
    from rich.table import Table

    from casita.benchmarks.act_thor.trying import evaluate as ask
    from casita.benchmarks.act_thor.trying import run_named

    run = run_named(model, split, seed, features, coding, procedure)
    found = ask(data, model, run, models, split=split, part=part, configuration=configuration, resume=resume)
    table = Table("action", "sets", "right in %, with 95% interval", title=f"{model}, {part} of split {split}")
    for action, estimate in found.by_action.items():
        table.add_row(action, str(estimate.total), str(estimate))
    table.add_row("all", str(found.overall.total), str(found.overall))
    Console().print(table)
