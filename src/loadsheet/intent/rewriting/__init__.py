"""What a turn points back to, and the question as it stands alone."""
