/// A value of any JSON text, also where it belongs to no record.
package typealias JSONValue = RecordValue

extension JSONValue {
  /// The bounds of what is read.
  package struct Bounds {
    /// How deep lists and objects may be nested.
    package var depth = JSONScanner.deepest
    package var values = Int.max
    /// Whether a name may stand in an object once only; else all fields of that name are kept.
    package var hasUniqueNames = false

    package init() {}

    /// Those of what strangers send.
    fileprivate init(values: Int) {
      (depth, hasUniqueNames, self.values) = (63, true, values)
    }
  }

  /// Why a text was not read.
  package enum Mistake: Error, Sendable, Hashable {
    case syntax
    case tooManyValues
  }

  /// Reads what somebody has sent; nil when it is not exactly one value of JSON, is nested too deep, has too many
  /// values, or names a member twice.
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes, mostValues: 100_000) else { return nil }
    self = value
  }

  /// Reads such a text that may hold more or fewer values than others.
  package init(reading bytes: [UInt8], mostValues: Int) throws(Mistake) {
    var text = ByteArena(capacity: bytes.count + scanPadding)
    text.append(bytes)
    do throws(JSONFault) {
      try self.init(text, Bounds(values: mostValues))
    } catch {
      throw error == .values ? .tooManyValues : .syntax
    }
  }

  /// Reads the value of a text that stands alone.
  package init(_ text: consuming ByteArena, _ bounds: Bounds = Bounds()) throws(JSONFault) {
    self = try JSONScanner.over(text) { (scanner, bytes) throws(JSONFault) in
      try scanner.document(bytes) { (scanner) throws(JSONFault) in try scanner.value(bytes, bounds)
      }
    }
  }

  /// The member of an object; nil where there is none.
  package subscript(name: String) -> JSONValue? { record?[name] }

  /// The fields, if it is an object.
  package var record: Record? { if case .object(let record) = self { record } else { nil } }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The whole number, if it is one that has no point.
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
}

extension JSONScanner {
  /// Reads the value here whole: for a look at what there is, not for a build.
  package mutating func value(
    _ bytes: Span<UInt8>, _ bounds: JSONValue.Bounds = JSONValue.Bounds()
  ) throws(JSONFault) -> JSONValue {
    var count = 0
    return try value(bytes, bounds, depth: 0, &count)
  }

  private mutating func value(
    _ bytes: Span<UInt8>, _ bounds: JSONValue.Bounds, depth: Int, _ count: inout Int
  ) throws(JSONFault) -> JSONValue {
    if depth > bounds.depth { throw .depth }
    count &+= 1
    if count > bounds.values { throw .values }
    let start = at
    let first = bytes[start]
    switch first {
    case UInt8(ascii: "\""): return .text(try wholeText(bytes))
    case UInt8(ascii: "{"):
      var record = Record()
      var names: Set<String> = []
      try elements(bytes, closing: UInt8(ascii: "}"), .endOfObject) {
        (scanner) throws(JSONFault) in
        guard bytes[scanner.at] == UInt8(ascii: "\"") else { throw .key }
        let name = try scanner.wholeText(bytes)
        if bounds.hasUniqueNames, !names.insert(name).inserted { throw .key }
        try scanner.skipColon(bytes)
        let value = try scanner.value(bytes, bounds, depth: depth &+ 1, &count)
        record.fields.append(Record.Field(name, value))
      }
      return .object(record)
    case UInt8(ascii: "["):
      var list: [JSONValue] = []
      try elements(bytes, closing: UInt8(ascii: "]"), .endOfArray) {
        (scanner) throws(JSONFault) in
        list.append(try scanner.value(bytes, bounds, depth: depth &+ 1, &count))
      }
      return .list(list)
    default:
      try skipScalar(bytes, first)
      switch first {
      case UInt8(ascii: "t"): return .boolean(true)
      case UInt8(ascii: "f"): return .boolean(false)
      case UInt8(ascii: "n"): return .null
      default: return .number(wholeText(bytes, ByteRange(start: start, count: at &- start)))
      }
    }
  }

  /// Walks what stands between the bracket here and the one that closes it, with commas in between.
  private mutating func elements(
    _ bytes: Span<UInt8>, closing: UInt8, _ fault: JSONFault,
    _ element: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    at &+= 1
    skipSpace(bytes)
    if bytes[at] == closing {
      at &+= 1
      return
    }
    while true {
      try element(&self)
      skipSpace(bytes)
      let next = bytes[at]
      guard next == UInt8(ascii: ",") || next == closing else { throw fault }
      at &+= 1
      if next == closing { return }
      skipSpace(bytes)
    }
  }
}

extension ByteArena {
  /// Appends a JSON text as it may stand in a line: white space between its parts becomes spaces.
  package mutating func append(lineOfJSON bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let next =
        bytes[at] == UInt8(ascii: "\"") ? bytes.endOfString(at, range.upperBound) : at &+ 1
      if bytes[at].isSpace { append(0x20) } else { append(bytes.extracting(at..<next)) }
      at = next
    }
  }
}
