"""The handlers of programs: one for each word, by kind of question."""
