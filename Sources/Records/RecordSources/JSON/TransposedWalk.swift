import FootlightPlatform

/// Takes row after row out of columns, or out of rows without names, and writes each as an object.
struct TransposedWalk {
  /// A column, and how far it was read.
  private struct Column {
    /// The name as JSON, in quotes.
    let name: [UInt8]
    var cursor: ElementCursor
    let hasKeys: Bool
  }

  private var document: DocumentScan
  /// The columns; none where there are rows.
  private var columns: [Column] = []
  /// The name of the key of a row, which no column has, as JSON.
  private var keyName: [UInt8] = []
  /// The names of the values of a row, as JSON.
  private var names: [[UInt8]] = []
  private var rows: ElementCursor
  private var number = 0
  private let layout: TransposedJSON.Layout
  /// The list under a key that is being read, and that key as JSON.
  private var group: (key: Range<Int>, elements: ElementCursor)?

  /// Looks for the columns, or for the rows and their names.
  init(
    _ source: TransposedJSON, _ bytes: Span<UInt8>, _ count: Int
  ) throws(TransposedJSONFault) {
    layout = source.layout
    document = DocumentScan(path: source.path, takesObjects: layout != .rows)
    let hasMark = count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let inside: Int?
    do throws(DocumentScan.Fault) {
      inside = try document.scan(bytes, from: hasMark ? 3 : 0, to: count)
    } catch {
      guard [.noSuchKey, .notTheArray].contains(error.fault) else { throw .json(error.fault) }
      throw .missing(layout)
    }
    guard let inside, document.isKeyed == (layout != .rows) else { throw .missing(layout) }
    rows = ElementCursor(bytes, at: inside &- 1)
    switch layout {
    case .columns: try findColumns(bytes, count)
    case .groups: break
    case .rows:
      if let named = source.names {
        names = named.map { TransposedWalk.quoted($0) }
      } else {
        try takeNames(bytes, count)
      }
    }
  }

  /// Appends the next row as an object and a line feed; false when there is no other.
  mutating func appendRow(
    _ bytes: Span<UInt8>, _ count: Int, to lines: inout ByteArena
  ) throws(TransposedJSONFault) -> Bool {
    number += 1
    let start = lines.count
    lines.append(UInt8(ascii: "{"))
    let isRow =
      switch layout {
      case .columns: try appendAcross(bytes, count, to: &lines)
      case .rows: try appendAlong(bytes, count, to: &lines)
      case .groups: try appendGrouped(bytes, count, to: &lines)
      }
    guard isRow else {
      lines.truncate(to: start)
      try finish(bytes, count)
      return false
    }
    lines.append("}\n")
    return true
  }

  // MARK: Columns

  private mutating func findColumns(
    _ bytes: Span<UInt8>, _ count: Int
  ) throws(TransposedJSONFault) {
    while let member = try next(&rows, bytes, count) {
      guard let value = bytes.valueOfMember(from: member.lowerBound, to: member.upperBound) else {
        throw .json(.key)
      }
      let isObject = bytes[value] == UInt8(ascii: "{")
      guard isObject || bytes[value] == UInt8(ascii: "[") else { throw .missing(.columns) }
      let end = bytes.endOfString(member.lowerBound, member.upperBound)
      columns.append(
        Column(
          name: (member.lowerBound..<end).map { bytes[$0] },
          cursor: ElementCursor(bytes, at: value), hasKeys: isObject))
    }
    let names = columns.map { TransposedWalk.plain($0.name) }
    var own = "key"
    while names.contains(own) { own = "_" + own }
    keyName = TransposedWalk.quoted(own)
  }

  private mutating func appendAcross(
    _ bytes: Span<UInt8>, _ count: Int, to lines: inout ByteArena
  ) throws(TransposedJSONFault) -> Bool {
    var key: Range<Int>?
    var rowEnds: Bool?
    for place in columns.indices {
      let element = try next(&columns[place].cursor, bytes, count)
      let name = columns[place].name
      guard rowEnds == nil || rowEnds == (element == nil) else { throw unequal(name) }
      rowEnds = element == nil
      guard let element else { continue }
      var value = element.lowerBound
      if columns[place].hasKeys {
        guard let start = bytes.valueOfMember(from: value, to: element.upperBound) else {
          throw .json(.key)
        }
        let own = value..<bytes.endOfString(value, element.upperBound)
        if let key {
          guard bytes.areEqual(key, own) else { throw unequal(name) }
        } else {
          key = own
          lines.append(keyName)
          lines.append(UInt8(ascii: ":"))
          lines.append(lineOfJSON: bytes, own)
          lines.append(UInt8(ascii: ","))
        }
        value = start
      }
      if place > 0 { lines.append(UInt8(ascii: ",")) }
      lines.append(name)
      lines.append(UInt8(ascii: ":"))
      lines.append(lineOfJSON: bytes, value..<element.upperBound)
    }
    return rowEnds == false
  }

