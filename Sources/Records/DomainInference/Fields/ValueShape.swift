import DeclaredRecords
import FootlightPlatform

/// Questions about the form of a single value.
enum ValueShape {
  /// Whether a text is a number that loses nothing when it is read as one.
  ///
  /// `007` and `+49` are codes.
  static func isNumber(_ text: String) -> Bool {
    var digits = text[...]
    if digits.first == "-" { digits.removeFirst() }
    guard let first = digits.utf8.first(where: { $0 != 0x2E }), first.isDigit,
      text.utf8.count <= 24,
      // Hexadecimal digits would be read, too.
      text.utf8.allSatisfy({ $0.isDigit || Array("+-.eE".utf8).contains($0) })
    else { return false }
    let whole = digits.prefix { $0.isASCII && $0.isNumber }
    if whole.count > 1, whole.first == "0" { return false }
    return Double(text).map(\.isFinite) ?? false
  }

  /// Whether a text is an address that a browser opens.
  static func isAddress(_ text: String) -> Bool {
    (text.hasPrefix("http://") || text.hasPrefix("https://"))
      && text.utf8.count > 10 && !text.utf8.contains(0x20)
  }

  /// Whether a text holds a letter of any script.
  static func hasLetters(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic }
  }

  /// Whether a text that is a point says so itself: with degrees, hemispheres, `geo:`, `POINT` or GeoJSON.
  ///
  /// A letter `e` alone may be an exponent.
  static func marksPlace(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      "°º{".unicodeScalars.contains(scalar)
        || scalar.properties.isAlphabetic && scalar != "e" && scalar != "E"
    }
  }

  /// Whether a text is a code: letters and digits without spaces, and not long.
  static func isCode(_ text: String) -> Bool {
    text.utf8.count <= 40
      && text.utf8.allSatisfy { byte in
        byte.isDigit || byte.isLetter || byte &- 0x2D < 3 || byte == 0x5F
          || byte == 0x3A
      }
  }

  /// Whether a text may mark what an element holds.
  static func isMark(_ text: String) -> Bool {
    text.utf8.count < 40 && isCode(text) && !text.utf8.contains(UInt8(ascii: "."))
  }

  /// Whether a character is written as an entity of HTML: `&amp;`, `&#39;`, `&#xE9;`.
  static func holdsEntity(_ text: String) -> Bool {
    let bytes = ByteArena(text)
    for at in 0..<bytes.count where bytes[at] == 0x26 && HTMLEntity(bytes, at) != nil {
      return true
    }
    return false
  }

  /// Whether a text is bytes in base64, such as those of a picture: long, without words, small and capital letters and
  /// digits in no order.
  static func isEncoded(_ text: String) -> Bool {
    if text.hasPrefix("data:"), text.prefix(200).contains(";base64,") { return true }
    guard text.utf8.count >= 64 else { return false }
    let bytes = text.utf8.prefix(4_000).filter { $0 != 0x0A && $0 != 0x0D }
    guard bytes.count >= 64, text.utf8.count > 4_000 || bytes.count % 4 == 0,
      bytes.allSatisfy({ $0.isDigit || $0.isLetter || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D })
    else { return false }
    let rises = zip(bytes, bytes.dropFirst()).count { !$0.isCapital && $0.isLetter && $1.isCapital }
    return rises * 20 >= bytes.count && bytes.count { $0.isDigit } * 20 >= bytes.count
  }

  /// Whether a text is an identifier that nobody types: a UUID, a hash, an opaque key.
  static func isOpaque(_ text: String) -> Bool {
    guard text.utf8.count >= 16, isCode(text), !isAddress(text) else { return false }
    let digits = text.utf8.reduce(0) { $0 + ($1 &- 0x30 < 10 ? 1 : 0) }
    // Digits in groups are numbers that people read out: `978-0-306-40615-7`.
    let groups = text.split { $0 == "-" || $0 == "." || $0 == "/" }
    if groups.count > 2,
      groups.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit } && $0.count <= 7 })
    {
      return false
    }
    let turns = zip(text.utf8, text.utf8.dropFirst()).reduce(0) { count, pair in
      count + ((pair.0 &- 0x61 < 26) && (pair.1 &- 0x41 < 26) ? 1 : 0)
    }
    if turns >= 4 { return true }
    let isHexadecimal = text.utf8.allSatisfy {
      $0.isDigit || ($0 | 0x20) &- 0x61 < 6 || $0 == 0x2D
    }
    return isHexadecimal || digits * 5 > text.utf8.count
  }

  /// The patterns in which dates are looked for beside ISO 8601; the first one that fits all values
  /// counts.
  static let datePatterns = [
    "yyyy-MM-dd HH:mm:ss", "yyyy/MM/dd", "MMMM d, yyyy", "d MMMM yyyy", "MMM d, yyyy",
    "d MMM yyyy", "MMM d yyyy", "MMMM d yyyy", "d-MMM-yyyy", "dd.MM.yyyy", "d.M.yyyy", "dd/MM/yyyy",
    "MM/dd/yyyy", "M/d/yyyy", "d/M/yyyy",
    "dd-MM-yyyy", "MM-dd-yyyy", "yyyyMMdd",
  ].compactMap { text in (try? DatePattern.parse(text)).map { (text, $0) } }

  /// Whether a text is a date or an instant as ISO 8601 writes them; a year alone is a number.
  static func isDate(_ text: String) -> Bool {
    (7...40).contains(text.utf8.count) && text.utf8.prefix(4).allSatisfy { $0.isDigit }
      && Moment.read(text, zone: 0) != nil
  }
}
