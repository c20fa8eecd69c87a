"""The arm as shapes in space, for renderers: a capsule for each link, with the frame that it is drawn in."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.geometry.poses import cos_sin
from casita.products import length, product
from casita.world.arm.kinematics import ELBOW, HAND, SHOULDER, WRIST, pose
from casita.world.arm.specification import ARM, Arm, Floats
from casita.world.state import State
from casita.world.statics import NONE


class LinkFrame(NamedTuple):
    """One link: a capsule from its origin along its own x."""

    name: str
    origin: Floats
    """Metres, in the home: the middle of the capsule's first end."""
    axes: Floats
    """3 x 3: columns are its own axes in space."""
    length: float
    radius: float


def link_frames(
    x: float, y: float, yaw: float, joints: Floats, opening: float = ARM.opening, arm: Arm = ARM
) -> tuple[LinkFrame, ...]:
    """The links of an arm on a base that stands at x, y with a yaw in degrees; `opening` is between the fingers."""
    now = pose(arm, joints)
    turn = math.radians(arm.joints[0].rest + float(joints[0]))
    side = np.array([-math.sin(turn), math.cos(turn), 0.0])
    bones = {
        "body": (np.array([0.0, 0.0, arm.shoulder[2]]), np.eye(3)),
        "upper arm": (now[SHOULDER], _axes_along(now[ELBOW] - now[SHOULDER], side)),
        "forearm": (now[ELBOW], _axes_along(now[WRIST] - now[ELBOW], side)),
        "hand": (now[WRIST], now[HAND:].T),
    }
    c, s = cos_sin(yaw)
    stand, base = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]), np.array([x, y, 0.0])
    aside = opening / 2 + arm.fingers.radius
    parts = [(arm.mount, arm.mount.name, 0.0)]
    parts += [(link, link.name, 0.0) for link in arm.links if not link.grasps]
    parts += [(arm.fingers, "left finger", aside), (arm.fingers, "right finger", -aside)]
    found = []
    for link, name, off in parts:
        origin, axes = bones[link.bone]
        at = origin + product(axes, (link.start, off, 0.0))
        found.append(LinkFrame(name, base + product(stand, at), product(stand, axes), link.length, link.radius))
    return tuple(found)


def _axes_along(bone: Floats, side: Floats) -> Floats:
    """Columns: along a bone, to the side, and the third at right angles to both."""
    ahead = bone / length(bone)
    return np.column_stack([ahead, side, np.cross(ahead, side)])


def robot_links(state: State, agent: int) -> tuple[LinkFrame, ...]:
    """The links of a robot in a state, its fingers closed on what it holds."""
    x, y = state.agents.position[agent].tolist()
    slot = int(state.agents.hands[agent, 0])
    narrow = ARM.opening if slot == NONE else min(ARM.opening, float(state.statics.size[slot].min()))
    return link_frames(x, y, float(state.agents.yaw[agent]), state.agents.joints[agent], narrow)
