"""The table of templates: a TOML file of rows for each kind of question."""

from casita.benchmarks.env_qa.asking.templates.rows import templates_of
from casita.benchmarks.env_qa.asking.templates.template import Template
from casita.benchmarks.env_qa.item import QUESTION_KINDS

TEMPLATES: dict[str, Template] = {
    name: template for kind in QUESTION_KINDS for name, template in templates_of(kind).items()
}
"""All templates by name."""

__all__ = ["TEMPLATES", "Template"]
