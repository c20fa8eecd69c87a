"""Contact physics: MuJoCo behind the world's Physics protocol. Needs `pip install casita[physics]`."""

from casita.physics.engine import MuJoCo
from casita.physics.soundness import Shift, settled

__all__ = ["MuJoCo", "Shift", "settled"]
