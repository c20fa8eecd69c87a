"""Sections of the report, one file each, and what they read: results, the paper's figures, behaviours in logs."""
