"""Goal inference: the paper's networks over states, the last state and actions, chance, and our Bayes' rule."""
