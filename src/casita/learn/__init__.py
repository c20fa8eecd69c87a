"""Learning: picture encoders, cached features, a small training loop and checkpoints, shared by the neural baselines.

Nothing here is imported until it is used; all but the data of pictures needs torch (`pip install 'casita[learn]'`).
"""
