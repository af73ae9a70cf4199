package import FootlightPlatform

extension JSONDecoder {
  /// Reads one record whole, as a program sees it: for a look at what there is, not for a build.
  ///
  /// `decodedStart` must lie after all of `bytes`.
  ///
  /// With a key before it that is its field `key`; with `takesValues` what is no object is its field
  /// `value`.
  package mutating func wholeRecord(
    _ bytes: Span<UInt8>, _ raw: ByteRange, isKeyed: Bool = false, takesValues: Bool = false
  ) throws(JSONFault) -> Record {
    at = raw.lowerBound
    end = raw.upperBound
    skipSpace(bytes)
    guard at < end else { throw .value }
    var key: String?
    if isKeyed {
      guard bytes[at] == UInt8(ascii: "\"") else { throw .key }
      key = try wholeText(bytes)
      try skipColon(bytes)
    }
    let value = try wholeValue(bytes, depth: 0)
    skipSpace(bytes)
    if at != end { throw .afterValue }
    var record: Record
    if case .object(let fields) = value {
      record = fields
    } else if !takesValues {
      throw .notAnObject
    } else {
      record = Record([Record.Field("value", value)])
    }
    if let key {
      record["key"] = nil
      record.fields.insert(Record.Field("key", .text(key)), at: 0)
    }
    return record
  }

  mutating func wholeValue(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(JSONFault) -> RecordValue {
    if depth > jsonDepthLimit { throw .depth }
    let start = at
    let first = bytes[start]
    switch first {
    case UInt8(ascii: "\""): return .text(try wholeText(bytes))
    case UInt8(ascii: "{"): return .object(try wholeObject(bytes, depth: depth))
    case UInt8(ascii: "["): return .list(try wholeList(bytes, depth: depth))
    default:
      try skipScalar(bytes, first)
      switch first {
      case UInt8(ascii: "t"): return .boolean(true)
      case UInt8(ascii: "f"): return .boolean(false)
      case UInt8(ascii: "n"): return .null
      default:
        return .number(wholeString(bytes, ByteRange(start: start, count: at &- start)))
      }
    }
  }

  private mutating func wholeObject(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(JSONFault) -> Record {
    var record = Record()
    at &+= 1
    skipSpace(bytes)
    if bytes[at] == UInt8(ascii: "}") {
      at &+= 1
      return record
    }
    while true {
      guard bytes[at] == UInt8(ascii: "\"") else { throw .key }
      let name = try wholeText(bytes)
      try skipColon(bytes)
      // Of several with one name the last counts, as in every record.
      record.fields.append(Record.Field(name, try wholeValue(bytes, depth: depth &+ 1)))
      skipSpace(bytes)
      let next = bytes[at]
      guard next == UInt8(ascii: ",") || next == UInt8(ascii: "}") else { throw .endOfObject }
      at &+= 1
      if next == UInt8(ascii: "}") { return record }
      skipSpace(bytes)
    }
  }

  private mutating func wholeList(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(JSONFault) -> [RecordValue] {
    var elements: [RecordValue] = []
    at &+= 1
    skipSpace(bytes)
    if bytes[at] == UInt8(ascii: "]") {
      at &+= 1
      return elements
    }
    while true {
      elements.append(try wholeValue(bytes, depth: depth &+ 1))
      skipSpace(bytes)
      let next = bytes[at]
      guard next == UInt8(ascii: ",") || next == UInt8(ascii: "]") else { throw .endOfArray }
      at &+= 1
      if next == UInt8(ascii: "]") { return elements }
      skipSpace(bytes)
    }
  }

  /// Reads the text here.
  package mutating func wholeText(_ bytes: Span<UInt8>) throws(JSONFault) -> String {
    let kept = decoded.count
    let range = try text(bytes)
    guard range.lowerBound >= decodedStart else { return wholeString(bytes, range) }
    let text = decoded.text(
      ByteRange(start: range.lowerBound &- decodedStart, count: Int(range.count)))
    decoded.truncate(to: kept)
    return text
  }

  /// The text of a range.
  package func wholeString(_ bytes: Span<UInt8>, _ range: ByteRange) -> String {
    var copy = ByteArena(capacity: Int(range.count) &+ 1)
    copy.append(bytes.extracting(range.lowerBound..<range.upperBound))
    return copy.text(copy.all)
  }
}
