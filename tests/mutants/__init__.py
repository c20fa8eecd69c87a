"""Changes the source in many places, one at a time, and sees whether a test notices: `make mutants COUNT=100`.

A change that no test notices shows what the tests do not say. Every change is made in memory, in processes that run in
a copy of the tree: nobody's files are touched, and compiled kernels stay valid.
"""
