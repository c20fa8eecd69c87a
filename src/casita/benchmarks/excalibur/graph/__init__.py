"""The scene graph that questions run over: nodes, what is true of them and between them, as plain columns."""
