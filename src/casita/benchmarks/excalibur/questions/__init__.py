"""Questions as programs over the graph: what they are, how they are said and read, and how they are chosen."""
