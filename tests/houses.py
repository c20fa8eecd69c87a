"""Houses that several tests look at, made once in each process; a scene never changes."""

from __future__ import annotations

from functools import lru_cache

import casita

house = lru_cache(maxsize=128)(casita.house)
