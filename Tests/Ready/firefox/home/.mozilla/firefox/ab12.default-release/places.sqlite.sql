-- Places, as toolkit/components/places/nsPlacesTables.h declares it.
CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
  visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL,
  frecency INTEGER DEFAULT -1 NOT NULL, last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,
  url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT, preview_image_url TEXT, site_name TEXT, origin_id INTEGER);
CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
  position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER, lastModified INTEGER,
  guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0, syncChangeCounter INTEGER NOT NULL DEFAULT 1);
INSERT INTO moz_places (id, url, title, visit_count, hidden, last_visit_date, guid, description) VALUES
  (1, 'https://bread.example.org/rye', 'Rye bread, slowly', 12, 0, 1714557600000000, 'place0000001', 'A loaf that keeps for a week'),
  (2, 'https://kiln.example.org/', 'Kilns and bricks', 3, 0, 1714644000000000, 'place0000002', NULL),
  (3, 'https://tracker.example.org/pixel', '', 1, 1, 1714644000000000, 'place0000003', NULL),
  (4, 'place:sort=8&maxResults=10', NULL, 0, 1, NULL, 'place0000004', NULL),
  (5, 'https://never.example.org/', 'Never visited', 0, 0, NULL, 'place0000005', NULL),
  (6, 'https://no-title.example.org/a?b=1', NULL, 2, 0, 1714644000000000, 'place0000006', NULL);
INSERT INTO moz_bookmarks (id, type, fk, parent, title, dateAdded, guid) VALUES
  (1, 2, NULL, 0, '', 1700000000000000, 'root________'),
  (2, 2, NULL, 1, 'menu', 1700000000000000, 'menu________'),
  (3, 2, NULL, 1, 'toolbar', 1700000000000000, 'toolbar_____'),
  (4, 2, NULL, 1, 'tags', 1700000000000000, 'tags________'),
  (5, 2, NULL, 1, 'unfiled', 1700000000000000, 'unfiled_____'),
  (6, 2, NULL, 1, 'mobile', 1700000000000000, 'mobile______'),
  (7, 2, NULL, 3, 'Kitchen', 1700000000000000, 'folder000001'),
  (8, 2, NULL, 7, 'Baking', 1700000000000000, 'folder000002'),
  (9, 1, 1, 8, 'The sour one', 1700000000000000, 'bookmark0001'),
  (10, 1, 2, 2, NULL, 1700000000000000, 'bookmark0002'),
  (11, 2, NULL, 4, 'sourdough', 1700000000000000, 'tag000000001'),
  (12, 1, 1, 11, NULL, 1700000000000000, 'tagged000001'),
  (13, 1, 4, 3, 'Most visited', 1700000000000000, 'query0000001'),
  (14, 3, NULL, 3, '', 1700000000000000, 'separator001'),
  (15, 1, 5, 5, '', 1700000000000000, 'bookmark0003');
