"""Environments for learning: PettingZoo for several agents, Gymnasium for one, and many homes on several cores."""

from casita.envs.parallel import Goal, ParallelHomeEnv
from casita.envs.single import HomeEnv
from casita.envs.vector import VectorHomeEnv

__all__ = ["Goal", "HomeEnv", "ParallelHomeEnv", "VectorHomeEnv"]
