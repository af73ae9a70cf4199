import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let history = Command(
    name: "history",
    operands: .any("ACTION TARGET"),
    summary: "list what was used; star it, forget it, take it along",
    detail: """
      Alone it lists; --domain history means pages that are no items. What is used comes first among its equals. It is kept \
      in user.sqlite beside the index and nowhere else. Nothing is recorded with FOOTLIGHT_ACTIVITY=off, or in domains that \
      declare 'activity: false'.

      'history visit TARGET' records that something was used, without opening it. TARGET is domain:id, an item's url, a \
      footlight: link, a link that the item's domain accepts, or the url of any page; a page that is no item is found in the \
      domain 'history' for thirty days. 'history star TARGET' puts something before its equals, for good, and 'history \
      unstar' takes the star back.

      'history restore ID' prints what was recorded under the id that 'visit --id' was given. It is an error, and \
      nothing opens, when the data lacks a key that was required.

      'history forget' forgets targets, or what --domain, --type, --id, --before or --all \
      name; stars stay with --before and --all unless --starred is given. 'history export' prints JSON \
      lines: what may be handed off, without private items and their data. 'history import' reads such \
      lines from standard input: all or nothing, and twice is once.

      'history restore-copy' brings the last copy of user.sqlite back, which is made at most daily, when a command \
      indexes; the file that is there is kept as user.replaced.sqlite.
      """,
    options: [.starredOnly, .domain, .all, .historyBefore, .historyLimit, .openRestored]
      + CommandOption.visitOptions + [.wait, .json],
    examples: [
      "footlight history --starred": "the favourites",
      "footlight history visit books:103 --for dune": "first when 'du' is asked again",
      "footlight history star books:103": "a favourite",
      "footlight history restore chapter --json": "its data, url and item",
      "footlight history forget books:103": "as if it had never been used",
      "footlight history export > history.jsonl": "for another machine",
    ]
  ) { (settings, console) throws(Failure) in
    let words = settings.operands.dropFirst()
    let target = words.first ?? ""
    if let action = settings.operands.first { try check(action, words) }
    let library = try Library.opened(settings, console)
    switch settings.operands.first {
    case "visit":
      try say(library.visit(target, options: try settings.visitOptions()), console)
    case "star": try say(library.star(target), console)
    case "unstar":
      let outcome = try library.unstar(target)
      try say(outcome, console)
      return outcome.isRecorded ? .done : .nothingFound
    case "restore": try restore(target, library, settings, console)
    case "restore-copy":
      let made = try library.restoreUserData(waits: settings.waits)
      try console.say(
        "user.sqlite is the copy of \(Instant(seconds: made).short) again; run `footlight sync`")
    case "forget":
      var selection = settings.history
      (selection.targets, selection.domains) = (Array(words), settings.domains)
      selection.isAll = settings.findsAll
      let count = try library.forget(selection)
      try console.say(count == 0 ? "nothing was recorded of that" : "forgot \(count)")
      return count == 0 ? .nothingFound : .done
    case "export":
      for line in try library.exportHistory() {
        try console.output.line(Quoting.json(line, escaping: \.commandsTerminal))
      }
    case "import":
      let count = try library.importHistory(try lines(console))
      try console.say("took in \(count)")
    default: return try list(settings, library, console)
    }
    return .done
  }

  /// The words that may stand first, and how many follow them.
  private static let actions = [
    "visit": 1...1, "star": 1...1, "unstar": 1...1, "restore": 1...1, "forget": 0...Int.max - 1,
    "export": 0...0, "import": 0...0, "restore-copy": 0...0,
  ]

  /// Refuses words that mean nothing here.
  private static func check(_ action: String, _ words: ArraySlice<String>) throws(Failure) {
    guard let count = actions[action] else {
      throw Failure(
        .surplusOperand, "'history' does not know '\(visible(action))'",
        remedy: nearest(to: action, among: actions.keys.sorted()).map { "did you mean '\($0)'?" }
          ?? "write 'history' alone, or one of: \(actions.keys.sorted().joined(separator: ", "))")
    }
    guard !count.contains(words.count) else { return }
    throw Failure(
      words.isEmpty ? .missingOperand : .surplusOperand,
      words.isEmpty
        ? "'history \(action)' needs to know what"
        : "'history \(action)' does not take '\(visible(words.last ?? ""))'",
      remedy: "write 'footlight history \(action)\(count.upperBound == 1 ? " TARGET" : "")'")
  }

  /// Says why something was not recorded.
  private static func say(_ outcome: VisitOutcome, _ console: Console) throws(Failure) {
    if let reason = outcome.reason { try console.say("not recorded: \(reason)") }
  }

  private static func restore(
    _ id: String, _ library: Library, _ settings: Settings, _ console: Console
  ) throws(Failure) {
    let restored = try library.restore(id)
    if settings.opensRestored {
      let target = restored.item?.description ?? restored.url
      try OpenCommand.open(target, library, VisitOptions(), console)
    }
    guard !settings.printsJSON else { return try console.write(JSONObjects.restored, [restored]) }
    for line in [restored.title, restored.url, restored.data] where !line.isEmpty {
      try console.output.line(visible(line))
    }
  }

  private static func list(
    _ settings: Settings, _ library: Library, _ console: Console
  ) throws(Failure) -> ExitCode {
    let selection = settings.history
    guard !settings.findsAll, selection.before == nil, selection.types.isEmpty,
      selection.identifiers.isEmpty
    else {
      throw Failure(
        .surplusOperand, "--all, --before, --type and --id belong to 'history forget'",
        remedy: "write 'footlight history forget …', or leave them out")
    }
    let entries = try library.history(
      starred: selection.includesStars, domains: settings.domains, limit: settings.historyLimit)
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

extension Settings {
  /// The options of a visit.
  func visitOptions() throws(Failure) -> VisitOptions {
    var options = visit
    for name in notEligible.flatMap({ $0.split(separator: ",") }) {
      guard let place = Eligibility(rawValue: String(name)) else {
        let names = Eligibility.allCases.map(\.rawValue)
        throw Failure(
          .wrongValue, "'\(visible(String(name)))' is no value for '--not'",
          remedy: nearest(to: String(name), among: names).map { "did you mean '\($0)'?" }
            ?? "write one of: \(names.joined(separator: ", "))")
      }
      options.excluded.insert(place)
    }
    return options
  }
}
