"""A report as one page: sections of words, tables, figures, films and verdicts, with all pictures inside the file."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.writing import write_whole

PNG, JPEG = b"\x89PNG", b"\xff\xd8\xff"
"""How the files begin."""
MP4 = b"ftyp"
"""What stands in an MP4 file after its first four bytes."""
FINER = 1.5
"""Dots of a figure for each point of the page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: plain, of weight, or in the background."""

    text: str
    look: Literal["", "best", "theirs"] = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table: names on the left, numbers on the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    note: str = ""
    left: int = 1
    """How many of its first columns hold words rather than numbers."""
    folded: bool = False
    """Is it long, so that only its title is seen at first?"""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise BadInput(f"table {self.title!r}: a row has {len(row)} cells, expected {len(self.columns)}: {row}")

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Its rows, with every string as a plain cell."""
        return tuple(tuple(cell if isinstance(cell, Cell) else Cell(cell) for cell in row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Image:
    """A figure or a picture: the bytes of a PNG or JPEG file."""

    title: str
    data: bytes
    note: str = ""

    @property
    def address(self) -> str:
        """An address that holds it."""
        return address(self.data)

    @property
    def width(self) -> int | None:
        """In points of the page: figures, which are PNG files, are drawn half as fine again as they are shown."""
        return round(int.from_bytes(self.data[16:20], "big") / FINER) if self.data.startswith(PNG) else None


@dataclass(frozen=True, slots=True)
class Film:
    """A film: the bytes of an MP4 file."""

    title: str
    data: bytes
    note: str = ""

    def __post_init__(self) -> None:
        if self.data[4:8] != MP4:
            raise BadInput(f"film {self.title!r}: not an MP4 file: it begins with {self.data[:8]!r}")

    @property
    def address(self) -> str:
        """An address that holds it."""
        return "data:video/mp4;base64," + base64.b64encode(self.data).decode()


Holds = Literal["holds", "holds in part", "does not hold", "cannot be told"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something that was claimed holds here, by which rule, and why."""

    claim: str
    holds: Holds
    rule: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that belongs here and is not there yet, and how to get it."""

    what: str
    how: str


Block = Words | Table | Image | Film | Verdict | Missing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under one heading."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        """For links to it."""
        return "-".join("".join(mark if mark.isalnum() else " " for mark in self.title.lower()).split())


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    footer: str = ""

    @property
    def missing(self) -> tuple[Missing, ...]:
        """All that is not there, from all sections."""
        return tuple(block for section in self.sections for block in section.blocks if isinstance(block, Missing))


def write_page(page: Page, path: Path) -> Path:
    """Write a page as one HTML file that needs no network."""
    write_whole(path, html(page).encode())
    return path


def write_report(page: Page, summary: str, out: Path) -> Path:
    """Write a page as OUT/report.html, its figures to OUT/figures, and a summary in Markdown; where the page is."""
    for section in page.sections:
        for number, image in enumerate(block for block in section.blocks if isinstance(block, Image)):
            ending = "png" if image.data.startswith(PNG) else "jpg"
            write_whole(out / "figures" / f"{section.name}_{number}.{ending}", image.data)
    write_whole(out / "summary.md", summary.encode())
    return write_page(page, out / "report.html")


def html(page: Page) -> str:
    """A page as HTML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(loader=PackageLoader("casita", "evaluation"), autoescape=True, undefined=StrictUndefined)
    pages.filters["sort_of"] = lambda block: type(block).__name__
    return pages.get_template("page.html.j2").render(page=page)


def markdown(table: Table) -> str:
    """A table as Markdown, its best cells in bold."""
    lines = [f"**{table.title}**", ""] if table.title else []
    lines += ["| " + " | ".join(table.columns) + " |", "|" + "---|" * len(table.columns)]
    for row in table.cells:
        cells = [f"**{cell.text}**" if cell.look == "best" else cell.text for cell in row]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    if table.note:
        lines += ["", table.note]
    return "\n".join(lines) + "\n"


def jpeg(picture: Uint8s, width: int | None = None) -> bytes:
    """A picture as the bytes of a JPEG file, made narrower if need be."""
    from PIL import Image as Images

    image = Images.fromarray(picture)
    if width is not None and width < image.width:
        image = image.resize((width, round(image.height * width / image.width)), Images.Resampling.LANCZOS)
    made = BytesIO()
    image.save(made, "JPEG", quality=88)
    return made.getvalue()


def address(data: bytes) -> str:
    """The bytes of a PNG or JPEG file as an address that holds them."""
    for start, kind in ((PNG, "png"), (JPEG, "jpeg")):
        if data.startswith(start):
            return f"data:image/{kind};base64," + base64.b64encode(data).decode()
    raise BadInput(f"not a PNG or JPEG file: it begins with {data[:4]!r}")
