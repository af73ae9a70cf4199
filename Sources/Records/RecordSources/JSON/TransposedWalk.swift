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
  private let source: TransposedJSON
  /// The list under a key that is being read, and that key as JSON.
  private var group: (key: Range<Int>, elements: ElementCursor)?

  /// Looks for the columns, or for the rows and their names.
  init(_ source: TransposedJSON, _ bytes: Span<UInt8>, _ count: Int) throws(Failure) {
    self.source = source
    document = DocumentScan(path: source.path, takesObjects: source.layout != .rows)
    let hasMark = count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let inside: Int?
    do throws(DocumentScan.Fault) {
      inside = try document.scan(bytes, from: hasMark ? 3 : 0, to: count)
    } catch {
      let isMissing = [.noSuchKey, .notTheArray].contains(error.fault)
      throw isMissing ? source.missing : TransposedWalk.damage(error.fault)
    }
    guard let inside, document.isKeyed == (source.layout != .rows) else { throw source.missing }
    rows = ElementCursor(bytes, at: inside &- 1)
    switch source.layout {
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

  /// Values of a row, each with its name as JSON; without a name, members as they stand.
  private typealias Cells = [(name: [UInt8]?, value: Range<Int>)]

  /// Appends the next row as an object and a line feed; false when there is no other.
  mutating func appendRow(
    _ bytes: Span<UInt8>, _ count: Int, to lines: inout ByteArena
  ) throws(Failure) -> Bool {
    number += 1
    let cells =
      switch source.layout {
      case .columns: try across(bytes, count)
      case .rows: try along(bytes, count)
      case .groups: try grouped(bytes, count)
      }
    guard let cells else {
      try finish(bytes, count)
      return false
    }
    for (place, cell) in cells.enumerated() {
      lines.append(UInt8(ascii: place == 0 ? "{" : ","))
      if let name = cell.name {
        lines.append(name)
        lines.append(UInt8(ascii: ":"))
      }
      lines.append(lineOfJSON: bytes, cell.value)
    }
    lines.append(cells.isEmpty ? "{}\n" : "}\n")
    return true
  }

  // MARK: Columns

  private mutating func findColumns(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) {
    while let (key, value) = try member(&rows, bytes, count) {
      let isObject = bytes[value.lowerBound] == UInt8(ascii: "{")
      guard isObject || bytes[value.lowerBound] == UInt8(ascii: "[") else {
        throw source.missing
      }
      columns.append(
        Column(
          name: key.map { bytes[$0] }, cursor: ElementCursor(bytes, at: value.lowerBound),
          hasKeys: isObject))
    }
    let names = columns.map { JSONValue($0.name)?.text }
    var own = "key"
    while names.contains(own) { own = "_" + own }
    keyName = TransposedWalk.quoted(own)
  }

  private mutating func across(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) -> Cells? {
    var key: Range<Int>?
    var cells: Cells = []
    for place in columns.indices {
      let column = columns[place]
      var own: Range<Int>?
      var value: Range<Int>?
      if column.hasKeys {
        let member = try member(&columns[place].cursor, bytes, count)
        (own, value) = (member?.key, member?.value)
      } else {
        value = try next(&columns[place].cursor, bytes, count)
      }
      let isLevel = place == 0 || (value == nil) == cells.isEmpty
      let isSameRow =
        own == nil || key == nil || own?.map { bytes[$0] } == key?.map { bytes[$0] }
      guard isLevel, isSameRow else {
        let name = String(decoding: column.name.dropFirst().dropLast(), as: UTF8.self)
        throw Failure(
          .sourceDamaged, "the column `\(name)` holds values of other rows than the first column",
          remedy: "write an object a record")
      }
      if key == nil, let own {
        key = own
        cells.append((keyName, own))
      }
      if let value { cells.append((column.name, value)) }
    }
    return cells.isEmpty ? nil : cells
  }

  // MARK: Rows

  private mutating func takeNames(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) {
    let failure = Failure(
      .sourceDamaged, "the first row holds no names", remedy: "name the values with `columns:`")
    guard let first = try next(&rows, bytes, count), bytes[first.lowerBound] == UInt8(ascii: "[")
    else { throw failure }
    var cells = ElementCursor(bytes, at: first.lowerBound)
    while let cell = try next(&cells, bytes, count) {
      guard bytes[cell.lowerBound] == UInt8(ascii: "\"") else { throw failure }
      names.append(cell.map { bytes[$0] })
    }
  }

  private mutating func along(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) -> Cells? {
    guard let row = try next(&rows, bytes, count) else { return nil }
    guard !row.isEmpty, bytes[row.lowerBound] == UInt8(ascii: "[") else { throw source.missing }
    var values = ElementCursor(bytes, at: row.lowerBound)
    var cells: Cells = []
    while let value = try next(&values, bytes, count) {
      guard cells.count < names.count else {
        throw Failure(
          .sourceDamaged, "row \(number) holds more values than there are names",
          remedy: "name them all with `columns:`")
      }
      cells.append((names[cells.count], value))
    }
    return cells
  }

  // MARK: Groups

  /// The members of an object and its key, which hides a member of that name; what is none is `value`.
  private mutating func grouped(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) -> Cells? {
    while true {
      var found: (key: Range<Int>, value: Range<Int>)?
      if var open = group {
        let element = try next(&open.elements, bytes, count)
        group = element == nil ? nil : open
        found = element.map { (open.key, $0) }
        if found == nil { continue }
      } else {
        found = try member(&rows, bytes, count)
      }
      guard let (key, value) = found else { return nil }
      let first = value.isEmpty ? 0 : bytes[value.lowerBound]
      if group == nil, first == UInt8(ascii: "[") {
        group = (key, ElementCursor(bytes, at: value.lowerBound))
        continue
      }
      let named: (name: [UInt8]?, value: Range<Int>) = (TransposedWalk.quoted("key"), key)
      guard first == UInt8(ascii: "{") else {
        return [(TransposedWalk.quoted("value"), value), named]
      }
      let inner = value.lowerBound &+ 1..<max(value.lowerBound &+ 1, value.upperBound &- 1)
      let isEmpty = bytes.afterSpace(inner.lowerBound, inner.upperBound) == inner.upperBound
      return isEmpty ? [named] : [(nil, inner), named]
    }
  }

  // MARK: Bytes

  private mutating func finish(_ bytes: Span<UInt8>, _ count: Int) throws(Failure) {
    document.leaveArray()
    do throws(DocumentScan.Fault) {
      _ = try document.scan(bytes, from: rows.at, to: count)
    } catch {
      throw TransposedWalk.damage(error.fault)
    }
    guard document.isComplete else { throw TransposedWalk.damage(.openString) }
  }

  private func next(
    _ cursor: inout ElementCursor, _ bytes: Span<UInt8>, _ count: Int
  ) throws(Failure) -> Range<Int>? {
    do throws(ElementCursor.Fault) {
      return try cursor.next(bytes, to: count)
    } catch {
      throw TransposedWalk.damage(error == .cutOff ? .openString : .endOfArray)
    }
  }

  /// The next member of an object: its key in quotes, and its value.
  private func member(
    _ cursor: inout ElementCursor, _ bytes: Span<UInt8>, _ count: Int
  ) throws(Failure) -> (key: Range<Int>, value: Range<Int>)? {
    guard let member = try next(&cursor, bytes, count) else { return nil }
    guard let value = bytes.valueOfMember(from: member.lowerBound, to: member.upperBound) else {
      throw TransposedWalk.damage(.key)
    }
    let end = bytes.endOfString(member.lowerBound, member.upperBound)
    return (member.lowerBound..<end, value..<member.upperBound)
  }

  private static func damage(_ fault: JSONFault) -> Failure {
    fault == .openString
      ? Failure(
        .sourceDamaged, "the file ends within the records",
        remedy: "check that the file is complete")
      : Failure(.sourceDamaged, fault.message, remedy: fault.remedy)
  }

  private static func quoted(_ name: String) -> [UInt8] {
    var json = ByteArena()
    json.append(json: name)
    return json.bytes(json.all)
  }
}
