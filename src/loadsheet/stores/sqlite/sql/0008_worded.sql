-- Summaries are derived: they are made again with what is new.
DELETE FROM summaries;
-- How many characters a section has.
ALTER TABLE summaries ADD COLUMN extent INTEGER NOT NULL DEFAULT 0;
-- What a model says a section is about, which is searched with its sentences; and the model that was asked, also where
-- what it said was refused.
ALTER TABLE summaries ADD COLUMN wording TEXT NOT NULL DEFAULT '';
ALTER TABLE summaries ADD COLUMN worded_by TEXT;
