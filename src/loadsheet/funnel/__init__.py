"""From candidates to evidence, step by step; every step is a pure function that says what it left behind."""
