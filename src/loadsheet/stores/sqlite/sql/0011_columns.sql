-- The names of the columns, of a passage that goes on with the rows of a table; empty for every other.
ALTER TABLE passages ADD COLUMN "columns" TEXT NOT NULL DEFAULT '';
