-- The tables of EBookSqlite (libedata-book), as far as they are read.
CREATE TABLE folders (folder_id TEXT PRIMARY KEY, version INTEGER, multivalues TEXT, lc_collate TEXT, countrycode VARCHAR(2));
CREATE TABLE folder_id (uid TEXT PRIMARY KEY, Rev TEXT, file_as TEXT, file_as_localized TEXT, nickname TEXT, full_name TEXT,
  given_name TEXT, family_name TEXT, is_list INTEGER, list_show_addresses INTEGER, wants_html INTEGER, vcard TEXT, bdata TEXT);
INSERT INTO folders (folder_id, version) VALUES ('folder_id', 12);
INSERT INTO folder_id (uid, file_as, nickname, full_name, vcard) VALUES
  ('pas-id-01', 'lind, anna', NULL, 'anna lind', 'BEGIN:VCARD' || char(13,10) || 'VERSION:3.0' || char(13,10) || 'UID:pas-id-01' || char(13,10)
    || 'FN:Anna Lind' || char(13,10) || 'EMAIL;TYPE=WORK:anna@example.org' || char(13,10) || 'EMAIL;TYPE=HOME:lind@example.net' || char(13,10)
    || 'TEL;X-EVOLUTION-UI-SLOT=1;TYPE="HOME,VOICE":+46 8 123 45' || char(13,10) || 'ADR;TYPE=HOME:;;Quay 3;Harbourtown;;12345;Sweden' || char(13,10)
    || 'ORG:Lighthouse Trust;Lamps' || char(13,10) || 'NOTE:Keeps the long' || char(13,10) || ' est ladder' || char(13,10) || 'END:VCARD'),
  ('pas-id-02', NULL, NULL, '', 'BEGIN:VCARD' || char(13,10) || 'VERSION:3.0' || char(13,10) || 'EMAIL:bo@example.org' || char(13,10) || 'END:VCARD');
-- As evolution-data-server 3.46 wrote it: the columns are in small letters and without accents.
INSERT INTO folder_id (uid, Rev, file_as, full_name, given_name, family_name, is_list, list_show_addresses, wants_html, vcard) VALUES
  ('pas-id-e25501a60abab22919b127d53fbc7cc56b7b9a49', '2026-11-29T00:29:08Z', 'moller, jorg', 'jorg moller', 'jorg', 'moller', 0, 0, 0,
  replace(replace('BEGIN:VCARD\r\012VERSION:3.0\r\012FN:Jörg Möller\r\012N:Möller;Jörg;;;\r\012X-EVOLUTION-FILE-AS:Möller\, Jörg\r\012EMAIL;TYPE=OTHER:p2@example.org\r\012ORG:Ton AG\r\012TEL;X-EVOLUTION-E164=301232,"+49";TYPE=CELL:+49 30 1232\r\012NOTE:likes clay\; and\, salt\nsecond line\r\012UID:pas-id-e25501a60abab22919b127d53fbc7cc56b7b9a49\r\012REV:2026-11-29T00:29:08Z\r\012END:VCARD', '\r', char(13)), '\012', char(10)));
