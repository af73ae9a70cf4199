import FootlightPlatform

/// The addresses under which the server is reached, and what it allows.
package struct WebSettings: Sendable {
  /// The address under which others know it: scheme, host and a path that ends with a slash; nil when only this
  /// machine does.
  package var base: BaseAddress?
  /// Hosts that are served beside those of the sockets, with a port where one is sent.
  package var hosts: Set<String>
  /// Origins whose pages may read answers.
  package var origins: Set<String>
  /// Whether nothing may be written.
  package var isReadOnly: Bool
  /// Whether every request needs a key, because others than this machine reach it.
  package var needsKeys: Bool

  /// Makes settings.
  package init(
    base: BaseAddress? = nil, hosts: Set<String> = [], origins: Set<String> = [],
    isReadOnly: Bool = false, needsKeys: Bool = false
  ) {
    self.base = base
    self.hosts = hosts
    self.origins = origins
    self.isReadOnly = isReadOnly
    self.needsKeys = needsKeys
  }

  /// The beginning of all paths: `/`, or the path of the base address.
  var root: String { base?.path ?? "/" }
}

/// An address that others know: `https://search.example/find/`.
package struct BaseAddress: Sendable, Hashable {
  /// Scheme, host and port: `https://search.example`.
  package let origin: String
  /// The path, with a slash at both ends.
  package let path: String

  /// Reads an address of http or https without query and fragment; nil for anything else.
  package init?(_ text: String) {
    guard let origin = webOrigin(text, allowsPath: true) else { return nil }
    var path = String(text.dropFirst(origin.utf8.count))
    if !path.hasPrefix("/") { path = "/" + path }
    if !path.hasSuffix("/") { path += "/" }
    guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#\\\"<>%".utf8.contains($0) }),
      !path.contains("//")
    else { return nil }
    self.origin = origin.lowercased()
    self.path = path
  }
}

/// The origin of an address of http or https (RFC 6454); nil where it has none, or more after it and
/// `allowsPath` is false.
package func webOrigin(_ text: String, allowsPath: Bool = false) -> String? {
  guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
  else {
    return nil
  }
  let rest = text.dropFirst(scheme.count)
  let host = rest.prefix { !"/?#".contains($0) }
  let allowed = host.utf8.allSatisfy {
    $0.isLetterOrDigit
      || "-.:[]_".utf8.contains($0)
  }
  guard !host.isEmpty, allowed, allowsPath || host.endIndex == rest.endIndex else { return nil }
  return String(text.prefix(scheme.count + host.count))
}
