/// The stable name of one kind of failure and who has to act on it.
///
/// The codes of each part of the house are declared beside that part, in an extension.
public struct DiagnosticCode: Sendable, Hashable {
  /// Who can repair it; the exit code follows from this alone.
  public enum Side: Sendable, Hashable {
    /// Usage, declaration, data: exit 2.
    case caller
    /// Disk, permission, lock: exit 3.
    case machine
    /// The caller gave up: exit 130.
    case interrupted
  }

  /// The public name, such as `declaration.unknown-key`.
  public let name: String
  /// Who can repair it.
  public let side: Side

  /// Declares a code.
  public init(_ name: String, _ side: Side) {
    self.name = name
    self.side = side
  }

  /// The process exit code that this kind of failure leads to.
  public var exitCode: Int32 {
    switch side {
    case .caller: 2
    case .machine: 3
    case .interrupted: 130
    }
  }
}
