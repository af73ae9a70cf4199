import Footlight
import FootlightPlatform
import JSONAnswers

/// Hands an address to the desktop's program for it, without a shell between.
struct Opener {
  /// The programs that know what to do with an url, and what stands before it, best first.
  private static let programs: [(name: String, arguments: [String])] = [
    ("xdg-open", []), ("gio", ["open"]), ("open", []), ("wslview", []),
  ]

  /// The folders in which programs are looked for, with colons between.
  let path: String

  /// Opens an url, or says why it cannot be opened.
  func open(_ url: String) throws(Failure) {
    try LinkSafety.check(opening: url)
    for program in Opener.programs {
      guard let found = Subprocess.find(program.name, path: path) else { continue }
      let code = try Subprocess(found, program.arguments + [url]).run()
      guard code == 0 else {
        throw Failure(
          .noProgramToOpen, "'\(program.name)' could not open the url (exit \(code))",
          remedy: "use --print, and open it yourself")
      }
      return
    }
    throw Failure(
      .noProgramToOpen, "there is no program that opens urls",
      remedy: "install xdg-utils, or use --print and open it yourself")
  }

  /// Runs the program that a declaration names.
  func run(_ command: [String], in folder: String?) throws(Failure) {
    guard let name = command.first else { return }
    let program =
      name.contains("/")
      ? (name.hasPrefix("/") ? name : Path.join(folder ?? ".", name))
      : Subprocess.find(name, path: path)
    guard let program else {
      throw Failure(
        .noProgramToOpen, "there is no program '\(visible(name))'",
        remedy: "install it, or take `open` out of the declaration")
    }
    let code = try Subprocess(program, Array(command.dropFirst())).run()
    guard code == 0 else {
      throw Failure(
        .noProgramToOpen, "'\(visible(name))' could not open the url (exit \(code))",
        remedy: "use --print, and open it yourself")
    }
  }
}
