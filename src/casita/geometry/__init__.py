"""Where things are and whether they fit: solids, spots, support, navigation."""
