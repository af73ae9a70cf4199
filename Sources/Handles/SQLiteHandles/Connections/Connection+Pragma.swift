package import FootlightPlatform

extension Connection {
  /// Sets a pragma and reads it back: SQLite ignores many settings without an error.
  ///
  /// `expecting` is what it reads as afterwards when that is not what was written
  /// (`synchronous = off` reads as 0).
  package func setPragma(_ name: String, to value: String, expecting: String? = nil)
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

  /// The value of a pragma as text; nil when it yields no row.
  package func pragma(_ name: String) throws(Failure) -> String? {
    let statement = try statement("PRAGMA \(name)")
    return try statement.step() ? statement.text(0) : nil
  }
}
