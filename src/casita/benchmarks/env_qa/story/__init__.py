"""What happened in a film and what was so before and after each event, as plain data: what questions are asked of."""
