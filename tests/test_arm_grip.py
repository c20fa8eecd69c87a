"""The law of the grip, by itself and beside a friction grasp in MuJoCo."""

from __future__ import annotations

import math

import pytest

from casita.world.arm.grip import FORCE_STEP, KILOGRAM_FORCE, carries, newtons
from casita.world.arm.specification import ARM
from casita.world.kinematics import GRAVITY

MASSES = (0.05, 0.2, 0.5, 1.0, 2.5, 4.95)
FRICTIONS = (0.35, 0.5, 0.7)

MODEL = """
<mujoco>
  <option timestep="0.002" cone="elliptic" impratio="50" noslip_iterations="5"/>
  <default><geom friction="{friction} 0.005 0.0001" condim="4"/></default>
  <worldbody>
    <body pos="0 0 0.5"><freejoint/><geom type="box" size="0.03 0.03 0.05" mass="{mass}"/></body>
    <body pos="0 0.0401 0.5">
      <joint name="left" type="slide" axis="0 -1 0"/><geom type="box" size="0.01 0.01 0.02" mass="0.2"/>
    </body>
    <body pos="0 -0.0401 0.5">
      <joint name="right" type="slide" axis="0 1 0"/><geom type="box" size="0.01 0.01 0.02" mass="0.2"/>
    </body>
  </worldbody>
  <actuator><motor joint="left"/><motor joint="right"/></actuator>
</mujoco>
"""
"""A box in the air between two fingers that slide towards it, each pushed by a motor."""


def test_forces_come_in_steps() -> None:
    assert newtons(1.0) == pytest.approx(KILOGRAM_FORCE)
    assert newtons(0.05) == pytest.approx(0.05 * KILOGRAM_FORCE, abs=1e-4)
    assert newtons(0.26) == newtons(0.25)
    assert newtons(0.0) == newtons(ARM.grip)


@pytest.mark.parametrize("friction", FRICTIONS)
@pytest.mark.parametrize("mass", MASSES)
def test_the_grip_holds_from_one_force_on(mass: float, friction: float) -> None:
    steps = [carries(newtons(FORCE_STEP * step), friction, mass) for step in range(1, round(ARM.grip / FORCE_STEP))]
    assert steps == sorted(steps)
    least = mass * GRAVITY / (2.0 * friction) / KILOGRAM_FORCE / FORCE_STEP
    assert steps.index(True) + 1 == math.ceil(least)


def fell(mass: float, friction: float, force: float) -> float:
    """Metres that the box falls in 0.3 s after the fingers have closed on it with a force in newtons."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(MODEL.format(mass=mass, friction=friction))
    data = mujoco.MjData(model)
    data.ctrl[:] = force
    for gravity, steps in ((0.0, 50), (-GRAVITY, 150)):
        model.opt.gravity[2] = gravity
        before = float(data.qpos[2])
        for _ in range(steps):
            mujoco.mj_step(model, data)
    return before - float(data.qpos[2])


@pytest.mark.slow
@pytest.mark.parametrize("friction", FRICTIONS)
def test_the_law_agrees_with_contact_physics(friction: float) -> None:
    pytest.importorskip("mujoco")
    compared = 0
    for mass in MASSES:
        critical = mass * GRAVITY / (2.0 * friction)
        near = round(critical / KILOGRAM_FORCE / FORCE_STEP)
        for step in sorted({max(1, near + off) for off in (-20, -5, -2, -1, 0, 1, 2, 5, 20)}):
            force = newtons(FORCE_STEP * step)
            if abs(force / critical - 1.0) < 0.03:
                continue
            lost = fell(mass, friction, force)
            assert (lost < 0.001) == carries(force, friction, mass), f"{mass} kg, {force:.2f} N: fell {lost:.4f} m"
            compared += 1
    assert compared >= 30
