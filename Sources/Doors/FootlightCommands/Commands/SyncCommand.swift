import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let sync = Command(
    name: "sync", operands: .any("DOMAIN"),
    summary: "bring the index up to date",
    detail: """
      Compares each domain with what is stored: a raised version or a changed mapping builds it \
      anew; of changed data only the changes are applied; what has not changed is left alone. \
      Searches go on meanwhile and see the old state or the new one, never something between.
      """,
    options: [
      .rebuild, .dryRun, .failAhead, .allowShrink, .forgetPushed, .wait, .wipeFirst,
      .withoutStemming, .memory, .maxRate, .builders, .store, .json,
    ],
    examples: [
      "footlight sync": "all domains",
      "footlight sync --dry-run": "what would be done, and why",
      "footlight sync --rebuild books": "build one domain anew",
    ]
  ) { (settings, console) throws(Failure) in
    guard !settings.rebuilds || !settings.operands.isEmpty else {
      throw Failure(
        .missingOperand, "'sync --rebuild' needs DOMAIN",
        remedy: "write 'footlight sync --rebuild DOMAIN…'")
    }
    return try SyncCommand.run(settings, console) { (library, options) throws(Failure) in
      settings.rebuilds
        ? try library.rebuild(settings.operands, options: options)
        : try SyncCommand.sync(library, settings, options)
    }
  }
}

enum SyncCommand {
  static func run(
    _ settings: Settings, _ console: Console,
    _ work: (Library, SyncOptions) throws(Failure) -> SyncReport
  ) throws(Failure) -> ExitCode {
    let library = try Library.opened(settings, console)
    let bar = ProgressBar(console)
    let cancellation = console.cancellation()
    let report = try bar.during { (progress) throws(Failure) in
      var options = SyncOptions(
        isDryRun: settings.isDryRun, isStrict: settings.isStrict,
        allowsShrink: settings.allowsShrinking, waits: settings.waits,
        wipesFirst: settings.wipesFirst, memory: settings.memory, collectsFailures: true,
        cancellation: cancellation, progress: progress)
      options.leavesOutStems = settings.leavesOutStems
      options.forgetsPushed = settings.forgetsPushed
      options.maxRate = settings.maxRate
      options.builders = settings.builders
      return try work(library, options)
    }
    try console.say(report.warnings)
    for row in report.rows { try console.say(row.warnings) }
    try console.list(
      report.done, as: JSONObjects.syncRow, settings, [.left, .left, .right, .right, .left]
    ) { cells($0, isDryRun: settings.isDryRun) }
    try console.output.flush()
    try console.say(report.failures)
    if !settings.isDryRun { try AlertDelivery(library, console, cancellation).deliver() }
    return ExitCode(rawValue: report.exitCode)
  }

  private static func cells(_ row: SyncRow, isDryRun: Bool) -> [Table.Cell] {
    let isBuilt = row.decision == .build || row.decision == .rebuild || row.decision == .apply
    return [
      Table.Cell(visible(row.domain), .title),
      // Some of its records could not be taken; what is wrong with them is told below.
      row.failures.isEmpty
        ? Table.Cell(word(row.decision, isDryRun: isDryRun), isBuilt ? .good : .faint)
        : Table.Cell("incomplete", .warning),
      Table.Cell(Quantity.of(row.items, "item")),
      Table.Cell(isBuilt && !isDryRun ? Quantity.duration(row.took.inSeconds) : "", .faint),
      Table.Cell(visible(explanation(row)), .faint),
    ]
  }

  private static func word(_ decision: SyncDecision, isDryRun: Bool) -> String {
    switch decision {
    case .build: isDryRun ? "to build" : "built"
    case .rebuild: isDryRun ? "to rebuild" : "rebuilt"
    case .apply: isDryRun ? "to apply" : "applied"
    case .none: "up to date"
    case .ahead: "ahead"
    case .undeclared: "undeclared"
    case .leftOut: "left out"
    }
  }

  private static func explanation(_ row: SyncRow) -> String {
    var parts: [String] = []
    if row.decision != .none { parts.append(row.reason) }
    if row.badRecords > 0 { parts.append(Quantity.of(row.badRecords, "bad record")) }
    return parts.joined(separator: "; ")
  }

  /// The number of times that a sync begins again because another machine was faster.
  private static let mostTurns = 5
  /// The same with `--wait`: two that get in each other's way do so by chance, and not for ever.
  private static let mostPatientTurns = 1_000

  /// Syncs; domains that another machine is building, or has just built, are looked at again: until they are
  /// there with `--wait`, a few times without.
  static func sync(
    _ library: Library, _ settings: Settings, _ options: SyncOptions
  ) throws(Failure) -> SyncReport {
    var report = try library.sync(settings.operands, options: options)
    var turn = 0
    while !(options.cancellation?.isCancelled ?? false) {
      let codes = Set(report.failures.map(\.code.name))
      turn += 1
      let isMoved = codes.contains("store.moved") || codes.contains("store.fenced")
      let most = settings.waits ? mostPatientTurns : mostTurns
      guard isMoved && turn < most || codes.contains("store.claimed") && settings.waits else {
        break
      }
      SystemServices.system.sleep(codes.contains("store.claimed") ? 500_000_000 : 10_000_000)
      report = try library.sync(settings.operands, options: options).keepingWork(of: report)
    }
    return report
  }
}

extension SyncReport {
  /// The report of a run that repeats an earlier one: of a domain that was done before and needed nothing now, the
  /// work of the earlier run is reported; a domain that failed before is reported as it is now.
  func keepingWork(of earlier: SyncReport) -> SyncReport {
    var report = self
    report.rows = rows.map { row in
      guard row.isDone, row.decision == .none else { return row }
      return earlier.rows.first { $0.domain == row.domain && $0.isDone } ?? row
    }
    return report
  }
}
