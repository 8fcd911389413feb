"""One module a stage: what it takes, what it gives, and the thinking between as plain functions."""
