import FootlightPlatform

/// Reads TOML (https://toml.io/en/v1.0.0) into fields: what front matter between lines `+++` holds.
///
/// Dates stay texts, as they are written; numbers become those of JSON, which has neither `inf` nor `nan`. It reads more
/// than TOML allows: a table may be opened twice, and dates and numbers are looked at by their first signs.
struct TOMLDocument {
  /// A mistake, and its line in the document.
  struct Mistake: Error {
    var line: Int
    var message: String
  }

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var root = Record()
  /// The keys of the table that is being filled.
  private var table: [String] = []

  private static let depthLimit = 32

  /// The fields of a document.
  static func record(_ bytes: [UInt8]) throws(Mistake) -> Record {
    var document = TOMLDocument(bytes: bytes)
    try document.read()
    return document.root
  }

  private mutating func read() throws(Mistake) {
    while true {
      skipBlank()
      guard let next = peek else { return }
      if next == UInt8(ascii: "[") {
        try header()
      } else {
        let pair = try pair(depth: 0)
        try set(table + pair.path, to: pair.value, in: &root)
      }
      skipSpaces()
      if peek == UInt8(ascii: "#") { skipLine() }
      guard peek == nil || peek == 0x0A || peek == 0x0D else {
        throw mistake("something follows a value on its line")
      }
    }
  }

  /// `[a.b]` opens a table, `[[a.b]]` one more of a list.
  private mutating func header() throws(Mistake) {
    at += 1
    let isList = peek == UInt8(ascii: "[")
    if isList { at += 1 }
    table = try key()
    skipSpaces()
    for _ in 0..<(isList ? 2 : 1) {
      guard peek == UInt8(ascii: "]") else { throw mistake("a table's name is not closed by ]") }
      at += 1
    }
    var isTaken = false
    let isReached = root.change(table) { value in
      switch value {
      case nil: value = isList ? .list([.object(Record())]) : .object(Record())
      case .list(let before)? where isList: value = .list(before + [.object(Record())])
      case .object? where !isList: break
      default: isTaken = true
      }
    }
    guard isReached, !isTaken else {
      throw mistake("the table `\(table.joined(separator: "."))` is another value already")
    }
  }

  /// A name, and its value behind the sign of equality.
  private mutating func pair(
    depth: Int
  ) throws(Mistake) -> (path: [String], value: RecordValue) {
    let path = try key()
    skipSpaces()
    guard peek == UInt8(ascii: "=") else { throw mistake("a name has no `=` after it") }
    at += 1
    skipSpaces()
    return (path, try value(depth: depth))
  }

  private func set(
    _ path: [String], to found: RecordValue, in record: inout Record
  ) throws(Mistake) {
    var isTaken = false
    let isReached = record.change(path) { value in
      isTaken = value != nil
      value = found
    }
    guard isReached, !isTaken else {
      throw mistake("the key `\(path.joined(separator: "."))` stands twice")
    }
  }

