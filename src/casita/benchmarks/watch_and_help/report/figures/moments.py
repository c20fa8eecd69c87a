"""Moments of an episode as pictures: from above and aside, where most of whom and what it is about is seen."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from casita.agents.behaviours import Behaviour, Shot, Trace
from casita.agents.roles import COLOURS
from casita.arrays import Uint8s
from casita.benchmarks.watch_and_help.item import ALICE, BOB
from casita.evaluation.figures import INK, MUTED, drawn
from casita.evaluation.page import jpeg
from casita.render.camera import Camera, Vector, home_box, looking
from casita.render.figures import avatars
from casita.render.pictures import project
from casita.render.renderer import Renderer
from casita.scenes.scene import Scene
from casita.world.english import named
from casita.world.posture import head_height
from casita.world.state import State
from casita.world.statics import NONE

SIZE = (560, 420)
"""Pixels of a picture."""
PROBE = (160, 120)
"""Pixels of the trial pictures from which the best view is chosen."""

FILM = (960, 640)
"""Pixels of a film."""
SHAPE = FILM[0] / FILM[1]

VIEW = 36.0
"""Degrees of the picture's height."""
TURNS = 8
"""Directions that are tried."""
HEIGHTS = (48.0, 64.0)
"""Degrees above the floor from which it is looked down."""
NEAREST = 3.6
"""Metres from the camera to the middle of what is shown, at the least."""
LAWN = 0.7
"""What a picture loses that shows nothing but what is outside."""
AROUND = 44
"""Letters in a line of a caption."""

Picture = Uint8s


class Scenery(NamedTuple):
    """What one picture is about."""

    state: State
    people: tuple[int, ...]
    """Slots of the agents that must be seen."""
    things: tuple[str, ...]

    @property
    def room(self) -> int:
        """Where it happens."""
        return int(self.state.agents.room[self.people[0]])


def moments_figure(behaviour: Behaviour, trace: Trace, cast: int = 0) -> bytes:
    """The three moments of a behaviour side by side, each with its words, as the bytes of a JPEG file.

    Moments in one room are seen from one place. The cast decides what Alice and Bob look like.
    """
    renderer = Renderer(trace.scene, avatars=avatars((ALICE, BOB), cast))
    scenes = [scenery_of(trace.states[shot.step], shot.things) for shot in behaviour.shots]
    cameras = {
        room: best_view(renderer, [scene for scene in scenes if scene.room == room])
        for room in dict.fromkeys(scene.room for scene in scenes)
    }
    pictures = [moment_picture(renderer, scene, cameras[scene.room]) for scene in scenes]
    return side_by_side(pictures, behaviour.shots)


def scenery_of(state: State, things: Sequence[str] = ()) -> Scenery:
    """The agents in the room of the first thing, or in Alice's if there is none; Alice if nobody is there."""
    alice = state.agent(ALICE)
    room = int(state.agents.room[alice])
    if things:
        room = int(state.objects.room[state.statics.slot(things[0])])
    around = np.flatnonzero(state.agents.room == room).tolist()
    return Scenery(state, tuple(around or [alice]), tuple(things))


def side_by_side(pictures: Sequence[Picture], shots: Sequence[Shot]) -> bytes:
    """Pictures in a row, the step above and the words below each."""

    def draw(figure: Any) -> None:
        for axes, picture, shot in zip(figure.subplots(1, len(shots)), pictures, shots, strict=True):
            axes.imshow(picture, interpolation="lanczos")
            axes.set_title(f"after {shot.step} steps" if shot.step else "at the beginning", fontsize=9, color=MUTED)
            axes.set_xlabel("\n".join(textwrap.wrap(shot.caption, AROUND)), color=INK, fontsize=10, labelpad=7)
            axes.set_xticks([])
            axes.set_yticks([])
            axes.spines[:].set_visible(False)

    from PIL import Image

    made = drawn(draw, (4.0 * len(shots), 4.05))
    return jpeg(np.asarray(Image.open(BytesIO(made)).convert("RGB")), 1500)


