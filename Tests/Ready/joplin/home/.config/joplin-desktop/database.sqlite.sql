-- packages/lib/JoplinDatabase.ts, as far as it is read.
CREATE TABLE folders (id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT "", created_time INT NOT NULL, updated_time INT NOT NULL, parent_id TEXT NOT NULL DEFAULT "");
CREATE TABLE tags (id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT "", created_time INT NOT NULL, updated_time INT NOT NULL);
CREATE TABLE note_tags (id TEXT PRIMARY KEY, note_id TEXT NOT NULL, tag_id TEXT NOT NULL, created_time INT NOT NULL, updated_time INT NOT NULL);
CREATE TABLE notes (id TEXT PRIMARY KEY, parent_id TEXT NOT NULL DEFAULT "", title TEXT NOT NULL DEFAULT "", body TEXT NOT NULL DEFAULT "", created_time INT NOT NULL,
  updated_time INT NOT NULL, is_conflict INT NOT NULL DEFAULT 0, source_url TEXT NOT NULL DEFAULT "", is_todo INT NOT NULL DEFAULT 0, todo_completed INT NOT NULL DEFAULT 0,
  encryption_applied INT NOT NULL DEFAULT 0, deleted_time INT NOT NULL DEFAULT 0);
INSERT INTO folders (id, title, created_time, updated_time) VALUES ('f1', 'Harbour', 0, 0);
INSERT INTO tags (id, title, created_time, updated_time) VALUES ('t1', 'urgent', 0, 0);
INSERT INTO note_tags (id, note_id, tag_id, created_time, updated_time) VALUES ('nt1', 'n1', 't1', 0, 0);
INSERT INTO notes (id, parent_id, title, body, created_time, updated_time, source_url, is_conflict) VALUES
  ('n1', 'f1', 'Buoys', 'The **red** one drifts.', 1714557600000, 1714557600000, 'https://buoys.example.org/', 0),
  ('n2', 'f1', 'Buoys', 'The green one drifts.', 1714557600000, 1714557600000, '', 1);
