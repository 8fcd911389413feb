"""From files to passages: `load` reads, `chunk` cuts, `sentences` splits, `index` plans. Pure, but for reading files."""