  /// A name, or several with points between them.
  private mutating func key() throws(Mistake) -> [String] {
    var parts: [String] = []
    repeat {
      if peek == UInt8(ascii: ".") { at += 1 }
      skipSpaces()
      if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
        parts.append(try string())
      } else {
        let start = at
        while let byte = peek,
          byte.isDigit || byte.isLetter || byte == 0x2D || byte == 0x5F
            || byte >= 0x80
        {
          at += 1
        }
        guard at > start else { throw mistake("a name is missing") }
        parts.append(text(start, at))
      }
      skipSpaces()
      guard parts.count <= TOMLDocument.depthLimit else {
        throw mistake("a name has too many parts")
      }
    } while peek == UInt8(ascii: ".")
    return parts
  }

  private mutating func value(depth: Int) throws(Mistake) -> RecordValue {
    guard depth < TOMLDocument.depthLimit else { throw mistake("values are too deep") }
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try string())
    case UInt8(ascii: "["):
      at += 1
      var elements: [RecordValue] = []
      while true {
        skipBlank()
        if peek == UInt8(ascii: "]") { break }
        elements.append(try value(depth: depth + 1))
        skipBlank()
        if peek == UInt8(ascii: ",") { at += 1 } else { break }
      }
      guard peek == UInt8(ascii: "]") else { throw mistake("a list is not closed by ]") }
      at += 1
      return .list(elements)
    case UInt8(ascii: "{"):
      at += 1
      var record = Record()
      while true {
        skipBlank()
        if peek == UInt8(ascii: "}") { break }
        let pair = try pair(depth: depth + 1)
        try set(pair.path, to: pair.value, in: &record)
        skipBlank()
        if peek == UInt8(ascii: ",") { at += 1 } else { break }
      }
      guard peek == UInt8(ascii: "}") else { throw mistake("a table is not closed by }") }
      at += 1
      return .object(record)
    default: return try plain()
    }
  }

  /// A number, a boolean or a date.
  private mutating func plain() throws(Mistake) -> RecordValue {
    let start = at
    while let byte = peek, byte > 0x20, !",]}#".utf8.contains(byte) { at += 1 }
    // A time may follow a date after a space.
    if at - start == 10, peek == 0x20, at + 3 < bytes.count, bytes[at + 3] == UInt8(ascii: ":") {
      at += 1
      while let byte = peek, byte > 0x20, !",]}#".utf8.contains(byte) { at += 1 }
    }
    let written = text(start, at)
    switch written {
    case "": throw mistake("a value is missing")
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    let digits = written.filter { $0 != "_" }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      if let number = Int(digits.dropFirst(2), radix: radix) { return RecordValue(number) }
    }
    let unsigned = digits.drop { $0 == "+" || $0 == "-" }
    if unsigned == "inf" || unsigned == "nan" { return .null }
    if unsigned.allSatisfy({ "0123456789.eE+-".contains($0) }), let number = Double(digits) {
      guard unsigned.first != "0" || !(unsigned.dropFirst().first?.isNumber ?? false) else {
        throw mistake("the number `\(written.prefix(40))` begins with a zero")
      }
      return Int(digits).map { RecordValue($0) } ?? RecordValue(number)
    }
    // Dates such as 1979-05-27, and times such as 07:32, whose fields have so many digits.
    guard written.first?.isNumber ?? false,
      written.dropFirst(4).first == "-" || written.dropFirst(2).first == ":"
    else {
      throw mistake("`\(written.prefix(40))` is no value: texts stand in quotes")
    }
    return .text(written)
  }

  /// A text in quotes: in one line, or in several between three of them.
  private mutating func string() throws(Mistake) -> String {
    guard let quote = peek else { return "" }
    let isLong = at + 2 < bytes.count && bytes[at + 1] == quote && bytes[at + 2] == quote
    at += isLong ? 3 : 1
    if isLong {
      if peek == 0x0D { at += 1 }
      if peek == 0x0A { step() }
    }
    var out: [UInt8] = []
    while let byte = peek {
      if byte == quote {
        if !isLong {
          at += 1
          return String(decoding: out, as: UTF8.self)
        }
        if at + 2 < bytes.count, bytes[at + 1] == quote, bytes[at + 2] == quote {
          at += 3
          // Up to two quotes before the last three are text.
          while peek == quote {
            out.append(quote)
            at += 1
          }
          return String(decoding: out, as: UTF8.self)
        }
      }
      if byte == 0x0A, !isLong { throw mistake("a text is not closed on its line") }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        try escape(&out)
      } else {
        out.append(byte)
        step()
      }
    }
    throw mistake("a text is never closed")
  }

  private mutating func escape(_ out: inout [UInt8]) throws(Mistake) {
    at += 1
    guard let byte = peek else { return }
    step()
    switch byte {
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "r"): out.append(0x0D)
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(byte)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = byte == UInt8(ascii: "u") ? 4 : 8
      guard at + count <= bytes.count, let number = UInt32(text(at, at + count), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { throw mistake("an escape is none") }
      at += count
      out += Array(String(Character(scalar)).utf8)
    case 0x0A, 0x20, 0x09, 0x0D:
      // A line that ends with a backslash goes on with the next word.
      while let next = peek, next <= 0x20 { step() }
    default: throw mistake("an escape is none")
    }
  }

  // MARK: Bytes

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func step() {
    if at < bytes.count, bytes[at] == 0x0A { line += 1 }
    at += 1
  }

  private mutating func skipSpaces() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { at += 1 }
  }

  private mutating func skipLine() {
    while let byte = peek, byte != 0x0A { at += 1 }
  }

  /// Passes over white space, line ends and comments.
  private mutating func skipBlank() {
    while let byte = peek {
      if byte == UInt8(ascii: "#") { skipLine() } else if byte <= 0x20 { step() } else { return }
    }
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func mistake(_ message: String) -> Mistake { Mistake(line: line, message: message) }
}

extension Record {
  /// Changes the value at the end of a path of names; false, and nothing is changed, where another value stands on the way.
  ///
  /// Tables on the way are made, and of a list of tables the last one is meant.
  fileprivate mutating func change(
    _ path: [String], _ body: (inout RecordValue?) -> Void
  ) -> Bool {
    guard let name = path.first else { return false }
    let rest = Array(path.dropFirst())
    guard !rest.isEmpty else {
      var value = self[name]
      body(&value)
      self[name] = value
      return true
    }
    var inner: Record
    switch self[name] {
    case .list(var elements)?:
      guard case .object(var last)? = elements.last, last.change(rest, body) else { return false }
      elements[elements.count - 1] = .object(last)
      self[name] = .list(elements)
      return true
    case .object(let there)?: inner = there
    case nil: inner = Record()
    default: return false
    }
    guard inner.change(rest, body) else { return false }
    self[name] = .object(inner)
    return true
  }
}
