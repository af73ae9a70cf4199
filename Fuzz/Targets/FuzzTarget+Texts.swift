import DeclaredRecords
import Footlight
import FootlightPlatform
import SearchEngine
import TextAnalysis

extension FuzzTarget {
  /// Declarations, and all that is made of them: templates, dates, patterns.
  static let declaration = FuzzTarget("declaration") { bytes in
    do throws(Failure) {
      _ = try DomainDefinition.load(
        bytes, file: "d.yaml", folder: "/nowhere", kinds: SourceKindKeys.builtIn)
      return nil
    } catch {
      return error.complaint
    }
  }

  /// A template where the title is, as it is written in a declaration.
  static let template = FuzzTarget("template", longest: 512) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.contains("\n"), !text.contains("\r") else { return nil }
    let quoted = "'" + text.replacing("'", with: "''") + "'"
    do throws(Failure) {
      _ = try DomainDefinition.inCode(
        "domain: d\nversion: 1\nitem: { id: x, title: \(quoted), keywords: [\(quoted)] }\n")
      return nil
    } catch {
      return error.complaint
    }
  }

  /// Queries: whatever is typed is understood, and what is understood can be written and read again.
  static let query = FuzzTarget("query", longest: 1024) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let attributes: Set = ["year", "set"]
    let isAttribute: @Sendable (String) -> Bool = { attributes.contains($0) }
    let query = Query(text, isAttribute: isAttribute)
    do throws(Failure) {
      let strict = try Query.strict(text, isAttribute: isAttribute)
      guard let syntax = strict.syntax else { return nil }
      let again = try Query.strict("\(syntax)", isAttribute: isAttribute)
      guard again.syntax == syntax else {
        return "'\(syntax)' is read as '\(again.syntax.map { "\($0)" } ?? "nothing")'"
      }
    } catch {
      if error.diagnostics.isEmpty { return "a mistake is not told" }
    }
    return query.words.count <= Query.wordLimit ? nil : "too many words"
  }

  /// The analysis of texts, as fields and as names, in three languages.
  static let analyzer: FuzzTarget = {
    let analyzers = [
      Analyzer(), Analyzer(language: .english), Analyzer(language: .german, stopWords: ["der"]),
    ]
    return FuzzTarget("analyzer", longest: 2048) { bytes in
      var arena = ByteArena(capacity: bytes.count + 8)
      arena.append(bytes)
      for analyzer in analyzers {
        for form in [AnalysisForm.field, .name] {
          var buffer = TokenBuffer()
          analyzer.analyze(arena, arena.all, as: form, into: &buffer)
          var last = 0
          for token in buffer.tokens {
            let text = buffer.bytes.bytes(token.text)
            guard !text.isEmpty, String(validating: text, as: UTF8.self) != nil else {
              return "a token is no text: \(text)"
            }
            guard Int(token.position) + 1 >= last else { return "positions go back" }
            last = max(last, Int(token.position))
          }
        }
        var key = ByteArena(capacity: 64)
        analyzer.appendSortKey(of: arena, arena.all, into: &key)
      }
      return nil
    }
  }()

  /// Addresses, urls, links with captures and patterns of ids; the first line is the pattern.
  static let addresses = FuzzTarget("addresses", longest: 512) { bytes in
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let pattern = String(decoding: lines.first ?? [], as: UTF8.self)
    let text = String(decoding: lines.dropFirst().first ?? lines.first ?? [], as: UTF8.self)
    if let address = ItemAddress(text), ItemAddress("\(address)") != address {
      return "an address does not come back"
    }
    let normal = NormalizedURL.of(text)
    if NormalizedURL.of(normal) != normal { return "'\(normal)' is not what it becomes" }
    _ = NormalizedURL.host(of: text)
    _ = NormalizedURL.path(of: text)
    if let ids = try? IDPattern(pattern) { _ = ids.matches(text) }
    if let links = try? LinkPattern(pattern), let parts = links.match(text) {
      _ = links.filled(with: parts)
    }
    return nil
  }
}
