import DeclaredRecords
package import FootlightPlatform
import IndexStores
import TextAnalysis

/// The links that a domain accepts, ready to be compared.
struct LinkRules {
  private let patterns: [LinkPattern]
  private let unknown: IDPattern?
  private let plan: JSONLinesFormat
  private let mapper: ItemMapper

  /// Nil where no links are declared, or where another version of the program declared them.
  init?(_ settings: QuerySettings) {
    guard let links = settings.links else { return nil }
    var patterns: [LinkPattern] = []
    for text in links.accept {
      do throws(LinkPatternError) { patterns.append(try LinkPattern(text)) } catch { continue }
    }
    var unknown: IDPattern?
    if let text = links.unknown {
      do throws(LinkPatternError) { unknown = try IDPattern(text) } catch { return nil }
    }
    do throws(Failure) {
      // The template of the id is one like those of items: a record of the captures yields it.
      let definition = try DomainDefinition.inCode(
        "domain: links\nversion: 1\nitem: { id: \(Quoting.yaml(links.id)), title: link }\n")
      plan = try JSONLinesFormat(definition.mapping.plan)
      mapper = ItemMapper(definition, now: 0)
    } catch {
      return nil
    }
    self.patterns = patterns
    self.unknown = unknown
  }

  /// The id that a link stands for; nil when no pattern fits, or the template makes nothing of it.
  func id(of link: String) throws(Failure) -> String? {
    for pattern in patterns {
      if let parts = pattern.match(link), let id = try id(parts) { return id }
    }
    return nil
  }

  private func id(_ parts: [String: String]) throws(Failure) -> String? {
    let record = Record(
      parts.sorted { $0.key < $1.key }.map { Record.Field($0.key, .text($0.value)) })
    let reader = JSONLineReader(plan, name: "a link", lines: [record.json])
    var worker = mapper.worker()
    var batch = RecordBatch()
    var item = ItemBuffer()
    var found: String?
    while try reader.next(&batch) {
      try reader.decode(&batch)
      for entry in batch.records where worker.identify(batch, entry, into: &item) == .item {
        found = item.bytes.text(item.id)
      }
    }
    return found
  }

  /// Whether an url lies on the host of a pattern.
  func owns(host: String) -> Bool { patterns.contains { $0.host == host } }

  /// Whether an id may be opened though no item has it.
  func allows(unknown id: String) -> Bool { unknown?.matches(id) ?? false }

  /// The url of an id that was captured from a link: of the first pattern that has a host and fits the
  /// same captures.
  func url(of link: String) -> String? {
    for pattern in patterns {
      guard let parts = pattern.match(link) else { continue }
      if pattern.host != nil { return link }
      for other in patterns where other.host != nil && Set(other.captures) == Set(parts.keys) {
        return other.filled(with: parts)
      }
    }
    return nil
  }
}

/// Which urls are opened and recorded.
package enum LinkSafety {
  /// Schemes that can run something, or show a local file.
  private static let refused: Set<String> = ["javascript", "data", "vbscript", "file"]
  /// Schemes that are opened.
  private static let opened: Set<String> = ["http", "https", "mailto"]

  /// Refuses a text that begins with a scheme that is never opened.
  package static func check(named text: String) throws(Failure) {
    guard !refused.contains(scheme(of: text)) else { throw failure(text) }
  }

  /// Refuses what is no address of a kind that is safe to hand on.
  package static func check(opening url: String) throws(Failure) {
    guard opens(url) else { throw failure(url) }
  }

  /// Whether an url is safe to hand on: of a kind that shows a page or writes to somebody, and without
  /// characters that nobody sees or that turn the direction of writing.
  package static func opens(_ url: String) -> Bool {
    let scheme = scheme(of: url)
    return opened.contains(scheme) && url.utf8.count > scheme.utf8.count + 1
      && !url.unicodeScalars.contains(where: isHidden)
  }

  /// Whether a character is one that nobody sees, or turns the direction of writing.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value)
      || scalar.properties.isWhitespace || scalar.properties.isBidiControl
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The part before the first colon, as a browser would read it.
  private static func scheme(of text: String) -> String {
    let shown = text.unicodeScalars.filter { $0.value > 0x20 }
    return String(String.UnicodeScalarView(shown.prefix { $0 != ":" })).lowercased()
  }

  private static func failure(_ url: String) -> Failure {
    // Shown without what is refused.
    let shown = url.unicodeScalars.map { scalar in
      isHidden(scalar) ? "\u{FFFD}" : String(Character(scalar))
    }.joined()
    return Failure(
      .urlRefused, "the url '\(shown)' is not opened",
      remedy:
        "only http, https and mailto are, without spaces and hidden characters; `footlight show` shows the item"
    )
  }
}
