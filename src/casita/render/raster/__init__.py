"""The rasteriser: triangles, lights and a view to pixels, in compiled kernels.

It knows arrays only (`arrays.py`), not homes. `draw.py` is the way in: `visibility.py` finds the triangle behind each
pixel with `cull.py` and `fill.py`; `rows.py` then turns rows of pixels into colours with `surface.py`, `shading.py` and
`store.py`. `shadows.py` keeps the shadow maps that follow moved things. `compile.py` says how kernels are written.
"""
