"""Searches for what breaks Casita, for as long as one likes: `make fuzz SECONDS=1200 SEED=7`.

A driver tries one case after the other. What it does follows from the seed, its own name and the case's number alone,
so that every finding can be had again. A finding is an outcome that is not documented.
"""
