"""Five ways to draw what a film shows, one for each kind of film: each proposes instructions until enough are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from casita.benchmarks.env_qa.films.daily_tasks import DAILY_TASKS
from casita.benchmarks.env_qa.films.names import name_of
from casita.benchmarks.env_qa.films.options import Options
from casita.benchmarks.env_qa.films.taking import Take
from casita.benchmarks.env_qa.films.verbs import VERBS, Instruction, Order, read
from casita.benchmarks.env_qa.item import FilmKind
from casita.errors import BadInput
from casita.seeds import Stream

TRIES = 30
"""Proposals that may be refused in a row before a film ends early."""

EVENTS = (5, 10)
"""Events of a film, at least and at most."""

CHANGING = {verb: float(row.weight) for verb, row in VERBS.items() if verb != "find"}
"""Weights of verbs where any may come: as the paper's lists have them, but for finding."""

RANDOM = {verb: 1.0 if verb in ("move", "put near", "throw") else 0.6 for verb in CHANGING}
"""Of films of random events: the paper calls them completely random, so no verb stands out much."""

TRIED = 3
"""Ways to understand a step of a chore that are tried, at the most: another counter top, another drawer."""

AT_SOMETHING = 0.7
"""Share of throws that are at something, about that of the paper's lists."""

Sampler = Callable[[Take, Stream, int], None]


def filmed(take: Take, kind: FilmKind, luck: Stream) -> None:
    """Draw and carry out the instructions of one film."""
    wanted = EVENTS[0] + luck.child("events").below(EVENTS[1] - EVENTS[0] + 1)
    SAMPLERS[kind](take, luck, wanted)
    if len(take.happenings) < EVENTS[0]:
        _random(take, luck.child("more"), EVENTS[0])


def _until(take: Take, wanted: int, luck: Stream, proposed: Callable[[Options, Stream], Instruction | None]) -> None:
    """Carry out what is proposed until there are so many events, or nothing goes any more."""
    turn = refused = 0
    while len(take.happenings) < wanted and refused < TRIES:
        asked = proposed(Options(take.world.state), luck.child(turn))
        if asked is None:
            return
        is_done = not _is_ambiguous(take, asked) and take.carry_out(asked)
        turn, refused = turn + 1, 0 if is_done else refused + 1


def _is_ambiguous(take: Take, asked: Instruction) -> bool:
    """Would two things of one name be acted on in the same film, or put together; or the same be done twice running?"""
    acted = {each.object for each in take.happenings}
    name = _name(asked.object)
    if asked.target and _name(asked.target) == name:
        return True
    if any(_name(other) == name and other != asked.object for other in acted):
        return True
    last = take.happenings[-1] if take.happenings else None
    return last is not None and (last.verb, last.object, last.target) == (asked.verb, asked.object, asked.target)


def _name(id: str) -> str:
    return name_of(id.rpartition("_")[0])


def _drawn(options: Options, verbs: dict[str, float], luck: Stream, about: tuple[str, ...] = ()) -> Instruction | None:
    """An instruction with one of some verbs, about some things or any: first the verb is drawn, then by name."""
    for verb in luck.weighted_order(verbs):
        found = [id for id in options.objects(verb) if not about or id in about]
        if not found:
            continue
        name = luck.choice(sorted({_name(id) for id in found}))
        object = luck.choice([id for id in found if _name(id) == name])
        asked = list(options.instructions(verb, object))
        if asked and verb == "throw":
            return _thrown(asked, luck)
        if asked:
            return luck.choice(asked)
    return None


def _thrown(asked: list[Instruction], luck: Stream) -> Instruction:
    """A throw: at nothing, or at something, first by name."""
    names = sorted({_name(each.target) for each in asked if each.target})
    if not names or not luck.chance(AT_SOMETHING):
        return asked[0]
    name = luck.choice(names)
    return luck.choice([each for each in asked if each.target and _name(each.target) == name])


def _exploring(take: Take, luck: Stream, wanted: int) -> None:
    """Find one thing after the other."""
    order = luck.shuffled(sorted(Options(take.world.state).things))
    met: set[str] = set()
    for id in order:
        if len(take.happenings) >= wanted:
            return
        if _name(id) not in met and take.carry_out(Instruction("find", id)):
            met.add(_name(id))


def _random(take: Take, luck: Stream, wanted: int) -> None:
    """Anything."""
    _until(take, wanted, luck, lambda options, own: _drawn(options, RANDOM, own))


def _object(take: Take, luck: Stream, wanted: int) -> None:
    """One or two things, again and again."""
    options = Options(take.world.state)
    many = {id: sum(id in options.objects(verb) for verb in CHANGING) for id in options.loose}
    order = luck.weighted_order({id: float(count * count) for id, count in many.items() if count})
    chosen: list[str] = []
    for id in order:
        if len(chosen) < 1 + luck.below(2) and _name(id) not in {_name(other) for other in chosen}:
            chosen.append(id)
    _until(take, wanted, luck, lambda options, own: _drawn(options, RANDOM, own, tuple(chosen)))


def _action(take: Take, luck: Stream, wanted: int) -> None:
    """One or two verbs, with ever other things."""
    options = Options(take.world.state)
    possible = {verb: weight for verb, weight in CHANGING.items() if len(options.objects(verb)) >= 2}
    some = luck.weighted_order(possible)[: 1 + luck.below(2)]
    _until(take, wanted, luck, lambda options, own: _drawn(options, dict.fromkeys(some, 1.0), own))


def _task(take: Take, luck: Stream, wanted: int) -> None:
    """Chores, one after the other, until there are enough events; one that cannot be finished was never begun."""
    for name in luck.shuffled(sorted(DAILY_TASKS)):
        if len(take.happenings) >= EVENTS[0]:
            return
        if len(take.happenings) + len(DAILY_TASKS[name]) <= EVENTS[1]:
            do_chore(take, name)


def do_chore(take: Take, name: str) -> bool:
    """Film a chore; False, and all as it was, if one of its steps cannot be done."""
    mark, meant = take.mark(), dict[str, str]()
    for text in DAILY_TASKS[name]:
        tried = _meant(Options(take.world.state), order_of(text), meant)
        is_done = any(not _is_ambiguous(take, asked) and take.carry_out(asked) for asked in islice(tried, TRIED))
        if not is_done and not text.startswith("["):
            take.go_back(mark)
            return False
    return True


def order_of(text: str) -> Order:
    """The order of a step of a chore."""
    found = read(text.strip("[]"))
    if found is None:
        raise BadInput(f"{text!r} is no step of a chore: it begins with none of {', '.join(VERBS)}")
    return found


def _meant(options: Options, order: Order, meant: dict[str, str]) -> Iterator[Instruction]:
    """What an order can mean here; the same words mean the same thing all through a chore."""

    def things(words: str) -> list[str]:
        if words in meant and meant[words] in options.things:
            return [meant[words]]
        for name in words.split("|"):
            found = [id for id in options.things if _name(id) == name]
            if found:
                return found
        return []

    for object in things(order.object):
        if object not in options.objects(order.verb):
            continue
        for target in things(order.target) if order.target else [""]:
            meant[order.object] = object
            if target:
                meant[order.target] = target
            yield Instruction(order.verb, object, target, order.liquid)


SAMPLERS: dict[FilmKind, Sampler] = {
    "exploring": _exploring, "random": _random, "object": _object, "action": _action, "task": _task,
}  # fmt: skip
"""By kind of film."""
