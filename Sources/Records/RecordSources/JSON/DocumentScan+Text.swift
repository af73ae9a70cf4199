extension DocumentScan {
  /// Where a text stands, from the quote that opens it on.
  enum TextState: Sendable, Hashable {
    case plain
    case escape
    /// In `\u`: how many digits have come, their value, and the first half of a pair, if one waits.
    case digits(Int, UInt32, high: UInt32?)
    /// After the first half of a surrogate pair: a backslash, then a `u`, must follow.
    case secondEscape(high: UInt32)
    case secondMark(high: UInt32)
    /// Within a character of several bytes: how many follow, and what the next one may be.
    case character(Int, low: UInt8, high: UInt8)
  }

  /// Takes a byte of a text; false when it closes the text.
  mutating func text(_ byte: UInt8, _ state: TextState) throws(JSONFault) -> Bool {
    var next = TextState.plain
    switch state {
    case .plain:
      switch byte {
      case UInt8(ascii: "\""): return false
      case UInt8(ascii: "\\"): next = .escape
      case 0..<0x20: throw .controlCharacter
      case 0x20..<0x80: keep(byte)
      default:
        next = try character(byte)
        keep(byte)
      }
    case .escape:
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): keep(byte)
      case UInt8(ascii: "b"): keep(0x08)
      case UInt8(ascii: "f"): keep(0x0C)
      case UInt8(ascii: "n"): keep(0x0A)
      case UInt8(ascii: "r"): keep(0x0D)
      case UInt8(ascii: "t"): keep(0x09)
      case UInt8(ascii: "u"): next = .digits(0, 0, high: nil)
      default: throw .escape
      }
    case .digits(let count, let value, let high):
      next = try digit(byte, count, value, high)
    case .secondEscape(let high):
      guard byte == UInt8(ascii: "\\") else { throw .surrogate }
      next = .secondMark(high: high)
    case .secondMark(let high):
      guard byte == UInt8(ascii: "u") else { throw .surrogate }
      next = .digits(0, 0, high: high)
    case .character(let rest, let low, let high):
      guard byte >= low, byte <= high else { throw .encoding }
      keep(byte)
      if rest > 1 { next = .character(rest &- 1, low: 0x80, high: 0xBF) }
    }
    expectation = .text(next)
    return true
  }

  /// The state after the first byte of a character: RFC 3629, section 4.
  private func character(_ lead: UInt8) throws(JSONFault) -> TextState {
    switch lead {
    case 0xC2...0xDF: .character(1, low: 0x80, high: 0xBF)
    case 0xE0: .character(2, low: 0xA0, high: 0xBF)
    case 0xED: .character(2, low: 0x80, high: 0x9F)
    case 0xE1...0xEF: .character(2, low: 0x80, high: 0xBF)
    case 0xF0: .character(3, low: 0x90, high: 0xBF)
    case 0xF4: .character(3, low: 0x80, high: 0x8F)
    case 0xF1...0xF3: .character(3, low: 0x80, high: 0xBF)
    default: throw .encoding
    }
  }

  private mutating func digit(
    _ byte: UInt8, _ count: Int, _ value: UInt32, _ high: UInt32?
  ) throws(JSONFault) -> TextState {
    guard let digit = hexadecimalDigit(byte) else { throw .escape }
    let value = value &<< 4 | UInt32(digit)
    if count < 3 { return .digits(count &+ 1, value, high: high) }
    if let high {
      guard value & 0xFC00 == 0xDC00 else { throw .surrogate }
      keep(scalar: 0x1_0000 &+ (high & 0x3FF) &<< 10 &+ value & 0x3FF)
      return .plain
    }
    switch value & 0xFC00 {
    case 0xD800: return .secondEscape(high: value)
    case 0xDC00: throw .surrogate
    default:
      keep(scalar: value)
      return .plain
    }
  }

  /// Keeps a byte of a key that can still be the wanted one.
  private mutating func keep(_ byte: UInt8) {
    // One byte too many tells it from the longest key of the path.
    if readsKey, key.count <= 4096 { key.append(byte) }
  }

  private mutating func keep(scalar value: UInt32) {
    guard readsKey, let scalar = Unicode.Scalar(value) else { return }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { keep(byte) }
  }

  /// Where a number stands: RFC 8259, section 6.
  enum NumberState: UInt8, Sendable, Hashable {
    case minus
    case zero
    case whole
    case point
    case fraction
    case exponent
    case sign
    case power

    /// The state after the first byte of a number; nil when none begins so.
    init?(first byte: UInt8) {
      switch byte {
      case UInt8(ascii: "-"): self = .minus
      case UInt8(ascii: "0"): self = .zero
      case UInt8(ascii: "1")...UInt8(ascii: "9"): self = .whole
      default: return nil
      }
    }

    /// The state after another byte; nil when the number has ended before it.
    func following(_ byte: UInt8) throws(JSONFault) -> NumberState? {
      let isDigit = byte &- UInt8(ascii: "0") < 10
      let isExponent = byte | 0x20 == UInt8(ascii: "e")
      switch self {
      case .minus:
        if byte == UInt8(ascii: "0") { return .zero }
        if isDigit { return .whole }
      case .zero, .whole:
        if isDigit, self == .whole { return .whole }
        if byte == UInt8(ascii: ".") { return .point }
        if isExponent { return .exponent }
        if !isDigit { return nil }
      case .point, .fraction:
        if isDigit { return .fraction }
        if self == .fraction, isExponent { return .exponent }
        if self == .fraction, byte != UInt8(ascii: ".") { return nil }
      case .exponent:
        if isDigit { return .power }
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { return .sign }
      case .sign, .power:
        if isDigit { return .power }
        if self == .power, byte != UInt8(ascii: ".") { return nil }
      }
      throw .number
    }
  }
}

/// The value of a hexadecimal digit in either case.
@inline(__always)
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
  default: nil
  }
}
