"""Teammate's parts: each helper of the table leaves out one, or has one more, and what it does shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casita.agents.plan_execution import PlanExecution
from casita.agents.teammate.courtesy import Courtesy
from casita.agents.teammate.mate import MATE, Mate, Parts
from casita.agents.view import View
from casita.agents.ways import Ways, ways
from casita.benchmarks.watch_and_help.episodes.help import help_once
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE, BOB
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.models.bodies import TeammateUniform
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.benchmarks.watch_and_help.models.usual_places import first_chances
from casita.world.statics import NONE

WITHOUT = [name for name, row in MODELS.items() if row.study == "parts"]
TASK = next(task for task in tasks("train") if task.activity == "read_book")


def a_mate(**parts: bool) -> Mate:
    return Mate(TASK.goal, first_chances, seed=1, parts=Parts(**parts))


def acted(mate: Mate, *, together: bool = False) -> View:
    """A mate that has acted once at the start of a task; the view that he had, with Alice beside him if `together`."""
    view = View.of(start_of(TASK, "help"), BOB)
    if together:
        view = replace(view, others={ALICE: (view.at[0] + 0.5, view.at[1])})
    mate.act(view)
    return view


def test_every_part_is_left_out_once() -> None:
    changed = []
    for name in WITHOUT:
        made = helper(name)
        assert isinstance(made, Teammate)
        changed += [part for part, own, usual in zip(Parts._fields, made.parts, Parts(), strict=True) if own != usual]
    assert sorted(changed) == sorted(Parts._fields)
    assert len(WITHOUT) == len(changed) + 1  # who infers once has all parts
    assert Parts() == (True, True, True, True, True, True, False, False)


def test_what_he_opens_he_closes() -> None:
    assert a_mate().settings == MATE
    assert a_mate(leaves_open=True).settings == replace(MATE, closes=False)
    assert MATE.closes

    def closed(name: str) -> int:
        logs = [help_once(helper(name), task, 0)[1] for task in tasks("train")[:2]]
        return sum(act.verb == "close" and act.agent == BOB for log in logs for acts in log.ticks for act in acts)

    # What is in his way he closes all the same.
    assert closed("teammate-leaves-open") < closed("teammate") / 2


def test_with_all_doors_of_a_narrow_kitchen_open_neither_comes_through() -> None:
    """Found on this task of training: cabinets that he had left open kept both from the fridge until the end."""
    task = next(task for task in tasks("train") if task.id == "train_0006")
    assert help_once(TeammateUniform(), task, 0)[0].success
    assert not help_once(TeammateUniform(Parts(leaves_open=True)), task, 0)[0].success


def test_he_is_courteous_and_does_favours_only_with_these_parts() -> None:
    view = View.of(start_of(TASK, "help"), BOB)
    assert isinstance(a_mate().first_execution(view), Courtesy)
    assert type(a_mate(is_courteous=False).first_execution(view)) is PlanExecution
    wanted = a_mate().wanted(view)
    assert [want.who for want in wanted].count(BOB) == 1
    assert [want.who for want in a_mate(does_favours=False).wanted(view)].count(BOB) == 0


@pytest.mark.parametrize("together", [False, True])
def test_he_plans_for_both_only_while_he_sees_her(together: bool) -> None:
    mate = a_mate(plans_for_both=True)
    view = acted(mate, together=together)
    planned = mate.open_chores(view, mate_ways(mate, view), mate.first_execution(view))
    assert len(planned.views) == (2 if together else 1)
    if together:
        assert [each.agent for each in planned.views] == [BOB, ALICE]
        assert planned.chores.hands.tolist() == [2, 1]
        assert planned.views[1].at == view.others[ALICE]
        found = mate.searched(planned, view)
        assert len(found.choices) > 0
        assert (found.actors[:, 0] == 0).all()
        assert (found.choices >= 0).all()
    alone = a_mate()
    view = acted(alone, together=together)
    assert len(alone.open_chores(view, mate_ways(alone, view), alone.first_execution(view)).views) == 1


def mate_ways(mate: Mate, view: View) -> Ways:
    return ways(view.known, view.body, mate.settings.arm)


def test_what_she_carries_is_left_to_her_only_with_this_part() -> None:
    slot = next(n for n, thing in enumerate(View.of(start_of(TASK, "help"), BOB).known.things) if thing.type == "book")
    for leaves in (True, False):
        mate = a_mate(leaves_next=leaves)
        view = acted(mate)
        mate.partner.carried.add(slot)
        planned = mate.open_chores(view, mate_ways(mate, view), mate.first_execution(view))
        assert (slot in planned.hers) == leaves  # type: ignore[attr-defined]
    assert NONE not in mate.partner.carried
