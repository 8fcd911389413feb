"""Cases, metrics and the report: how well the agent does on questions whose answers are known."""
