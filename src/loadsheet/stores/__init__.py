"""Adapters of the stores: they know ports and artifacts, not stages."""
