"""The arm of the robot body as a typed row: joints, links, gripper, and what of the body is in its way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from casita.arrays import Float64s

Floats = Float64s


@dataclass(frozen=True, slots=True)
class ArmJoint:
    """One hinge. Angles in degrees; the state's column holds how far it is turned from its rest."""

    name: str
    axis: str
    """Of the link that it carries; an angle about y counts upwards."""
    rest: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ArmLink:
    """One capsule: it starts so far along the frame of its bone, and runs along that frame's x."""

    name: str
    bone: str
    """The frame it is fixed to: body (at the shoulder's height), upper arm, forearm or hand."""
    start: float
    length: float
    radius: float
    grasps: bool = False
    """Whether it closes around loose things rather than hits them."""


@dataclass(frozen=True)
class Arm:
    """Shoulder yaw and pitch, elbow, and a wrist whose three axes meet in one point. Metres and degrees."""

    shoulder: tuple[float, float, float]
    """Ahead of the body's middle, to its left, and above the floor."""
    upper: float
    """From shoulder to elbow."""
    fore: float
    """From elbow to wrist."""
    hand: float
    """From wrist to the point between the fingertips that counts as where the gripper is."""
    joints: tuple[ArmJoint, ...]
    mount: ArmLink
    """What joins the shoulder to the torso."""
    links: tuple[ArmLink, ...]
    fingers: ArmLink
    """Each of the two fingers; they stand to the left and right of the hand's middle."""
    opening: float
    """Between the fingers when they are open."""
    body: tuple[tuple[float, float, float, float], ...]
    """Upright cylinders of the body that the arm must not hit: how far ahead of its middle, radius, bottom and top."""
    raised: tuple[float, ...]
    """Angles of the joints that hold the gripper above tables and counters, pointing down."""
    grip: float
    """The strongest grip, in kilograms-force."""

    @property
    def reach(self) -> float:
        """From the shoulder to the gripper of the stretched arm."""
        return self.upper + self.fore + self.hand

    @cached_property
    def sizes(self) -> tuple[float, float, float, float, float, float]:
        """The shoulder and the three lengths, as compiled code takes them."""
        return (*self.shoulder, self.upper, self.fore, self.hand)

    @cached_property
    def rest(self) -> Floats:
        """Rest angles of all joints."""
        return np.array([joint.rest for joint in self.joints])

    @cached_property
    def limits(self) -> Floats:
        """2 x 6: the lowest and highest value of each joint, counted from its rest."""
        rows = [(joint.low - joint.rest, joint.high - joint.rest) for joint in self.joints]
        return np.array(rows).T.copy()

    @cached_property
    def poses(self) -> dict[str, Floats]:
        """The joints of the poses that have names, counted from their rest."""
        return {"folded": np.zeros(len(self.joints)), "raised": np.round(np.array(self.raised) - self.rest, 2)}

    @cached_property
    def capsules(self) -> Floats:
        """A row for each link: number of its bone, start, length, radius, and whether it grasps."""
        bones = ("upper arm", "forearm", "hand")
        return np.array([(bones.index(a.bone), a.start, a.length, a.radius, a.grasps) for a in self.links])

    @cached_property
    def cylinders(self) -> Floats:
        """The cylinders of the body, one row each."""
        return np.array(self.body)


ARM = Arm(
    shoulder=(0.18, 0.0, 0.7),
    upper=0.41,
    fore=0.39,
    hand=0.17,
    joints=(
        ArmJoint("shoulder turn", "z", 0.0, -150.0, 150.0),
        ArmJoint("shoulder", "y", 96.0, -60.0, 110.0),
        ArmJoint("elbow", "y", -170.0, -172.0, 0.0),
        ArmJoint("forearm turn", "x", 0.0, -270.0, 270.0),
        ArmJoint("wrist", "y", -16.0, -140.0, 140.0),
        ArmJoint("hand turn", "x", 0.0, -270.0, 270.0),
    ),
    mount=ArmLink("shoulder", "body", 0.0, 0.18, 0.05),
    links=(
        ArmLink("upper arm", "upper arm", 0.0, 0.41, 0.04),
        ArmLink("forearm", "forearm", 0.0, 0.39, 0.035),
        ArmLink("gripper", "hand", 0.0, 0.1, 0.035),
        ArmLink("fingers", "hand", 0.1, 0.08, 0.015, grasps=True),
    ),
    fingers=ArmLink("finger", "hand", 0.1, 0.08, 0.01),
    opening=0.1,
    body=((-0.08, 0.08, 0.25, 1.25), (0.0, 0.2, 0.0, 0.25)),
    raised=(0.0, 90.0, -66.0, 0.0, -114.0, 0.0),
    grip=10.0,
)
"""The robot's arm. At rest it is folded in front of the torso, elbow up, with the gripper pointing down."""
