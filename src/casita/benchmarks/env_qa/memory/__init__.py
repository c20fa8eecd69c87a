"""What ours keeps of a video: what was seen where and in which state, what was noticed to happen, and what follows."""
