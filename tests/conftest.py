"""What holds for every test: how long an example takes says nothing about whether it is right, and no model is opened
that the test did not name."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

os.environ["LOADSHEET_EMBEDDER"] = "none"
