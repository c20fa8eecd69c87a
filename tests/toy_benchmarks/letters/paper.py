"""What the paper says."""

from __future__ import annotations

RIGHT = 0.9
"""The share of words that its model counts right."""
