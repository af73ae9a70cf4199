-- components/history/core/browser/url_database.cc
CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
  last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
INSERT INTO urls (url, title, visit_count, last_visit_time, hidden) VALUES
  ('https://bread.example.org/rye', 'Rye bread, slowly', 5, 13359031200000000, 0),
  ('https://kiln.example.org/', '', 1, 13359031200000000, 0),
  ('chrome://settings/', 'Settings', 4, 13359031200000000, 0),
  ('https://frame.example.org/', 'Frame', 1, 13359031200000000, 1);
