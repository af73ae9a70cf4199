/// How a command ended, as the process tells it.
struct ExitCode: Sendable, Equatable {
  let rawValue: Int32

  /// Something was found, or all was done.
  static let done = ExitCode(rawValue: 0)
  /// Nothing was found.
  static let nothingFound = ExitCode(rawValue: 1)
  /// The caller's mistake: usage, declaration, data.
  static let mistake = ExitCode(rawValue: 2)
}
