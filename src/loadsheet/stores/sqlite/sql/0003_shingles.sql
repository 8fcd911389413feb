-- A sketch of a passage's word shingles (corpus/shingles.py): what it shares with another one is told without its text.
ALTER TABLE passages ADD COLUMN shingles BLOB;
