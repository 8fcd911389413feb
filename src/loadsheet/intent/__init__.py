"""What a turn says about itself: language, signals, referents, constraints and dates, as pure functions of values."""
