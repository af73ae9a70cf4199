import DeclaredRecords
import Footlight
import FootlightPlatform

extension Command {
  static let restoreUser = Command(
    name: "restore-user", operands: .none,
    summary: "bring the last copy of user.sqlite back",
    detail: """
      user.sqlite holds what cannot be derived again: what programs have pushed, visits and stars. It \
      is copied at most daily, when a command indexes. The file that is there is kept as \
      user.replaced.sqlite.
      """,
    options: [.wait],
    examples: ["footlight restore-user": "after the file was lost"]
  ) { (settings, console) throws(Failure) in
    let made = try Library.opened(settings, console).restoreUserData(waits: settings.waits)
    try console.say(
      "user.sqlite is the copy of \(Instant(seconds: made).short) again; run `footlight sync`")
    return .done
  }
}
