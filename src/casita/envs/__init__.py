"""Environments for learning: PettingZoo for several agents, Gymnasium for one, and many homes on several cores."""

from casita.errors import not_installed

try:
    from casita.envs.parallel import Goal, ParallelHomeEnv
    from casita.envs.single import HomeEnv
    from casita.envs.vector import VectorHomeEnv
except ModuleNotFoundError as missing:
    raise not_installed("an environment", missing) from None

__all__ = ["Goal", "HomeEnv", "ParallelHomeEnv", "VectorHomeEnv"]
