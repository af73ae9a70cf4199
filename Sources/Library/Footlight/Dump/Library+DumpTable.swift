import DeclaredRecords
import FileHandles
public import FootlightPlatform

extension Library {
  /// Writes every item of the named domains (all of them without names) into a new SQLite database
  /// with one ordinary table, `items`; expired ones are left out.
  ///
  /// Columns: `domain`, `id` (together the primary key), `title`, `description`, `body`,
  /// `keywords` and `aliases` (JSON arrays), `url`, `rank`, `expires` (seconds since 1970, or NULL);
  /// then one for each attribute: a number, 0 or 1, text, an ISO date, or a JSON array. An attribute
  /// with the name of another column is called `attribute_…` there.
  ///
  /// All is written in one transaction: a dump that is interrupted leaves no rows.
  ///
  /// - Throws: `dump.exists` when anything is at the path already, `dump.too-wide`, and what
  ///   ``dump(_:cancellation:_:)`` throws; then no file is left.
  @discardableResult
  public func dump(
    _ domains: [String] = [], toSQLite path: String, cancellation: Cancellation? = nil
  ) throws(Failure) -> DumpReport {
    let source = try DumpSource(self, domains)
    let table = try DumpTable(attributes: source.attributes)
    do throws(Failure) {
      _ = try world.files.create(path, exclusively: true)
    } catch {
      guard error.concerns([.fileExists]) else { throw error }
      throw Failure(
        .dumpExists, "something is there already", at: SourceLocation(file: path),
        remedy: "name another file, or delete this one first")
    }
    do throws(Failure) {
      let connection = try Connection(path: path, mode: .readWrite)
      return try connection.transaction { () throws(Failure) in
        try connection.execute(table.schema)
        let insert = try connection.statement(table.insertion)
        return try source.run(cancellation) { (found) throws(Failure) in
          try table.insert(found, insert)
        }
      }
    } catch {
      for suffix in ["", "-journal"] { _ = try? world.files.remove(path + suffix) }
      throw error
    }
  }
}

/// The table of a dump.
private struct DumpTable {
  private static let fixed = [
    "domain", "id", "title", "description", "body", "keywords", "aliases", "url", "rank", "expires",
  ]
  /// SQLite: SQLITE_MAX_COLUMN is 2,000 unless it was built otherwise.
  private static let mostColumns = 2_000

  /// The names of all columns.
  private let columns: [String]
  /// The column of each attribute.
  private let places: [String: Int]

  init(attributes: [String]) throws(Failure) {
    var columns = DumpTable.fixed
    // SQLite does not tell names apart by case.
    var taken = Set(columns)
    var places: [String: Int] = [:]
    for attribute in attributes {
      var name = attribute
      while !taken.insert(name.lowercased()).inserted { name = "attribute_" + name }
      columns.append(name)
      places[attribute] = columns.count
    }
    guard columns.count <= DumpTable.mostColumns else {
      throw Failure(
        .dumpTooWide,
        "the items have \(attributes.count) attributes, more than a table has columns",
        remedy: "dump fewer domains at a time")
    }
    self.columns = columns
    self.places = places
  }

  /// The statement that makes the table; attributes have no type there, so that each value keeps its own.
  var schema: String {
    var lines: [String] = []
    for (place, column) in columns.enumerated() {
      switch column {
      case "rank" where place < DumpTable.fixed.count: lines.append("rank INTEGER NOT NULL")
      case "expires" where place < DumpTable.fixed.count: lines.append("expires INTEGER")
      default:
        lines.append(
          quoted(column) + (place < DumpTable.fixed.count ? " TEXT NOT NULL" : ""))
      }
    }
    lines.append("PRIMARY KEY (domain, id)")
    return "CREATE TABLE items (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  var insertion: String {
    let marks = [String](repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO items VALUES (\(marks))"
  }

  func insert(_ found: LocatedItem, _ statement: borrowing Statement) throws(Failure) {
    let item = found.item
    statement.clearBindings()
    for (place, text) in [found.domain, item.id, item.title, item.description, item.body]
      .enumerated()
    {
      try statement.bind(text, at: place + 1)
    }
    try statement.bind(list(item.keywords), at: 6)
    try statement.bind(list(item.aliases), at: 7)
    try statement.bind(item.url, at: 8)
    try statement.bind(item.rank, at: 9)
    try statement.bind(item.expires, at: 10)
    for attribute in item.attributes {
      guard let column = places[attribute.name] else { continue }
      switch attribute.value {
      case .text(let text), .date(let text, _): try statement.bind(text, at: column)
      case .place(let place): try statement.bind(place.text, at: column)
      case .boolean(let flag): try statement.bind(flag ? 1 : 0, at: column)
      case .list(let texts): try statement.bind(list(texts), at: column)
      case .number(let number, _):
        if let whole = Int64(exactly: number) {
          try statement.bind(whole, at: column)
        } else {
          try statement.bind(number, at: column)
        }
      }
    }
    try statement.run()
  }

  private func list(_ texts: [String]) -> String {
    var bytes = ByteArena()
    bytes.append(json: .list(texts.map { .text($0) }))
    return bytes.text(bytes.all)
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
