import Footlight
import FootlightPlatform
import JSONAnswers

/// Domains and items as resources: `footlight:law.rules` lists what a domain is, `footlight:law.rules:FRCP%2012` is an
/// item.
struct AssistantResource {
  let library: Library

  /// The domains, as `resources/list` tells them; their items are found by searching.
  static func list(_ domains: [DomainSummary]) -> RecordValue {
    .list(
      domains.prefix(1_000).map { domain in
        [
          "uri": .text("footlight:\(domain.domain)"), "name": .text(domain.domain),
          "title": .text(domain.label), "description": .text("\(domain.items) items"),
          "mimeType": "application/json",
        ]
      })
  }

  /// The forms of addresses, as `resources/templates/list` tells them.
  static let templates: RecordValue = [
    [
      "uriTemplate": "footlight:{domain}:{id}", "name": "item",
      "description": "an item by its address", "mimeType": "application/json",
    ]
  ]

  /// The text of a resource.
  func text(of uri: String) throws(AssistantError) -> String {
    let missing = AssistantError(code: -32602, message: "there is no such resource")
    guard uri.hasPrefix("footlight:") else { throw missing }
    let address = String(uri.dropFirst("footlight:".count))
    do throws(Failure) {
      guard let text = try json(of: address) else { throw Failure(.unknownDomain, "") }
      return text
    } catch {
      guard !error.concerns([.unknownDomain]) else { throw missing }
      throw AssistantError(code: -32603, message: AssistantError.words(error))
    }
  }

  private func json(of address: String) throws(Failure) -> String? {
    var json = JSONWriter()
    if address.contains(":") {
      guard let found = try library.item(address, audience: .web) else { return nil }
      json.line(JSONObjects.item, found)
    } else {
      let domains = try library.domains(for: .web)
      guard let domain = domains.first(where: { $0.domain == address }) else { return nil }
      json.line(JSONObjects.summary, domain)
    }
    return String(decoding: json.written.dropLast(), as: UTF8.self)
  }
}
