"""The models of Env-QA, one file each, and a table of them by name."""

from __future__ import annotations

from collections.abc import Mapping

from casita.evaluation.models import ModelRow, table_of


class NetworkRow(ModelRow, frozen=True, kw_only=True):
    """A network that `casita train env_qa` trains; `made` is its class."""

    needs: tuple[str, ...] = ("learn",)
    without: tuple[str, ...] = ()
    """Parts of TSEA that it does without."""
    control: str = ""
    """What it is kept from: shuffled (the order of frames), ends (all but the first and the last), video-only (the
    question)."""
    papers: str = ""
    """Its row in the paper's tables."""


class OursRow(ModelRow, frozen=True, kw_only=True):
    """Ours, and what is left of it; `casita train env_qa --model ours` trains all of them."""

    needs: tuple[str, ...] = ("learn",)
    in_paper: bool = False
    presuming: bool = True
    """Is what a question names taken for granted to have happened?"""


TSEA = "tsea:Tsea"

MODELS: Mapping[str, ModelRow] = table_of(
    ModelRow(name="chance", title="chance", made="chance:Chance", in_paper=False),
    ModelRow(name="frequent", title="most frequent answer of each template (told the template)",
             made="frequent:Frequent", in_paper=False),
    ModelRow(name="question-only", title="question only, by words", made="question_only:QuestionOnly", in_paper=False),
    NetworkRow(name="q-only", title="Q-only", made="q_only:QOnly", papers="Q-only"),
    NetworkRow(name="i-only", title="I-only", made="i_only:IOnly", papers="I-only"),
    NetworkRow(name="cnn-lstm", title="CNN-LSTM", made="cnn_lstm:CnnLstm", papers="CNN-LSTM"),
    NetworkRow(name="st-vqa", title="ST-VQA", made="st_vqa:StVqa", papers="ST-VQA"),
    NetworkRow(name="stage", title="STAGE", made="stage:Stage", papers="STAGE"),
    NetworkRow(name="tsea", title="TSEA", made=TSEA, papers="TSEA"),
    NetworkRow(name="tsea-one-step", title="- multi-step attention", made=TSEA, without=("steps",),
               papers="- multi-step attention"),
    NetworkRow(name="tsea-frames", title="- event feature", made=TSEA, without=("steps", "events"),
               papers="- event feature"),
    NetworkRow(name="tsea-unfocused", title="- focus attention", made=TSEA, without=("steps", "events", "focus"),
               papers="- focus attention"),
    NetworkRow(name="tsea-nameless", title="- object name feature", made=TSEA,
               without=("steps", "events", "focus", "names"), papers="- object name feature"),
    NetworkRow(name="tsea-video-only", title="TSEA, not told the question", made=TSEA, in_paper=False,
               control="video-only"),
    NetworkRow(name="tsea-shuffled", title="TSEA, frames in any order", made=TSEA, in_paper=False, control="shuffled"),
    NetworkRow(name="tsea-ends", title="TSEA, first and last frame only", made=TSEA, in_paper=False, control="ends"),
    OursRow(name="ours", title="ours (looks, remembers, notices events, reasons)", made="ours:Ours"),
    OursRow(name="ours-literal", title="ours, taking nothing for granted of what is asked", made="ours:Ours",
            presuming=False),
    ModelRow(name="reasoning", title="ours without eyes (told what happened, reads the question)",
             made="reasoning:Reasoning", in_paper=False),
    ModelRow(name="oracle", title="oracle (told the log)", made="oracle:Oracle", in_paper=False),
)  # fmt: skip
"""Those that answer, in the order of the tables."""

NETWORKS: Mapping[str, NetworkRow] = {name: row for name, row in MODELS.items() if isinstance(row, NetworkRow)}
"""Those that are trained."""

OUR_MODELS: Mapping[str, OursRow] = {name: row for name, row in MODELS.items() if isinstance(row, OursRow)}
"""Ours, first as it is."""

TEMPLATE, STORY, LOG = "template", "story", "log"
"""Privileges: which template a question was made by, what happens, and that with the question's program."""
