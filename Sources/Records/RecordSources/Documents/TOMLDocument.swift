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

  /// A value, or a table or a list of tables while they are filled.
  private final class Node {
    var value: RecordValue?
    var tables: [Node]?
    private var names: [String] = []
    private var members: [String: Node] = [:]

    var isEmpty: Bool { value == nil && tables == nil && names.isEmpty }

    /// The member of a name, which is made where there is none.
    subscript(name: String) -> Node {
      if let member = members[name] { return member }
      let member = Node()
      names.append(name)
      members[name] = member
      return member
    }

    var whole: RecordValue {
      value ?? tables.map { .list($0.map(\.whole)) }
        ?? .object(Record(names.map { Record.Field($0, self[$0].whole) }))
    }
  }

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  private static let depthLimit = 32

  /// The fields of a document.
  static func record(_ bytes: [UInt8]) throws(Mistake) -> Record {
    var document = TOMLDocument(bytes: bytes)
    return try document.read()
  }

  private mutating func read() throws(Mistake) -> Record {
    let root = Node()
    // The table that is being filled.
    var table = root
    while true {
      skipBlank()
      guard let next = peek else { return root.whole.record ?? Record() }
      if next == UInt8(ascii: "[") {
        table = try header(root)
      } else {
        try pair(into: table, depth: 0)
      }
      skipSpaces()
      if peek == UInt8(ascii: "#") { skipLine() }
      guard peek == nil || peek == 0x0A || peek == 0x0D else {
        throw mistake("something follows a value on its line")
      }
    }
  }

  /// `[a.b]` opens a table, `[[a.b]]` one more of a list.
  private mutating func header(_ root: Node) throws(Mistake) -> Node {
    at += 1
    let isList = peek == UInt8(ascii: "[")
    if isList { at += 1 }
    let path = try key()
    skipSpaces()
    for _ in 0..<(isList ? 2 : 1) {
      guard peek == UInt8(ascii: "]") else { throw mistake("a table's name is not closed by ]") }
      at += 1
    }
    let node = try node(path, in: root)
    guard node.value == nil, isList ? node.tables != nil || node.isEmpty : node.tables == nil else {
      throw isTaken(path)
    }
    guard isList else { return node }
    let table = Node()
    if node.tables == nil { node.tables = [] }
    node.tables?.append(table)
    return table
  }

  /// What some names lead to; of a list of tables on the way the last one is meant.
  private func node(_ path: [String], in root: Node) throws(Mistake) -> Node {
    var node = root
    for name in path {
      guard node.value == nil else { throw isTaken(path) }
      node = (node.tables?.last ?? node)[name]
    }
    return node
  }

  private func isTaken(_ path: [String]) -> Mistake {
    mistake("the table `\(path.joined(separator: "."))` is another value already")
  }

  /// A name, and its value behind the sign of equality.
  private mutating func pair(into table: Node, depth: Int) throws(Mistake) {
    let path = try key()
    skipSpaces()
    guard peek == UInt8(ascii: "=") else { throw mistake("a name has no `=` after it") }
    at += 1
    skipSpaces()
    let found = try value(depth: depth)
    let node = try node(path, in: table)
    guard node.isEmpty else {
      throw mistake("the key `\(path.joined(separator: "."))` stands twice")
    }
    node.value = found
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
      var elements: [RecordValue] = []
      try each(before: "]") { (document) throws(Mistake) in
        elements.append(try document.value(depth: depth + 1))
      }
      return .list(elements)
    case UInt8(ascii: "{"):
      let table = Node()
      try each(before: "}") { (document) throws(Mistake) in
        try document.pair(into: table, depth: depth + 1)
      }
      return table.whole
    default: return try plain()
    }
  }

  /// Reads what stands between brackets, with commas in between.
  private mutating func each(
    before closing: Unicode.Scalar, _ read: (inout TOMLDocument) throws(Mistake) -> Void
  ) throws(Mistake) {
    repeat {
      at += 1
      skipBlank()
      if peek == UInt8(ascii: closing) { break }
      try read(&self)
      skipBlank()
    } while peek == UInt8(ascii: ",")
    guard peek == UInt8(ascii: closing) else {
      throw mistake("what a bracket opens is not closed by \(closing)")
    }
    at += 1
  }

  /// A number, a boolean or a date.
  private mutating func plain() throws(Mistake) -> RecordValue {
    let start = at
    skipWord()
    // A time may follow a date after a space.
    if at - start == 10, peek == 0x20, at + 3 < bytes.count, bytes[at + 3] == UInt8(ascii: ":") {
      at += 1
      skipWord()
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
    let isLong = bytes[at...].prefix(3) == [quote, quote, quote]
    at += isLong ? 3 : 1
    if isLong {
      if peek == 0x0D { at += 1 }
      if peek == 0x0A { step() }
    }
    var out: [UInt8] = []
    while let byte = peek {
      if byte == quote, !isLong || bytes[at...].prefix(3) == [quote, quote, quote] {
        at += isLong ? 3 : 1
        // Up to two quotes before the last three are text.
        while isLong, peek == quote {
          out.append(quote)
          at += 1
        }
        return String(decoding: out, as: UTF8.self)
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
    let letter = at + 1 < bytes.count ? bytes[at + 1] : 0
    if [0x0A, 0x20, 0x09, 0x0D].contains(letter) {
      // A line that ends with a backslash goes on with the next word.
      at += 1
      while let next = peek, next <= 0x20 { step() }
      return
    }
    var number: UInt32?
    if letter == UInt8(ascii: "U"), at + 10 <= bytes.count {
      number = UInt32(text(at + 2, at + 10), radix: 16)
      at += 10
    } else {
      var end = at
      number = try? bytes.span.escape(&end)
      at = end
    }
    guard let scalar = number.flatMap(Unicode.Scalar.init) else {
      throw mistake("an escape is none")
    }
    out += Array(String(Character(scalar)).utf8)
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

  private mutating func skipWord() {
    while let byte = peek, byte > 0x20, !",]}#".utf8.contains(byte) { at += 1 }
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
