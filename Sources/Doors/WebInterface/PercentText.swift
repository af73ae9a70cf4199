/// Text of addresses (RFC 3986, section 2.1) and of forms, where a plus is a space.
enum PercentText {
  /// The text that was encoded; nil when an escape is broken or it is not UTF-8.
  static func decoded(_ text: some StringProtocol, isForm: Bool = false) -> String? {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "%"):
        guard at + 2 < bytes.count, let high = digit(bytes[at + 1]), let low = digit(bytes[at + 2])
        else { return nil }
        plain.append(high << 4 | low)
        at += 3
      case UInt8(ascii: "+") where isForm:
        plain.append(0x20)
        at += 1
      default:
        plain.append(bytes[at])
        at += 1
      }
    }
    return String(validating: plain, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
