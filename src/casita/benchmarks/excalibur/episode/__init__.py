"""One visit of a robot to a house: its body, what it is given, and the four phases."""
