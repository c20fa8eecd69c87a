"""Tables of templates are read row by row, and what is wrong in one is named."""

from __future__ import annotations

import re

import pytest

from casita.benchmarks.env_qa.asking import blanks
from casita.benchmarks.env_qa.asking.templates import TEMPLATES
from casita.benchmarks.env_qa.asking.templates.rows import FIXED, WITH_SETTINGS, read_templates
from casita.errors import BadInput

ROW = """
[painted]
wordings = ["What color {x.be} {x}, {m}?"]
program = ["attribute", "$x", "colour"]
blanks = { x = ["looking", "colour"], m = "moment" }
"""


def test_a_row_becomes_a_template() -> None:
    (found,) = read_templates(ROW + "least_events = 2\nweight = 3", "attribute").values()
    assert (found.name, found.kind, found.least_events, found.weight) == ("painted", "attribute", 2, 3.0)
    assert found.wordings == ("What color {x.be} {x}, {m}?",)
    assert found.program == ["attribute", "$x", "colour"]
    assert list(found.blanks) == ["x", "m"]
    assert found.blanks["m"] is blanks.moment
    (plain,) = read_templates(ROW, "attribute").values()
    assert (plain.least_events, plain.weight) == (0, 1.0)


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("program =", "programme =", "unknown field `programme`"),
        ("wordings = [", "wordings = [1, ", "Expected `str`, got `int`"),
        ('"moment"', '"momentt"', "blank 'm': unknown way to fill it 'momentt': did you mean moment?"),
        ('"looking", ', '"lookin", ', "blank 'x': unknown way to fill it 'lookin': did you mean looking?"),
        ('["looking", "colour"]', "[]", "blank 'x': unknown way to fill it ''"),
        ('["looking", "colour"]', '["looking"]', "blank 'x': looking() missing 1 required positional argument"),
        ("blanks = {", "blanks = ", "attribute.toml: not valid TOML"),
    ],
)
def test_what_is_wrong_in_a_row_is_named(was: str, now: str, says: str) -> None:
    with pytest.raises(BadInput, match=re.escape(says)):
        read_templates(ROW.replace(was, now), "attribute")


def test_every_way_to_fill_a_blank_is_used_and_called_as_its_function_is() -> None:
    assert all(way.__name__ == name for name, way in (FIXED | WITH_SETTINGS).items())
    used = {draw.__qualname__.partition(".")[0] for row in TEMPLATES.values() for draw in row.blanks.values()}
    assert used == {*FIXED, *WITH_SETTINGS}
