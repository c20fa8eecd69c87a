"""Simulated raters: rules with reasons, eight characters with leanings and slips, and what they rate."""
