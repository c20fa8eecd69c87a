"""Names are safe as names of files, and what is printed only shows itself."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from casita.errors import BadInput
from casita.limits import NAME_CHARACTERS
from casita.words import checked_name, safe_for_rich, safe_for_terminal

HOSTILE = [
    "[/red]", "[bold]x", "x\\", "[link=file:///etc/passwd]x[/link]", "\x1b[2J", "a\rb", "\x9b31m", "\u202etxt.exe",
    "\x00", "\udc80", "a\u2028b", "\\[red]", "[red\\]", ":smile:",
]  # fmt: skip


@pytest.mark.parametrize("name", ["kitchen_12", "a", "A-b_9", "x" * NAME_CHARACTERS])
def test_a_name_of_letters_digits_and_dashes_is_taken(name: str) -> None:
    assert checked_name(name, "scene") == name


@pytest.mark.parametrize("name", ["", " ", "a b", "a/b", "..", ".", "a\n", "é", "x" * (NAME_CHARACTERS + 1), *HOSTILE])
def test_any_other_name_is_refused_and_the_error_is_safe(name: str) -> None:
    with pytest.raises(BadInput, match=r"my\.json: name: a name is 1 to 64 letters") as found:
        checked_name(name, "my.json: name")
    assert safe_for_terminal(str(found.value)) == str(found.value)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_printed_has_no_control_characters(text: str) -> None:
    safe = safe_for_terminal(text)
    assert safe.isprintable()
    assert safe.encode()


def test_plain_text_stays_as_it_is() -> None:
    for text in ("a mug", "naïve 杯", "50 % [x]"):
        assert safe_for_terminal(text) == text
    assert safe_for_terminal("a\nb") == "a\\nb"
    assert safe_for_terminal("a\n\x1bb", lines=True) == "a\n\\x1bb"


@pytest.mark.parametrize("text", HOSTILE)
def test_rich_prints_the_text_itself(text: str) -> None:
    file = io.StringIO()
    Console(file=file, width=200, emoji=False).print(f"[red]{safe_for_rich(text)}[/red]")
    assert file.getvalue() == safe_for_terminal(text) + "\n"
