import FootlightPlatform

/// The text of RTF (Rich Text Format Specification 1.9.1): groups, control words, and characters in the
/// encoding that the document names.
struct RTFText {
  private let bytes: [UInt8]
  private var at = 0
  private var text = ""
  private var pending: [UInt8] = []
  private var encoding = TextEncoding.windows1252
  private var content = DocumentContent(format: "rtf")
  /// The open groups: whether the text of each is hidden, and how many characters stand for one of Unicode.
  private var open: [Group] = []
  private var group = Group()

  private struct Group {
    var isHidden = false
    var skipped = 1
    var field = ""
  }

  /// Groups that hold no text of the document.
  private static let hidden: Set<String> = [
    "fonttbl", "colortbl", "stylesheet", "pict", "object", "themedata", "datastore", "generator",
    "listtable", "listoverridetable", "rsidtbl", "xmlnstbl", "latentstyles", "fldinst", "header",
    "footer", "mmathPr", "wgrffmtfilter", "bkmkstart", "bkmkend", "shppict", "nonshppict", "info",
  ]
  private static let fields: Set<String> = ["title", "author", "subject", "keywords"]

  static func content(_ bytes: [UInt8]) -> DocumentContent {
    var reader = RTFText(bytes: bytes)
    reader.read()
    return reader.content
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func read() {
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "{"):
        flush()
        if open.count < 10_000 { open.append(group) }
        group.field = ""
      case UInt8(ascii: "}"):
        flush()
        if let outer = open.popLast() { group = outer }
      case UInt8(ascii: "\\"): control()
      case 0x0A, 0x0D: break
      default: pending.append(byte)
      }
    }
    flush()
    content.parts = [.init(text: String(text.trimmedEnd))]
  }

  private mutating func control() {
    guard at < bytes.count else { return }
    let first = bytes[at]
    guard first.isLetter else {
      at += 1
      switch first {
      case UInt8(ascii: "'"):
        if at + 2 <= bytes.count,
          let code = UInt8(String(decoding: bytes[at..<at + 2], as: UTF8.self), radix: 16)
        {
          pending.append(code)
        }
        at = min(at + 2, bytes.count)
      case UInt8(ascii: "~"): append(" ")
      case UInt8(ascii: "_"): append("-")
      case UInt8(ascii: "*"): group.isHidden = true
      case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): pending.append(first)
      default: break
      }
      return
    }
    let start = at
    while at < bytes.count, bytes[at].isLetter { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    let digits = at
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    while at < bytes.count, bytes[at].isDigit { at += 1 }
    let number = Int(String(decoding: bytes[digits..<at], as: UTF8.self))
    if at < bytes.count, bytes[at] == 0x20 { at += 1 }
    obey(word, number)
  }

  private mutating func obey(_ word: String, _ number: Int?) {
    switch word {
    case "par", "line", "sect", "page", "row": append("\n")
    case "tab", "cell", "nestcell": append("\t")
    case "emdash": append("—")
    case "endash": append("–")
    case "lquote": append("‘")
    case "rquote": append("’")
    case "ldblquote": append("“")
    case "rdblquote": append("”")
    case "bullet": append("•")
    case "ansicpg":
      if let number, let named = TextEncoding("windows-\(number)") ?? TextEncoding("cp\(number)"),
        TextDecoder(named) != nil
      {
        encoding = named
      }
    case "mac": encoding = TextEncoding("macintosh") ?? encoding
    case "uc": group.skipped = max(0, min(number ?? 1, 16))
    case "u":
      guard let number else { return }
      if let scalar = Unicode.Scalar(UInt32(number < 0 ? number + 65_536 : number)) {
        append(String(Character(scalar)))
      }
      skip(group.skipped)
    case "bin": at = min(bytes.count, at + max(0, number ?? 0))
    default:
      if RTFText.fields.contains(word), open.count <= 3 {
        group.field = word
        group.isHidden = false
      } else if RTFText.hidden.contains(word) {
        group.isHidden = true
      }
    }
  }

  /// Passes over the characters that stand for one of Unicode where that is not known.
  private mutating func skip(_ count: Int) {
    for _ in 0..<count where at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "'") {
        at = min(at + 4, bytes.count)
      } else if bytes[at] != UInt8(ascii: "{"), bytes[at] != UInt8(ascii: "}"),
        bytes[at] != UInt8(ascii: "\\")
      {
        at += 1
      }
    }
  }

  private mutating func append(_ more: String) {
    flush()
    put(more)
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    var decoded = ByteArena(capacity: pending.count)
    if var decoder = TextDecoder(encoding, replaces: true) {
      // With replacements nothing is damaged.
      try? decoder.decode(pending, isLast: true, into: &decoded)
    }
    pending = []
    put(decoded.text(decoded.all))
  }

  private mutating func put(_ more: String) {
    switch group.field {
    case "title": content.title += more
    case "author": content.authors = [(content.authors.first ?? "") + more]
    case "subject": content.subject += more
    case "keywords": content.keywords += more.listed
    default: if !group.isHidden { text += more }
    }
  }
}
