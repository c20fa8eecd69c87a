"""The table of templates: five files of rows, one for each kind of question."""

from casita.benchmarks.env_qa.asking.templates import attribute, event, number, order, state
from casita.benchmarks.env_qa.asking.templates.template import Template

TEMPLATES: dict[str, Template] = {
    row.name: row for table in (attribute.ROWS, state.ROWS, event.ROWS, order.ROWS, number.ROWS) for row in table
}
"""All templates by name."""

__all__ = ["TEMPLATES", "Template"]
