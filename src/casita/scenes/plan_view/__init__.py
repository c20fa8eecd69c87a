"""Floor plans for people: a scene seen from above, as SVG with tooltips or as PNG."""

from casita.scenes.plan_view.canvas import Drawing
from casita.scenes.plan_view.floor_plan import floor_plan

__all__ = ["Drawing", "floor_plan"]
