"""Agents that act in a world by themselves: a human-like planner, an oracle, and one that follows a script.

`Alice` (alice.py) works from what she sees (view.py): a belief over where things are (belief.py), what is left to do
and how far it is (chores.py, ways.py), a search over subgoals in one world sampled from it (search.py), a plan of
actions for the subgoal at hand (regression.py), and how she goes about it beside others (plan_execution.py);
settings.py bounds her rationality. `DirectedAgent` (directed.py) is Alice whose subgoals somebody else chooses.
`Oracles` (oracle.py) are the same planner with everything in view, for one agent or for several that share the work.
`Script` (script.py) does what a list says.
"""
