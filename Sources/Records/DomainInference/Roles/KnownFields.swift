import DeclaredRecords

/// Maps formats whose fields mean the same in every file: web pages, mail and feeds.
///
/// Nothing is to be guessed there but which of the fields the data has.
package struct KnownFields {
  let profile: RecordProfile
  let sample: RecordSample
  private var mapping = ProposedMapping()

  /// The parts of an item of each kind, each as far as the data has its field.
  ///
  /// Of several templates for one part the first one counts; keywords, aliases and attributes add up. An id and a title
  /// name their fields; an attribute has its type, its name and, where that is not its field's, its template.
  private static let parts = [
    "html": """
    id path; title title name; description {description}; body {body}; keywords {keywords[]};
    keywords {headings[]}; url {canonical}; image {image}; text author; date date; text language
    """,
    "bookmarks": """
    id url; title title; description {body}; keywords {parents[]}; keywords {tags[]};
    aliases {url}; aliases {shortcut}; url {url}; text folder; list tags {tags[]}; date added
    """,
    "mail": """
    id id; title subject; description {from}; body {body}; keywords {attachments[]};
    text from {from_address}; list to {to[]}; date date; text thread; text list; list cc {cc[]};
    text folder
    """,
    "feed": """
    id id; title title; description {summary | plain}; body {body | plain};
    keywords {categories[]}; url {link}; image {image}; text author;
    list categories {categories[]}; date published
    """,
    "documents": """
    title title name; description {description}; body {body}; keywords {keywords[]};
    text author; text folder; text format; text language; date created; date modified;
    number pages
    """,
    "calendar": """
    id id; title title; description {location}; body {description | plain};
    keywords {categories[]}; keywords {attendees[]}; keywords {organizer}; url {url};
    date start; date end; date next; text type; text status; list categories {categories[]}
    """,
    "contacts": """
    id id; title title; description {organization}; description {emails[] | first}; body {note};
    aliases {emails[]}; aliases {phones[]}; aliases {nicknames[]}; keywords {addresses[]};
    keywords {categories[]}; keywords {title_of_work}; keywords {role}; url {url};
    text organization; list categories {categories[]}; date birthday
    """,
    "mods": """
    id ID; title {titleInfo[].title | first | default: 'untitled'};
    description {name[].namePart[] | join: ' '}; body {abstract[] | join: ' '};
    aliases {identifier[]}; aliases {titleInfo[].subTitle}; keywords {name[].namePart[]};
    keywords {subject[].topic[]}; keywords {relatedItem[].titleInfo[].title};
    keywords {relatedItem[].name[].namePart[]}; keywords {originInfo[].publisher};
    keywords {note[]}; url {location[].url[] | first}; text type {genre[] | first};
    text year {originInfo[].dateIssued | first};
    text journal {relatedItem[].titleInfo[].title | first}
    """,
    // A subscription or a folder of them, or a line of a text.
    "opml": """
    id hash; title text title; description {description}; body {_note}; aliases {title};
    keywords {xmlUrl}; keywords {category}; url {htmlUrl}; url {url}; url {xmlUrl}; text type;
    text created
    """,
  ]

  /// The mapping of records of a kind; nil for a kind whose fields are anybody's.
  package static func mapping(
    _ kind: String, _ profile: RecordProfile, _ sample: RecordSample
  ) -> ProposedMapping? {
    guard let parts = KnownFields.parts[kind] else { return nil }
    var known = KnownFields(profile: profile, sample: sample)
    for part in parts.replacing("\n", with: " ").split(separator: ";") {
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      if let role = words.first, let written = words.last { known.take(role, written) }
    }
    if kind == "documents" { known.identifyDocuments() }
    if kind == "mail", known.profile["folder"]?.variety ?? 0 < 2 {
      known.mapping.remove("{folder}")
    }
    // What an item is called is no other name of it, and its text is said once.
    known.mapping.aliases.removeAll { $0 == known.mapping.title }
    if kind == "feed", profile["body"]?.distinct == profile["summary"]?.distinct {
      known.mapping.description = nil
    }
    known.mapping.isEnglish = profile["body"]?.isEnglish ?? false
    return known.mapping
  }

  private mutating func take(_ role: String, _ written: String) {
    switch role {
    case "id": identify(by: written)
    case "title": mapping.title = title(written)
    case "keywords": if holds(written) { mapping.keywords.append(written) }
    case "aliases": if holds(written) { mapping.aliases.append(written) }
    default:
      guard let single = ProposedMapping.single.first(where: { $0.key == role })?.path else {
        return attribute(role, written)
      }
      if holds(written), mapping[keyPath: single] == nil { mapping[keyPath: single] = written }
    }
  }

  /// Whether the data has the field with which a template begins, in lists or not.
  private func holds(_ template: String) -> Bool {
    let path = template.dropFirst().prefix { $0 != " " && $0 != "}" }.replacing("[]", with: "")
    return profile.fields.contains { $0.path.replacing("[]", with: "") == path }
  }

  /// The id that they bring, or else a hash: some programs write none, or one twice.
  private mutating func identify(by name: String) {
    let field = profile[name]
    let isOwn =
      field?.present == sample.records.count && field?.distinct.count == sample.records.count
    mapping.id = isOwn ? "{\(name)}" : "{hash}"
    // Where not all were looked at, the next one may bring an id for the second time.
    let repeated = sample.records.count - Set(sample.identities.map(\.hash)).count
    mapping.mayRepeat = isOwn ? !sample.isWhole && name != "path" : repeated > 0 || name == "hash"
    if !isOwn { mapping.doubtRepeated(repeated, of: sample.records.count) }
  }

  private mutating func identifyDocuments() {
    // Only those in archives have an anchor, or all parts of documents.
    let anchored = profile["anchor"]?.present ?? 0
    mapping.id =
      anchored == 0 ? "{path}" : anchored == sample.records.count ? "{path} {anchor}" : "{hash}"
    guard mapping.title.contains("'untitled'") else { return }
    // Those without a title are called by their files.
    mapping.title = "{name}"
    mapping.aliases = ["{title}"]
    mapping.doubts = ["some documents have no title; all are called by the names of their files"]
  }

  /// The title by the names of its fields, of which the second one is for data without the first.
  private mutating func title(_ names: String) -> String {
    let fields = names.split(separator: " ").map(String.init)
    guard let name = fields.first, !name.hasPrefix("{") else { return names }
    if profile[name]?.present == sample.records.count { return "{\(name)}" }
    if profile[name] == nil, fields.count > 1, let other = fields.last, holds("{\(other)}") {
      return "{\(other)}"
    }
    mapping.doubts.append("some records have no `\(name)`; they are called 'untitled'")
    return "{\(name) | default: 'untitled'}"
  }

  private mutating func attribute(_ type: String, _ written: String) {
    let words = written.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first, case let template = words.count > 1 ? words[1] : "{\(name)}",
      holds(template)
    else { return }
    // A date in words is a text.
    let isText = type == "date" && profile[name]?.datePattern != ""
    mapping.attributes.append(
      .init(name: name, template: template, type: isText ? "text" : type))
  }
}
