"""The words and phrases of English that statements are read by, and the times that they name."""
