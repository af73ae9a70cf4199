/// Numbers within bounds, so that one can calculate with them: a file can hold any.
extension Statement {
  /// The highest plausible number of things or bytes: sums of many such numbers stay far from the end of `Int`.
  static let highestCount = 1 << 48

  /// A column as a number of things.
  package func count(_ column: Int) -> Int { min(max(0, int(column)), Statement.highestCount) }

  /// A column as a moment, in seconds since 1970; nobody is told of the time before.
  package func moment(_ column: Int) -> Int64 { min(max(0, int64(column)), 1 << 48) }
}
