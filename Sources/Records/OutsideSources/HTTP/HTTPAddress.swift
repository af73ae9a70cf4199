import DeclaredRecords

/// An address of http or https: what a request needs, and no more.
///
/// Names and passwords have no place in it, and what stands after `#` is of no use to a server.
package struct HTTPAddress: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// The name of the host in lower case, with its port where that is not the usual one.
  package let host: String
  /// The path with the query; at least `/`.
  package let path: String

  /// The most bytes of an address.
  private static let limit = 8192

  /// Whether somebody means an address, and no file.
  package static func isMeant(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Reads an address; nil for what is none.
  package init?(_ text: String) {
    guard text.utf8.count <= HTTPAddress.limit, HTTPAddress.isMeant(text),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"<>"\^`{|}"#.utf8.contains($0) }),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    scheme = text[..<colon].lowercased()
    let rest = text[colon...].dropFirst(3).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let host = HTTPAddress.host(authority.lowercased(), scheme) else { return nil }
    self.host = host
    let path = rest[authority.endIndex...]
    self.path = path.hasPrefix("/") ? String(path) : "/" + path
  }

  /// The authority without the usual port; nil when the text is no authority.
  private static func host(_ authority: String, _ scheme: String) -> String? {
    var name = authority[...]
    var port = ""
    let isLiteral = name.hasPrefix("[")
    let behind = isLiteral ? name.lastIndex(of: "]").map { name.index(after: $0) } : name.startIndex
    guard let behind else { return nil }
    if let colon = name[behind...].firstIndex(of: ":") {
      port = String(name[name.index(after: colon)...])
      guard let number = Int(port), (1...65_535).contains(number), !port.hasPrefix("+") else {
        return nil
      }
      name = name[..<colon]
    }
    let allowed = isLiteral ? "[]:.0123456789abcdef" : "-._abcdefghijklmnopqrstuvwxyz0123456789"
    guard !name.isEmpty, name.allSatisfy({ allowed.contains($0) }),
      !isLiteral || name.hasSuffix("]")
    else { return nil }
    let isUsual = port.isEmpty || port == (scheme == "https" ? "443" : "80")
    return isUsual ? String(name) : "\(name):\(port)"
  }

  private init(scheme: String, host: String, path: String) {
    self.scheme = scheme
    self.host = host
    self.path = path
  }

  /// The address as it is asked for.
  package var text: String { "\(scheme)://\(host)\(path)" }

  /// The address that a reference found here means (RFC 3986, section 5.2); nil when it means none.
  func resolving(_ reference: String) -> HTTPAddress? {
    let end = reference.firstIndex { ":/?#".contains($0) } ?? reference.endIndex
    if reference[end...].hasPrefix(":") { return HTTPAddress(reference) }
    if reference.hasPrefix("//") { return HTTPAddress("\(scheme):\(reference)") }
    let folder = path.prefix { $0 != "?" }
    let whole: String
    if reference.hasPrefix("/") {
      whole = reference
    } else if reference.isEmpty || reference.hasPrefix("?") || reference.hasPrefix("#") {
      whole = (reference.hasPrefix("?") ? String(folder) : path) + reference
    } else {
      whole = folder[...(folder.lastIndex(of: "/") ?? folder.startIndex)] + reference
    }
    return HTTPAddress("\(scheme)://\(host)\(HTTPAddress.withoutDots(whole))")
  }

  /// A path without its `.` and `..` (RFC 3986, section 5.2.4).
  private static func withoutDots(_ whole: String) -> String {
    let path = whole.prefix { $0 != "?" && $0 != "#" }
    var parts: [Substring] = []
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      switch step {
      case ".": if isLast { parts.append("") }
      case "..":
        _ = parts.popLast()
        if isLast { parts.append("") }
      default: parts.append(step)
      }
    }
    return "/" + parts.joined(separator: "/") + whole[path.endIndex...]
  }
}
