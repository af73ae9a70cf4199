import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let index = Command(
    name: "index", operands: Operands(name: "DOMAIN [FILE]", least: 1, most: 2),
    summary: "index records that a program pushes",
    detail: """
      DOMAIN is one with 'kind: external'. Each line of FILE, or of standard input without FILE or \
      with -, is a record, a JSON object; it takes the place of the one with its id. With --merge its fields take the place of those that \
      are there, null removes one, and ids that no record has are ignored.

      All lines are indexed or none: what is wrong is told of every line, with its number. The next \
      search sees what was indexed. Nothing is locked while the input is read; a call that is \
      killed has done nothing, or all of it, which then is seen after the next call or sync. The exit code \
      is 3 with the warning push.waits where all of it is stored and could not be brought into the index.

      With --batch and --state a text of at most 250 bytes is stored in the same step, from which \
      the program knows where to go on; --expected does nothing when another one is stored, an \
      empty one when any is. --last-state prints it and reads no records; there is none at first, after 'delete --all' and \
      after a raised version, and then the exit code is 1.
      """,
    options: [.merge, .batchName, .state, .expected, .lastState, .wait, .memory, .json],
    examples: [
      "crawl | footlight index pages": "index what a program prints",
      "footlight index pages pages.jsonl": "index what a file holds",
      "crawl --page 7 | footlight index pages --batch crawl --state 'page 7'":
        "and store how far it came",
      "footlight index pages --batch crawl --last-state": "how far it came",
    ]
  ) { (settings, console) throws(Failure) in
    let domain = settings.operands.first ?? ""
    try checkBatch(settings)
    let library = try Library.opened(settings, console)
    var records = library.records(of: domain)
    if settings.wantsLastState {
      guard let state = try records.lastClientState(of: settings.batchName ?? "") else {
        return .nothingFound
      }
      try console.output.line(console.data(state))
      return .done
    }
    var state: ClientState?
    if let batch = settings.batchName, let text = settings.state {
      state = ClientState(batch: batch, text: text, expected: settings.expectedState)
    }
    let input = LineInput(
      try console.input(settings.operands.count > 1 ? settings.operands[1] : "-"))
    let report = try ProgressBar(console).during { (progress) throws(Failure) in
      records.options = PushOptions(
        waits: settings.waits, memory: settings.memory, cancellation: console.cancellation(),
        progress: progress)
      return try records.index(input, merging: settings.merges, state: state)
    }
    try PushOutput.print(report, domain: domain, settings, console)
    return PushOutput.exitCode(report)
  }

  private static func checkBatch(_ settings: Settings) throws(Failure) {
    let isWhole = settings.batchName != nil && (settings.wantsLastState || settings.state != nil)
    let hasOther = settings.expectedState != nil || settings.state != nil
    guard isWhole || settings.batchName == nil && !settings.wantsLastState && !hasOther else {
      throw Failure(
        .missingOperand, "a batch needs a name and a state",
        remedy: "write --batch NAME with --state TEXT, or with --last-state")
    }
    let readsNothing = !hasOther && !settings.merges && settings.operands.count < 2
    guard !settings.wantsLastState || readsNothing else {
      throw Failure(
        .surplusOperand, "'--last-state' indexes nothing",
        remedy: "write --batch NAME --last-state alone")
    }
  }
}

/// The output of `index` and `delete`.
enum PushOutput {
  /// The machine's fault where what was pushed is stored and cannot be found yet.
  static func exitCode(_ report: PushReport) -> ExitCode { report.waits ? .machine : .done }

  static func print(
    _ report: PushReport, domain: String?, _ settings: Settings, _ console: Console
  ) throws(Failure) {
    try console.say(report.warnings)
    if settings.printsJSON { return try console.write(JSONObjects.pushed, [(report, domain)]) }
    var parts: [String] = []
    let changes = report.changes
    for (count, word) in [
      (changes.inserted, "inserted"), (changes.updated, "updated"), (changes.deleted, "deleted"),
    ] where count > 0 {
      parts.append("\(Quantity.of(count, "item")) \(word)")
    }
    if parts.isEmpty {
      parts = [report.waits ? "stored, and not in the index yet" : "nothing changed"]
    }
    if report.ignored > 0 { parts.append("\(Quantity.of(report.ignored, "unknown id")) ignored") }
    try console.say((domain.map { "\($0): " } ?? "") + parts.joined(separator: ", "))
  }
}
