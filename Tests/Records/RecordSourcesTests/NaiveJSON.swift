@testable import DeclaredRecords

/// A JSON reader that is slow and simple, to compare with.
struct NaiveJSON {
  indirect enum Value {
    case scalar(String)
    case list([Value], String)
    case object([(String, Value)], String)
  }

  private struct Wrong: Error {}

  private let scalars: [Unicode.Scalar]
  private var at = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The object that a line holds; nil when it holds none.
  static func object(_ line: String) -> Value? {
    var reader = NaiveJSON(line)
    guard let value = try? reader.whole(), case .object = value else { return nil }
    return value
  }

  /// What a path yields, in the words of the tests.
  static func values(_ value: Value, _ steps: ArraySlice<FieldPath.Step>) -> [String] {
    guard let step = steps.first else {
      switch value {
      case .scalar(let text), .list(_, let text), .object(_, let text): return [text]
      }
    }
    let rest = steps.dropFirst()
    switch (step, value) {
    case (.key(let key), .object(let members, _)):
      return members.filter { $0.0.unicodeScalars.elementsEqual(key.unicodeScalars) }
        .flatMap { values($0.1, rest) }
    case (.everyValue, .object(let members, _)): return members.flatMap { values($0.1, rest) }
    case (.everyElement, .list(let elements, _)): return elements.flatMap { values($0, rest) }
    case (.everyElement, _): return values(value, rest)
    case (.index(let index), .list(let elements, _)):
      return elements.indices.contains(index) ? values(elements[index], rest) : []
    default: return []
    }
  }

  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  private mutating func space() {
    while let scalar = next, " \t\r".unicodeScalars.contains(scalar) { at += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) throws {
    guard next == scalar else { throw Wrong() }
    at += 1
  }

  private func raw(from start: Int) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<at])
    return text
  }

  private mutating func whole() throws -> Value {
    space()
    let found = try value(depth: 0)
    space()
    guard next == nil else { throw Wrong() }
    return found
  }

  private mutating func value(depth: Int) throws -> Value {
    guard depth <= 512 else { throw Wrong() }
    let start = at
    switch next {
    case "{": return try object(depth: depth, start)
    case "[":
      at += 1
      var elements: [Value] = []
      space()
      if next == "]" {
        at += 1
        return .list([], raw(from: start))
      }
      while true {
        elements.append(try value(depth: depth + 1))
        space()
        if next == "]" { break }
        try take(",")
        space()
      }
      at += 1
      return .list(elements, raw(from: start))
    case "\"": return .scalar("\"\(try text())\"")
    default:
      while let scalar = next, !" \t\r,]}".unicodeScalars.contains(scalar) { at += 1 }
      switch raw(from: start) {
      case "true": return .scalar("yes")
      case "false": return .scalar("no")
      case "null": return .scalar("null")
      case let word:
        guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/) != nil
        else { throw Wrong() }
        return .scalar("number \(word)")
      }
    }
  }

  private mutating func object(depth: Int, _ start: Int) throws -> Value {
    at += 1
    var members: [(String, Value)] = []
    space()
    if next == "}" {
      at += 1
      return .object([], raw(from: start))
    }
    while true {
      let key = try text()
      space()
      try take(":")
      space()
      let value = try value(depth: depth + 1)
      members.removeAll { $0.0.unicodeScalars.elementsEqual(key.unicodeScalars) }
      members.append((key, value))
      space()
      if next == "}" { break }
      try take(",")
      space()
    }
    at += 1
    return .object(members, raw(from: start))
  }

  private mutating func text() throws -> String {
    try take("\"")
    var units: [UInt16] = []
    while let scalar = next, scalar != "\"" {
      at += 1
      guard scalar.value >= 0x20 else { throw Wrong() }
      guard scalar == "\\" else {
        units += Array(String(scalar).utf16)
        continue
      }
      guard let letter = next else { throw Wrong() }
      at += 1
      switch letter {
      case "\"", "\\", "/": units.append(UInt16(letter.value))
      case "b": units.append(8)
      case "f": units.append(12)
      case "n": units.append(10)
      case "r": units.append(13)
      case "t": units.append(9)
      case "u":
        guard at + 4 <= scalars.count else { throw Wrong() }
        let digits = String(String.UnicodeScalarView(scalars[at..<at + 4]))
        guard digits.allSatisfy({ $0.isHexDigit && $0.isASCII }),
          let unit = UInt16(digits, radix: 16)
        else { throw Wrong() }
        units.append(unit)
        at += 4
      default: throw Wrong()
      }
    }
    try take("\"")
    guard let text = String(validating: units, as: UTF16.self) else { throw Wrong() }
    return text
  }
}
