"""The host's way to files and texts: they come in, are kept up to date, and go, with their vectors and summaries."""
