package import Footlight
import FootlightPlatform

/// The files by which browsers search here from their address field.
extension Pages {
  /// The description of the search (OpenSearch 1.1, draft 6).
  package func openSearch() -> [UInt8] {
    var writer = MarkupWriter(.xml, capacity: 1 << 10)
    writer.prologue()
    let root: [Attribute] = [Attribute("xmlns", "http://a9.com/-/spec/opensearch/1.1/")]
    writer.element(Tag("OpenSearchDescription"), root) { description in
      description.element(Tag("ShortName"), text: "Footlight")
      description.element(Tag("Description"), text: "Searches everything that Footlight knows")
      description.element(Tag("InputEncoding"), text: "UTF-8")
      description.element(Tag("Image"), [.type("image/svg+xml")]) {
        $0.text(addresses.absolute(addresses.asset(.icon)).text)
      }
      url("text/html", addresses.template(""), nil, &description)
      url(
        "application/x-suggestions+json", addresses.template("opensearch/suggest"), "suggestions",
        &description)
      // Firefox refuses a description that does not say where it is itself.
      url(
        "application/opensearchdescription+xml",
        addresses.absolute(addresses.named("opensearch.xml")), "self", &description)
    }
    return writer.bytes
  }

  private func url(
    _ type: StaticString, _ template: Link, _ relation: StaticString?,
    _ description: inout MarkupWriter
  ) {
    var attributes: [Attribute] = [.type(type), Attribute("method", "get"), .template(template)]
    if let relation { attributes.append(.rel(relation)) }
    description.empty(Tag("Url"), attributes)
  }

  /// The completions of a text: the text, the completions, a note and an address for each.
  ///
  /// - Parameter label: what people call a domain.
  package func suggestions(
    _ completions: Completions, label: (String) -> String = { $0 }
  ) -> [UInt8] {
    let all = completions.suggestions
    return JSONText.list([
      .text(completions.query), .list(all.map { .text($0.text) }),
      .list(
        all.map { one in
          .text(one.count.map { Quantity.of($0, "item") } ?? label(one.domain))
        }),
      .list(
        all.map { one in
          let link =
            if let id = one.id {
              addresses.item(one.domain, id)
            } else {
              addresses.search(SearchState(text: one.text))
            }
          return .text(addresses.absolute(link).text)
        }),
    ]).bytes
  }
}
