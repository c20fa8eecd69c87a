"""Agents that act in a world by themselves: a human-like planner, an oracle, and one that follows a script.

`Alice` (alice.py) works from what she sees: a belief over where things are (belief.py), a search over
subgoals in one world sampled from it (search.py), and a plan of actions for the subgoal at hand
(regression.py). `Oracle` and `Oracles` (oracle.py) are the same planner with everything in view, for
one agent and for several that share the work. `Script` (script.py) does what a list says.
"""
