"""What all benchmarks share: data folders, journals, statistics, findings, models and the guard around them, pages."""
