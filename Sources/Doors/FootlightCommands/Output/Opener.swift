import Footlight
import FootlightPlatform
import JSONAnswers

/// Hands an address to the desktop's program for it, without a shell between.
struct Opener {
  /// The folders in which programs are looked for, with colons between.
  let path: String

  /// Opens an url, or says why it cannot be opened.
  func open(_ url: String) throws(Failure) {
    try LinkSafety.check(opening: url)
    guard let program = Subprocess.opener(of: url, path: path) else {
      throw Failure(
        .noProgramToOpen, "there is no program that opens urls",
        remedy: "install xdg-utils, or use --print and open it yourself")
    }
    try run(program, called: Path.name(of: program.program))
  }

  /// Runs the program that a declaration names.
  func run(_ command: [String], in folder: String?) throws(Failure) {
    guard let name = command.first else { return }
    guard let program = Subprocess.find(name, in: folder ?? ".", path: path) else {
      throw Failure(
        .noProgramToOpen, "there is no program '\(visible(name))'",
        remedy: "install it, or take `open` out of the declaration")
    }
    try run(Subprocess(program, Array(command.dropFirst())), called: name)
  }

  private func run(_ program: Subprocess, called name: String) throws(Failure) {
    let code = try program.run()
    guard code == 0 else {
      throw Failure(
        .noProgramToOpen, "'\(visible(name))' could not open the url (exit \(code))",
        remedy: "use --print, and open it yourself")
    }
  }
}
