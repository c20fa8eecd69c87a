"""Rewordings by rule, for what people would do to the texts of templates: simulated, and labelled so.

Every rule keeps the meaning: another phrase for the end of the video, a contraction, the moment said first, articles
left out as in the paper's Figure 6.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from casita.seeds import Stream


class Rewording(NamedTuple):
    """One rule: what is found in a text, what may stand there instead, and how often it does."""

    name: str
    found: re.Pattern[str]
    instead: tuple[str | Callable[[re.Match[str]], str], ...]
    chance: float


def _moment_first(match: re.Match[str]) -> str:
    question, moment = match.group(1), match.group(2)
    return f"{moment[0].upper()}{moment[1:]}, {question[0].lower()}{question[1:]}?"


def _without_articles(match: re.Match[str]) -> str:
    return re.sub(r"\bthe (?!video\b|end\b|beginning\b|start\b)", "", match.group())


REWORDINGS = (
    Rewording(
        "end", re.compile(r"at the end of the video"), ("when the video ends", "in the end", "as the video ends"), 0.5
    ),
    Rewording(
        "beginning",
        re.compile(r"at the beginning of the video"),
        ("when the video begins", "in the beginning", "at the start of the video", "as the video starts"),
        0.5,
    ),
    Rewording("where's", re.compile(r"^Where is\b"), ("Where's",), 0.25),
    Rewording("what's", re.compile(r"^What is\b"), ("What's",), 0.25),
    Rewording("what", re.compile(r"^Which object\b"), ("What", "Which thing"), 0.4),
    Rewording("was where", re.compile(r"^Where is\b"), ("Where was",), 0.25),
    Rewording("colour", re.compile(r"\bcolor\b"), ("colour",), 0.2),
    Rewording("clip", re.compile(r"\bin the video\b"), ("in this video", "in the clip"), 0.3),
    Rewording(
        "took place",
        re.compile(r"^What happened(?=,| right| just| between)"),
        ("What took place", "What was done"),
        0.3,
    ),
    Rewording("immediately", re.compile(r"\bright (?=after|before)"), ("immediately ", "directly ", "just "), 0.3),
    Rewording("no articles", re.compile(r"\b(?:before|after) \w+ing\b.*\?$"), (_without_articles,), 0.15),
    Rewording(
        "moment first",
        re.compile(r"^([^,:]+), ((?:before|after|at|when|in the|as the) [^,:]+)\?$"),
        (_moment_first,),
        0.25,
    ),
    Rewording(
        "no comma", re.compile(r"(?<=\w), (?=(?:before|after|at the|when the|in the|as the) [^,]*\?$)"), (" ",), 0.4
    ),
)
"""All rules, in the order in which they are tried."""


def reworded(text: str, draw: Stream) -> str:
    """A text as some rules, drawn by chance, change it."""
    for rule in REWORDINGS:
        is_used, which = draw.chance(rule.chance), draw.choice(rule.instead)
        if is_used:
            text = rule.found.sub(which, text, count=1)
    return text
