import Footlight
import FootlightPlatform
import JSONAnswers

/// The answers of the tools: what a model needs to go on, and no more.
enum AssistantAnswers {
  /// A domain with the values of its attributes.
  struct Domain {
    var facts: Snapshot.Facts
    var facets: [Facet]
  }

  /// The most characters of a description.
  private static let longestDescription = 300

  /// Results with their addresses, and the offset at which the next ones begin.
  static func search(_ answer: Answer, offset: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("query", answer.query)
      json.member("total", answer.total)
      if answer.isAtLeast { json.member("at_least", true) }
      json.array("results") { list in
        for hit in answer.hits { list.object { result(hit, &$0) } }
      }
      if !answer.facets.isEmpty { json.facets(answer.facets) }
      let end = offset + answer.hits.count
      if !answer.hits.isEmpty, end < answer.total { json.member("next_offset", end) }
      if !answer.notes.isEmpty { json.member("notes", answer.notes.map(\.message)) }
    }
  }

  private static func result(_ hit: Hit, _ json: inout JSONWriter) {
    json.member("address", hit.address)
    json.member("title", hit.title)
    if !hit.description.isEmpty {
      json.member("description", cut(hit.description, longestDescription))
    }
    if let snippet = hit.snippet, snippet.field == .body { json.member("text", snippet.text) }
    if let metres = hit.distance { json.member("distance", metres) }
    if !hit.url.isEmpty { json.member("url", hit.url) }
    if let group = hit.group, group.more > 0 { json.member("more", group.more) }
    if !hit.attributes.isEmpty { json.attributes(hit.attributes) }
  }

  /// An item, whose body is cut; `more` says where it goes on.
  static func item(
    _ found: LocatedItem, from offset: Int, length: Int, _ json: inout JSONWriter
  ) {
    let body = found.item.body.unicodeScalars
    let start =
      body.index(body.startIndex, offsetBy: offset, limitedBy: body.endIndex) ?? body.endIndex
    let end = body.index(start, offsetBy: length, limitedBy: body.endIndex) ?? body.endIndex
    var shown = found
    shown.item.body = String(body[start..<end])
    json.object { json in
      json.member("address", ItemAddress(domain: found.domain, id: found.item.id).description)
      json.name("item")
      json.write(JSONObjects.item, shown)
      guard end < body.endIndex else { return }
      json.object("more") { json in
        json.member("offset", offset + length)
        json.member("characters_left", body.distance(from: end, to: body.endIndex))
      }
    }
  }

  /// The domains with their attributes, each with an example of a filter.
  static func domains(_ domains: [Domain], _ json: inout JSONWriter) {
    json.object { json in
      json.array("domains") { list in
        for domain in domains { list.object { write(domain, &$0) } }
      }
    }
  }

  private static func write(_ domain: Domain, _ json: inout JSONWriter) {
    json.member("domain", domain.facts.name)
    json.member("label", domain.facts.label)
    json.member("items", domain.facts.items)
    json.array("attributes") { list in
      for attribute in domain.facts.attributes where attribute.name != "image" {
        list.object { json in
          json.member("name", attribute.name)
          json.member("type", attribute.type)
          if let label = attribute.label { json.member("label", label) }
          json.member("filter", example(attribute, domain.facets))
        }
      }
    }
  }

  /// A filter that works: with the commonest value, where that is known.
  private static func example(_ attribute: Snapshot.Attribute, _ facets: [Facet]) -> String {
    if let value = facets.first(where: { $0.name == attribute.name })?.values.first?.value {
      let text = value.written
      return attribute.name + ":" + (text.contains(" ") ? "\"\(text)\"" : text)
    }
    switch attribute.type {
    case "number": return "\(attribute.name)>=10"
    case "date": return "\(attribute.name)>=2020-01-01"
    case "boolean": return "\(attribute.name):true"
    case "place": return "near:48.14,11.58,10km"
    default: return "\(attribute.name):VALUE"
    }
  }

  private static func cut(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }
}
