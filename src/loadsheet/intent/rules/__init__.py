"""The rules that a turn sets, lifts or asks to forget, and the form that it wants of its answer."""
