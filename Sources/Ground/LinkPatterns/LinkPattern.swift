import FootlightPlatform

/// An url or a path in which `{name}` stands for a part between slashes, or for what is left of one:
/// `https://example.org/rules/{set}/rule_{number}`, `/rules/{set}/{number}`.
///
/// Compared as ``NormalizedURL`` compares.
package struct LinkPattern: Sendable, Hashable {
  /// A piece of a pattern.
  private enum Piece: Sendable, Hashable {
    /// Bytes as they are compared.
    case literal([UInt8])
    case capture(String)
  }

  /// The pattern as written.
  package let text: String
  /// The host as it is compared; nil for a path.
  package let host: String?
  private let pieces: [Piece]

  /// The names of what it captures.
  package var captures: [String] {
    pieces.compactMap { piece in
      if case .capture(let name) = piece { name } else { nil }
    }
  }

  /// Reads a pattern.
  package init(_ text: String) throws(LinkPatternError) {
    self.text = text
    var rest = text[...]
    if text.hasPrefix("/") {
      host = nil
    } else {
      let start = text.prefix { $0 != "/" }.lowercased()
      guard start == "https:" || start == "http:",
        let slash = text.dropFirst(start.count + 2).firstIndex(of: "/"),
        let host = NormalizedURL.host(of: text)
      else {
        throw LinkPatternError(
          "no http url with a path, and no path",
          remedy: "write https://host/path/{part}, or /path/{part}")
      }
      guard !text[..<slash].contains("{") else {
        throw LinkPatternError("a host with a part that is captured", remedy: "write the host")
      }
      self.host = host
      rest = text[slash...]
    }
    guard !rest.contains("#") else {
      throw LinkPatternError("a '#'", remedy: "leave it out: fragments are not compared")
    }
    pieces = try LinkPattern.pieces(rest)
  }

  private static func pieces(_ text: Substring) throws(LinkPatternError) -> [Piece] {
    var pieces: [Piece] = []
    var names: Set<String> = []
    var rest = text
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != "{" && $0 != "}" }
      rest = rest[literal.endIndex...]
      if !literal.isEmpty {
        // The slash at the end counts nowhere; others begin the next part.
        let isLast = rest.isEmpty
        let compared = NormalizedURL.path(of: isLast ? String(literal) : String(literal) + "x")
        let bytes = isLast ? Array(compared.utf8) : Array(compared.utf8.dropLast())
        if !bytes.isEmpty { pieces.append(.literal(bytes)) }
      }
      guard let brace = rest.popFirst() else { break }
      let name = rest.prefix { $0 != "}" && $0 != "{" }
      guard brace == "{", rest[name.endIndex...].first == "}" else {
        throw LinkPatternError("a brace without the other", remedy: "write {name}")
      }
      rest = rest[name.endIndex...].dropFirst()
      guard !name.isEmpty,
        name.utf8.allSatisfy({
          $0 == 0x5F || $0.isDigit || $0.isCapital
            || (0x61...0x7A).contains($0)
        })
      else {
        throw LinkPatternError(
          "'{\(name)}' is no name", remedy: "use letters, digits and '_' between the braces")
      }
      guard names.insert(String(name)).inserted else {
        throw LinkPatternError("'{\(name)}' twice", remedy: "give each part a name of its own")
      }
      if case .capture? = pieces.last {
        throw LinkPatternError(
          "two parts with nothing between them", remedy: "put a '/' or another letter there")
      }
      pieces.append(.capture(String(name)))
    }
    return pieces
  }

  /// Matches a link, and returns the texts in the places of the captures; nil when it is another link.
  ///
  /// - Parameter link: an http url where there is a host, otherwise a path.
  package func match(_ link: String) -> [String: String]? {
    guard NormalizedURL.host(of: link) == host, host != nil || link.hasPrefix("/") else {
      return nil
    }
    var rest = Array(NormalizedURL.path(of: link).utf8)[...]
    var found: [String: String] = [:]
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .literal(let bytes):
        guard rest.starts(with: bytes) else { return nil }
        rest = rest.dropFirst(bytes.count)
      case .capture(let name):
        let part = rest.prefix { !LinkPattern.separators.contains($0) }
        var count = part.count
        if index + 1 < pieces.count, case .literal(let next) = pieces[index + 1] {
          let within = next.prefix { !LinkPattern.separators.contains($0) }
          if within.isEmpty {
            // The next part follows.
          } else if let end = part.firstPlace(of: within, from: 1) {
            count = end
          } else {
            return nil
          }
        }
        guard count > 0 else { return nil }
        found[name] = NormalizedURL.decoded(part.prefix(count))
        rest = rest.dropFirst(count)
      }
    }
    return rest.isEmpty ? found : nil
  }

  /// The bytes that end a part: of a path, or of a query.
  private static let separators: Set<UInt8> = [
    UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"),
  ]
}

extension ArraySlice<UInt8> {
  /// How many bytes stand before some others, so many at least; nil where these do not stand.
  fileprivate func firstPlace(of bytes: ArraySlice<UInt8>, from least: Int) -> Int? {
    guard count >= bytes.count + least else { return nil }
    return (least...count - bytes.count).first { dropFirst($0).starts(with: bytes) }
  }
}

extension LinkPattern {
  /// The url with texts in the places of the captures, percent-encoded where they must be.
  package func filled(with parts: [String: String]) -> String {
    var url = text
    for (name, part) in parts {
      let pieces = url.split(separator: "{\(name)}", omittingEmptySubsequences: false)
      url = pieces.joined(separator: PercentEncoding.encoded(part))
    }
    return url
  }
}

/// A mistake in a pattern.
package struct LinkPatternError: Error, Sendable, Hashable {
  /// The mistake, as half a sentence.
  package var message: String
  /// The text to write instead.
  package var remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }
}
