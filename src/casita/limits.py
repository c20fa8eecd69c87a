"""How large what comes from outside may be, and how much is kept in memory: every limit once, with its unit.

What is above a limit is refused with BadInput before it is worked on. docs/SECURITY.md has them as a table.
"""

from __future__ import annotations

NAME_CHARACTERS = 64
"""Characters of a name: of a scene, room, doorway, thing or agent."""

SCENE_BYTES = 64_000_000
"""Bytes of a scene as JSON."""

SCENE_THINGS = 50_000
"""Things in a scene."""

SCENE_ROOMS = 1_000
"""Rooms in a scene; there may be twice as many doorways."""

SCENE_EXTENT = 128.0
"""Metres that a scene is wide and deep: grids and shadow maps grow with its area."""

ROOM_CORNERS = 200
"""Corners of a room's outline."""

CARRIED_DEPTH = 50
"""Things on or in each other, from the room to the last of them."""

WALL_METRES = 50.0
"""Metres of a wall, and of a side of a thing."""

ORIGIN_METRES = 500.0
"""Metres from the origin that anything can be."""

DRAWING_BYTES = 200_000
"""Bytes of a drawing (TOML)."""

DRAWING_SQUARES = 100_000
"""Squares of a drawing's plan: its lines times the longest of them."""

LOG_BYTES = 256_000_000
"""Bytes of a log of an episode, unpacked."""

LOG_TICKS = 1_000_000
"""Ticks of an episode."""

LOG_AGENTS = 64
"""Agents in an episode."""

STATES_BYTES = 256_000_000
"""Bytes of what was to be seen in a demonstration, unpacked."""

PARQUET_BYTES = 512_000_000
"""Bytes of the columns of a Parquet file, unpacked."""

PARQUET_ROWS = 1_000_000
"""Rows of a Parquet file."""

CHECKPOINT_BYTES = 4_000_000_000
"""Bytes of a checkpoint or of weights."""

JSON_BYTES = 256_000_000
"""Bytes of any other JSON file that is read: manifests, journals, results."""

PICTURE_SIDE = 8_192
"""Pixels of a side of a picture, drawn or read."""

PICTURE_PIXELS = 67_108_864
"""Pixels of a picture, drawn or read."""

SENTENCE_CHARACTERS = 1_000
"""Characters of a sentence that is to be understood, or of a text that is said."""

PLAN_STEPS = 10_000
"""Actions of a plan or script that is given in one piece."""

MOVES_LISTED = 50_000
"""Pairs of a thing and a place that `legal` tries for `move_to`; with more, only those in the agent's reach."""

THINGS_LISTED = 2_000
"""Things in a scene; with more, `legal` lists, besides walks, only what can be done to things in the agent's reach."""

STAGES_KEPT_BYTES = 400_000_000
"""Bytes of homes as they are drawn (meshes and textures in one piece) that are kept for the next picture of them."""

SHAPES_KEPT_BYTES = 150_000_000
"""Bytes of meshes of single things that are kept, for homes that have the same things."""

TEXTURES_KEPT_BYTES = 100_000_000
"""Bytes of patterns that are kept in memory; all are kept on disk."""

PICTURES_KEPT_BYTES = 100_000_000
"""Bytes of pictures of data that are kept unpacked, for the next model that is asked about them."""

WAYS_KEPT_BYTES = 100_000_000
"""Bytes of worked-out ways that are kept with a state."""
