"""Sentences in, candidates of memory out."""
