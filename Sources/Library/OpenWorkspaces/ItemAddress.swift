import FootlightPlatform

/// The identifier of an item over all domains: `domain:id`.
///
/// Printed, only the bytes 00–20, 7F and `%` of the id are percent-encoded; read, every `%XX` and
/// raw space is accepted, and the first colon splits. Every text round-trips.
public struct ItemAddress: Sendable, Hashable, CustomStringConvertible {
  /// The domain.
  public var domain: String
  /// The identifier within the domain.
  public var id: String

  /// Names an item.
  public init(domain: String, id: String) {
    self.domain = domain
    self.id = id
  }

  /// Reads a printed address; nil when no colon follows a domain.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    domain = String(decoding: bytes[..<colon], as: UTF8.self)
    id = String(
      decoding: PercentEncoding.decoded(bytes[(colon + 1)...]) ?? [], as: UTF8.self)
  }

  /// The address as printed.
  public var description: String {
    domain + ":"
      + PercentEncoding.encoded(id) { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "%") }
  }
}
