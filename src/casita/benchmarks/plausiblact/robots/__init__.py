"""Robots that ask how plausible an action is before they act: one that loads a dishwasher, one that tidies up."""
