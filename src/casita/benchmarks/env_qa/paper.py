"""The paper's numbers, once: Tables 2 and 3, and what its text says of the data."""

from __future__ import annotations

from casita.benchmarks.env_qa.item import QuestionKind

FILMS = 4_720
"""Long videos."""

VIDEOS = 23_261
"""All videos, cuts included."""

QUESTIONS = 85_072

SECONDS = 20.0
"""Mean length of a video."""

SHORT_SHARE = 0.42
"""Of the questions, those about videos of 1 to 4 events."""

KIND_SHARES: dict[QuestionKind, float] = {
    "attribute": 0.063, "state": 0.275, "event": 0.435, "order": 0.154, "number": 0.073,
}  # fmt: skip
"""Of questions. Figure 3 (c) cannot be read; by these shares Table 2's columns give its overall column."""

COLUMNS = ("attribute", "state", "event", "order", "number", "overall")
"""Of Table 2's first half, in per cent of equation 1."""

ROLE_COLUMNS = ("action", "objects", "prep", "adjective", "yes_no", "number")

_TABLE_2 = {
    "Q-only": ((37.29, 32.17, 24.26, 51.79, 37.84, 32.48), (42.05, 36.48, 51.03, 34.15, 50.53, 37.83)),
    "I-only": ((3.51, 3.76, 3.56, 0.57, 2.12, 3.05), (4.60, 7.87, 19.42, 2.84, 0.01, 1.08)),
    "CNN-LSTM": ((38.21, 42.26, 29.94, 53.37, 38.12, 38.05), (45.89, 43.07, 54.15, 37.90, 43.27, 38.07)),
    "ST-VQA": ((41.66, 48.98, 33.87, 54.09, 38.54, 41.97), (45.08, 45.06, 54.50, 41.07, 55.44, 38.51)),
    "STAGE": ((39.49, 49.93, 34.52, 55.32, 37.98, 42.53), (45.69, 47.24, 54.35, 42.71, 52.07, 37.66)),
    "TSEA": ((42.96, 56.73, 39.84, 55.53, 39.35, 47.06), (47.61, 50.51, 55.33, 44.93, 57.56, 39.35)),
}
TABLE_2 = {name: by_kind for name, (by_kind, _) in _TABLE_2.items()}
TABLE_2_ROLES = {name: by_role for name, (_, by_role) in _TABLE_2.items()}

TABLE_3: dict[str, tuple[float, float, float]] = {
    "TSEA": (46.85, 47.20, 47.06),
    "- multi-step attention": (45.41, 45.60, 45.46),
    "- event feature": (43.05, 43.61, 43.39),
    "- focus attention": (41.84, 41.79, 41.80),
    "- object name feature": (41.05, 40.32, 40.60),
}
"""Seen rooms, unseen rooms, overall; each row leaves out one part more."""

QUESTION_ONLY_AIM = 33.0
"""Per cent that a model without pictures has at the most, overall: the paper's 32.48, and no more."""
