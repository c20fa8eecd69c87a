"""The models of Env-QA, one file each, and a table of them by name."""

from __future__ import annotations

from collections.abc import Mapping

from casita.evaluation.models import ModelRow, table_of

MODELS: Mapping[str, ModelRow] = table_of(
    ModelRow(name="chance", title="chance", made="chance:Chance", in_paper=False),
    ModelRow(name="frequent", title="most frequent answer of each template (told the template)",
             made="frequent:Frequent", in_paper=False),
    ModelRow(name="question-only", title="question only, by words", made="question_only:QuestionOnly", in_paper=False),
    ModelRow(name="reasoning", title="ours without eyes (told what happened, reads the question)",
             made="reasoning:Reasoning", in_paper=False),
    ModelRow(name="oracle", title="oracle (told the log)", made="oracle:Oracle", in_paper=False),
)  # fmt: skip
"""Those that answer, in the order of the tables; none of them looks at pictures yet."""

TEMPLATE, STORY, LOG = "template", "story", "log"
"""Privileges: which template a question was made by, what happens, and that with the question's program."""
