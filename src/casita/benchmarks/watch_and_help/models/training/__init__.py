"""Training: the policies of Hybrid and HRL by reinforcement, and what `casita train` is asked for by name."""
