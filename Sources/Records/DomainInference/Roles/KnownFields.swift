import RecordSources
package import SourceKinds

/// What becomes of formats whose fields mean the same in every file: web pages, mail and feeds.
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
    case "mail": known.mail()
    case "feed": known.entry()
    default: return nil
    }
    known.mapping.isEnglish = profile["body"]?.isEnglish ?? false
    return known.mapping
  }

  private init(profile: RecordProfile, sample: RecordSample) {
    self.profile = profile
    self.sample = sample
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

  private mutating func mail() {
    identify()
    mapping.title = title("subject", otherwise: nil, "some mails have no subject")
    mapping.description = "{from}"
    mapping.body = "{body}"
    mapping.keywords = has("attachments") ? ["{attachments[]}"] : []
    attribute("from", "{from_address}", of: "from_address")
    attribute("to", "{to[]}", type: "list")
    attribute("date", type: "date")
    attribute("thread")
    attribute("list")
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

  // MARK: Fields

  private func has(_ name: String) -> Bool { (profile[name] ?? profile[name + "[]"]) != nil }

  /// The id that they bring, or else a hash: some programs write none, or one twice.
  private mutating func identify() {
    guard let id = profile["id"], id.present == sample.records.count,
      id.distinct.count == sample.records.count
    else {
      mapping.id = "{hash}"
      mapping.mayRepeat = Set(sample.identities.map(\.hash)).count < sample.records.count
      return
    }
    mapping.id = "{id}"
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
