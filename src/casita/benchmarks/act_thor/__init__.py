"""ACT-Thor: given a picture and an action, which of several pictures shows what the action did?

After "ACT-Thor: A Controlled Benchmark for Embodied Action Understanding in Simulated Environments" (COLING 2022).
"""
