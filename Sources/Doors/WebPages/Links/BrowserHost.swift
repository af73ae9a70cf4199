import FootlightPlatform

/// The host of an address of http or https, as a browser finds and reads it.
struct BrowserHost: Sendable, Hashable {
  /// The host that a browser asks: percent-decoded, mapped (UTS 46), in ASCII (IDNA), numbers as an address of version 4.
  let name: String
  /// The host for people: what stands in the address and, wherever it differs, the name.
  let shown: String

  /// Nil for an address that a browser does not open.
  ///
  /// WHATWG, URL standard, "authority state" and "host parsing": any number of slashes of either kind begin it, a slash of
  /// either kind ends it, and it follows the last `@`.
  init?(of address: String) {
    let rest = address.drop { $0 != ":" }.dropFirst().drop { $0 == "/" || $0 == "\\" }
    let authority = rest.prefix { !"/\\?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    guard !host.hasPrefix("[") else {
      name = String(host.prefix { $0 != "]" }) + "]"
      shown = name
      return
    }
    let written = host.prefix { $0 != ":" }
    guard let decoded = BrowserHost.decoded(written), let mapped = HostNames.mapped(decoded),
      !mapped.isEmpty, !mapped.utf8.contains(where: BrowserHost.isForbidden),
      let name = BrowserHost.number(mapped) ?? (BrowserHost.endsInNumber(mapped) ? nil : mapped)
    else { return nil }
    self.name = name
    shown = written.lowercased() == name ? name : "\(written) (\(name))"
  }

  /// The text without percent signs; nil where that is no UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    PercentEncoding.decoded(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The forbidden code points of a domain.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || "#/:<>?@[\\]^|%".utf8.contains(byte)
  }

  private static func labels(_ name: String) -> [Substring] {
    var labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    return labels
  }

  /// Whether a browser takes the name for an address of numbers ("ends-in-a-number checker").
  private static func endsInNumber(_ name: String) -> Bool {
    guard let last = labels(name).last, !last.isEmpty else { return false }
    return last.utf8.allSatisfy { $0.isDigit } || value(last) != nil
  }

  /// The address that numbers stand for, in the usual form; nil where they stand for none ("IPv4 parser").
  private static func number(_ name: String) -> String? {
    let parts = labels(name)
    guard endsInNumber(name), parts.count <= 4 else { return nil }
    var address: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = value(part) else { return nil }
      let room = index + 1 < parts.count ? 1 : 5 - parts.count
      guard number < 1 << UInt64(8 * room) else { return nil }
      address = address << UInt64(8 * room) | number
    }
    return [24, 16, 8, 0].map { String(address >> UInt64($0) & 0xFF) }.joined(separator: ".")
  }

  /// A number of ten digits, of sixteen behind `0x`, or of eight behind `0`.
  private static func value(_ part: Substring) -> UInt64? {
    guard let first = part.utf8.first, first.isDigit, part.utf8.count < 24 else { return nil }
    if part.hasPrefix("0x") { return part.count == 2 ? 0 : UInt64(part.dropFirst(2), radix: 16) }
    return UInt64(part, radix: part.count > 1 && first == 0x30 ? 8 : 10)
  }
}
