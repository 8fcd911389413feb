"""Statements in, records out, and which of them bear on a turn: the pure floor of memory."""
