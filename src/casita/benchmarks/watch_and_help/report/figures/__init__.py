"""Drawings: a task, paths on the floor plan, moments of an episode as pictures."""
