// Written by Scripts/assets.py from domains/ready; change those.
// swift-format-ignore-file

extension ReadyDeclaration {
  /// All declarations, in the order of their names.
  package static let all: [ReadyDeclaration] = [
    ReadyDeclaration(text: ###"""
# The packages that apt knows, with their descriptions in English: 60,000 of them on Debian.

domain: apt
label: Packages of apt
version: 1

source:
  kind: command
  command:
    - sh
    - -c
    - |
      LC_ALL=C apt-cache dumpavail | awk '
        function json(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/[\001-\037]/, " ", text); return "\"" text "\"" }
        function out() { if (field["Package"] != "") print "{\"name\":" json(field["Package"]) ",\"version\":" json(field["Version"]) ",\"section\":" json(field["Section"]) ",\"about\":" json(field["Description"]) ",\"homepage\":" json(field["Homepage"]) ",\"tags\":" json(field["Tag"]) ",\"text\":" json(text) "}"; split("", field); text = "" }
        /^$/ { out(); next }
        /^ / { if (name == "Description") text = text $0; else field[name] = field[name] $0; next }
        { at = index($0, ":"); name = substr($0, 1, at - 1); sub(/-en$/, "", name); field[name] = substr($0, at + 2) }
        END { out() }'
  inputs:                         # it runs when one of these has changed
    - "/var/lib/apt/lists/*_Packages*"
    - "/var/lib/dpkg/status"
  duplicates: last                # of several versions the one that apt names last

item:
  id: "{name}"
  title: "{name}"
  description: "{about}"
  body: "{text}"
  keywords: ["{tags | split: ','}"]
  attributes:
    homepage: "{homepage}"        # no `url`: many packages have one homepage
    section: "{section}"
    version: "{version}"

show: [section, version]

analysis:
  language: english

"""###),
    ReadyDeclaration(text: ###"""
# Books of Calibre, with their authors, series, tags, formats and descriptions.
#
# Libraries lie where they were made; the usual places are tried. Write the path of another one below.

domain: calibre
label: Books in Calibre
version: 1

source:
  kind: sqlite
  path:
    - "~/Calibre Library/metadata.db"
    - "~/Calibre*/metadata.db"
    - "~/calibre*/metadata.db"
    - "~/Documents/Calibre*/metadata.db"
    - "~/Books/metadata.db"
  query: |
    SELECT b.uuid, b.title, b.sort, b.path AS place, date(b.pubdate) AS published,
      CASE WHEN substr(b.pubdate, 1, 4) > '0200' THEN substr(b.pubdate, 1, 4) END AS year,
      replace(substr(b.timestamp, 1, 19), ' ', 'T') || 'Z' AS added,
      (SELECT text FROM comments c WHERE c.book = b.id) AS comment,
      (SELECT json_group_array(name) FROM (SELECT replace(a.name, '|', ',') AS name
        FROM books_authors_link l JOIN authors a ON a.id = l.author
        WHERE l.book = b.id ORDER BY l.id)) AS authors,
      (SELECT json_group_array(t.name) FROM books_tags_link l JOIN tags t ON t.id = l.tag
        WHERE l.book = b.id) AS tags,
      (SELECT s.name FROM books_series_link l JOIN series s ON s.id = l.series
        WHERE l.book = b.id) AS series,
      CAST(b.series_index AS INTEGER) AS volume,
      (SELECT p.name FROM books_publishers_link l JOIN publishers p ON p.id = l.publisher
        WHERE l.book = b.id) AS publisher,
      (SELECT json_group_array(g.lang_code) FROM books_languages_link l
        JOIN languages g ON g.id = l.lang_code WHERE l.book = b.id) AS languages,
      (SELECT json_group_array(d.format) FROM data d WHERE d.book = b.id) AS formats,
      (SELECT json_group_array(i.val) FROM identifiers i WHERE i.book = b.id) AS identifiers
    FROM books b

item:
  id: "{uuid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title}"
  description: "{authors[] | join: ', '}"
  body: "{comment | plain}"
  aliases:
    - "{sort}"
    - "{series} {volume}"         # "Discworld 3"
    - "{identifiers[]}"           # ISBN and its like
  keywords: ["{authors[]}", "{tags[]}", "{series}", "{publisher}"]
  attributes:
    author: { value: "{authors[]}", type: list }
    series: "{series}"
    tags: { value: "{tags[]}", type: list }
    year: { value: "{year}", type: number }
    language: { value: "{languages[]}", type: list }
    formats: { value: "{formats[]}", type: list }
    added: { value: "{added}", type: date }
    place: "{place}"              # the book's folder in the library

show: [author, series, year]

"""###),
    ReadyDeclaration(text: ###"""
# Bookmarks of Chromium and of its relatives, of all profiles.
#
# The file is a tree of JSON: folders hold `children`, which are folders or bookmarks.

domain: chromium.bookmarks
label: Bookmarks of Chromium
version: 1

source:
  kind: json
  path:                           # Chromium, Chrome, Brave, Vivaldi, Edge
    - "~/.config/chromium/*/Bookmarks"
    - "~/.config/google-chrome/*/Bookmarks"
    - "~/.config/BraveSoftware/Brave-Browser/*/Bookmarks"
    - "~/.config/vivaldi/*/Bookmarks"
    - "~/.config/microsoft-edge/*/Bookmarks"
    - "~/.var/app/org.chromium.Chromium/config/chromium/*/Bookmarks"
    - "~/.var/app/com.google.Chrome/config/google-chrome/*/Bookmarks"
    - "~/snap/chromium/common/chromium/*/Bookmarks"
  records: roots
  nested: children                # records within records, however deep

item:
  only_when: "{url}"              # folders have none
  id: "{guid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{name}"
  keywords: ["{url | replace: 'https://', '' | replace: 'http://', ''}"]
  url: "{url}"

"""###),
    ReadyDeclaration(text: ###"""
# Pages that were visited with Chromium and its relatives, of all profiles: what is visited often comes first.
#
# Its clock counts microseconds from 1601 on. A running Chromium holds the database for itself: a private copy is
# read then. Pages are forgotten after 90 days; they leave the index with the next sync.

domain: chromium.history
label: Pages visited with Chromium
version: 1

source:
  kind: sqlite
  path:
    - "~/.config/chromium/*/History"
    - "~/.config/google-chrome/*/History"
    - "~/.config/BraveSoftware/Brave-Browser/*/History"
    - "~/.config/vivaldi/*/History"
    - "~/.config/microsoft-edge/*/History"
    - "~/.var/app/org.chromium.Chromium/config/chromium/*/History"
    - "~/.var/app/com.google.Chrome/config/google-chrome/*/History"
    - "~/snap/chromium/common/chromium/*/History"
  query: |
    SELECT url, coalesce(nullif(title, ''), url) AS title, visit_count AS visits,
      strftime('%Y-%m-%dT%H:%M:%SZ', last_visit_time / 1000000 - 11644473600, 'unixepoch') AS visited
    FROM urls
    WHERE hidden = 0 AND visit_count > 0 AND url LIKE 'http%'
  duplicates: first               # profiles that know the same page

item:
  id: "{url}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | truncate: 500}"
  keywords: ["{url | replace: 'https://', '' | replace: 'http://', ''}"]
  url: "{url}"
  attributes:
    visited: { value: "{visited}", type: date }
    visits: { value: "{visits}", type: number }
  rank: "{visits | scale: 1, 1000}"

show: [visited, visits]
desktop: false

"""###),
    ReadyDeclaration(text: ###"""
# The documents in your folder of documents: PDF, office documents, books, pages and texts.

domain: documents
label: Documents
version: 1

source:
  kind: documents
  path:
    - "~/Documents/**/*.[pP][dD][fF]"
    - "~/Documents/**/*.docx"
    - "~/Documents/**/*.pptx"
    - "~/Documents/**/*.odt"
    - "~/Documents/**/*.odp"
    - "~/Documents/**/*.epub"
    - "~/Documents/**/*.rtf"
  tolerate: 10%                   # scanned or locked ones

item:
  id: "{path}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title}"
  description: "{description}"
  body: "{body}"
  aliases: ["{name}"]
  keywords: ["{keywords[]}"]
  attributes:
    author: "{author}"
    folder: "{folder}"
    format: "{format}"
    modified: { value: "{modified}", type: date }
    pages: { value: "{pages}", type: number }

show: [author, format, pages]

"""###),
    ReadyDeclaration(text: ###"""
# Bookmarks of Firefox, with their folders and tags, of all profiles.
#
# The schema is that of Places (moz_bookmarks, moz_places). Firefox may run meanwhile: a private copy of the
# database is read then.

domain: firefox.bookmarks
label: Bookmarks of Firefox
version: 1

source:
  kind: sqlite
  path:                           # of the package, of Flatpak, of Snap, of LibreWolf
    - "~/.mozilla/firefox/*/places.sqlite"
    - "~/.config/mozilla/firefox/*/places.sqlite"
    - "~/.var/app/org.mozilla.firefox/.mozilla/firefox/*/places.sqlite"
    - "~/snap/firefox/common/.mozilla/firefox/*/places.sqlite"
    - "~/.librewolf/*/places.sqlite"
  query: |
    WITH RECURSIVE shelf(id, path, depth) AS (
      SELECT id, '', 0 FROM moz_bookmarks
        WHERE guid IN ('menu________', 'toolbar_____', 'unfiled_____', 'mobile______')
      UNION ALL
      SELECT b.id, trim(s.path || ' / ' || coalesce(b.title, ''), ' /'), s.depth + 1
        FROM moz_bookmarks b JOIN shelf s ON b.parent = s.id
        WHERE b.type = 2 AND s.depth < 64)
    SELECT b.guid, p.url, coalesce(nullif(b.title, ''), nullif(p.title, ''), p.url) AS title,
      p.title AS page, p.description, s.path AS shelf,
      strftime('%Y-%m-%dT%H:%M:%SZ', b.dateAdded / 1000000, 'unixepoch') AS added,
      (SELECT json_group_array(t.title) FROM moz_bookmarks m JOIN moz_bookmarks t ON t.id = m.parent
        JOIN moz_bookmarks r ON r.id = t.parent AND r.guid = 'tags________'
        WHERE m.fk = b.fk) AS tags
    FROM moz_bookmarks b JOIN shelf s ON s.id = b.parent JOIN moz_places p ON p.id = b.fk
    WHERE b.type = 1 AND p.url NOT LIKE 'place:%'

item:
  id: "{guid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title}"
  description: "{description}"
  aliases:
    - "{page}"                    # what the page calls itself, where the bookmark was renamed
  keywords:
    - "{shelf}"                   # folders, from outside to inside
    - "{tags[]}"
  url: "{url}"
  attributes:
    tags: { value: "{tags[]}", type: list }
    folder: "{shelf}"
    added: { value: "{added}", type: date }

show: [folder, added]

"""###),
    ReadyDeclaration(text: ###"""
# Pages that were visited with Firefox, of all profiles: what is visited often comes first.
#
# The schema is that of Places (moz_places). Firefox may run meanwhile: a private copy of the database is read
# then. Firefox forgets old pages; they leave the index with the next sync.

domain: firefox.history
label: Pages visited with Firefox
version: 1

source:
  kind: sqlite
  path:
    - "~/.mozilla/firefox/*/places.sqlite"
    - "~/.config/mozilla/firefox/*/places.sqlite"
    - "~/.var/app/org.mozilla.firefox/.mozilla/firefox/*/places.sqlite"
    - "~/snap/firefox/common/.mozilla/firefox/*/places.sqlite"
    - "~/.librewolf/*/places.sqlite"
  query: |
    SELECT guid, url, coalesce(nullif(title, ''), url) AS title, description, visit_count AS visits,
      strftime('%Y-%m-%dT%H:%M:%SZ', last_visit_date / 1000000, 'unixepoch') AS visited
    FROM moz_places
    WHERE hidden = 0 AND visit_count > 0 AND url LIKE 'http%'

item:
  id: "{guid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | truncate: 500}"
  description: "{description}"
  keywords: ["{url | replace: 'https://', '' | replace: 'http://', ''}"]
  url: "{url}"
  attributes:
    visited: { value: "{visited}", type: date }
    visits: { value: "{visits}", type: number }
  rank: "{visits | scale: 1, 1000}"

show: [visited, visits]
desktop: false                    # the desktop's own search shows none of them

"""###),
    ReadyDeclaration(text: ###"""
# Events of calendars that lie elsewhere – Google, Nextcloud, Exchange – as GNOME keeps them on this machine.
#
# Evolution's data server keeps each calendar in cache.db, in the table ECacheObjects; its times have the form
# 20240131T… without signs.

domain: gnome.accounts
label: Calendars of GNOME's accounts
version: 1

source:
  kind: sqlite
  path:
    - "~/.cache/evolution/calendar/*/cache.db"
    - "~/.cache/evolution/tasks/*/cache.db"
  query: |
    SELECT ECacheUID AS uid, summary, description, location, categories, attendees, organizer, status,
      CASE WHEN length(occur_start) >= 8 THEN substr(occur_start, 1, 4) || '-' ||
        substr(occur_start, 5, 2) || '-' || substr(occur_start, 7, 2) END AS start
    FROM ECacheObjects
  duplicates: first

item:
  id: "{uid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{summary | default: 'untitled'}"
  description: "{location}"
  body: "{description | plain}"
  keywords: ["{categories}", "{attendees}", "{organizer}"]
  attributes:
    start: { value: "{start}", type: date }
    status: "{status}"

show: [start]

"""###),
    ReadyDeclaration(text: ###"""
# Events and tasks of GNOME and Evolution: the calendars of this machine.

domain: gnome.calendar
label: Calendar of GNOME
version: 1

source:
  kind: calendar
  path:
    - "~/.local/share/evolution/calendar/*/calendar.ics"
    - "~/.local/share/evolution/tasks/*/tasks.ics"
    - "~/.local/share/evolution/memos/*/journal.ics"

item:
  id: "{hash}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | default: 'untitled'}"
  description: "{location}"
  body: "{description | plain}"
  keywords: ["{categories[]}", "{attendees[]}", "{organizer}"]
  url: "{url}"
  attributes:
    start: { value: "{start}", type: date }
    end: { value: "{end}", type: date }
    next: { value: "{next}", type: date }      # of what recurs
    type: "{type}"

show: [start, next]

"""###),
    ReadyDeclaration(text: ###"""
# Contacts of GNOME and Evolution: the address books of this machine, and what is kept of those elsewhere.
#
# Evolution's data server keeps each book in contacts.db, whose table folder_id has the card as it is; mail
# addresses, phone numbers and places are taken from its lines.

domain: gnome.contacts
label: Contacts of GNOME
version: 1

source:
  kind: sqlite
  path:
    - "~/.local/share/evolution/addressbook/*/contacts.db"
    - "~/.cache/evolution/addressbook/*/contacts.db"
  query: |
    WITH card AS (
      SELECT uid, full_name, file_as, nickname,
        '["' || replace(replace(replace(replace(replace(replace(vcard, char(13), ''),
          char(10) || ' ', ''), '\', '\\'), '"', '\"'), char(9), ' '), char(10), '","') || '"]' AS lines
      FROM folder_id),
    line AS (
      SELECT c.uid, upper(substr(j.value, 1, instr(j.value, ':'))) AS head,
        replace(replace(trim(substr(j.value, instr(j.value, ':') + 1), '; '), '\,', ','), '\n', ' ') AS text
      FROM card c, json_each(CASE WHEN json_valid(c.lines) THEN c.lines ELSE '[]' END) j)
    SELECT c.uid, coalesce(nullif(c.full_name, ''), nullif(c.file_as, ''), nullif(c.nickname, ''),
        (SELECT text FROM line l WHERE l.uid = c.uid AND l.head GLOB 'EMAIL[:;]*'), 'untitled') AS title,
      c.file_as, c.nickname,
      (SELECT json_group_array(text) FROM line l WHERE l.uid = c.uid AND l.head GLOB 'EMAIL[:;]*') AS emails,
      (SELECT json_group_array(text) FROM line l WHERE l.uid = c.uid AND l.head GLOB 'TEL[:;]*') AS phones,
      (SELECT json_group_array(replace(trim(text, ';'), ';', ', ')) FROM line l
        WHERE l.uid = c.uid AND l.head GLOB 'ADR[:;]*') AS addresses,
      (SELECT replace(text, ';', ', ') FROM line l
        WHERE l.uid = c.uid AND l.head GLOB 'ORG[:;]*') AS organization,
      (SELECT text FROM line l WHERE l.uid = c.uid AND l.head GLOB 'NOTE[:;]*') AS note
    FROM card c
  duplicates: first

item:
  id: "{uid}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title}"
  description: "{organization}"
  body: "{note}"
  aliases: ["{file_as}", "{nickname}", "{emails[]}", "{phones[]}"]
  keywords: ["{addresses[]}", "{organization}"]
  attributes:
    organization: "{organization}"
    email: { value: "{emails[]}", type: list }
    phone: { value: "{phones[]}", type: list }

show: [email, phone]

"""###),
    ReadyDeclaration(text: ###"""
# Notes and tasks of Joplin, with their notebooks and tags. What is encrypted, in conflict or deleted stays out.

domain: joplin
label: Notes in Joplin
version: 1

source:
  kind: sqlite
  path:
    - "~/.config/joplin-desktop/database.sqlite"
    - "~/.config/joplin/database.sqlite"
    - "~/.var/app/net.cozic.joplin_desktop/config/joplin-desktop/database.sqlite"
  query: |
    SELECT n.id, n.title, n.body, nullif(n.source_url, '') AS url, f.title AS notebook, n.is_todo AS task,
      strftime('%Y-%m-%dT%H:%M:%SZ', n.updated_time / 1000, 'unixepoch') AS updated,
      (SELECT json_group_array(t.title) FROM note_tags l JOIN tags t ON t.id = l.tag_id
        WHERE l.note_id = n.id) AS tags
    FROM notes n LEFT JOIN folders f ON f.id = n.parent_id
    WHERE n.is_conflict = 0 AND n.encryption_applied = 0

item:
  id: "{id}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | default: 'untitled'}"
  body: "{body | plain}"
  keywords: ["{tags[]}", "{notebook}"]
  url: "{url}"
  attributes:
    notebook: "{notebook}"
    tags: { value: "{tags[]}", type: list }
    updated: { value: "{updated}", type: date }

show: [notebook, updated]

"""###),
    ReadyDeclaration(text: ###"""
# Events and tasks of KDE: the calendars that Akonadi keeps in files, and those of khal and vdirsyncer.

domain: kde.calendar
label: Calendar of KDE
version: 1

source:
  kind: calendar
  path:
    - "~/.local/share/korganizer/*.ics"
    - "~/.local/share/apps/korganizer/*.ics"
    - "~/.local/share/akonadi_ical_resource*/**/*.ics"
    - "~/.local/share/calendars/**/*.ics"
    - "~/.local/share/vdirsyncer/**/*.ics"
    - "~/.calendars/**/*.ics"

item:
  id: "{hash}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | default: 'untitled'}"
  description: "{location}"
  body: "{description | plain}"
  keywords: ["{categories[]}", "{attendees[]}", "{organizer}"]
  url: "{url}"
  attributes:
    start: { value: "{start}", type: date }
    end: { value: "{end}", type: date }
    next: { value: "{next}", type: date }      # of what recurs
    type: "{type}"

show: [start, next]

"""###),
    ReadyDeclaration(text: ###"""
# Contacts of KDE: the address books that Akonadi keeps in files, and those of khard and vdirsyncer.

domain: kde.contacts
label: Contacts of KDE
version: 1

source:
  kind: contacts
  path:
    - "~/.local/share/contacts/**/*.vcf"
    - "~/.kde/share/apps/kabc/*.vcf"
    - "~/.local/share/vdirsyncer/**/*.vcf"
    - "~/.contacts/**/*.vcf"

item:
  id: "{hash}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | default: 'untitled'}"
  description: "{organization}"
  body: "{note}"
  aliases: ["{nicknames[]}", "{emails[]}", "{phones[]}"]
  keywords: ["{addresses[]}", "{categories[]}", "{organization}"]
  url: "{url}"
  attributes:
    organization: "{organization}"
    email: { value: "{emails[]}", type: list }
    phone: { value: "{phones[]}", type: list }
    birthday: "{birthday}"

show: [email, phone]

"""###),
    ReadyDeclaration(text: ###"""
# The mail that lies on this machine as Maildirs: of mutt, mbsync, Evolution ("On This Computer") and KMail.

domain: mail
label: Mail in Maildirs
version: 1

source:
  kind: mail
  path:
    - "~/Maildir"
    - "~/.maildir"
    - "~/Mail"
    - "~/mail"
    - "~/.mail"
    - "~/.local/share/mail"
    - "~/.local/share/evolution/mail/local"
    - "~/.local/share/local-mail"
  duplicates: first               # one mail in two folders

item:
  id: "{hash}"                    # some mails have no id of their own
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{subject | default: '(no subject)'}"
  description: "{from}"
  body: "{body}"
  keywords: ["{attachments[]}"]
  attributes:
    from: "{from_address}"
    to: { value: "{to[]}", type: list }
    date: { value: "{date}", type: date }
    folder: "{folder}"
    thread: "{thread}"

show: [from, date]
desktop: false

"""###),
    ReadyDeclaration(text: ###"""
# The manual pages of this machine, by their names and one line about each.
#
# `man -k` knows them from an index that man-db keeps (`sudo mandb` makes it where there is none).

domain: man
label: Manual pages
version: 1

source:
  kind: command
  command:
    - sh
    - -c
    - |
      LC_ALL=C.UTF-8 man -l -k . | awk '
        function json(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/[\001-\037]/, " ", text); return "\"" text "\"" }
        match($0, / \([0-9n][^)]*\) +- /) {
          names = substr($0, 1, RSTART - 1)
          head = substr($0, RSTART, RLENGTH)
          split(head, part, /[()]/)
          print "{\"name\":" json(names) ",\"section\":" json(part[2]) ",\"about\":" json(substr($0, RSTART + RLENGTH)) "}"
        }'
  inputs:                         # it runs when one of these has changed
    - "/var/cache/man/index.db"
    - "/var/cache/man/index.bt"
  duplicates: first

item:
  id: "{name}({section})"
  title: "{name}"
  description: "{about}"
  aliases: ["{name}({section})", "{name}.{section}"]
  attributes:
    section: "{section}"

show: [section]

analysis:
  language: english

"""###),
    ReadyDeclaration(text: ###"""
# A folder of notes in Markdown: of Obsidian, Logseq, QOwnNotes, or by hand.
#
# Notes are called by their files; titles, aliases and tags of front matter find them as well. Write the path of another folder below.

domain: notes
label: Notes
version: 1

source:
  kind: markdown
  path:
    - "~/Notes/**/*.md"
    - "~/notes/**/*.md"
    - "~/Obsidian/**/*.md"
    - "~/Documents/Notes/**/*.md"
    - "~/Documents/Obsidian*/**/*.md"
    - "~/Nextcloud/Notes/**/*.md"
  tolerate: 5%                    # front matter that is none

item:
  id: "{path}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{name}"
  body: "{body}"
  aliases: ["{title}", "{aliases[]}"]
  keywords: ["{tags[]}"]
  attributes:
    folder: "{folder}"
    tags: { value: "{tags[]}", type: list }

show: [folder]

"""###),
    ReadyDeclaration(text: ###"""
# The mail that Thunderbird keeps on this machine, of all profiles and accounts.
#
# Its folders are mailboxes without an ending; names with a point before the last letters, such as Inbox.msf, are
# other files.

domain: thunderbird
label: Mail in Thunderbird
version: 1

source:
  kind: mail
  path:
    - "~/.thunderbird/*/Mail/**/*[!.][!.]???"
    - "~/.thunderbird/*/Mail/**/[!.][!.][!.][!.]"
    - "~/.thunderbird/*/ImapMail/**/*[!.][!.]???"
    - "~/.thunderbird/*/ImapMail/**/[!.][!.][!.][!.]"
    - "~/snap/thunderbird/common/.thunderbird/*/*Mail/**/*[!.][!.]???"
    - "~/.var/app/org.mozilla.Thunderbird/.thunderbird/*/*Mail/**/*[!.][!.]???"
  duplicates: first               # one mail in two folders

item:
  id: "{hash}"                    # some mails have no id of their own
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{subject | default: '(no subject)'}"
  description: "{from}"
  body: "{body}"
  keywords: ["{attachments[]}"]
  attributes:
    from: "{from_address}"
    to: { value: "{to[]}", type: list }
    date: { value: "{date}", type: date }
    folder: "{name}"
    thread: "{thread}"

show: [from, date]
desktop: false

"""###),
    ReadyDeclaration(text: ###"""
# The entries of Zeal's docsets: functions, types, guides of the documentation that lies on this machine.
#
# Each docset has an SQLite index, with the table searchIndex. Those of Apple's own format (ZTOKEN) are not read.

domain: zeal
label: Documentation in Zeal
version: 1

source:
  kind: sqlite
  path:
    - "~/.local/share/Zeal/Zeal/docsets/*/Contents/Resources/docSet.dsidx"
    - "~/.var/app/org.zealdocs.Zeal/data/Zeal/Zeal/docsets/*/Contents/Resources/docSet.dsidx"
  query: |
    SELECT id AS entry, name AS title, type,
      substr(path, 1 + length(rtrim(path, replace(path, '>', '')))) AS page
    FROM searchIndex
  duplicates: first

let:
  docset: "{path | replace: '.docset/Contents/Resources/docSet.dsidx', '' | split: '/' | last}"

item:
  id: "{docset} {entry}"
  title: "{title}"
  description: "{docset}, {type}"
  url: "file://{path | replace: '/docSet.dsidx', '/Documents/'}{page}"
  attributes:
    docset: "{docset}"
    type: "{type}"

show: [docset, type]

"""###),
    ReadyDeclaration(text: ###"""
# The library of Zotero: works with their authors, tags, collections and notes.
#
# Zotero holds its database for itself while it runs: a private copy is read then. Where its folder has another
# place (Zotero's settings, "Data Directory Location"), write that path below.

domain: zotero
label: Works in Zotero
version: 1

source:
  kind: sqlite
  path:
    - "~/Zotero/zotero.sqlite"
    - "~/snap/zotero-snap/common/Zotero/zotero.sqlite"
    - "~/.zotero/zotero/*/zotero/zotero.sqlite"
  query: |
    WITH value AS (
      SELECT d.itemID, f.fieldName AS name, v.value
      FROM itemData d JOIN fields f ON f.fieldID = d.fieldID
        JOIN itemDataValues v ON v.valueID = d.valueID),
    work AS (
      SELECT itemID,
        max(CASE WHEN name IN ('title', 'caseName', 'nameOfAct', 'subject') THEN value END) AS title,
        max(CASE name WHEN 'shortTitle' THEN value END) AS short,
        max(CASE name WHEN 'abstractNote' THEN value END) AS abstract,
        max(CASE WHEN name IN ('publicationTitle', 'bookTitle', 'proceedingsTitle', 'websiteTitle')
          THEN value END) AS journal,
        max(CASE name WHEN 'publisher' THEN value END) AS publisher,
        max(CASE WHEN name IN ('date', 'dateDecided', 'dateEnacted', 'issueDate') THEN value END) AS dated,
        max(CASE name WHEN 'DOI' THEN value END) AS doi,
        max(CASE name WHEN 'ISBN' THEN value END) AS isbn,
        max(CASE name WHEN 'citationKey' THEN value END) AS citation,
        max(CASE name WHEN 'language' THEN value END) AS language,
        max(CASE name WHEN 'url' THEN value END) AS url
      FROM value GROUP BY itemID)
    SELECT i.libraryID || '/' || i.key AS id, t.typeName AS type, w.*,
      coalesce(w.url, 'https://doi.org/' || w.doi) AS link,
      CASE WHEN substr(w.dated, 1, 4) GLOB '[12][0-9][0-9][0-9]' THEN substr(w.dated, 1, 4) END AS year,
      replace(i.dateAdded, ' ', 'T') || 'Z' AS added,
      (SELECT json_group_array(name) FROM (
        SELECT trim(coalesce(c.firstName, '') || ' ' || coalesce(c.lastName, '')) AS name
        FROM itemCreators ic JOIN creators c ON c.creatorID = ic.creatorID
        WHERE ic.itemID = i.itemID ORDER BY ic.orderIndex)) AS creators,
      (SELECT json_group_array(g.name) FROM itemTags it JOIN tags g ON g.tagID = it.tagID
        WHERE it.itemID = i.itemID) AS tags,
      (SELECT json_group_array(c.collectionName) FROM collectionItems ci
        JOIN collections c ON c.collectionID = ci.collectionID WHERE ci.itemID = i.itemID) AS collections,
      coalesce(w.abstract, '') || ' ' || coalesce((SELECT group_concat(n.note, ' ') FROM itemNotes n
        WHERE n.parentItemID = i.itemID OR n.itemID = i.itemID), '') AS text
    FROM items i JOIN work w ON w.itemID = i.itemID JOIN itemTypes t ON t.itemTypeID = i.itemTypeID
    WHERE t.typeName NOT IN ('attachment', 'annotation')
      AND i.itemID NOT IN (SELECT itemID FROM deletedItems)

item:
  id: "{id}"
  private: true                   # found by query and pick alone; without this line, by pages, serve and the desktop too
  title: "{title | default: '(without a title)' | plain}"
  description: "{creators[] | join: ', '}"
  body: "{text | plain}"           # the abstract, and the notes
  aliases: ["{short}", "{citation}", "{doi}", "{isbn}"]
  keywords: ["{creators[]}", "{tags[]}", "{collections[]}", "{journal}", "{publisher}"]
  url: "{link}"
  attributes:
    type: "{type}"
    author: { value: "{creators[]}", type: list }
    year: { value: "{year}", type: number }
    journal: "{journal}"
    tags: { value: "{tags[]}", type: list }
    collections: { value: "{collections[]}", type: list }
    language: "{language}"
    added: { value: "{added}", type: date }

show: [type, year, journal]

"""###),
  ]
}
