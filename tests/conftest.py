"""What all tests share: property tests draw the same examples on every machine, unless `make fuzz` asks for others."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
"""Examples follow from the test alone: what passes here passes in a fresh clone."""

settings.register_profile(
    "anew", derandomize=False, database=None, deadline=None, print_blob=True, suppress_health_check=list(HealthCheck)
)
"""For `make fuzz`: examples follow from `--hypothesis-seed`, and a failure says how to repeat it."""

settings.load_profile("fixed")
