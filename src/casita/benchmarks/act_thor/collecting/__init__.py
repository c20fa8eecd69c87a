"""How ACT-Thor's data come about: actions tried in rooms, cleaned, and made into contrast sets."""
