"""What the PlausiblAct paper reports, as tables with their places, and how we read what is unclear in it.

Lüddecke and Wörgötter, Fine-grained Action Plausibility Rating, Robotics and Autonomous Systems, 2020. Figures 2, 3, 5
and 6 are drawn without numbers: of them there is only what the text says.
"""

from __future__ import annotations

from typing import NamedTuple

READINGS = (
    "Section 3.3 counts 28,046 ratings on 18,837 instances, section 5 has 12,262 + 542 + 471 = 13,275 samples. The "
    "data set sizes of single raters (Table 6) sum to 18,384, so we read 18,837 as pairs of a rater and an "
    "instance, and 13,275 as instances.",
    "Section 5 gives 471 test samples and, two sentences on, a test of 542 scenes. We take 471 for the test and 542 "
    "for validation, as in the list.",
    "Only test instances have all compatible actions rated (section 5: unlike for validation and training samples).",
    "In Table 4 the names of three rows are shifted in the text: 7.0 / 2.205 without a correlation can only be the "
    "no-input baseline (Tables 5 and 7 have it at 0.0 / 3.068 and 1.8 / 2.087), 43.0 / 0.280 is then RN50 (Tables 3 "
    "and 8: 44.9 and 42.1). Both are here under what we take them for.",
    "Table 1 says that ignore shows a black image; the text says that it shows the instance alone. We take the text.",
    "How one-hot answers are kept from an infinite cross entropy is not said. Two raters who differ in d of ten "
    "actions have a cross entropy of -d ln(epsilon) / 10; 58% of instances with at least one difference and 0.347 "
    "overall mean an epsilon of at least 0.0025, which is ours.",
    "The minimal number of ratings (MR) and same ratings (SR) are asked of every action of an instance: one that "
    "does not have them is not valid, and an instance with no valid compatible action is left out.",
    "Correlations between raters are over the actions that both have rated: with the incompatible ones, on which all "
    "agree, one of 44.8 would not go with an accuracy of 42.0.",
    "The appendix draws gamma as N(1, 0.05 a) for each channel plus N(1, 0.1 a) for all, which would be 2 on average "
    "and is clipped at 1.9. We take the second to have mean 0. The blur that section 4.1 names has no strength in the "
    "appendix and is left out. Our encoders stay frozen, so that each instance has one augmented look, not a new one "
    "in every epoch.",
    "42.0 in accuracy and 0.347 in cross entropy between raters go together only if two who differ about an instance "
    "differ in one action of it, at our epsilon. Ours differ in about 1.3, so that one of the two is off.",
    "24 of the 115 rows of the compatibility table are damaged in our text and reconstructed.",
)
"""How we read what is unclear."""


class Scores(NamedTuple):
    """A row of the paper's tables; deviations over ten trainings where there are any."""

    a_acc: float
    """All-action accuracy in per cent."""
    ce: float
    corr: float | None
    """In per cent; None where the paper has a dash."""
    a_acc_sd: float | None = None
    ce_sd: float | None = None
    corr_sd: float | None = None


RATERS = 8
RATINGS_GIVEN = 28_046
RATER_INSTANCE_PAIRS = 18_837
CHOSEN = {"impossible": 7_219, "implausible": 8_922, "plausible": 11_905}
"""Section 3.3, where the last is called possible."""

SAMPLES = {"train": 12_262, "valid": 542, "test": 471}
"""Section 5."""

INSTANCES_BY_RATER = (2_894, 2_621, 2_365, 1_841, 3_300, 1_874, 1_914, 1_575)
"""Table 6, D."""

PAIRWISE = Scores(42.0, 0.347, 44.8)
"""Section 5.2.4: means over pairs of raters."""

MOST_AGREEING = 73.4
"""Section 5.2.3: the mean pairwise agreement of three raters, in per cent."""

SELF_CONSISTENCY = {"mean": 0.90, "least": 0.77, "most": 1.0}
SHOWN_TWICE = {"mean": 13.1, "least": 1, "most": 26}
"""Section 5.2.4: the share of same ratings, and how many instances a rater rated twice."""

