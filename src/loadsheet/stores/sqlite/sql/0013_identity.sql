-- What tells a workspace from another one of its name in another state; made when its memory is first exported.
ALTER TABLE workspaces ADD COLUMN identity TEXT NOT NULL DEFAULT '';
