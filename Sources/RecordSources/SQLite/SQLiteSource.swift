import DomainDeclarations
import FootlightDiagnostics
import FootlightPlatform

/// The rows of a table or of a query, in one SQLite database or in several.
struct SQLiteSource: RecordSource {
  let selection: FileSelection
  let rows: SQLiteSelection
  let world: World

  init(_ selection: FileSelection, _ rows: SQLiteSelection, _ world: World = .system) {
    self.selection = selection
    self.rows = rows
    self.world = world
  }

  /// The look of the databases and of what their write-ahead logs hold.
  func stamp() throws(Failure) -> SourceStamp {
    var files: [SourceFile] = []
    for file in try selection.files() {
      files.append(file)
      if let log = try file.writeAheadLog() { files.append(log) }
    }
    return try FileSelection.stamp(of: files, now: world.now())
  }

  func files() throws(Failure) -> [String] {
    var paths: [String] = []
    for file in try selection.files() {
      paths.append(file.path)
      if let log = try file.writeAheadLog() { paths.append(log.path) }
    }
    return paths
  }

  func open(_ plan: FieldPlan) throws(Failure) -> any RecordReader {
    try open(plan, cancellation: Cancellation())
  }

  func open(
    _ plan: FieldPlan, cancellation: Cancellation
  ) throws(Failure) -> any RecordReader {
    SQLiteReader(try selection.files(), rows, plan, cancellation)
  }
}

extension SourceFile {
  /// The write-ahead log beside a database, if it holds anything.
  ///
  /// An empty one is there whenever a program has the database open; that is no change.
  func writeAheadLog() throws(Failure) -> SourceFile? {
    let log = SourceFile(
      path: path + "-wal", display: display + "-wal", relative: relative + "-wal")
    guard let status = try FileStatus.of(log.path), status.size > 0 else { return nil }
    return log
  }
}
