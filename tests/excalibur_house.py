"""A house of two rooms whose graph is written by hand, for tests of EXCALIBUR."""

from __future__ import annotations

import numpy as np

from casita.benchmarks.excalibur.graph.columns import NOWHERE, Graph

NAN = float("nan")

ROWS = (
    # type, colour, material, kg, litres, longest side, carrier, is it in that, room, hidden
    ("mug", "red", "ceramic", 0.30, 1.0, 0.12, 7, False, 10, False),
    ("bowl", "blue", "glass", 0.50, 2.0, 0.20, 7, False, 10, False),
    ("egg", "white", "food", 0.06, 0.1, 0.06, 8, True, 10, True),
    ("spoon", "silver", "metal", 0.05, 0.1, 0.18, 7, False, 10, False),
    ("pencil", "yellow", "wood", 0.01, 0.05, 0.19, 9, False, 11, False),
    ("mug", "white", "ceramic", 0.31, 1.3, 0.13, 9, False, 11, False),
    ("key_chain", "silver", "metal", 0.08, 0.1, 0.10, 9, True, 11, True),
    ("dining_table", "brown", "wood", NAN, 800.0, 1.60, NOWHERE, False, 10, False),
    ("fridge", "white", "metal", NAN, 900.0, 1.80, NOWHERE, False, 10, False),
    ("desk", "white", "wood", NAN, 500.0, 1.20, NOWHERE, False, 11, False),
    ("kitchen", "", "", NAN, NAN, NAN, NOWHERE, False, 10, False),
    ("bedroom", "", "", NAN, NAN, NAN, NOWHERE, False, 11, False),
    ("agent", "", "", NAN, NAN, NAN, NOWHERE, False, 10, False),
)
"""Seven items, three pieces of furniture, two rooms and the agent."""

ADJACENT = ((0, 1), (1, 3), (4, 5), (7, 8), (10, 11))


def small_house() -> Graph:
    """The graph of the table above."""
    columns = tuple(zip(*ROWS, strict=True))
    nodes = np.arange(len(ROWS))
    return Graph(
        columns[0],
        nodes < 10,
        (nodes >= 10) & (nodes < 12),
        nodes < 7,
        columns[1],
        columns[2],
        np.array(columns[3]),
        np.array(columns[4]) / 1000,
        np.array(columns[5]),
        np.array(columns[6]),
        np.array(columns[7]),
        np.array(columns[8]),
        np.array(ADJACENT),
        np.array(columns[9]),
    )
