"""How pictures come about: homes arranged as people leave them, cameras held by hand, and the instances in view."""
