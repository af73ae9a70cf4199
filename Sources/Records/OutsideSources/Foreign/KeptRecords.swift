package import DeclaredRecords
import FileHandles
package import FootlightPlatform

/// The records of files as they were read before, in a database of the user's cache, so that of many
/// files only those are read again that have changed.
///
/// Nothing that goes wrong with it concerns anybody: the files are then read again.
struct KeptRecords: ~Copyable {
  private let connection: Connection
  private let now: Int64
  private var pending = 0

  /// The most bytes that are kept of a file.
  static var limit: Int { 16 << 20 }

  /// Opens what is kept of a source; nil where nothing can be kept.
  ///
  /// - Parameters:
  ///   - source: what tells the source from others.
  ///   - settings: what decides the records beside the files; others forget all that was kept.
  init?(source: String, settings: String, _ system: SystemServices) {
    guard let path = KeptRecords.path(source, system),
      let connection = try? KeptRecords.open(path, settings, system)
    else { return nil }
    self.connection = connection
    now = system.now()
  }

  /// Where what is kept goes: XDG_CACHE_HOME, or else `.cache` at home; nil when there is neither.
  static func cacheFolder(_ system: SystemServices) -> String? {
    if let named = system.environment("XDG_CACHE_HOME"), named.hasPrefix("/") { return named }
    guard let home = system.environment("HOME"), home.hasPrefix("/") else { return nil }
    return Path.join(home, ".cache")
  }

  /// The key by which records that were read of a domain are told from texts that were converted of it.
  static func read(_ folder: String, _ domain: String) -> String { "\(folder)\u{0}\(domain)" }
  static func converted(_ folder: String, _ domain: String) -> String {
    "convert\u{0}" + read(folder, domain)
  }

  /// Forgets all that is kept of a source, so that all of it is read again.
  static func forget(_ source: String, _ system: SystemServices) {
    guard let path = path(source, system) else { return }
    for ending in ["", "-journal"] {
      do throws(Failure) {
        try system.files.remove(path + ending)
      } catch {}
    }
  }

  private static func path(_ source: String, _ system: SystemServices) -> String? {
    let name = ByteArena(source)
    let hash = String(name.hash(name.all), radix: 36)
    return cacheFolder(system).map { Path.join($0, "footlight/read/\(hash).sqlite") }
  }

  private static func open(
    _ path: String, _ settings: String, _ system: SystemServices
  ) throws(Failure) -> Connection {
    do throws(Failure) {
      return try opened(path, settings, system)
    } catch {
      // Damaged, or of another version: nothing in it is dear.
      for ending in ["", "-journal"] { try system.files.remove(path + ending) }
      return try opened(path, settings, system)
    }
  }

