"""The detector: what is where in a picture of a home, in which colour and which states; `README.md` is its card."""

from casita.learn.detector.eyes import Detection, HomeDetector, load_detector

__all__ = ["Detection", "HomeDetector", "load_detector"]
