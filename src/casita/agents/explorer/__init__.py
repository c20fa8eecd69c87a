"""An explorer for a robot with an arm: its map, its ways, its arm's work, and what it remembers of a house."""
