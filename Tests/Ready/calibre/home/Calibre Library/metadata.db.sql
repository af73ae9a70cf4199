-- resources/metadata_sqlite.sql of Calibre, as far as it is read.
CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE, sort TEXT COLLATE NOCASE,
  timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, pubdate TIMESTAMP DEFAULT CURRENT_TIMESTAMP, series_index REAL NOT NULL DEFAULT 1.0,
  author_sort TEXT COLLATE NOCASE, isbn TEXT DEFAULT "" COLLATE NOCASE, lccn TEXT DEFAULT "" COLLATE NOCASE, path TEXT NOT NULL DEFAULT "",
  flags INTEGER NOT NULL DEFAULT 1, uuid TEXT, has_cover BOOL DEFAULT 0, last_modified TIMESTAMP NOT NULL DEFAULT "2000-01-01 00:00:00+00:00");
CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE, link TEXT NOT NULL DEFAULT "", UNIQUE(name));
CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL, UNIQUE(book, author));
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, link TEXT NOT NULL DEFAULT '', UNIQUE (name));
CREATE TABLE books_tags_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, tag INTEGER NOT NULL, UNIQUE(book, tag));
CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE, link TEXT NOT NULL DEFAULT '', UNIQUE (name));
CREATE TABLE books_series_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, series INTEGER NOT NULL, UNIQUE(book));
CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT COLLATE NOCASE, link TEXT NOT NULL DEFAULT '', UNIQUE(name));
CREATE TABLE books_publishers_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, publisher INTEGER NOT NULL, UNIQUE(book));
CREATE TABLE languages (id INTEGER PRIMARY KEY, lang_code TEXT NOT NULL COLLATE NOCASE, link TEXT NOT NULL DEFAULT '', UNIQUE(lang_code));
CREATE TABLE books_languages_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, lang_code INTEGER NOT NULL, item_order INTEGER NOT NULL DEFAULT 0, UNIQUE(book, lang_code));
CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, text TEXT NOT NULL COLLATE NOCASE, UNIQUE(book));
CREATE TABLE data (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, format TEXT NOT NULL COLLATE NOCASE, uncompressed_size INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE(book, format));
CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, type TEXT NOT NULL DEFAULT "isbn" COLLATE NOCASE, val TEXT NOT NULL COLLATE NOCASE, UNIQUE(book, type));
INSERT INTO books (id, title, sort, timestamp, pubdate, series_index, path, uuid) VALUES
  (1, 'The Lamp', 'Lamp, The', '2024-05-01 10:00:00.123456+00:00', '1931-01-01 00:00:00+00:00', 2.0, 'Anna Lind/The Lamp (1)', 'a1b2c3d4-0000-4000-8000-000000000001'),
  (2, 'Notes on Rye', 'Notes on Rye', '2024-05-02 10:00:00+00:00', '0101-01-01 00:00:00+00:00', 1.0, 'Unknown/Notes on Rye (2)', 'a1b2c3d4-0000-4000-8000-000000000002');
INSERT INTO authors (id, name, sort) VALUES (1, 'Anna Lind', 'Lind, Anna'), (2, 'Berg| Bo| Jr.', 'Berg, Bo'), (3, 'Unknown', 'Unknown');
INSERT INTO books_authors_link (book, author) VALUES (1, 1), (1, 2), (2, 3);
INSERT INTO tags (id, name) VALUES (1, 'Lighthouses');
INSERT INTO books_tags_link (book, tag) VALUES (1, 1);
INSERT INTO series (id, name, sort) VALUES (1, 'Harbour Lights', 'Harbour Lights');
INSERT INTO books_series_link (book, series) VALUES (1, 1);
INSERT INTO publishers (id, name) VALUES (1, 'Quay Press');
INSERT INTO books_publishers_link (book, publisher) VALUES (1, 1);
INSERT INTO languages (id, lang_code) VALUES (1, 'eng');
INSERT INTO books_languages_link (book, lang_code) VALUES (1, 1);
INSERT INTO comments (book, text) VALUES (1, '<div><p>A keeper counts <em>ships</em>.</p></div>');
INSERT INTO data (book, format, uncompressed_size, name) VALUES (1, 'EPUB', 1000, 'The Lamp - Anna Lind'), (1, 'PDF', 2000, 'The Lamp - Anna Lind');
INSERT INTO identifiers (book, type, val) VALUES (1, 'isbn', '9783000000027');
