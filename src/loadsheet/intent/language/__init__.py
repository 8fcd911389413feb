"""The words of the languages: patterns, names, stems, and when two words say the same."""
