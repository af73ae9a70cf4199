import Footlight
import FootlightPlatform

extension Command {
  static let source = Command(
    name: "source", operands: .some("install|uninstall DOMAIN"),
    summary: "make or delete the log of changes in the database of a domain",
    detail: """
      A domain with `changes: triggers` reads only the rows whose keys a log names. `install` makes \
      that log – one table and triggers on the table of the source – in the source's own database; \
      run again, it changes nothing, unless the table needs other triggers by now. `uninstall` \
      leaves no table and no trigger. Both need the permission of `footlight allow`; no other \
      command writes into a source.
      """,
    options: [],
    examples: [
      "footlight source install people": "log what changes from now on",
      "footlight source uninstall people": "leave nothing behind",
    ]
  ) { (settings, console) throws(Failure) in
    let words = settings.operands
    guard words.count == 2, let action = words.first, ["install", "uninstall"].contains(action)
    else {
      let wrong = words.first { !["install", "uninstall"].contains($0) } ?? ""
      throw Failure(
        words.count < 2 ? .missingOperand : .surplusOperand,
        words.count < 2
          ? "'source' needs an action and a domain" : "'source' does not take '\(visible(wrong))'",
        remedy: "write 'footlight source install DOMAIN' or 'footlight source uninstall DOMAIN'")
    }
    let library = try Library.opened(settings, console)
    if action == "install" {
      let isMade = try library.installChangeLog(of: words[1])
      try console.say(
        isMade
          ? "\(words[1]): changes are logged from now on; the next sync reads all rows once"
          : "\(words[1]): the log is installed already")
    } else {
      let isDeleted = try library.uninstallChangeLog(of: words[1])
      try console.say(
        isDeleted
          ? "\(words[1]): the log and its triggers are deleted"
          : "\(words[1]): there was nothing to delete")
    }
    return .done
  }
}
