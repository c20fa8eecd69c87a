"""Turns scenes and results into tables, figures and pages."""