COVERAGE = (0.02, 0.70)
"""Section 3.2: share of all pixels, least and most."""

MOST_OVERLAP = 0.5
"""Of two boxes with a larger intersection over union, that of the less frequent class stays."""

MOST_OF_A_CLASS = 1_000

MILLISECONDS = (25.0, 1_000.0)
"""Section 5.2.1: one picture on one CPU, from the fastest to the slowest encoder."""

ABLATION = {
    "MR 1": Scores(45.3, 0.253, 72.5, 1.4, 0.008, 1.6),
    "MR 2": Scores(39.3, 0.290, 65.6, 1.4, 0.006, 2.0),
    "MR 2, SR": Scores(38.4, 0.329, 60.9, 1.2, 0.007, 2.2),
    "not pre-trained": Scores(24.2, 0.410, 48.4, 2.2, 0.022, 4.0),
    "no mask": Scores(37.4, 0.442, 43.4, 1.1, 0.018, 1.8),
}
"""Table 2, above: InceptionV4, augmentation 2, context ignored."""

AUGMENTATION = {
    0: Scores(45.3, 0.263, 73.7, 2.2, 0.016, 0.9),
    1: Scores(46.2, 0.257, 74.3, 1.0, 0.009, 0.9),
    2: Scores(45.3, 0.253, 72.5, 1.4, 0.008, 1.6),
    3: Scores(46.5, 0.266, 74.1, 1.2, 0.016, 1.1),
    5: Scores(46.0, 0.264, 73.8, 0.6, 0.016, 1.1),
    7: Scores(45.9, 0.254, 73.6, 2.5, 0.011, 1.0),
    9: Scores(45.8, 0.261, 73.4, 1.2, 0.014, 1.0),
}
"""Table 2, below, by strength."""

ENCODERS = {
    "SqueezeNet": Scores(38.8, 0.326, 60.2),
    "RN18": Scores(45.1, 0.277, 70.3),
    "RN50": Scores(44.9, 0.300, 68.9),
    "RN101": Scores(44.4, 0.265, 70.9),
    "RN152": Scores(45.3, 0.275, 73.5),
    "Xception": Scores(47.0, 0.282, 71.7),
    "Inc3": Scores(41.1, 0.321, 67.8),
    "Inc4": Scores(46.7, 0.263, 74.9),
}
"""Table 3."""

MAIN = {
    "Inc4": Scores(46.1, 0.257, 74.0, 0.9, 0.010, 1.1),
    "RN50": Scores(43.0, 0.280, 70.1, 1.4, 0.010, 1.6),
    "2xRN50, img+full": Scores(43.5, 0.301, 70.1, 2.1, 0.019, 1.8),
    "no input": Scores(7.0, 2.205, None, 0.0, 0.023, None),
    "mode": Scores(50.7, 0.641, 75.9, 0.0, 0.000, 0.0),
}
"""Table 4, left, with the rows named as we read them."""

_ORDER = (
    "cleanse_item", "cut", "dispose_of_contents", "dispose_of_item", "dispose_trash_in", "drink_from", "eat_contents",
    "eat_item", "sit_on", "store_away",
)  # fmt: skip
"""The columns of Table 4, right."""


def _by_action(*values: float | None) -> dict[str, float | None]:
    return dict(zip(_ORDER, values, strict=True))


CORR_BY_ACTION = {
    "Inc4": _by_action(54.0, 85.3, 16.7, 70.9, 84.2, 76.4, 23.7, 94.0, 90.9, 65.7),
    "RN50": _by_action(52.1, 76.6, 21.8, 68.9, 78.7, 69.7, 15.4, 91.3, 87.3, 61.0),
    "2xRN50, img+full": _by_action(52.8, 78.0, 18.2, 67.8, 82.8, 66.7, 5.4, 91.9, 86.2, 61.8),
    "mode": _by_action(59.9, 88.3, 16.8, 71.6, 86.8, 65.5, None, 96.7, 94.9, 73.0),
}
"""Table 4, right."""

