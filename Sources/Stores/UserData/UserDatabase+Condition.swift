import FileHandles
package import FootlightPlatform

extension UserDatabase {
  /// The condition of the file.
  package enum Condition: Sendable, Hashable {
    /// There is none.
    case missing
    /// It holds nothing: no byte, or no tables.
    case empty
    /// It can be read.
    case usable
    /// It cannot be read, and why.
    case damaged(String)
  }

  /// Looks at the file and changes nothing.
  ///
  /// - Parameter isThorough: whether every page is read (SQLite: PRAGMA integrity_check) and every row compared
  ///   with its checksum.
  package func condition(isThorough: Bool = false) throws(Failure) -> Condition {
    guard let status = try FileStatus.of(path) else { return .missing }
    guard status.size > 0 else { return .empty }
    do throws(Failure) {
      let connection = try openForReading()
      guard try presentFormat(connection) > 0 else { return .empty }
      guard isThorough else { return .usable }
      let answer = try connection.pragma("integrity_check(1)") ?? "ok"
      guard answer == "ok" else { return .damaged(answer) }
      return try damagedRow(connection).map { .damaged($0) } ?? .usable
    } catch {
      guard
        error.concerns([.sqliteCorrupt, .sqliteNotADatabase, .sqliteStatement, .userDataDamaged])
      else {
        throw error
      }
      return .damaged(error.diagnostics.first?.message ?? "")
    }
  }

  /// That the file cannot be used although something was stored in it.
  package func loss(_ condition: Condition, hasCopy: Bool) -> Diagnostic {
    let remedy =
      hasCopy
      ? "run `footlight restore-user`, which brings the last copy back"
      : "put a copy of the file in its place"
    let place = SourceLocation(file: path)
    if case .damaged(let fault) = condition {
      return Diagnostic(
        .userDataDamaged, "\(UserDatabase.fileName) is damaged: \(fault)", at: place, remedy: remedy
      )
    }
    let what = condition == .missing ? "is gone" : "is empty"
    return Diagnostic(
      .userDataMissing,
      "\(UserDatabase.fileName) \(what), which held what programs have pushed and what you have done",
      at: place, remedy: remedy)
  }
}
