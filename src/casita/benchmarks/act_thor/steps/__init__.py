"""Two and three actions in a row: which sequences are done, and the contrast sets made of them."""
