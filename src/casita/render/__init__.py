"""Pictures of a state: cameras, the rasteriser, frames, video and contact sheets."""

from casita.render.camera import Camera, corner, eyes, looking, over_shoulder, overhead
from casita.render.frame import Frame, boxes_3d
from casita.render.renderer import Renderer

__all__ = ["Camera", "Frame", "Renderer", "boxes_3d", "corner", "eyes", "looking", "over_shoulder", "overhead"]
