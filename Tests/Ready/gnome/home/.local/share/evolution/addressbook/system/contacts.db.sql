-- The tables of EBookSqlite (libedata-book), as far as they are read.
CREATE TABLE folders (folder_id TEXT PRIMARY KEY, version INTEGER, multivalues TEXT, lc_collate TEXT, countrycode VARCHAR(2));
CREATE TABLE folder_id (uid TEXT PRIMARY KEY, Rev TEXT, file_as TEXT, file_as_localized TEXT, nickname TEXT, full_name TEXT,
  given_name TEXT, family_name TEXT, is_list INTEGER, list_show_addresses INTEGER, wants_html INTEGER, vcard TEXT, bdata TEXT);
INSERT INTO folders (folder_id, version) VALUES ('folder_id', 12);
INSERT INTO folder_id (uid, file_as, nickname, full_name, vcard) VALUES
  ('pas-id-01', 'Lind, Anna', 'Anni', 'Anna Lind', 'BEGIN:VCARD' || char(13,10) || 'VERSION:3.0' || char(13,10) || 'UID:pas-id-01' || char(13,10)
    || 'FN:Anna Lind' || char(13,10) || 'EMAIL;TYPE=WORK:anna@example.org' || char(13,10) || 'EMAIL;TYPE=HOME:lind@example.net' || char(13,10)
    || 'TEL;X-EVOLUTION-UI-SLOT=1;TYPE="HOME,VOICE":+46 8 123 45' || char(13,10) || 'ADR;TYPE=HOME:;;Quay 3;Harbourtown;;12345;Sweden' || char(13,10)
    || 'ORG:Lighthouse Trust;Lamps' || char(13,10) || 'NOTE:Keeps the long' || char(13,10) || ' est ladder' || char(13,10) || 'END:VCARD'),
  ('pas-id-02', NULL, NULL, '', 'BEGIN:VCARD' || char(13,10) || 'VERSION:3.0' || char(13,10) || 'EMAIL:bo@example.org' || char(13,10) || 'END:VCARD');
