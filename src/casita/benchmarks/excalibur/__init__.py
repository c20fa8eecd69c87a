"""EXCALIBUR: explore a house, answer questions about it, go back in and refine the answers."""
