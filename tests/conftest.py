"""What holds for every test: the same examples in every run, whatever the machine's speed, and no model that the test
did not name. `HYPOTHESIS_PROFILE=search` looks for new examples."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True, database=None)
settings.register_profile("search", deadline=None, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

os.environ["LOADSHEET_EMBEDDER"] = "none"
