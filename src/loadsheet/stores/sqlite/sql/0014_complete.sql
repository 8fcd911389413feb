-- Up to which passage all have had their vector: one of these that has none has lost it, a later one waits for it.
ALTER TABLE embedders ADD COLUMN complete INTEGER NOT NULL DEFAULT 0;
