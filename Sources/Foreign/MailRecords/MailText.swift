import FootlightPlatform

/// Reads the text of a mail.
enum MailText {
  /// A text in the encoding with a label, which means what the web takes it for.
  ///
  /// Text that is UTF-8 and more than ASCII is that whatever the label says, as is text with a label that
  /// nobody knows; the rest is Windows-1252.
  static func decoded(_ bytes: [UInt8], _ label: String) -> String {
    guard let encoding = TextEncoding(label), !encoding.isUTF8,
      label.lowercased().hasPrefix("iso-2022") || label.lowercased().hasPrefix("utf-")
        || String(validating: bytes, as: UTF8.self) == nil,
      var decoder = TextDecoder(encoding, replaces: true)
    else { return decoded(bytes) }
    var text = ByteArena(capacity: bytes.count)
    // With replacements nothing is damaged.
    try? decoder.decode(bytes, isLast: true, into: &text)
    return text.text(text.all)
  }

  /// A text of unknown encoding: UTF-8 where it is that, or else Windows-1252.
  static func decoded(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }

  /// The characters of the bytes 80 … 9F (https://encoding.spec.whatwg.org/#index-windows-1252).
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// A body as it was before a mailbox put `>` before its lines that begin with `From ` (mboxrd).
  static func withoutQuotedFrom(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let from = Array("From ".utf8)
    var kept: [UInt8] = []
    var copied = 0
    var line = 0
    while line < bytes.count {
      if bytes[line] == UInt8(ascii: ">"),
        bytes[line...].drop(while: { $0 == UInt8(ascii: ">") }).starts(with: from)
      {
        kept += bytes[copied..<line]
        copied = line + 1
      }
      guard let end = bytes[line...].firstIndex(of: 0x0A) else { break }
      line = end + 1
    }
    guard copied > 0 else { return text }
    return String(decoding: kept + bytes[copied...], as: UTF8.self)
  }
}
