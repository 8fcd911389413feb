"""Adapters that count tokens and answer prompts; they know ports and artifacts, not stages."""
