"""EXCALIBUR's data on disk, and what is shown of them."""
