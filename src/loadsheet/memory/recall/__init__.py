"""Which records and sentences bear on a question."""
