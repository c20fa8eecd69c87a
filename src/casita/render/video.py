"""Films: frames of an episode, smooth between its states, written as MP4.

They are encoded by x264, which comes inside the wheels of PyAV and is under the GPL (version 2 or later). Casita calls
it and ships nothing of it; whoever ships PyAV's wheels along with something of their own heeds that licence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.render.between import between
from casita.render.camera import Camera
from casita.render.renderer import Renderer
from casita.world.outcome import Outcome
from casita.world.state import State
from casita.writing import sync_files

ENCODING = {"crf": "20", "threads": "1", "x264-params": "mbtree=0"}
"""How x264 encodes; its macroblock tree is off, for with it the same pictures do not always give the same bytes."""

View = Callable[[State], Camera]
"""Where the camera is, by state: `lambda state: eyes(state, 0)`."""


def frames(
    outcomes: Sequence[Outcome],
    view: View,
    *,
    size: tuple[int, int] = (480, 360),
    per_step: int = 8,
    smooth: bool = True,
    progress: bool = False,
    avatars: Mapping[str, str] | None = None,
) -> Iterator[Uint8s]:
    """The pictures of an episode: `per_step` for each step and one for the end; `avatars` as a renderer takes them."""
    if not outcomes:
        raise BadInput("there is nothing to film: no step was taken")
    if per_step < 1:
        raise BadInput(f"a film has at least one frame a step, not {per_step}")
    renderer = Renderer(outcomes[0].state.scene, avatars=avatars)
    for outcome in _tracked(outcomes, progress):
        for number in range(per_step):
            now = between(outcome, number / per_step)
            yield renderer.look(now, view(now), size, ("rgb",), smooth=smooth).rgb
    last = outcomes[-1].state
    yield renderer.look(last, view(last), size, ("rgb",), smooth=smooth).rgb


def _tracked(outcomes: Sequence[Outcome], progress: bool) -> Iterable[Outcome]:
    if not progress:
        return outcomes
    from rich.progress import track

    return track(outcomes, "filming")


def film(
    outcomes: Sequence[Outcome],
    path: str | Path,
    view: View,
    *,
    size: tuple[int, int] = (480, 360),
    per_step: int = 8,
    per_second: int = 16,
    smooth: bool = True,
    progress: bool = False,
    avatars: Mapping[str, str] | None = None,
) -> Path:
    """Write an episode as an MP4 file; the file appears whole or not at all."""
    shots = frames(outcomes, view, size=size, per_step=per_step, smooth=smooth, progress=progress, avatars=avatars)
    return write_video(shots, path, per_second)


def write_video(pictures: Iterable[Uint8s], path: str | Path, per_second: int = 16) -> Path:
    """Write pictures (height x width x 3, all of one size, even sides) as an MP4 file."""
    import av

    target = Path(path)
    if target.suffix.lower() != ".mp4":
        raise BadInput(f"{target}: a film is written as .mp4")
    if per_second < 1:
        raise BadInput(f"a film shows at least one picture a second, not {per_second}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{target}: cannot be written: {error.strerror}") from None
    partial = target.with_name(f".{target.stem}.{os.getpid()}.part.mp4")
    try:
        with av.open(str(partial), "w", options={"movflags": "faststart"}) as file:
            stream = None
            for picture in pictures:
                height, width = picture.shape[:2]
                if stream is None:
                    if width % 2 or height % 2:
                        raise BadInput(f"a film's sides must be even numbers of pixels, not {width} x {height}")
                    stream = file.add_stream("libx264", rate=per_second)
                    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
                    stream.time_base = Fraction(1, per_second)
                    stream.options = dict(ENCODING)
                elif (width, height) != (stream.width, stream.height):
                    raise BadInput(f"a film of {stream.width} x {stream.height} cannot go on with {width} x {height}")
                file.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
            if stream is None:
                raise BadInput("there is nothing to film: no pictures")
            file.mux(stream.encode())
        partial.replace(target)
        sync_files([target])
    except OSError as error:
        raise BadInput(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            partial.unlink()
    return target
