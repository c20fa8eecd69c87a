"""The report's stories: paths with and without help (Figure 6), behaviours (7), a belief before and after (13), films.

Episodes are chosen by rules that stand on the page. Their logs are those beside the journals; where none were kept the
episode is done again, which gives the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.episodes.behaviours import FINDERS, Behaviour, Trace
from casita.benchmarks.watch_and_help.episodes.helping import help_once
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Task
from casita.benchmarks.watch_and_help.models import ALONE, MODELS, helper
from casita.benchmarks.watch_and_help.report.belief import Looked, belief_figure, looks
from casita.benchmarks.watch_and_help.report.figures.moments import FILM, home_view, moments_figure
from casita.benchmarks.watch_and_help.report.figures.paths import paths_figure
from casita.benchmarks.watch_and_help.report.results import HOW, Results, title_of
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.episodes import Episode, load, replay_outcomes
from casita.errors import BadInput
from casita.render.figures import avatars
from casita.reports.page import Block, Film, Image, Missing, Section, Table, Words
from casita.world.english import named
from casita.world.outcome import Outcome

SPLIT = "test_1"
"""Where stories are looked for."""

TELLERS = ("hp", "teammate", "hp-true-goal", "hp-bayes", "hybrid", "hp-random-goal", "hybrid-true-goal", "oracle-b")
"""Helpers whose episodes are looked through, those first that are shown first; Random does nothing on purpose."""

LOOKED_THROUGH, DONE_AGAIN = 100, 10
"""Episodes of each helper that are looked through; and where no logs were kept, how many are done again for that."""

READABLE = 120
"""Steps of Alice alone in the episode whose paths are drawn, at the most; longer paths cover the plan."""

BEHAVIOURS = {
    "contest": ("a", "Bob and Alice both try to take one thing"),
    "way_given": ("b", "Bob avoids a conflict"),
    "revealed": ("c", "What Bob does changes Alice's belief"),
    "blocked": ("d", "Bob blocks Alice"),
    "false_belief": ("e", "What Bob does gives Alice a false belief"),
}
"""The letter and the title of each behaviour in Figure 7."""


# Logs.


def task_of(name: str) -> Task:
    """A task of the split."""
    return next(task for task in tasks(SPLIT) if task.id == name)


def log_of(results: Results, name: str, episode: HelpResult) -> Episode:
    """The log of an episode of a helper, as kept or done again."""
    path = _kept(results, name, episode)
    if path.exists():
        return load(path)
    if name not in MODELS:
        raise BadInput(f"{path} is not there, and {name!r} is no helper that could do it again")
    helped, log = help_once(helper(name), task_of(episode.task), episode.seed)
    if (helped.steps, helped.success) != (episode.steps, episode.success):
        raise BadInput(
            f"{episode.task} with seed {episode.seed} took {name} {episode.steps} steps by its journal and now takes "
            f"{helped.steps}: the journal is of another version; remove it"
        )
    return log


def _kept(results: Results, name: str, episode: HelpResult) -> Path:
    """Where the log of an episode is, if it was kept."""
    return results.folder / SPLIT / f"{name}_logs" / f"{episode.task}_{episode.seed}.jsonl.gz"


def looked_through(results: Results, name: str) -> list[HelpResult]:
    """The first episodes of a helper whose logs were kept; a few of all if none were."""
    own = results.of(SPLIT, name)
    return [each for each in own if _kept(results, name, each).exists()][:LOOKED_THROUGH] or list(own[:DONE_AGAIN])


def outcomes_of(results: Results, name: str, episode: HelpResult) -> list[Outcome]:
    """All steps of an episode of a helper."""
    log, scene = log_of(results, name, episode), scene_of(task_of(episode.task), "help")
    return [outcome for _, outcome in replay_outcomes(log, scene) if outcome is not None]


# Figure 6.


class Pair(NamedTuple):
    """One episode alone and helped, of the same task and seed."""

    helper: str
    alone: HelpResult
    helped: HelpResult


def chosen_pair(results: Results) -> Pair | None:
    """Of HP's episodes, or our own helper's if HP has none: the one that was sped up most by help."""
    for name in ("hp", "teammate"):
        alone = {(each.task, each.seed): each for each in results.of(SPLIT, ALONE)}
        pairs = [
            Pair(name, alone[each.task, each.seed], each)
            for each in results.of(SPLIT, name)
            if each.success and (each.task, each.seed) in alone
        ]
        done = [pair for pair in pairs if pair.alone.success]
        short = [pair for pair in done if pair.alone.steps <= READABLE]
        if done:
            return max(short or done, key=lambda pair: pair.alone.steps / max(pair.helped.steps, 1))
    return None


def paths_section(results: Results, films: Path | None = None) -> Section:
    """The paths of one episode alone and with help; films of it too, if there is a folder for them."""
    title = "One episode, alone and helped (Figure 6)"
    pair = chosen_pair(results)
    if pair is None:
        return Section(title, (Missing("an episode that succeeds alone and with HP", HOW),))
    task = task_of(pair.helped.task)
    alone, helped = log_of(results, ALONE, pair.alone), log_of(results, pair.helper, pair.helped)
    words = (
        f"Task {task.id} with seed {pair.helped.seed}: {pair.alone.steps} steps alone, {pair.helped.steps} with "
        f"{title_of(pair.helper)}. Chosen because help sped it up most of all episodes of at most {READABLE} steps "
        "alone: an example, not the rule."
    )
    blocks: list[Block] = [Words(words), Image("Paths on the floor plan", paths_figure(alone, helped, task).png(1650))]
    if films is not None:
        blocks += _films(results, pair.helped, films)
    return Section(title, tuple(blocks))


def _films(results: Results, shown: HelpResult, folder: Path) -> Iterator[Film]:
    """The same task and seed alone, with HP and with our own helper, as films."""
    for name in (ALONE, "hp", "teammate"):
        for each in results.of(SPLIT, name):
            if (each.task, each.seed) == (shown.task, shown.seed) and each.steps:
                path = make_film(outcomes_of(results, name, each), folder / f"{name}.mp4", each.seed)
                helped = "Alice alone" if name == ALONE else f"With {title_of(name)}"
                yield Film(f"{helped}: {each.steps} steps", path.read_bytes(), f"In figures/{path.name}, too.")


def make_film(outcomes: Sequence[Outcome], path: Path, cast: int = 0) -> Path:
    """An episode as MP4, seen over the whole home without its roofs; the cast decides what Alice and Bob look like."""
    from casita.render.video import film

    camera, people = home_view(outcomes[0].before.scene), avatars((ALICE, BOB), cast)
    return film(outcomes, path, lambda _: camera, size=FILM, per_step=2, per_second=10, avatars=people)


# Figure 7.


class Found(NamedTuple):
    """A behaviour, and whose episode it was found in."""

    helper: str
    episode: HelpResult
    behaviour: Behaviour


class Findings(NamedTuple):
    """What was found in the logs."""

    episodes: dict[str, int]
    """How many were looked through, by helper."""
    having: dict[str, Counter[str]]
    """In how many of them each behaviour was found, by helper."""
    best: dict[str, Found]
    """The one to show of each."""


def found_behaviours(results: Results) -> Findings:
    """All behaviours in the first episodes of the helpers that plan."""
    findings = Findings({}, {}, {})
    for name in TELLERS:
        own = looked_through(results, name)
        if not own:
            continue
        findings.episodes[name], findings.having[name] = len(own), Counter()
        for episode in own:
            for each in _behaviours(results, name, episode):
                findings.having[name][each.behaviour.name] += 1
                before = findings.best.get(each.behaviour.name)
                if before is None or (before.helper == name and each.behaviour.worth > before.behaviour.worth):
                    findings.best[each.behaviour.name] = each
    return findings


def _behaviours(results: Results, name: str, episode: HelpResult) -> Iterator[Found]:
    """The best of each sort in one episode."""
    if not episode.steps:
        return
    trace = Trace(outcomes_of(results, name, episode), task_of(episode.task).goal)
    for find in FINDERS.values():
        found = list(find(trace))
        if found:
            yield Found(name, episode, max(found, key=lambda each: each.worth))


def behaviours_section(results: Results) -> Section:
    """The five behaviours, drawn, and how often they were found."""
    title = "Behaviours found in the logs (Figure 7)"
    findings = found_behaviours(results)
    if not findings.episodes:
        return Section(title, (Missing("episodes of a helper that plans", HOW),))
    blocks: list[Block] = [
        Words(
            "Found by rules over what was done and seen, not picked by hand. Shown is the shortest story of each sort "
            "in the logs of the first helper that has one, and for blocking the longest."
        )
    ]
    for name, (letter, words) in BEHAVIOURS.items():
        found = findings.best.get(name)
        if found is None:
            blocks.append(Missing(f"{letter}) {words}", "It was in none of the episodes that were looked through."))
            continue
        task = task_of(found.episode.task)
        trace = Trace(outcomes_of(results, found.helper, found.episode), task.goal)
        note = f"{title_of(found.helper)}, {task.id}, seed {found.episode.seed}. Alice wants: {task.goal.sentence()}."
        blocks.append(Image(f"{letter}) {words}", moments_figure(found.behaviour, trace, found.episode.seed), note))
    return Section(title, (*blocks, behaviours_table(findings)))


def behaviours_table(findings: Findings) -> Table:
    """In which share of episodes each behaviour was found."""
    rows = tuple(
        (title_of(name), f"{count}", *(f"{findings.having[name][key] / count:.0%}" for key in BEHAVIOURS))
        for name, count in findings.episodes.items()
    )
    columns = (
        "helper",
        "episodes",
        *(f"{letter}) {name.replace('_', ' ')}" for name, (letter, _) in BEHAVIOURS.items()),
    )
    return Table("Episodes with each behaviour", columns, rows, "The paper shows one example of each, and no counts.")


# Figure 13.


def belief_section(results: Results) -> Section:
    """What Alice believes before and after she looks into something."""
    title = "A belief before and after looking (Figure 13)"
    found: list[tuple[Looked, Task]] = []
    for each in looked_through(results, ALONE)[::5]:
        task = task_of(each.task)
        found += [(looked, task) for looked in looks(outcomes_of(results, ALONE, each), task.goal)]
    if not found:
        return Section(title, (Missing("an episode in which Alice opens something and finds what she needs", HOW),))
    looked, task = max(found, key=lambda pair: pair[0].hope)
    (thing, _, _), (other, before, _) = looked.beliefs
    scene = looked.state.scene
    what, rest, where = (named(id, scene) for id in (thing, other, looked.container))
    words = (
        f"{task.id}: after {looked.step} steps Alice opens {where}. She sees {what} in it and is sure of that now; "
        f"{rest} is not in it, so the chance of {before.get(looked.container, 0.0):.2f} that it was goes to the other "
        "places. At first all places where a thing fits are equally likely. Of all such moments the one is shown at "
        "which she hoped most for what was not there."
    )
    return Section(title, (Words(words), Image("Chances of places before and after", belief_figure(looked))))
