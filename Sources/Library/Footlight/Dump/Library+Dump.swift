import DeclaredRecords
import FileHandles
public import FootlightPlatform
import IndexStores
import SearchEngine

/// The contents of a dump.
public struct DumpReport: Sendable, Hashable {
  /// One domain of a dump.
  public struct Domain: Sendable, Hashable {
    /// The domain.
    public var domain: String
    /// How many items were dumped.
    public var items: Int
  }

  /// The stored domains that were dumped, by name.
  public var domains: [Domain] = []
  /// Declared domains that are not built, so that nothing of them could be dumped.
  public var unbuilt: [String] = []

  /// How many items were dumped in all.
  public var items: Int { domains.reduce(0) { $0 + $1.items } }
}

extension Library {
  /// Hands out every item of the named domains (all of them without names), domain by domain and shard by shard, each
  /// in the order of its source and what has changed since after them; expired ones are left out.
  ///
  /// One state of the index is read from end to end; memory does not grow with what items hold.
  ///
  /// - Throws: `domain.unknown`; what is wrong with an index that cannot be read whole, because
  ///   half a dump looks like a whole one; and what `body` throws.
  @discardableResult
  public func dump(
    _ domains: [String] = [], cancellation: Cancellation? = nil,
    _ body: (LocatedItem) throws(Failure) -> Void
  ) throws(Failure) -> DumpReport {
    let source = try DumpSource(self, domains)
    return try source.run(cancellation, body)
  }
}

/// The domains that a dump reads, in one state of the store.
struct DumpSource {
  let state: any StoreSnapshot
  /// The stored domains, by name.
  let domains: [String]
  let unbuilt: [String]
  let now: Int64

  init(_ library: Library, _ names: [String]) throws(Failure) {
    let selection = DomainSelection(names)
    let all = try library.store.snapshot(of: [])
    let look = library.look(all)
    let known = all.domains.map(\.name)
    try selection.check(against: known + look.unbuilt.keys)
    domains = known.filter { selection.contains($0) }
    unbuilt = look.unbuilt.keys.filter { selection.contains($0) }.sorted()
    now = library.system.now()
    state = try library.store.snapshot(of: domains)
    // Said before anything is written.
    let state = state
    if let failure = Failure(domains.compactMap { state.problem(of: $0) }) { throw failure }
  }

  /// The names of all attributes, in the order in which they first occur.
  var attributes: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for domain in domains {
      for name in state.attributes(of: domain).map(\.name) where seen.insert(name).inserted {
        names.append(name)
      }
    }
    return names
  }

  func run(
    _ cancellation: Cancellation?, _ body: (LocatedItem) throws(Failure) -> Void
  ) throws(Failure) -> DumpReport {
    var report = DumpReport(unbuilt: unbuilt)
    for domain in domains {
      let names = state.attributes(of: domain).map(\.name)
      var count = 0
      try state.scanItems(of: domain) { (item) throws(Failure) in
        if count & 1023 == 0 { try cancellation?.check() }
        if let expires = item.expires, expires <= now { return }
        count += 1
        try body(LocatedItem(domain: domain, item: item.named(names)))
      }
      report.domains.append(DumpReport.Domain(domain: domain, items: count))
    }
    return report
  }
}

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
      _ = try system.files.create(path, exclusively: true)
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
      for suffix in ["", "-journal"] { _ = try? system.files.remove(path + suffix) }
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
    for (index, column) in columns.enumerated() {
      switch column {
      case "rank" where index < DumpTable.fixed.count: lines.append("rank INTEGER NOT NULL")
      case "expires" where index < DumpTable.fixed.count: lines.append("expires INTEGER")
      default:
        lines.append(
          Quoting.sql(column) + (index < DumpTable.fixed.count ? " TEXT NOT NULL" : ""))
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
    try statement.bind(
      found.domain, item.id, item.title, item.description, item.body, list(item.keywords),
      list(item.aliases), item.url, item.rank, item.expires)
    for attribute in item.attributes {
      guard let column = places[attribute.name] else { continue }
      let value: any SQLiteValue =
        switch attribute.value {
        case .text(let text), .date(let text, _): text
        case .place(let place): place.text
        case .boolean(let flag): flag ? 1 : 0
        case .list(let texts): list(texts)
        case .number(let number, _):
          if let whole = Int64(exactly: number) { whole } else { number }
        }
      try statement.bind(value, at: column)
    }
    try statement.run()
  }

  private func list(_ texts: [String]) -> String {
    var bytes = ByteArena()
    bytes.append(json: .list(texts.map { .text($0) }))
    return bytes.text(bytes.all)
  }
}