HIGH_ENTROPY = {
    "mode": Scores(3.0, 0.766, 62.2),
    "no input": Scores(0.0, 3.068, 47.2),
    "Inc4": Scores(15.2, 0.510, 60.3),
    "RN50": Scores(18.2, 0.518, 60.4),
    "2xRN50, img+full": Scores(15.2, 0.548, 57.1),
}
"""Table 5: bottle, bowl, wok and box alone."""

SINGLE_RATERS = (
    Scores(73.9, 0.092, 88.6),
    Scores(59.4, 0.168, 82.0),
    Scores(70.6, 0.109, 88.4),
    Scores(66.7, 0.160, 78.1),
    Scores(72.2, 0.086, 80.9),
    Scores(56.5, 0.200, 71.8),
    Scores(73.0, 0.097, 85.7),
    Scores(44.4, 0.193, 88.9),
)
"""Table 6: Inc4 trained and tested on one rater, in the order of `INSTANCES_BY_RATER`."""

AGREEING_RATERS = {
    "mode": Scores(67.1, 0.611, 83.0),
    "no input": Scores(1.8, 2.087, None),
    "Inc4": Scores(59.3, 0.190, 82.8),
    "RN50": Scores(50.9, 0.212, 77.6),
    "2xRN50, img+full": Scores(56.3, 0.208, 77.8),
}
"""Table 7: three raters of high agreement."""

CONTEXT = {
    "RN50, ignore": Scores(42.1, 0.301, 70.3, 1.6, 0.017, 0.9),
    "Inc4, ignore": Scores(44.9, 0.267, 72.3, 1.6, 0.012, 1.0),
    "RN50, only-masked": Scores(30.4, 0.425, 49.3, 2.4, 0.012, 2.4),
    "RN50, only-full": Scores(36.8, 0.374, 62.4, 1.3, 0.015, 2.2),
    "2xRN50, img+full": Scores(43.9, 0.304, 71.2, 1.8, 0.015, 1.3),
    "2xRN50, img+masked": Scores(43.4, 0.309, 69.1, 2.2, 0.021, 2.6),
    "2xRN101, img+full": Scores(41.4, 0.314, 70.0, 2.2, 0.013, 1.6),
    "2xRN101, img+masked": Scores(42.3, 0.305, 69.4, 2.0, 0.013, 2.2),
}
"""Table 8."""

BATCH = {"one input": 32, "two inputs": 24}
"""Table 8, BS."""

PATIENCE = 3
"""Epochs without a better validation loss after which training stops (section 4.1)."""

ENOUGH_SAMPLES = (3_000, 0.65)
"""Section 5.2.5: about so many samples give about this correlation (Figure 6)."""


class SunAction(NamedTuple):
    """A row of Table 9: mean average precision in per cent, with its deviation over five runs where there is one."""

    model: str
    pre_trained: bool | None
    location: str
    mean: float
    deviation: float | None = None


SUN_ACTION = (
    SunAction("RN18", False, "indoor", 70.4, 18.4),
    SunAction("RN18", True, "indoor", 79.4, 6.9),
    SunAction("RN50", True, "indoor", 85.2, 7.1),
    SunAction("Inc4", True, "indoor", 84.9, 5.6),
    SunAction("RN18", False, "outdoor", 73.4, 14.4),
    SunAction("RN18", True, "outdoor", 82.7, 4.0),
    SunAction("RN50", True, "outdoor", 78.4, 4.5),
    SunAction("Inc4", True, "outdoor", 81.7, 8.6),
    SunAction("Sift BoW", None, "indoor", 40.9),
    SunAction("HOG BoW + HOG FV + CSIFT FV", None, "indoor", 61.0),
    SunAction("Sift BoW", None, "outdoor", 31.8),
    SunAction("HOG BoW + HOG FV + CSIFT FV", None, "outdoor", 52.0),
)
"""Table 9: other data (SUNAction), which are not to be had."""
