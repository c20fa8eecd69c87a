"""From a film that is played again to the story of a video: what is so between its events."""

from __future__ import annotations

from casita.benchmarks.env_qa.films.names import name_of, whole
from casita.benchmarks.env_qa.films.recording import RATE, Reel, film_seconds
from casita.benchmarks.env_qa.item import Video
from casita.benchmarks.env_qa.story.story import Facts, Happening, Span, Story, Thing
from casita.world.liquids import LIQUIDS
from casita.world.relations import near_pairs
from casita.world.shut import OPEN_ENOUGH
from casita.world.state import State
from casita.world.statics import NONE


def story_of(reel: Reel, video: Video) -> Story:
    """What happens in a video, and what is so before, between and after."""
    recording, state = reel.recording, reel.begins
    happenings = recording.happenings[video.first : video.end]
    times = [video.starts, *(each.ends for each in happenings)]
    put_near = {(each.object, whole(state, each.target)) for each in recording.happenings if each.verb == "put near"}
    own = film_seconds(video.starts, video.ends)
    seen = {id: _within(spans, round(own[0] * RATE), round(own[-1] * RATE)) for id, spans in recording.seen.items()}
    things = things_of(state)
    return Story(
        video=video.id,
        room_kind=state.scene.rooms[0].kind,
        starts=video.starts,
        ends=video.ends,
        things=things,
        happenings=tuple(_told(state, each) for each in happenings),
        moments=tuple(facts_of(reel.state(at), things, put_near) for at in times),
        seen={id: when for id, when in seen.items() if when and id in things},
    )


def _within(spans: tuple[int, ...], first: int, last: int) -> tuple[Span, ...]:
    """Stretches of a film's frames, as far as they are among some of its frames; in seconds."""
    cut = ((max(start, first), min(end, last)) for start, end in zip(spans[::2], spans[1::2], strict=True))
    return tuple((start / RATE, end / RATE) for start, end in cut if start <= end)


def _told(state: State, each: Happening) -> Happening:
    """The event, with wholes in place of their basins."""
    target = whole(state, each.target) if each.target else ""
    return Happening(
        each.verb, whole(state, each.object), target, each.liquid, each.starts, each.ends, each.is_seen
    )  # fmt: skip


def things_of(state: State) -> dict[str, Thing]:
    """All things of a room that questions may be about."""
    found = {}
    for thing in state.scene.things:
        if whole(state, thing.id) == thing.id:
            kind = thing.kind
            found[thing.id] = Thing(
                thing.id, thing.type, name_of(thing.type), thing.colour, thing.material,
                kind.can("open"), kind.can("toggle"), kind.can("dirty"), kind.can("break"), kind.can("slice"),
                kind.can("fill"), kind.is_loose,
            )  # fmt: skip
    return found


def facts_of(state: State, things: dict[str, Thing], put_near: set[tuple[str, str]]) -> dict[str, Facts]:
    """What is so of all things in a state; of what was put near something, whether it still is."""
    now, known = state.objects, state.statics
    beside: dict[str, list[str]] = {}
    for pair in near_pairs(state).tolist():
        for one, other in (pair, reversed(pair)):
            stands = whole(state, known.ids[other])
            if stands in things:  # slices are not spoken of
                beside.setdefault(known.ids[one], []).append(stands)
    near = {
        id: [other for other in beside.get(id, ()) if (id, other) in put_near] for id in {one for one, _ in put_near}
    }
    found = {}
    for id, thing in things.items():
        slot = known.slot(id)
        carrier, spot = int(now.carrier[slot]), int(now.spot[slot])
        is_placed = carrier != NONE and spot != NONE
        found[id] = Facts(
            bool(now.exists[slot]),
            known.spots[carrier][spot].relation if is_placed else "",
            whole(state, known.ids[carrier]) if is_placed else "",
            tuple(near.get(id, ())),
            tuple(sorted(set(beside.get(id, ())))),
            thing.opens and bool(now.openness[slot] >= OPEN_ENOUGH),
            bool(now.on[slot]),
            bool(now.dirty[slot]),
            bool(now.broken[slot]),
            thing.is_sliceable and not now.exists[slot],
            LIQUIDS[int(now.liquid[slot])] if now.liquid[slot] else "",
            bool(now.amount[slot] <= 0.0),
        )
    return found
