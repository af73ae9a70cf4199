/// The end of a command, as the process tells it.
package struct ExitCode: Sendable, Equatable {
  package let rawValue: Int32

  /// Something was found, or all was done.
  package static let done = ExitCode(rawValue: 0)
  /// Nothing was found.
  package static let nothingFound = ExitCode(rawValue: 1)
  /// The caller's mistake: usage, declaration, data.
  package static let mistake = ExitCode(rawValue: 2)
  /// The machine's fault: disk, permission, lock.
  package static let machine = ExitCode(rawValue: 3)
  /// Somebody has stopped it.
  package static let interrupted = ExitCode(rawValue: 130)

  /// The meaning of each code, for the manual and the reference.
  static let meanings: [(code: Int32, says: String)] = [
    (0, "found, or done"),
    (
      1,
      """
      nothing found; with 'verify' something differs, with 'status --check' a command settles it, \
      with 'add' the answer was no, or records were left out
      """
    ),
    (2, "the caller's mistake: usage, declaration, data, unknown domain"),
    (3, "the machine's: disk, permission, lock, a damaged index"),
    (130, "interrupted"),
  ]
}
