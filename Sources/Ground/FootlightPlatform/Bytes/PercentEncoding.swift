/// Texts as they stand in addresses (RFC 3986, section 2).
package enum PercentEncoding {
  /// Whether a byte means itself everywhere in an address: a letter, a digit, or one of `-._~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// A text with all bytes encoded but those that are kept.
  package static func encoded(
    _ text: String, keeping isKept: (UInt8) -> Bool = PercentEncoding.isUnreserved
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that were encoded.
  ///
  /// - Parameters:
  ///   - mark: what stands before two digits.
  ///   - isForm: whether a plus is a space, as in what forms send.
  ///   - isStrict: whether an escape that is none makes it nil; otherwise its mark is one.
  package static func decoded(
    _ bytes: some Sequence<UInt8>, mark: UInt8 = UInt8(ascii: "%"), isForm: Bool = false,
    isStrict: Bool = false
  ) -> [UInt8]? {
    let bytes = Array(bytes)
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == mark {
        if at + 1 < bytes.count, let code = Hexadecimal.byte(bytes[at], bytes[at + 1]) {
          plain.append(code)
          at += 2
          continue
        }
        if isStrict { return nil }
      }
      plain.append(byte == UInt8(ascii: "+") && isForm ? 0x20 : byte)
    }
    return plain
  }
}
