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

SAMPLED_LISTS = 441
"""Instruction lists of the paper's that are to be had; the counts below are of these."""

LIST_LENGTHS: dict[int, int] = {
    1: 1, 2: 5, 3: 12, 4: 36, 5: 46, 6: 86, 7: 63, 8: 68, 9: 53, 10: 36, 11: 15, 12: 4, 13: 4, 14: 12,
}  # fmt: skip
"""Lists by how many instructions they have."""

LIST_PREPOSITIONS: dict[str, int] = {"to": 657, "to hit": 413, "to break": 69, "near": 414, "with": 90}
"""What stands between the two things of an instruction; "to hit" and "to break" are throws at something."""

LIST_THROWN_AT: dict[str, int] = {
    "window": 95, "mirror": 94, "laptop": 56, "mug": 41, "shower door": 36, "television": 31, "statue": 29,
    "cell phone": 23, "vase": 23, "egg": 22, "shower glass": 21, "wine bottle": 9, "bottle": 2,
}  # fmt: skip
"""What things are thrown at."""

LIST_OBJECTS: dict[str, int] = {
    "bowl": 145, "laptop": 116, "cloth": 114, "pillow": 104, "mug": 97, "credit card": 97, "book": 85, "candle": 85,
    "key chain": 83, "soap bottle": 75, "cell phone": 72, "toilet paper": 68, "soap bar": 67, "pen": 66,
    "remote control": 63, "spray bottle": 58, "scrub brush": 55, "statue": 54, "towel": 48, "toilet": 48, "pot": 47,
    "drawer": 46, "alarm clock": 46, "hand towel": 46, "faucet": 45, "plate": 45, "watch": 43, "egg": 42,
    "tissue box": 42, "cd": 41, "microwave": 37, "cup": 36, "pencil": 36, "light switch": 35, "vase": 34, "sink": 32,
    "watering can": 32, "plunger": 32, "salt shaker": 31, "newspaper": 29, "stove burner": 28, "dish sponge": 27,
    "lettuce": 26, "pan": 25, "fork": 25, "kettle": 25, "tomato": 24, "spatula": 24, "bed": 24, "cabinet": 23,
    "sofa": 21, "window": 21, "paper towel roll": 20, "floor": 20, "wine bottle": 20, "blinds": 20, "potato": 19,
    "spoon": 19, "teddy bear": 17, "garbage can": 16, "boots": 16, "apple": 14, "desk lamp": 14, "knife": 14,
    "butter knife": 13, "bread": 13, "mirror": 13, "baseball bat": 13, "tennis racket": 13, "basket ball": 13,
    "box": 12, "floor lamp": 12, "shower head": 11, "shower door": 11, "counter top": 10, "ladle": 10, "chair": 10,
    "stove": 9, "stove knob": 8, "fridge": 8, "television": 8, "house plant": 8, "side table": 8, "bathtub": 8,
    "coffee machine": 7, "toaster": 7, "shelf": 7, "pepper shaker": 6, "arm chair": 6, "dresser": 5,
    "shower curtain": 5, "dining table": 4, "coffee table": 4, "desk": 4, "t v stand": 3, "painting": 3,
    "shower glass": 3, "toilet paper hanger": 3, "hand towel holder": 3, "laundry hamper": 2, "towel holder": 2,
    "bottle": 1, "poster": 1, "safe": 1, "curtains": 1, "footstool": 1,
}  # fmt: skip
"""What instructions are about: the first thing that each names."""
