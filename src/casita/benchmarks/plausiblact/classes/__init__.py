"""The paper's 115 classes: which actions each is compatible with, and which of our types it stands for."""
