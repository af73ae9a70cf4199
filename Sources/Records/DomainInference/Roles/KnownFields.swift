import DeclaredRecords

/// Maps formats whose fields mean the same in every file: web pages, mail and feeds.
///
/// Nothing is to be guessed there but which of the fields the data has.
package struct KnownFields {
  let profile: RecordProfile
  let sample: RecordSample
  private var mapping = ProposedMapping()

  /// The mapping of records of a kind; nil for a kind whose fields are anybody's.
  package static func mapping(
    _ kind: String, _ profile: RecordProfile, _ sample: RecordSample
  ) -> ProposedMapping? {
    var known = KnownFields(profile: profile, sample: sample)
    switch kind {
    case "html": known.page()
    case "bookmarks": known.bookmark()
    case "mail": known.mail()
    case "feed": known.entry()
    case "documents": known.document()
    case "calendar": known.event()
    case "contacts": known.contact()
    case "mods": known.work()
    case "opml": known.outline()
    default: return nil
    }
    known.mapping.isEnglish = profile["body"]?.isEnglish ?? false
    return known.mapping
  }

  private mutating func page() {
    mapping.id = "{path}"
    mapping.title = title("title", otherwise: "name", "some pages have no title")
    mapping.description = has("description") ? "{description}" : nil
    mapping.body = "{body}"
    mapping.keywords = has("keywords") ? ["{keywords[]}"] : []
    if has("headings") { mapping.keywords.append("{headings[]}") }
    mapping.url = has("canonical") ? "{canonical}" : nil
    mapping.image = has("image") ? "{image}" : nil
    attribute("author")
    attribute("date", type: "date")
    attribute("language")
  }

  private mutating func bookmark() {
    identify(by: "url")
    mapping.title = "{title}"
    mapping.description = has("body") ? "{body}" : nil
    mapping.keywords = ["parents", "tags"].filter { has($0) }.map { "{\($0)[]}" }
    mapping.aliases = ["{url}"] + (has("shortcut") ? ["{shortcut}"] : [])
    mapping.url = "{url}"
    attribute("folder")
    attribute("tags", "{tags[]}", type: "list")
    attribute("added", type: "date")
  }

  private mutating func mail() {
    identify()
    mapping.title = title("subject", otherwise: nil, "some mails have no subject")
    mapping.description = "{from}"
    mapping.body = "{body}"
    mapping.keywords = has("attachments") ? ["{attachments[]}"] : []
    attribute("from", "{from_address}", of: "from_address")
    attribute("to", "{to[]}", type: "list")
    attribute("date", type: "date")
    attributes("thread list")
    attribute("cc", "{cc[]}", type: "list")
    if profile["folder"]?.variety ?? 0 > 1 { attribute("folder") }
  }

  private mutating func entry() {
    identify()
    mapping.title = title("title", otherwise: nil, "some entries have no title")
    let isBody = profile["body"]?.distinct == profile["summary"]?.distinct
    mapping.description = has("summary") && !isBody ? "{summary | plain}" : nil
    mapping.body = has("body") ? "{body | plain}" : nil
    mapping.keywords = has("categories") ? ["{categories[]}"] : []
    mapping.url = has("link") ? "{link}" : nil
    mapping.image = has("image") ? "{image}" : nil
    attribute("author")
    attribute("categories", "{categories[]}", type: "list")
    attribute("published", type: "date")
  }

  private mutating func document() {
    // Only those in archives have an anchor, or all parts of documents.
    let anchored = profile["anchor"]?.present ?? 0
    mapping.id =
      anchored == 0 ? "{path}" : anchored == sample.records.count ? "{path} {anchor}" : "{hash}"
    mapping.title = title("title", otherwise: "name", "some documents have no title")
    if mapping.title.contains("'untitled'") {
      // Those without a title are called by their files.
      mapping.title = "{name}"
      mapping.aliases = ["{title}"]
      mapping.doubts = ["some documents have no title; all are called by the names of their files"]
    }
    mapping.description = has("description") ? "{description}" : nil
    mapping.body = "{body}"
    mapping.keywords = has("keywords") ? ["{keywords[]}"] : []
    attributes("author folder format language")
    attributes("created modified", type: "date")
    attribute("pages", type: "number")
  }

  private mutating func event() {
    identify()
    mapping.title = "{title}"
    mapping.description = has("location") ? "{location}" : nil
    mapping.body = has("description") ? "{description | plain}" : nil
    mapping.keywords = ["categories", "attendees"].filter { has($0) }.map { "{\($0)[]}" }
    if has("organizer") { mapping.keywords.append("{organizer}") }
    mapping.url = has("url") ? "{url}" : nil
    attributes("start end next", type: "date")
    attributes("type status")
    attribute("categories", "{categories[]}", type: "list")
  }

  private mutating func contact() {
    identify()
    mapping.title = title("title", otherwise: nil, "some cards have no name")
    mapping.description =
      has("organization") ? "{organization}" : has("emails") ? "{emails[] | first}" : nil
    mapping.body = has("note") ? "{note}" : nil
    mapping.aliases = ["emails", "phones", "nicknames"].filter { has($0) }.map { "{\($0)[]}" }
    mapping.keywords =
      ["addresses", "categories"].filter { has($0) }.map { "{\($0)[]}" }
      + ["title_of_work", "role"].filter { has($0) }.map { "{\($0)}" }
    mapping.url = has("url") ? "{url}" : nil
    attribute("organization")
    attribute("categories", "{categories[]}", type: "list")
    attribute("birthday", type: "date")
  }

  /// A work of MODS.
  private mutating func work() {
    let ids = profile["ID"]
    let hasID =
      ids?.present == sample.records.count && ids?.distinct.count == sample.records.count
    mapping.id = hasID ? "{ID}" : "{hash}"
    mapping.mayRepeat = !hasID || !sample.isWhole
    mapping.title = "{titleInfo[].title | first | default: 'untitled'}"
    mapping.description = "{name[].namePart[] | join: ' '}"
    if holds("abstract") { mapping.body = "{abstract[] | join: ' '}" }
    mapping.aliases = ["{identifier[]}"]
    if holds("titleInfo.subTitle") { mapping.aliases.append("{titleInfo[].subTitle}") }
    mapping.keywords = [
      ("name.namePart", "{name[].namePart[]}"), ("subject.topic", "{subject[].topic[]}"),
      ("relatedItem.titleInfo.title", "{relatedItem[].titleInfo[].title}"),
      ("relatedItem.name.namePart", "{relatedItem[].name[].namePart[]}"),
      ("originInfo.publisher", "{originInfo[].publisher}"), ("note", "{note[]}"),
    ].filter { holds($0.0) }.map(\.1)
    if holds("location.url") { mapping.url = "{location[].url[] | first}" }
    for (name, path, template) in [
      ("type", "genre", "{genre[] | first}"),
      ("year", "originInfo.dateIssued", "{originInfo[].dateIssued | first}"),
      ("journal", "relatedItem.titleInfo.title", "{relatedItem[].titleInfo[].title | first}"),
    ] where holds(path) {
      mapping.attributes.append(.init(name: name, template: template, type: "text"))
    }
  }

  /// An outline of OPML: a subscription or a folder of them, or a line of a text.
  private mutating func outline() {
    mapping.id = "{hash}"
    mapping.mayRepeat = true
    mapping.title = title(
      "text", otherwise: has("title") ? "title" : nil, "some outlines have no text")
    mapping.description = has("description") ? "{description}" : nil
    mapping.body = has("_note") ? "{_note}" : nil
    mapping.aliases = has("title") && mapping.title != "{title}" ? ["{title}"] : []
    mapping.keywords = ["xmlUrl", "category"].filter { has($0) }.map { "{\($0)}" }
    mapping.url = ["htmlUrl", "url", "xmlUrl"].first { has($0) }.map { "{\($0)}" }
    attributes("type created")
  }

  // MARK: Fields

  /// Whether something stands at a path, in lists or not.
  private func holds(_ path: String) -> Bool {
    profile.fields.contains { $0.path.replacing("[]", with: "") == path }
  }

  private func has(_ name: String) -> Bool { (profile[name] ?? profile[name + "[]"]) != nil }

  /// The id that they bring, or else a hash: some programs write none, or one twice.
  private mutating func identify(by name: String = "id") {
    guard let id = profile[name], id.present == sample.records.count,
      id.distinct.count == sample.records.count
    else {
      mapping.id = "{hash}"
      let repeated = sample.records.count - Set(sample.identities.map(\.hash)).count
      mapping.mayRepeat = repeated > 0
      mapping.doubtRepeated(repeated, of: sample.records.count)
      return
    }
    mapping.id = "{\(name)}"
    // Not all were looked at: the next one may bring an id for the second time.
    mapping.mayRepeat = !sample.isWhole
  }

  private mutating func title(
    _ name: String, otherwise other: String?, _ doubt: String
  ) -> String {
    if profile[name]?.present == sample.records.count { return "{\(name)}" }
    if profile[name] == nil, let other { return "{\(other)}" }
    mapping.doubts.append(doubt + "; they are called 'untitled'")
    return "{\(name) | default: 'untitled'}"
  }

  private mutating func attributes(_ names: String, type: String = "text") {
    for name in names.split(separator: " ") { attribute(String(name), type: type) }
  }

  private mutating func attribute(
    _ name: String, _ template: String? = nil, of field: String? = nil, type: String = "text"
  ) {
    guard has(field ?? name) else { return }
    // A date in words is a text.
    let isText = type == "date" && profile[name]?.datePattern != ""
    mapping.attributes.append(
      .init(name: name, template: template ?? "{\(name)}", type: isText ? "text" : type))
  }
}
