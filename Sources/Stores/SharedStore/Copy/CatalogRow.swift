import FileHandles
import FootlightPlatform
import IndexStores

/// A row of the catalog as bytes, by the names of its columns: a program that knows fewer of them takes what it
/// knows, and one that knows more takes their usual values.
///
/// As bytes: for each column its name, the kind of its value, and the value (varints before texts and bytes).
struct CatalogRow: Sendable, Hashable {
  /// The value of a column.
  enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  /// The columns, by name.
  var columns: [String: Value] = [:]

  subscript(name: String) -> Value? {
    get { columns[name] }
    set { columns[name] = newValue }
  }

  /// A whole number that is not negative, as numbers and counters of a catalog are; 0 where there is none.
  func count(_ name: String) -> Int {
    if case .integer(let value)? = columns[name] { Int(max(0, min(value, 1 << 48))) } else { 0 }
  }

  /// Makes numbers of these columns such that can be calculated with; what is no number stays.
  mutating func settleCounts(_ names: String...) {
    for name in names {
      if case .integer? = columns[name] { columns[name] = .integer(Int64(count(name))) }
    }
  }

  /// How many bytes these columns hold.
  func size(of names: String...) -> Int64 {
    names.reduce(0) { sum, name in
      if case .bytes(let run)? = columns[name] { sum + Int64(run.count) } else { sum }
    }
  }

  init() {}

  /// Reads the present row of a statement.
  init(_ statement: borrowing Statement) {
    for column in 0..<statement.columnCount {
      let value: Value =
        switch statement.type(column) {
        case .null: .null
        case .integer: .integer(statement.int64(column))
        case .real: .real(statement.double(column))
        case .text: .text(statement.text(column))
        case .blob: .bytes(statement.bytes(column))
        }
      columns[statement.name(ofColumn: column)] = value
    }
  }

  /// The row as bytes; equal rows have equal bytes.
  var encoded: [UInt8] {
    var bytes = ByteArena(capacity: 512)
    func append(_ part: [UInt8], _ bytes: inout ByteArena) {
      bytes.append(varint: UInt64(part.count))
      bytes.append(part)
    }
    for (name, value) in columns.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      append(Array(name.utf8), &bytes)
      switch value {
      case .null: bytes.append(0)
      case .integer(let number):
        bytes.append(1)
        bytes.append(littleEndian: number)
      case .real(let number):
        bytes.append(2)
        bytes.append(littleEndian: number.bitPattern)
      case .text(let text):
        bytes.append(3)
        append(Array(text.utf8), &bytes)
      case .bytes(let run):
        bytes.append(4)
        append(run, &bytes)
      }
    }
    return bytes.bytes(bytes.all)
  }

  /// Reads a row back.
  ///
  /// - Throws: `store.incomplete` when the bytes make no sense: they come from another machine.
  init(_ code: [UInt8]) throws(Failure) {
    var bytes = ByteArena(capacity: code.count)
    bytes.append(code)
    var at = 0
    func part(_ bytes: borrowing ByteArena, _ at: inout Int) throws(Failure) -> ByteRange {
      guard let size = bytes.varint(&at), size <= UInt64(bytes.count - at) else {
        throw CatalogRow.senseless
      }
      defer { at += Int(size) }
      return ByteRange(start: at, count: Int(size))
    }
    while at < bytes.count {
      let name = bytes.text(try part(bytes, &at))
      guard at < bytes.count, columns[name] == nil, columns.count < 256 else {
        throw CatalogRow.senseless
      }
      let kind = bytes[at]
      at += 1
      switch kind {
      case 0: columns[name] = .null
      case 1, 2:
        guard at + 8 <= bytes.count else { throw CatalogRow.senseless }
        let number = bytes.load(at, as: Int64.self)
        at += 8
        columns[name] =
          kind == 1 ? .integer(number) : .real(Double(bitPattern: UInt64(bitPattern: number)))
      case 3: columns[name] = .text(bytes.text(try part(bytes, &at)))
      case 4: columns[name] = .bytes(bytes.bytes(try part(bytes, &at)))
      default: throw CatalogRow.senseless
      }
    }
  }

  /// The shards of a domain's row; none for a base of one file, nil where they make no sense.
  var shards: [StoredShard]? {
    guard case .bytes(let code)? = self["shards"] else { return [] }
    return StoredShard.decoded(code)
  }

  /// The number of the file that a delta changes; 0 where its row does not begin with that.
  static func base(of delta: SharedDelta.Name) -> Int {
    (try? CatalogRow(delta.head))?.count("base") ?? 0
  }

  static var senseless: Failure {
    Failure(
      .storeIncomplete, "a row of the shared store makes no sense",
      remedy: "another version of the program may have written it; rebuild the domain")
  }
}

extension Catalog {
  /// Writes a row within a transaction; columns that this program does not know are left out.
  func insert(_ row: CatalogRow, into table: String) throws(Failure) {
    let known = try connection.statement("SELECT name FROM pragma_table_info(?)", table)
    var names: [String] = []
    while try known.step() {
      let name = known.text(0)
      if row[name] != nil { names.append(name) }
    }
    guard !names.isEmpty else { throw CatalogRow.senseless }
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))")
    for (index, name) in names.enumerated() {
      switch row[name] ?? .null {
      case .null: try statement.bindNull(at: index + 1)
      case .integer(let value): try statement.bind(value, at: index + 1)
      case .real(let value): try statement.bind(value, at: index + 1)
      case .text(let value): try statement.bind(value, at: index + 1)
      case .bytes(let value): try statement.bind(value, at: index + 1)
      }
    }
    do throws(Failure) {
      try statement.run()
    } catch {
      // A value of another kind than the column, or none where there has to be one.
      guard error.concerns([.sqliteStatement, .sqliteConstraint]) else { throw error }
      throw CatalogRow.senseless
    }
  }
}
