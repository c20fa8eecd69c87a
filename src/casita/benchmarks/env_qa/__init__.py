"""Env-QA: watch a film of somebody at work in a home, and answer questions about it."""
