import Footlight
import FootlightPlatform
import JSONAnswers

/// Domains and items as resources: `footlight:law.rules` lists what a domain is, `footlight:law.rules:FRCP%2012` is an
/// item.
struct AssistantResource {
  private let library: Library

  init(_ library: Library) { self.library = library }

  /// Writes the members of `resources/list`: the domains, whose items are found by searching.
  static func list(_ domains: [DomainSummary], _ json: inout JSONWriter) {
    json.name("resources")
    json.array { list in
      for domain in domains.prefix(1_000) {
        list.object { json in
          json.member("uri", "footlight:\(domain.domain)")
          json.member("name", domain.domain)
          json.member("title", domain.label)
          json.member("description", "\(domain.items) items")
          json.member("mimeType", "application/json")
        }
      }
    }
  }

  /// Writes the members of `resources/templates/list`.
  static func templates(_ json: inout JSONWriter) {
    json.name("resourceTemplates")
    json.array { list in
      list.object { json in
        json.member("uriTemplate", "footlight:{domain}:{id}")
        json.member("name", "item")
        json.member("description", "an item by its address")
        json.member("mimeType", "application/json")
      }
    }
  }

  /// Writes the members of `resources/read`.
  static func contents(_ address: String, _ text: String, _ json: inout JSONWriter) {
    json.name("contents")
    json.array { list in
      list.object { json in
        json.member("uri", address)
        json.member("mimeType", "application/json")
        json.member("text", text)
      }
    }
  }

  /// The text of a resource.
  func text(of uri: String) throws(AssistantError) -> String {
    let missing = AssistantError(-32602, "there is no such resource")
    guard uri.hasPrefix("footlight:") else { throw missing }
    let address = String(uri.dropFirst("footlight:".count))
    do throws(Failure) {
      guard let text = try json(of: address) else { throw Failure(.unknownDomain, "") }
      return text
    } catch {
      guard !error.concerns([.unknownDomain]) else { throw missing }
      throw AssistantError(-32603, AssistantError.words(error))
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
