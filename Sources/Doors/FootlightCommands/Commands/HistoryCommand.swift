import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let history = Command(
    name: "history", operands: .any("[forget|export|import] TARGET"),
    summary: "list what was used, forget it, take it along",
    detail: """
      Alone it lists. 'history forget' forgets targets, or what --domain, --type, --id, --before or --all \
      name; stars stay with --before and --all unless --starred is given. 'history export' prints JSON \
      lines: what may be handed off, without private items and their data. 'history import' reads such \
      lines from standard input: all or nothing, and twice is once.
      """,
    options: [
      .starredOnly, .historyDomain, .historyType, .historyID, .historyBefore, .historyAll,
      .historyLimit, .json,
    ],
    examples: [
      "footlight history --starred": "the favourites",
      "footlight history forget books:103": "as if it had never been used",
      "footlight history export > history.jsonl": "for another machine",
    ],
    run: HistoryCommand.run)

  static let restore = Command(
    name: "restore", operands: .one("ID"),
    summary: "print what was recorded under a persistent id",
    detail: """
      ID is what 'visit --id' was given. It is an error, and nothing opens, when the data lacks a key \
      that was required.
      """,
    options: [.openRestored, .json],
    examples: [
      "footlight restore chapter --json": "its data, url and item"
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let restored = try library.restore(settings.operands.first ?? "")
    if settings.opensRestored {
      let target = restored.item?.description ?? restored.url
      try OpenCommand.open(target, library, VisitOptions(), console)
    }
    if settings.printsJSON {
      try console.write(JSONObjects.restored, [restored])
      return .done
    }
    for line in [restored.title, restored.url, restored.data] where !line.isEmpty {
      try console.output.line(visible(line))
    }
    return .done
  }
}

private enum HistoryCommand {
  @Sendable
  static func run(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
    let library = try Library.opened(settings, console)
    switch settings.operands.first {
    case nil: return try list(settings, library, console)
    case "forget":
      var selection = settings.history
      selection.targets = Array(settings.operands.dropFirst())
      let count = try library.forget(selection)
      try console.say(count == 0 ? "nothing was recorded of that" : "forgot \(count)")
      return count == 0 ? .nothingFound : .done
    case "export" where settings.operands.count == 1:
      for line in try library.exportHistory() {
        try console.output.line(Quoting.json(line, escaping: \.commandsTerminal))
      }
      return .done
    case "import" where settings.operands.count == 1:
      let count = try library.importHistory(try lines(console))
      try console.say("took in \(count)")
      return .done
    case let word?:
      throw Failure(
        .surplusOperand, "'history' does not know '\(visible(word))'",
        remedy: nearest(to: word, among: ["forget", "export", "import"]).map {
          "did you mean '\($0)'?"
        } ?? "write 'history', 'history forget', 'history export' or 'history import'")
    }
  }

  private static func list(
    _ settings: Settings, _ library: Library, _ console: Console
  ) throws(Failure) -> ExitCode {
    let selection = settings.history
    guard !selection.isAll, selection.before == nil, selection.types.isEmpty,
      selection.identifiers.isEmpty
    else {
      throw Failure(
        .surplusOperand, "--all, --before, --type and --id belong to 'history forget'",
        remedy: "write 'footlight history forget …', or leave them out")
    }
    let entries = try library.history(
      starred: selection.includesStars, domains: selection.domains, limit: settings.historyLimit)
    try console.list(entries, as: JSONObjects.activity, settings, [.left, .left, .left]) { entry in
      [
        Table.Cell(
          (entry.isStarred ? "* " : "  ")
            + (entry.last.map { Instant(seconds: $0).short } ?? ""), .faint),
        Table.Cell(visibleLine(entry.title), .title),
        Table.Cell(visible(entry.address), .faint),
      ]
    }
    if entries.isEmpty, !settings.printsJSON { try console.say("nothing is recorded") }
    return entries.isEmpty ? .nothingFound : .done
  }

  /// The lines of standard input.
  private static func lines(_ console: Console) throws(Failure) -> [String] {
    var input = try console.input("-")
    var lines: [String] = []
    var line = ByteArena()
    while try input.readLine(into: &line) {
      lines.append(line.text(line.all))
      line.removeAll()
    }
    return lines
  }
}
