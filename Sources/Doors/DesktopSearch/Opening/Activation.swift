import Footlight
import FootlightPlatform

/// A result that somebody has chosen.
struct Activation {
  let library: Library
  /// The page or program that is opened.
  let opening: Opening
  /// The query by which it was found; empty where nobody says.
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
