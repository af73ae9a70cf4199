import Footlight
import FootlightDiagnostics
import FootlightPlatform

/// A result that somebody has chosen.
struct Activation {
  let library: Library
  /// What opening it means.
  let opening: Opening
  /// What was asked when it was chosen; empty where nobody says.
  let query: String

  /// The program that the declaration names, in its folder; nil for the desktop's own.
  func program(_ world: World) -> Subprocess? {
    guard let command = opening.command, let name = command.first else { return nil }
    let path = world.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    let program =
      name.contains("/")
      ? Path.join(opening.folder ?? "/", name) : Subprocess.find(name, path: path) ?? name
    return Subprocess(program, Array(command.dropFirst()))
  }

  /// Records the visit.
  func record() throws(Failure) {
    try library.record(
      opening, options: VisitOptions(for: query.isEmpty ? nil : query))
  }
}
