"""Hypotheses with what they rest on, and episodes with what they were made of. Pure."""
