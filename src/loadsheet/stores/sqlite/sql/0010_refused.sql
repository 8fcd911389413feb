-- Why what a model said of a section was not taken; empty where it was, or where none was asked.
ALTER TABLE summaries ADD COLUMN refused TEXT NOT NULL DEFAULT '';
