"""Scenes from a seed: a list of stages, each Scene -> Scene."""
