/// The path of a route, taken apart once, so that a request is compared with all of them in no time.
struct RoutePattern: Sendable {
  /// The text between two slashes.
  private enum Part: Sendable {
    case fixed(String)
    /// A name for what varies, and the text before and after it.
    case varying(before: String, name: String, behind: String)
  }

  private let parts: [Part]

  init(_ path: String) {
    parts = RoutePattern.split(path[...]).map { part in
      guard let open = part.firstIndex(of: "{"), let close = part.firstIndex(of: "}") else {
        return .fixed(String(part))
      }
      return .varying(
        before: String(part[..<open]), name: String(part[part.index(after: open)..<close]),
        behind: String(part[part.index(after: close)...]))
    }
  }

  /// The parts of a path; a slash at its beginning leaves an empty one before it.
  static func split(_ path: Substring) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      Substring($0)
    }
  }

  /// The values of a path at the places that vary; nil when it is another one.
  func captures(_ path: [Substring]) -> [String: String]? {
    guard parts.count == path.count else { return nil }
    for (part, text) in zip(parts, path) {
      if case .fixed(let fixed) = part, !fixed.utf8.elementsEqual(text.utf8) { return nil }
    }
    var found: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      guard case .varying(let before, let name, let behind) = part else { continue }
      guard text.utf8.count > before.utf8.count + behind.utf8.count,
        text.utf8.starts(with: before.utf8),
        text.utf8.suffix(behind.utf8.count).elementsEqual(behind.utf8),
        let value = PercentText.decoded(
          Substring(text.utf8.dropFirst(before.utf8.count).dropLast(behind.utf8.count))),
        !value.utf8.contains(0)
      else { return nil }
      found[name] = value
    }
    return found
  }
}
