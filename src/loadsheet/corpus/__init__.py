"""Files in, passages out: `load` reads, `chunk` cuts, `sentences` splits, `index` plans; all but reading is pure."""
