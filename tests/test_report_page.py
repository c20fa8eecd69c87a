"""Pages and figures of reports: what is in them, that nothing leaks into them, and that bytes stay the same."""

from __future__ import annotations

import base64
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Images

from casita.errors import BadInput
from casita.evaluation import figures
from casita.evaluation.page import (
    Cell,
    Film,
    Image,
    Missing,
    Page,
    Section,
    Table,
    Verdict,
    Words,
    address,
    html,
    jpeg,
    markdown,
    write_page,
)
from casita.evaluation.statistics import Estimate

PANEL = figures.Panel("one", ["a", "b"], {"x": [Estimate(0.5, 0.4, 0.6), None], "y": [0.2, 0.9]})
TABLE = Table("Numbers", ("name", "here", "paper"), (("a|b", "1", Cell("2", "theirs")), ("c", Cell("3", "best"), "4")))


def size(data: bytes) -> tuple[int, int]:
    return Images.open(BytesIO(data)).size


def bars() -> bytes:
    return figures.bars([PANEL, PANEL], "share", top=1.0)


def lines() -> bytes:
    return figures.lines({"frozen": [0.1, 0.2], "tuned": [0.3]}, "precision", "epoch", dashed=["tuned"])


def matrices() -> bytes:
    return figures.matrices([("m", np.eye(2)), ("n", np.zeros((2, 2)))], ["a", "b"], ["a", "b"])


@pytest.mark.parametrize("draw", [bars, lines, matrices])
def test_a_figure_is_a_png_and_the_same_each_time(draw: object) -> None:
    assert callable(draw)
    first = draw()
    assert first.startswith(b"\x89PNG")
    assert first == draw()
    assert len(np.unique(np.asarray(Images.open(BytesIO(first)).convert("L")))) > 10


def test_figures_leave_matplotlib_as_it_was() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    bars()
    assert dict(matplotlib.rcParams) == before


def test_bars_are_as_high_as_their_values() -> None:
    made = np.asarray(Images.open(BytesIO(figures.bars([PANEL], "share", top=1.0))).convert("RGB")).astype(int)
    colour = [int(figures.COLOURS[1][place : place + 2], 16) for place in (1, 3, 5)]
    is_bar = (np.abs(made - colour).sum(axis=2) < 6)[:, : made.shape[1] * 4 // 5]  # without the legend
    heights = is_bar.sum(axis=0)
    first, second = heights[: len(heights) // 2].max(), heights[len(heights) // 2 :].max()
    assert second / first == pytest.approx(0.9 / 0.2, rel=0.05)


def test_figures_of_wrong_shapes_are_named() -> None:
    with pytest.raises(BadInput, match="1 bars of 'x' for 2 groups"):
        figures.bars([figures.Panel("one", ["a", "b"], {"x": [0.1]})], "share")
    with pytest.raises(BadInput, match="'m' is"):
        figures.matrices([("m", np.eye(3))], ["a"], ["a"])
    with pytest.raises(BadInput, match="at least one panel"):
        figures.bars([], "share")


FILM = b"\0\0\0\x18ftypisom"
"""How an MP4 file begins."""


def test_a_page_has_everything_and_escapes_it(tmp_path: Path) -> None:
    picture = jpeg(np.zeros((20, 40, 3), dtype=np.uint8), width=20)
    assert size(picture) == (20, 10)
    blocks = (
        Words("1 < 2"),
        TABLE,
        Image("black", picture),
        Verdict("it holds", "does not hold", "the rule", ("why not",)),
        Missing("the rest", "Get it."),
        Film("a walk", FILM, "Slow."),
    )
    page = Page("A <title>", "Lead.", (Section("What's here?", blocks),))
    assert page.missing == (blocks[4],)
    path = write_page(page, tmp_path / "deep" / "page.html")
    text = path.read_text()
    assert text == html(page)
    assert "A &lt;title&gt;" in text
    assert "1 &lt; 2" in text
    assert '<h2 id="what-s-here">' in text
    assert 'href="#what-s-here"' in text
    assert '<td class="best">3</td>' in text
    assert '<span class="badge bad">does not hold</span>' in text
    assert "Missing: the rest." in text
    assert base64.b64encode(picture).decode() in text
    assert f'<video src="data:video/mp4;base64,{base64.b64encode(FILM).decode()}" controls' in text
    assert "http" not in text


def test_what_is_no_film_is_named() -> None:
    with pytest.raises(BadInput, match="film 'a walk': not an MP4 file"):
        Film("a walk", b"GIF89a..")


def test_a_long_table_is_folded() -> None:
    folded = Table("Long", ("a",), (("1",),), folded=True)
    assert "<summary>Long</summary>" in html(Page("t", "l", (Section("s", (folded,)),)))


def test_a_figure_is_shown_in_its_own_size() -> None:
    data = bars()
    assert Image("bars", data).width == round(size(data)[0] / 1.5)
    assert Image("photo", jpeg(np.zeros((2, 2, 3), dtype=np.uint8))).width is None


def test_a_table_as_markdown() -> None:
    assert markdown(TABLE).splitlines() == [
        "**Numbers**",
        "",
        "| name | here | paper |",
        "|---|---|---|",
        "| a\\|b | 1 | 2 |",
        "| c | **3** | 4 |",
    ]


def test_bad_blocks_are_named() -> None:
    with pytest.raises(BadInput, match="'Numbers': a row has 1 cells, expected 2"):
        Table("Numbers", ("a", "b"), (("1",),))
    with pytest.raises(BadInput, match="GIF8"):
        address(b"GIF89a")
