"""The five benchmarks. So far what a user's model looks like to each of them."""

from casita.protocols import Chooser, Explorer, Helper, Rater, VideoAnswerer

__all__ = ["Chooser", "Explorer", "Helper", "Rater", "VideoAnswerer"]
