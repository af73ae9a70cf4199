import FootlightPlatform

/// The value by which a source tells a record from others, such as the primary key of a row.
///
/// Its bytes are the canonical form that an index stores: a letter for the type, then the value –
/// `i` and a decimal, `r` and the shortest decimal that reads back as the same number, `t` and
/// UTF-8, `b` and the bytes. Numbers that SQLite holds for equal have one form: 7.0 is `i7`.
public struct SourceKey: Sendable, Hashable {
  /// The canonical form.
  public let bytes: [UInt8]

  /// The types of a key.
  package enum Value: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])
  }

  /// Reads the canonical form of a key; nil when the text is not in that form.
  public init?(_ bytes: [UInt8]) {
    guard SourceKey.value(of: bytes) != nil else { return nil }
    self.bytes = bytes
  }

  /// A number.
  public init(_ number: Int64) {
    bytes = Array("i\(number)".utf8)
  }

  /// A text.
  public init(_ text: String) {
    bytes = [UInt8(ascii: "t")] + Array(text.utf8)
  }

  package init(blob: [UInt8]) {
    bytes = [UInt8(ascii: "b")] + blob
  }

  package init(text: [UInt8]) {
    bytes = [UInt8(ascii: "t")] + text
  }

  package init(_ number: Double) {
    bytes = Array((Int64(exactly: number).map { "i\($0)" } ?? "r\(number)").utf8)
  }

  package var value: Value { SourceKey.value(of: bytes) ?? .blob(bytes) }

  private static func value(of bytes: [UInt8]) -> Value? {
    guard let type = bytes.first else { return nil }
    let rest = Array(bytes.dropFirst())
    switch type {
    case UInt8(ascii: "t"): return .text(rest)
    case UInt8(ascii: "b"): return .blob(rest)
    case UInt8(ascii: "i"): return Int64(String(decoding: rest, as: UTF8.self)).map { .integer($0) }
    case UInt8(ascii: "r"): return Double(String(decoding: rest, as: UTF8.self)).map { .real($0) }
    default: return nil
    }
  }
}

extension SourceKey: CustomStringConvertible {
  /// The key for people: the number or the text itself, whatever its type; bytes in hexadecimal.
  public var description: String {
    switch value {
    case .integer(let number): return String(number)
    case .real(let number): return number.description
    case .text(let text): return String(decoding: text, as: UTF8.self)
    case .blob(let bytes):
      return "x'" + Hexadecimal.text(bytes) + "'"
    }
  }
}