  private static func opened(
    _ path: String, _ settings: String, _ system: SystemServices
  ) throws(Failure) -> Connection {
    if try FileStatus.of(path) == nil {
      try system.files.createFolder(Path.parent(of: path) ?? "/", parents: true, permissions: 0o700)
      _ = try system.files.create(path, permissions: 0o600)
    }
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: 1_000)
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS settings (text TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS files (
        path TEXT PRIMARY KEY, look TEXT NOT NULL, digest TEXT NOT NULL, lines BLOB NOT NULL,
        sum INTEGER NOT NULL) STRICT, WITHOUT ROWID
      """)
    // A file of an earlier version fails here, and is begun anew.
    _ = try connection.statement("SELECT sum FROM files").columnCount
    let known = try connection.statement("SELECT text FROM settings")
    let text = try known.step() ? known.text(0) : nil
    known.reset()
    if text != settings {
      try connection.execute("DELETE FROM files; DELETE FROM settings")
      try connection.run("INSERT INTO settings VALUES (?)", settings)
    }
    return connection
  }

  /// Whether the records of a file are kept, and the file looks as it did then.
  func holds(_ file: SourceFile) -> Bool {
    guard let known = try? find(file) else { return false }
    return known
  }

  private func find(_ file: SourceFile) throws(Failure) -> Bool {
    guard let status = try FileStatus.of(file.path) else { return false }
    var lines = ByteArena()
    guard let (look, digest) = try row(file, &lines) else { return false }
    guard look == status.look else { return false }
    // It was read so soon after it had changed that it may have changed again unseen.
    return digest.isEmpty ? true : try digest == DocumentHash.of(file.path)
  }

  /// The row of a file; nil where there is none, or it differs from its checksum.
  private func row(
    _ file: SourceFile, _ lines: inout ByteArena
  ) throws(Failure) -> (look: String, digest: String)? {
    let statement = try connection.statement(
      "SELECT look, digest, lines, sum FROM files WHERE path = ?", file.relative)
    guard try statement.step() else { return nil }
    _ = statement.blob(2, into: &lines)
    let (look, digest, sum) = (statement.text(0), statement.text(1), statement.int64(3))
    statement.reset()
    guard sum == KeptRecords.sum(path: file.relative, look: look, digest: digest, lines) else {
      return nil
    }
    return (look, digest)
  }

  private static func sum(
    path: String, look: String, digest: String, _ lines: borrowing ByteArena
  ) -> Int64 {
    var bytes = ByteArena("\(path)\u{0}\(look)\u{0}\(digest)\u{0}")
    bytes.append(littleEndian: lines.hash(lines.all))
    return Int64(bitPattern: bytes.hash(bytes.all))
  }

  /// Appends the kept lines of a file; false when there are none.
  func append(_ file: SourceFile, to lines: inout ByteArena) -> Bool {
    do throws(Failure) {
      var kept = ByteArena()
      guard try row(file, &kept) != nil else { return false }
      lines.append(kept, kept.all)
      return true
    } catch {
      return false
    }
  }

  /// Keeps the lines of a file that looked so before it was read.
  mutating func keep(_ file: SourceFile, _ before: FileStatus, _ lines: borrowing ByteArena) {
    do throws(Failure) {
      guard try FileStatus.of(file.path) == before else { return }
      let isFresh = before.changed >= (now &- 2) &* 1_000_000_000
      let digest = isFresh ? try DocumentHash.of(file.path) : ""
      if pending == 0 { try connection.begin() }
      pending += 1
      let statement = try connection.statement(
        "INSERT OR REPLACE INTO files (path, look, digest, lines, sum) VALUES (?, ?, ?, ?5, ?4)",
        file.relative, before.look, digest,
        KeptRecords.sum(path: file.relative, look: before.look, digest: digest, lines))
      try statement.bind(lines, lines.all, at: 5)
      try statement.run()
      if pending >= 256 { commit() }
    } catch {}
  }

  /// Forgets files that are there no more.
  mutating func forgetOthers(_ files: [SourceFile]) {
    let present = Set(files.map(\.relative))
    do throws(Failure) {
      var gone: [String] = []
      let statement = try connection.statement("SELECT path FROM files")
      while try statement.step() {
        let path = statement.text(0)
        if !present.contains(path) { gone.append(path) }
      }
      guard !gone.isEmpty else { return }
      if pending == 0 { try connection.begin() }
      pending += 1
      for path in gone { try connection.run("DELETE FROM files WHERE path = ?", path) }
    } catch {}
  }

  /// Makes what was kept last.
  mutating func commit() {
    guard pending > 0 else { return }
    pending = 0
    try? connection.commit()
  }
}

extension DomainDefinition {
  /// Forgets what the user's cache keeps of the files of this domain's sources, so that they are read again: whoever
  /// doubts an index must not believe the cache.
  package func forgetKept(_ system: SystemServices) {
    for source in [source] + lookups.map(\.source) {
      KeptRecords.forget(KeptRecords.read(source.folder, source.domain), system)
      KeptRecords.forget(KeptRecords.converted(source.folder, source.domain), system)
    }
  }
}
