public import FootlightDiagnostics

extension Connection {
  /// Sets a pragma and reads it back: SQLite ignores many settings without an error.
  ///
  /// `expecting` is what it reads as afterwards when that is not what was written
  /// (`synchronous = off` reads as 0).
  public func setPragma(_ name: String, to value: String, expecting: String? = nil)
    throws(Failure)
  {
    try execute("PRAGMA \(name) = \(value)")
    let found = try pragma(name)
    guard found?.lowercased() == (expecting ?? value).lowercased() else {
      throw Failure(
        .sqlitePragma, "SQLite keeps \(name) at \(found ?? "nothing") instead of \(value)",
        at: SourceLocation(file: path))
    }
  }

  /// A number that differs after another connection has committed; it means nothing beside.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_data_version
  public func dataVersion() throws(Failure) -> Int64 {
    let statement = try statement("PRAGMA data_version")
    return try statement.step() ? statement.int64(0) : 0
  }

  /// The value of a pragma as text; nil when it yields no row.
  public func pragma(_ name: String) throws(Failure) -> String? {
    let statement = try statement("PRAGMA \(name)")
    return try statement.step() ? statement.text(0) : nil
  }
}
