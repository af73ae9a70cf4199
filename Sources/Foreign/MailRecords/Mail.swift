import FootlightPlatform

/// A mail as a record.
struct Mail {
  /// Somebody's name and address.
  struct Person {
    var name: String
    var address: String

    /// Both as people write them.
    var text: String { name.isEmpty ? address : "\(name) <\(address)>" }
  }

  var subject = ""
  var from: [Person] = []
  var to: [Person] = []
  var copies: [Person] = []
  var date = ""
  var id = ""
  var answers: [String] = []
  var references: [String] = []
  var list = ""
  var plain: [String] = []
  var html: [String] = []
  var attachments: [String] = []
  /// The texts of readable attachments.
  var attachedTexts: [String] = []
  /// The part that is more than is read; nil when all of it was.
  var excess: String?

  /// The first mail of the conversation, which all of its mails have in common.
  var thread: String { references.first ?? answers.first ?? id }

  /// The text: what is plain, or else what is HTML, as it is shown.
  var body: String {
    let texts =
      plain.isEmpty
      ? html.map { html in HTMLText.content(of: ByteArena(html))?.text ?? html } : plain
    return (texts + attachedTexts).map { text in
      String(text.drop(while: \.isNewline).trimmedEnd)
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Appends it as an object; `isQuoted` for a mail of a mailbox.
  func append(to json: inout ByteArena, isQuoted: Bool) {
    var object = Record()
    object.put("subject", subject)
    object.put("from", from.first?.text)
    object.put("from_name", from.first?.name)
    object.put("from_address", from.first?.address)
    object.put("to", to.map(\.text))
    object.put("cc", copies.map(\.text))
    object.put("date", date)
    object.put("id", id)
    object.put("in_reply_to", answers.first)
    object.put("references", references)
    object.put("thread", thread)
    object.put("list", list)
    object.put("attachments", attachments)
    object.put("body", isQuoted ? MailText.withoutQuotedFrom(body) : body)
    json.append(json: object)
  }
}

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
