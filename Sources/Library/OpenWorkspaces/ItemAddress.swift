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
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var at = colon + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let high = hexadecimal(bytes[at + 1]), let low = hexadecimal(bytes[at + 2])
      {
        decoded.append(high << 4 | low)
        at += 3
      } else {
        decoded.append(bytes[at])
        at += 1
      }
    }
    id = String(decoding: decoded, as: UTF8.self)
  }

  /// The address as printed.
  public var description: String {
    var printed = Array(domain.utf8)
    printed.append(UInt8(ascii: ":"))
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in id.utf8 {
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        printed.append(UInt8(ascii: "%"))
        printed.append(digits[Int(byte >> 4)])
        printed.append(digits[Int(byte & 15)])
      } else {
        printed.append(byte)
      }
    }
    return String(decoding: printed, as: UTF8.self)
  }
}

private func hexadecimal(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
