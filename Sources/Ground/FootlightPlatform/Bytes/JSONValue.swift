/// JSON as somebody has sent it, small and untrusted (RFC 8259).
///
/// Depth and number of values are bounded, a name may stand in an object once, and text must be
/// Unicode. Records go another way, which is built for many of them.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number as it is written.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// A named value of an object.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The deepest nesting, and the most values, that are read.
  static let deepest = 64
  static let mostValues = 100_000

  /// Why a text was not read.
  package enum Mistake: Error, Sendable, Hashable {
    case syntax
    case tooManyValues
  }

  /// Reads a text; nil when it is not exactly one value of JSON, or beyond the bounds.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes, mostValues: JSONValue.mostValues) else {
      return nil
    }
    self = value
  }

  /// Reads a text that may hold more or fewer values than others.
  package init(reading bytes: [UInt8], mostValues: Int) throws(Mistake) {
    var reader = JSONValueReader(bytes, mostValues: mostValues)
    guard let value = reader.document() else {
      throw reader.isBeyond ? .tooManyValues : .syntax
    }
    self = value
  }

  /// The member of an object; nil where there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The whole number, if it is one that has no point.
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
}

/// Reads one value, byte by byte.
private struct JSONValueReader {
  private let bytes: [UInt8]
  private var at = 0
  private var values = 0
  private let mostValues: Int

  init(_ bytes: [UInt8], mostValues: Int) {
    self.bytes = bytes
    self.mostValues = mostValues
  }

  /// Whether there are more values than are read.
  var isBeyond: Bool { values > mostValues }

  mutating func document() -> JSONValue? {
    guard let value = value(depth: 0) else { return nil }
    skipBlanks()
    return at == bytes.count ? value : nil
  }

  private mutating func skipBlanks() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skipBlanks()
    guard at < bytes.count, bytes[at] == byte.asciiValue else { return false }
    at += 1
    return true
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
    let word = Array(text.description.utf8)
    guard bytes[at...].starts(with: word) else { return nil }
    at += word.count
    return value
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipBlanks()
    values += 1
    guard at < bytes.count, depth < JSONValue.deepest, !isBeyond else {
      return nil
    }
    switch bytes[at] {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return list(depth)
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "t"): return word("true", .boolean(true))
    case UInt8(ascii: "f"): return word("false", .boolean(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func list(_ depth: Int) -> JSONValue? {
    at += 1
    var found: [JSONValue] = []
    if take("]") { return .list([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      found.append(value)
    } while take(",")
    return take("]") ? .list(found) : nil
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    at += 1
    var found: [JSONValue.Member] = []
    var names: Set<String> = []
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let name = string(), take(":"),
        names.insert(name).inserted, let value = value(depth: depth + 1)
      else { return nil }
      found.append(JSONValue.Member(name, value))
    } while take(",")
    return take("}") ? .object(found) : nil
  }

  /// Section 6: a minus, digits without a leading zero, a fraction, an exponent.
  private mutating func number() -> JSONValue? {
    let start = at
    func digit(_ place: Int) -> Bool { place < bytes.count && (0x30...0x39).contains(bytes[place]) }
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    guard digit(at) else { return nil }
    if bytes[at] == 0x30 { at += 1 } else { while digit(at) { at += 1 } }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard digit(at) else { return nil }
      while digit(at) { at += 1 }
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[at]) { at += 1 }
      guard digit(at) else { return nil }
      while digit(at) { at += 1 }
    }
    return .number(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private mutating func string() -> String? {
    at += 1
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard at < bytes.count else { return nil }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      else { return nil }
      at += 2
      guard let second = unit(), (0xDC00...0xDFFF).contains(second) else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard at + 4 <= bytes.count,
      bytes[at..<at + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    defer { at += 4 }
    return UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
  }
}
