"""The quickstart: one scene of every sort, checked and drawn, beside AI2-THOR's figures, on one page."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from casita.arrays import Uint8s
from casita.catalog import ROOM_KINDS, RoomKind, catalog
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import address as page_address
from casita.evaluation.page import jpeg
from casita.evaluation.terminal import print_table
from casita.render.camera import Camera, corner
from casita.render.pictures import compare, home_picture, map_picture, room_picture
from casita.render.renderer import Renderer
from casita.render.sheets import write_png
from casita.render.video import film
from casita.reports.chore import Told, chore
from casita.reports.gallery import gallery
from casita.scenes.check import check_scene
from casita.scenes.describe import Measures, counted, in_room, measured, plain
from casita.scenes.fixed import AI2THOR, ROOMS_OF_A_KIND, apartment, drawn_house, room
from casita.scenes.generate.house import house
from casita.scenes.listing import Listing
from casita.scenes.plan_view import floor_plan
from casita.scenes.problem import Problem
from casita.scenes.scene import Room, Scene
from casita.words import safe_for_rich
from casita.world.starting import beginning
from casita.world.state import State
from casita.writing import write_whole

if TYPE_CHECKING:
    from rich.console import Console

Result = TypeVar("Result")

SCENES: tuple[Callable[[], Scene], ...] = (
    lambda: room("kitchen", 12),
    lambda: room("living_room", 7),
    lambda: room("bedroom", 3),
    lambda: room("bathroom", 21),
    lambda: apartment(1),
    lambda: drawn_house(1),
    lambda: house(7, 5),
)
"""What the quickstart builds."""


FILM = (640, 480)
"""Size of the film in pixels."""


class Timing(NamedTuple):
    """How many seconds a scene took to build, to check and to draw as a plan and as a picture."""

    name: str
    build: float
    check: float
    plan: float
    picture: float


class Show(NamedTuple):
    """Pictures of the page, as data addresses."""

    map: str
    film: str
    change: str
    sheets: tuple[tuple[str, str], ...]
    """Contact sheets with their titles: rooms, houses, and types in all their states."""


class Means(NamedTuple):
    """Mean numbers of objects and types in our fixed rooms of a kind, and in AI2-THOR's."""

    kind: RoomKind
    objects: float
    types: float
    their_objects: float
    their_types: float


class RoomCard(NamedTuple):
    """What the page says about one room."""

    name: str
    size: Measures
    contents: tuple[str, ...]
    """Its things counted by type, such as "2 chairs", the most numerous first."""


class SceneCard(NamedTuple):
    """What the page says about one scene."""

    name: str
    size: Measures
    rooms: tuple[RoomCard, ...]
    problems: tuple[Problem, ...]
    svg: str
    picture: str
    """A picture of it, as a data address."""


def quickstart(out: Path, log: Console, benchmarks: Sequence[Callable[[Path], Showing]] = ()) -> Path:
    """Build, check and draw a scene of every sort, print tables, and write a page; returns where it is.

    `benchmarks` make small runs that the page shows too; they come last, when everything that they use is compiled.
    """
    with log.status("Loading compiled geometry (slow the first time only)"):
        check_scene(room("bathroom", 1))
    scenes: list[Scene] = []
    cards: list[SceneCard] = []
    timings: list[Timing] = []
    for build in SCENES:
        with log.status(f"Building scene {len(scenes) + 1} of {len(SCENES)}"):
            scene, card, timing = _drawn(build, out)
        scenes.append(scene)
        cards.append(card)
        timings.append(timing)
    means = fixed_room_means(log)
    steps = chore()
    show = _pictures(scenes[-1], steps, out, log)
    tables = (_contents_table(scenes), _means_table(means), _chore_table(steps), _timings_table(timings))
    for table in tables:
        table.show(log)
    showings = [run(out) for run in benchmarks]
    for showing in showings:
        print_table(showing.table, log)
    path = out / "report.html"
    write_page(path, cards=cards, timings=timings, means=means, chore=steps, show=show, showings=showings)
    log.print(f"The page with all of this: {safe_for_rich(path)}", highlight=False, soft_wrap=True)
    return path


