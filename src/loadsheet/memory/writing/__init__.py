"""What becomes of a candidate beside what is held, and what ends a record."""