def moment_picture(renderer: Renderer, scene: Scenery, camera: Camera) -> Picture:
    """What a camera sees of a scene, with the names of those and that which it is about."""
    from PIL import Image, ImageDraw, ImageFont

    state = scene.state
    frame = renderer.look(state, camera, SIZE, ("rgb", "ids"), smooth=True)
    made = Image.fromarray(frame.rgb)
    pen, boxes = ImageDraw.Draw(made, "RGBA"), frame.boxes()
    for thing in scene.things:
        if thing in boxes:
            x0, y0, x1, y1 = boxes[thing]
            pen.rectangle((x0 - 4, y0 - 4, x1 + 3, y1 + 3), outline="#f2b600", width=3)
            _label(pen, ((x0 + x1) / 2, y1 + 14), named(thing, state.scene), "#8a5a00", ImageFont.load_default(13))
    for agent in scene.people:
        at = project(camera, SIZE, _over_head(state, agent))
        name = state.names[agent]
        _label(pen, at, name.capitalize(), COLOURS.get(name, INK), ImageFont.load_default(16))
    return np.asarray(made)


def _over_head(state: State, agent: int) -> Vector:
    """Where the name of an agent stands; somebody who sits is drawn on the seat."""
    seat = int(state.agents.seat[agent])
    x, y = (state.agents.position[agent] if seat == NONE else state.objects.position[seat, :2]).tolist()
    return x, y, head_height(state, agent) + 0.12


def _label(pen: Any, at: tuple[float, float], words: str, colour: str, font: Any) -> None:
    box = pen.textbbox(at, words, font=font, anchor="mm")
    pen.rounded_rectangle((box[0] - 5, box[1] - 3, box[2] + 5, box[3] + 4), 5, fill=(255, 255, 255, 225))
    pen.text(at, words, fill=colour, font=font, anchor="mm")


def best_view(renderer: Renderer, scenes: Sequence[Scenery]) -> Camera:
    """The camera above that shows most of everything that some scenes are about, be it small or large."""
    spots = np.array([spot for scene in scenes for spot in _spots(scene)], float)
    middle = (spots.min(0) + spots.max(0)) / 2
    spread = float(np.linalg.norm(spots - middle, axis=1).max()) + 0.9
    away = max(NEAREST, spread / math.tan(math.radians(VIEW) / 2))
    trials = [
        seen_from(middle.tolist(), 360.0 * (turn + 0.5) / TURNS, up, away) for up in HEIGHTS for turn in range(TURNS)
    ]
    pixels = np.array([[n for scene in scenes for n in _pixels(renderer, scene, camera)] for camera in trials], float)
    shares = np.sqrt(pixels / np.maximum(pixels.max(0), 1.0))
    lawn = [_lawn(renderer, scenes[0], camera) for camera in trials]
    return trials[int(np.argmax(shares.mean(1) - LAWN * np.array(lawn)))]


def _spots(scene: Scenery) -> Iterator[tuple[float, ...]]:
    """Places that must be in the picture."""
    state = scene.state
    yield from ((*state.agents.position[agent].tolist(), 0.9) for agent in scene.people)
    yield from (tuple(state.objects.position[state.statics.slot(thing)].tolist()) for thing in scene.things)


def _pixels(renderer: Renderer, scene: Scenery, camera: Camera) -> list[int]:
    """How many pixels each of a scene's agents and things covers."""
    seen = renderer.look(scene.state, camera, PROBE, ("ids",), shadows=False).ids
    ids = [scene.state.statics.slot(thing) for thing in scene.things]
    ids += [renderer.stage.outside_id + 1 + agent for agent in scene.people]
    return [int((seen == id).sum()) for id in ids]


def _lawn(renderer: Renderer, scene: Scenery, camera: Camera) -> float:
    """The share of a picture that shows what is outside."""
    seen = renderer.look(scene.state, camera, PROBE, ("ids",), shadows=False).ids
    return float((seen == renderer.stage.outside_id).mean())


def home_view(scene: Scene) -> Camera:
    """A camera over a whole home without its roofs."""
    x0, y0, x1, y1 = home_box(scene)
    up = math.radians(HEIGHTS[1])
    high = (y1 - y0) * math.sin(up) + max(room.height for room in scene.rooms) * math.cos(up)
    away = max(high, (x1 - x0) / SHAPE) / 2 / math.tan(math.radians(VIEW) / 2)
    return seen_from(((x0 + x1) / 2, (y0 + y1) / 2, 0.5), 270.0, HEIGHTS[1], 1.1 * away)


def seen_from(middle: Sequence[float], turn: float, height: float, away: float) -> Camera:
    """A camera without roofs that looks at a place from a direction, so many degrees above the floor."""
    x, y, z = middle
    flat, up = away * math.cos(math.radians(height)), away * math.sin(math.radians(height))
    start: Vector = (x + flat * math.cos(math.radians(turn)), y + flat * math.sin(math.radians(turn)), z + up)
    return replace(looking(start, (x, y, z), VIEW), roof=False)
