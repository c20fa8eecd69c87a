"""How much memory the process holds, and the most that it held since some moment."""

from __future__ import annotations

import resource
import sys
from contextlib import suppress
from pathlib import Path


def held() -> int:
    """Bytes that are held now; where the system does not say (not Linux), the most that ever were."""
    return _status("VmRSS") or _ever()


def most_held() -> int:
    """The most bytes that were held since `forget_most`; since the process began where the system does not say."""
    return _status("VmHWM") or _ever()


def forget_most() -> None:
    """Let `most_held` count from here on."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _status(field: str) -> int:
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) * 1024
    return 0


def _ever() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
