-- As "Generating Docsets" of Dash describes it.
CREATE TABLE searchIndex(id INTEGER PRIMARY KEY, name TEXT, type TEXT, path TEXT);
CREATE UNIQUE INDEX anchor ON searchIndex (name, type, path);
INSERT INTO searchIndex (name, type, path) VALUES
  ('Lamp.ignite(_:)', 'Method', 'lamp.html#ignite'),
  ('Wick', 'Class', '<dash_entry_name=Wick><dash_entry_originalName=Lamp.Wick>wick.html'),
  ('Getting started', 'Guide', 'start.html');
