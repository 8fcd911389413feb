"""What is held, as rows, records and titles, and how well each speaks of a question."""
