"""Teammate, our own helper: his planner, his eye on Alice, his manners, and where he looks for things."""
