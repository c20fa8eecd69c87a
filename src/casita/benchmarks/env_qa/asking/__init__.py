"""Questions about a story: templates, the programs that answer them, and a balanced choice of them."""
