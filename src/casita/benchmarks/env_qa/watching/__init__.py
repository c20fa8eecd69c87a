"""What models that look are given of a film: key frames, and what is seen in them."""
