import Footlight
import FootlightPlatform

extension Command {
  static let allow = Command(
    name: "allow", operands: .one("DOMAIN"),
    summary: "let a domain run its program, read elsewhere, or ask its hosts",
    detail: """
      The permission holds for the declaration as it is now and where it is now: after a change of \
      its text, or of its place, it is asked for again, and a copy of the workspace brings none. It \
      is kept in $XDG_STATE_HOME/footlight (~/.local/state/footlight). It prints what the domain may do from then \
      on. Read the declaration before you allow it.

      A domain with `changes: triggers` reads only the rows whose keys a log names. --install-log makes \
      that log – one table and triggers on the table of the source – in the source's own database, and allows nothing \
      else; run again, it changes nothing, unless the table needs other triggers by now. --uninstall-log \
      leaves no table and no trigger. Both need the permission, which is given before; no other \
      command writes into a source.
      """,
    options: [.installLog, .uninstallLog],
    examples: [
      "footlight allow mail": "mail may read the folder it names",
      "footlight allow --install-log people": "log what changes from now on",
    ]
  ) { (settings, console) throws(Failure) in
    let domain = settings.operands.first ?? ""
    let library = try Library.opened(settings, console)
    switch settings.installsLog {
    case true?:
      let isMade = try library.installChangeLog(of: domain)
      try console.say(
        isMade
          ? "\(domain): changes are logged from now on; the next sync reads all rows once"
          : "\(domain): the log is installed already")
    case false?:
      let isDeleted = try library.uninstallChangeLog(of: domain)
      try console.say(
        isDeleted
          ? "\(domain): the log and its triggers are deleted"
          : "\(domain): there was nothing to delete")
    case nil:
      for line in try library.allow(domain) { try console.output.line(visible(line)) }
      try console.say("\(domain) may do this until its text or its place changes")
    }
    return .done
  }
}

extension CommandOption {
  static let installLog = CommandOption(
    "install-log", .building, .none { $0.installsLog = true },
    "make the log of changes in the domain's database")

  static let uninstallLog = CommandOption(
    "uninstall-log", .building, .none { $0.installsLog = false },
    "delete that log and its triggers")
}
