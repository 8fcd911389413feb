"""What holds for every test: how long an example takes says nothing about whether it is right."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
