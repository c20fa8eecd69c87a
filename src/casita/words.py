"""Text from outside: names that are safe as names of files, and any text made safe to print.

Files, paths and models' answers may hold anything. Whatever of them is printed goes through `safe_for_terminal`, or
`safe_for_rich` where rich would read markup in it; HTML pages are written with jinja's autoescape.
"""

from __future__ import annotations

import re
import unicodedata

from casita.errors import BadInput
from casita.limits import NAME_CHARACTERS

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_NOT_SHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Kinds of characters that a terminal obeys or hides: controls, turns of direction, halves of pairs, line ends."""


def checked_name(name: str, where: str) -> str:
    """The name, if it is one that may be in a file's name; BadInput if not. `where` says whose it is, and in what."""
    if not isinstance(name, str) or len(name) > NAME_CHARACTERS or not _NAME.fullmatch(name):
        shown = name if not isinstance(name, str) or len(name) <= NAME_CHARACTERS else name[:NAME_CHARACTERS] + "..."
        raise BadInput(f"{where}: a name is 1 to {NAME_CHARACTERS} letters, digits, _ and -; it is {shown!a}")
    return name


def safe_for_terminal(text: object, *, lines: bool = False) -> str:
    """A text that only shows itself: controls, escapes and the like are written out, as in `\\x1b`.

    A text of several lines keeps its line ends if `lines` says so.
    """
    words = str(text)
    if words.isascii() and words.isprintable():
        return words
    return "".join(mark if _shows(mark) or (lines and mark == "\n") else _written_out(mark) for mark in words)


def safe_for_rich(text: object, *, lines: bool = False) -> str:
    """As `safe_for_terminal`, and rich finds no markup in it."""
    from rich.markup import escape

    return escape(safe_for_terminal(text, lines=lines))


def _shows(mark: str) -> bool:
    return unicodedata.category(mark) not in _NOT_SHOWN


def _written_out(mark: str) -> str:
    return mark.encode("unicode_escape", "surrogatepass").decode()