def write_page(path: Path, **parts: object) -> None:
    """Write one self-contained HTML page, which needs no network; `parts` are what its template names."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    pages = Environment(loader=PackageLoader("casita", "reports"), autoescape=True, undefined=StrictUndefined)
    page = pages.get_template("quickstart.html.j2").render(**parts, address=page_address, plain=plain)
    write_whole(path, page.encode())


def fixed_room_means(log: Console) -> tuple[Means, ...]:
    """The means over all fixed rooms, kind by kind."""
    from rich.progress import Progress

    found = []
    with Progress(console=log, transient=True) as progress:
        task = progress.add_task("Counting the fixed rooms", total=len(ROOM_KINDS) * ROOMS_OF_A_KIND)
        for kind in ROOM_KINDS:
            objects = types = 0
            for number in range(1, ROOMS_OF_A_KIND + 1):
                size = measured((), room(kind, number).things)
                objects, types = objects + size.objects, types + size.types
                progress.advance(task)
            found.append(Means(kind, objects / ROOMS_OF_A_KIND, types / ROOMS_OF_A_KIND, *AI2THOR[kind]))
    return tuple(found)


def _drawn(build: Callable[[], Scene], out: Path) -> tuple[Scene, SceneCard, Timing]:
    """A scene, built and checked, with its floor plan and picture in two files, its card, and how long each took."""
    scene, building = _timed(build)
    problems, checking = _timed(lambda: check_scene(scene))
    drawing, planning = _timed(lambda: floor_plan(scene))
    drawing.save(out / f"{scene.name}_plan.svg")
    picture, looking = _timed(lambda: picture_of(scene))
    write_png(picture, out / f"{scene.name}.png")
    card = _scene_card(scene, problems, drawing.svg(), picture)
    return scene, card, Timing(scene.name, building, checking, planning, looking)


def picture_of(scene: Scene) -> Uint8s:
    """A room from its best corner; a home like a doll's house."""
    return room_picture(scene) if len(scene.rooms) == 1 else home_picture(beginning(scene))


def _pictures(home: Scene, steps: Sequence[Told], out: Path, log: Console) -> Show:
    """Film the chore and draw what else the page shows."""
    outcomes = [outcome for row in steps for outcome in row.outcomes]
    with log.status("Filming the chore"):
        camera = _watching([outcome.state for outcome in outcomes])
        path = film(outcomes, out / "chore.mp4", lambda _: camera, size=FILM, per_step=6, per_second=12)
    sheets = []
    with log.status("Drawing contact sheets of rooms, houses and things"):
        for each in gallery():
            write_png(each.picture, out / f"{each.name}.png")
            sheets.append((each.title, _shown(each.picture)))
    video = "data:video/mp4;base64," + base64.b64encode(path.read_bytes()).decode()
    change = compare(outcomes[0].before, outcomes[-1].state)
    write_png(change, out / "chore_before_after.png")
    return Show(
        _shown(map_picture(beginning(home), agents=False)),
        video,
        _shown(change),
        tuple(sheets),
    )


def _watching(states: Sequence[State]) -> Camera:
    """Where the film of the chore is taken from: the corner of the kitchen from which most is seen of Alice."""
    renderer = Renderer(states[0].scene)
    alice = renderer.stage.outside_id + 1

    def shown(camera: Camera) -> int:
        frames = (renderer.look(state, camera, (64, 48), ("ids",), shadows=False) for state in states)
        return sum(int((frame.ids == alice).sum()) for frame in frames)

    return max((corner(states[0].scene, turn=turn) for turn in range(4)), key=shown)


def _shown(picture: Uint8s) -> str:
    """A picture as an address that holds it, for a page that needs no other files."""
    return page_address(jpeg(picture))


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and the seconds it took."""
    start = perf_counter()
    return work(), perf_counter() - start


def _scene_card(scene: Scene, problems: tuple[Problem, ...], plan: str, picture: Uint8s) -> SceneCard:
    from markupsafe import Markup

    rooms = tuple(_room_card(scene, room) for room in scene.rooms)
    size = measured(scene.rooms, scene.things)
    return SceneCard(scene.name, size, rooms, problems, Markup(plan), _shown(picture))


def _room_card(scene: Scene, room: Room) -> RoomCard:
    things = in_room(scene, room)
    counts = Counter(thing.type for thing in things)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    contents = tuple(counted(count, catalog()[type].singular, catalog()[type].plural) for type, count in ranked)
    return RoomCard(room.id, measured((room,), things), contents)


def _contents_table(scenes: Sequence[Scene]) -> Listing:
    cards = [(scene.name, card) for scene in scenes for card in (_room_card(scene, room) for room in scene.rooms)]
    rows = tuple((n, c.name, round(c.size.area, 1), *c.size[1:], ", ".join(c.contents[:4])) for n, c in cards)
    return Listing("What is in them", ("scene", "room", "m2", "objects", "types", "most_of_all"), rows)


def _means_table(means: Sequence[Means]) -> Listing:
    rows = tuple(
        (plain(row.kind), round(row.objects, 1), row.their_objects, round(row.types, 1), row.their_types)
        for row in means
    )
    columns = ("mean_of", "objects", "AI2-THOR's_objects", "types", "AI2-THOR's_types")
    return Listing(f"All {len(means) * ROOMS_OF_A_KIND} fixed rooms beside AI2-THOR's", columns, rows)


def _chore_table(steps: Sequence[Told]) -> Listing:
    rows = tuple((row.order, len(row.outcomes), " ".join(row.story)) for row in steps)
    return Listing("Alice does a chore in kitchen 12", ("told", "steps", "what_happened"), rows)


def _timings_table(timings: Sequence[Timing]) -> Listing:
    rows = tuple(
        (t.name, _thousandths(t.build), _thousandths(t.check), _thousandths(t.plan), _thousandths(t.picture))
        for t in timings
    )
    return Listing("How long it took, in milliseconds", ("scene", "build_or_read", "check", "plan", "picture"), rows)


def _thousandths(seconds: float) -> int:
    return round(1000 * seconds)