  private func unequal(_ name: [UInt8]) -> TransposedJSONFault {
    .unequalColumns(String(decoding: name.dropFirst().dropLast(), as: UTF8.self))
  }

  // MARK: Rows

  private mutating func takeNames(
    _ bytes: Span<UInt8>, _ count: Int
  ) throws(TransposedJSONFault) {
    guard let first = try next(&rows, bytes, count), bytes[first.lowerBound] == UInt8(ascii: "[")
    else { throw .noNames }
    var cells = ElementCursor(bytes, at: first.lowerBound)
    while let cell = try next(&cells, bytes, count) {
      guard bytes[cell.lowerBound] == UInt8(ascii: "\"") else { throw .noNames }
      names.append(cell.map { bytes[$0] })
    }
  }

  private mutating func appendAlong(
    _ bytes: Span<UInt8>, _ count: Int, to lines: inout ByteArena
  ) throws(TransposedJSONFault) -> Bool {
    guard let row = try next(&rows, bytes, count) else { return false }
    guard !row.isEmpty, bytes[row.lowerBound] == UInt8(ascii: "[") else { throw .missing(.rows) }
    var cells = ElementCursor(bytes, at: row.lowerBound)
    var place = 0
    while let cell = try next(&cells, bytes, count) {
      guard place < names.count else { throw .longRow(number) }
      if place > 0 { lines.append(UInt8(ascii: ",")) }
      lines.append(names[place])
      lines.append(UInt8(ascii: ":"))
      lines.append(lineOfJSON: bytes, cell)
      place += 1
    }
    return true
  }

  // MARK: Groups

  private mutating func appendGrouped(
    _ bytes: Span<UInt8>, _ count: Int, to lines: inout ByteArena
  ) throws(TransposedJSONFault) -> Bool {
    while true {
      if var open = group {
        let element = try next(&open.elements, bytes, count)
        group = element == nil ? nil : open
        guard let element else { continue }
        TransposedWalk.append(bytes, element, under: open.key, to: &lines)
        return true
      }
      guard let member = try next(&rows, bytes, count) else { return false }
      guard let value = bytes.valueOfMember(from: member.lowerBound, to: member.upperBound) else {
        throw .json(.key)
      }
      let key = member.lowerBound..<bytes.endOfString(member.lowerBound, member.upperBound)
      if bytes[value] == UInt8(ascii: "[") {
        group = (key, ElementCursor(bytes, at: value))
        continue
      }
      TransposedWalk.append(bytes, value..<member.upperBound, under: key, to: &lines)
      return true
    }
  }

  /// Appends the members of an object and its key, which hides a member of that name; what is none is `value`.
  private static func append(
    _ bytes: Span<UInt8>, _ value: Range<Int>, under key: Range<Int>, to lines: inout ByteArena
  ) {
    if !value.isEmpty, bytes[value.lowerBound] == UInt8(ascii: "{") {
      let inner = value.lowerBound &+ 1..<max(value.lowerBound &+ 1, value.upperBound &- 1)
      lines.append(lineOfJSON: bytes, inner)
      if bytes.afterSpace(inner.lowerBound, inner.upperBound) < inner.upperBound {
        lines.append(UInt8(ascii: ","))
      }
    } else {
      lines.append("\"value\":")
      lines.append(lineOfJSON: bytes, value)
      lines.append(UInt8(ascii: ","))
    }
    lines.append("\"key\":")
    lines.append(lineOfJSON: bytes, key)
  }

  // MARK: Bytes

  private mutating func finish(_ bytes: Span<UInt8>, _ count: Int) throws(TransposedJSONFault) {
    document.leaveArray()
    do throws(DocumentScan.Fault) {
      _ = try document.scan(bytes, from: rows.at, to: count)
    } catch {
      throw .json(error.fault)
    }
    guard document.isComplete else { throw .json(.openString) }
  }

  private func next(
    _ cursor: inout ElementCursor, _ bytes: Span<UInt8>, _ count: Int
  ) throws(TransposedJSONFault) -> Range<Int>? {
    do throws(ElementCursor.Fault) {
      return try cursor.next(bytes, to: count)
    } catch {
      throw TransposedJSONFault(error)
    }
  }

  /// A name without its quotes and escapes.
  private static func plain(_ name: [UInt8]) -> String {
    JSONValue(name)?.text ?? String(decoding: name, as: UTF8.self)
  }

  private static func quoted(_ name: String) -> [UInt8] {
    var json = ByteArena()
    json.append(json: name)
    return json.bytes(json.all)
  }
}

extension Span where Element == UInt8 {
  /// Whether the same bytes stand in two ranges.
  fileprivate func areEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { self[$0] == self[$1] }
  }
}
