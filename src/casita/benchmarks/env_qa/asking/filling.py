"""All that can be asked about one story: every template is filled some times, and answered by its program."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.asking.giveaway import gives_away
from casita.benchmarks.env_qa.asking.given import answer_key
from casita.benchmarks.env_qa.asking.lookup import NotAskable, StoryLookup
from casita.benchmarks.env_qa.asking.pools import Pools
from casita.benchmarks.env_qa.asking.programs import Proof, proven, written
from casita.benchmarks.env_qa.asking.templates import TEMPLATES, Template
from casita.benchmarks.env_qa.asking.wordings import reworded
from casita.benchmarks.env_qa.item import ROLES, Part, Question
from casita.benchmarks.env_qa.story.story import Story
from casita.seeds import Stream, derived_seed, stream

AT_MOST = 40
"""Candidates about one video: ten times as many as questions are chosen, so that there is something to choose from."""

MOST = 2
"""Candidates of one template about one video, each with another answer."""

TRIES = 6
"""Draws of blanks for one template and video."""


def candidates(story: Story, part: Part, seed: int = 0, at_most: int = AT_MOST) -> list[Question]:
    """Questions about a story, to choose from: what they are depends on its video's name and the seed alone.

    Templates come in a random order by the share of questions that they are to have, until there are enough.
    """
    pools = Pools(StoryLookup(story))
    draw = stream(seed, "env_qa", "questions", story.video)
    found: list[Question] = []
    for name in draw.weighted_order(template_shares()):
        if len(found) >= at_most:
            break
        found += of_template(TEMPLATES[name], pools, part, draw.child(name))
    return found[:at_most]


@cache
def template_shares() -> dict[str, float]:
    """What part of all questions each template is to have."""
    weights: dict[str, float] = defaultdict(float)
    for row in TEMPLATES.values():
        weights[row.kind] += row.weight
    return {name: paper.KIND_SHARES[row.kind] * row.weight / weights[row.kind] for name, row in TEMPLATES.items()}


def of_template(template: Template, pools: Pools, part: Part, draw: Stream) -> list[Question]:
    """Candidates of one template, at most `MOST`, each with another answer."""
    if len(pools.lookup.events) < template.least_events:
        return []
    found: dict[str, Question] = {}
    for number in range(TRIES if template.blanks else 1):
        question = _drawn(template, pools, part, draw.child(number))
        if question is not None:
            found.setdefault(answer_key(question), question)
            if len(found) == MOST:
                break
    return list(found.values())


def _drawn(template: Template, pools: Pools, part: Part, draw: Stream) -> Question | None:
    """A question as one draw fills it; None if it cannot be asked, or says its own answer."""
    chosen = template.filled(pools, draw)
    if chosen is None:
        return None
    program = template.program_of(chosen)
    try:
        proof = proven(program, pools.lookup)
    except NotAskable:
        return None
    text = template.text_of(draw.below(len(template.wordings)), chosen)
    if gives_away(program, text, proof.answer):
        return None
    return _question(template, pools.lookup.story, part, reworded(text, draw), written(program), proof)


def _question(template: Template, story: Story, part: Part, text: str, program: str, proof: Proof) -> Question:
    answer = {role: getattr(proof.answer, role) for role in ROLES}
    return Question(
        id=f"{story.video}-{template.name}-{_fingerprint(program)}",
        video=story.video,
        part=part,
        kind=template.kind,
        template=template.name,
        text=text,
        program=program,
        needs=proof.needs,
        proof=tuple(second for span in proof.spans for second in span),
        **answer,
    )


def _fingerprint(program: str) -> str:
    """Eight letters that tell the questions of one template and video apart."""
    return f"{derived_seed(0, program):016x}"[:8]
