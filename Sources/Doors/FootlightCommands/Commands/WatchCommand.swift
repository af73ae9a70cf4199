import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let watch = Command(
    name: "watch", operands: .any("DOMAIN"),
    summary: "apply changes as they come, until stopped",
    detail: """
      Brings the domains up to date, and does so again whenever their files, databases or \
      declarations change, with a line a batch. A change is found a moment after it was written. A \
      source that is missing is told once and waited for; its items stay. Other commands can index \
      meanwhile: the index is locked for single batches only. Runs with low priority.

      Ends with Ctrl-C, SIGTERM or SIGHUP, and the exit code 0; a batch that is not published by then has not happened, and the \
      next sync does it.
      """,
    options: [.pauseOnBattery, .memory, .maxRate, .json],
    examples: [
      "footlight watch": "keep all domains fresh",
      "systemd-run --user footlight watch --workspace ~/notes": "in the background",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let cancellation = console.cancellation()
    Process.lowerPriority()
    let bar = ProgressBar(console)
    // The work begins with the first change.
    bar.wipe()
    let delivery = AlertDelivery(library, console, cancellation)
    var options = WatchOptions(memory: settings.memory, cancellation: cancellation) { report in
      bar.wipe()
      // The reader of the log may have gone; the index is kept fresh all the same.
      try? log(report, settings, console)
      delivery.begin()
    }
    delivery.begin()
    options.progress = bar.updates
    options.maxRate = settings.maxRate
    options.pausesOnBattery = settings.pausesOnBattery
    defer { delivery.wait() }
    // An index that cannot be read yet is mended by the watch.
    let names = (try? library.domains(settings.operands).map(\.domain)) ?? settings.operands
    try console.say(
      "watching \(names.isEmpty ? "for declarations" : names.joined(separator: ", ")); Ctrl-C ends it"
    )
    try library.watch(settings.operands, options: options)
    bar.wipe()
    // Being stopped is its good end, whichever signal says so.
    return .done
  }

  private static func log(
    _ report: SyncReport, _ settings: Settings, _ console: Console
  ) throws(Failure) {
    for row in report.rows {
      if settings.printsJSON {
        try console.write(JSONObjects.syncRow, [row])
      } else {
        let changes = row.changes
        try console.output.line(
          """
          \(visible(row.domain)): \(row.decision.rawValue), +\(changes.inserted) \
          ~\(changes.updated) -\(changes.deleted), \(Quantity.of(row.items, "item")), \
          \(Quantity.duration(row.took.inSeconds)) (\(visible(row.reason)))
          """)
      }
      try console.output.flush()
      try console.say(row.warnings)
    }
    try console.say(report.warnings)
    try console.say(report.failures)
  }
}
