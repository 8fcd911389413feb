-- When a record is let go of for its age, beside the time at which it stops being true.
ALTER TABLE records ADD COLUMN expires_at TEXT;
