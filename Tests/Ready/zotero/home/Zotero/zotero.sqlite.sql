-- resource/schema/system.sql and userdata.sql of Zotero, as far as they are read.
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, charsetID INT, path TEXT);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL, tagID INT NOT NULL, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT, UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE itemCreators (itemID INT NOT NULL, creatorID INT NOT NULL, creatorTypeID INT NOT NULL DEFAULT 1, orderIndex INT NOT NULL DEFAULT 0,
  PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL, parentCollectionID INT DEFAULT NULL, libraryID INT NOT NULL, key TEXT NOT NULL);
CREATE TABLE collectionItems (collectionID INT NOT NULL, itemID INT NOT NULL, orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (collectionID, itemID));
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
INSERT INTO itemTypes (itemTypeID, typeName) VALUES (2, 'book'), (3, 'attachment'), (22, 'journalArticle'), (26, 'note'), (17, 'case');
INSERT INTO fields (fieldID, fieldName) VALUES (1, 'title'), (2, 'abstractNote'), (6, 'date'), (7, 'language'), (8, 'shortTitle'), (12, 'publicationTitle'),
  (13, 'url'), (14, 'ISBN'), (23, 'publisher'), (59, 'DOI'), (58, 'caseName'), (69, 'dateDecided');
INSERT INTO itemDataValues (valueID, value) VALUES (1, 'On the firing of bricks'), (2, 'Clay shrinks when it dries.'), (3, '2019-05-00 May 2019'),
  (4, 'Journal of Kilns'), (5, '10.1000/kiln.1'), (6, 'A Book of Rye'), (7, '9783000000010'), (8, 'Lund v. Harbour Trust'), (9, '1932-00-00 1932'), (10, 'paper.pdf'), (11, 'Thrown away');
INSERT INTO items (itemID, itemTypeID, dateAdded, libraryID, key) VALUES (1, 22, '2024-05-01 10:00:00', 1, 'AAAA1111'), (2, 2, '2024-05-02 10:00:00', 1, 'BBBB2222'),
  (3, 17, '2024-05-03 10:00:00', 1, 'CCCC3333'), (4, 3, '2024-05-01 10:00:00', 1, 'DDDD4444'), (5, 26, '2024-05-01 10:00:00', 1, 'EEEE5555'), (6, 2, '2024-05-01 10:00:00', 1, 'FFFF6666');
INSERT INTO itemData (itemID, fieldID, valueID) VALUES (1, 1, 1), (1, 2, 2), (1, 6, 3), (1, 12, 4), (1, 59, 5), (2, 1, 6), (2, 14, 7), (3, 58, 8), (3, 69, 9), (4, 1, 10), (6, 1, 11);
INSERT INTO itemNotes (itemID, parentItemID, note, title) VALUES (5, 1, '<p>Compare with the <b>salamander</b> oven</p>', 'Compare');
INSERT INTO tags (tagID, name) VALUES (1, 'ceramics');
INSERT INTO itemTags (itemID, tagID, type) VALUES (1, 1, 0);
INSERT INTO creators (creatorID, firstName, lastName, fieldMode) VALUES (1, 'Anna', 'Lind', 0), (2, 'Bo', 'Berg', 0), (3, '', 'Harbour Commission', 1);
INSERT INTO itemCreators (itemID, creatorID, orderIndex) VALUES (1, 2, 0), (1, 1, 1), (2, 1, 0), (3, 3, 0);
INSERT INTO collections (collectionID, collectionName, libraryID, key) VALUES (1, 'Ovens of the north', 1, 'COLL0001');
INSERT INTO collectionItems (collectionID, itemID) VALUES (1, 1);
INSERT INTO deletedItems (itemID) VALUES (6);
