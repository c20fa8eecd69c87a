"""ACT-Thor's data on disk, opened: folders that were generated, the frozen sets, and pictures of a set."""
