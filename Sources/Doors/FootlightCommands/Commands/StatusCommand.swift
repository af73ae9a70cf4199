import DeclaredRecords
import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let status = Command(
    name: "status", operands: .any("DOMAIN"),
    summary: "show versions, items, and what a sync would do",
    detail: """
      Reads no records: what it says about data comes from looking at its files.

      With --check every byte of the index is compared with its checksum, the catalog and \
      user.sqlite are checked, the rights to the folder, and whether anything is newer than what is \
      stored. What is found goes to standard error with what to do about it, and with --json into \
      the member 'findings'. Then the exit code is 0 when all is well, 1 when a command named there \
      settles it, 2 or 3 when something is broken.
      """,
    options: [.check, .short, .json],
    examples: [
      "footlight status --json": "one object a domain",
      "footlight status --short": "the domains, one a line",
      "footlight status --check": "is all well?",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    guard !settings.isShort else { return try list(library, settings, console) }
    guard settings.examines else {
      let report = try library.status(settings.operands, cancellation: console.cancellation())
      try print(report.domains, nil, settings, console)
      try console.say(report.failures)
      return Failure(report.failures).map { ExitCode(rawValue: $0.exitCode) } ?? .done
    }
    let report = try library.examine(settings.operands, cancellation: console.cancellation())
    try print(report.domains, report.findings, settings, console)
    try console.say(report.findings.map(\.diagnostic))
    if report.findings.isEmpty { try console.say("all is well") }
    return ExitCode(rawValue: report.exitCode)
  }

  private static func list(
    _ library: Library, _ settings: Settings, _ console: Console
  ) throws(Failure) -> ExitCode {
    guard !settings.examines else {
      throw Failure(
        .surplusOperand, "'status' takes --short or --check, not both",
        remedy: "leave one of them out")
    }
    try console.list(
      library.domains(settings.operands), as: JSONObjects.summary, settings,
      [.left, .left, .left, .right]
    ) { summary in
      [
        Table.Cell(visible(summary.domain), .title), Table.Cell(visibleLine(summary.label)),
        Table.Cell(summary.version.map { "version \($0)" } ?? "not built", .faint),
        Table.Cell(Quantity.of(summary.items, "item")),
      ]
    }
    return .done
  }

  /// Prints what is known of domains; `findings` where damage was looked for.
  private static func print(
    _ domains: [DomainStatus], _ findings: [Finding]?, _ settings: Settings, _ console: Console
  ) throws(Failure) {
    if settings.printsJSON {
      try console.write(
        JSONObjects.status,
        domains.map { status in (status, findings?.filter { $0.domain == status.domain }) })
    } else {
      try console.write(table(domains))
      if findings == nil, let pulled = domains.first?.pulled {
        try console.output.line(age(pulled, SystemServices.system.now()))
      }
    }
    try console.output.flush()
  }

  private static func table(_ domains: [DomainStatus]) -> Table {
    var table = Table([.left, .left, .right, .right, .right, .left, .left])
    guard !domains.isEmpty else { return table }
    table.add(
      ["domain", "version", "items", "pending", "size", "changed (UTC)", "next sync"]
        .map { Table.Cell($0, .faint) })
    for status in domains {
      table.add([
        Table.Cell(visible(status.domain), .title), Table.Cell(version(status)),
        Table.Cell(Quantity.count(status.items)), pending(status),
        Table.Cell(Quantity.bytes(status.bytes)),
        Table.Cell(status.built.map { Instant(seconds: $0).short } ?? "–"),
        next(status),
      ])
    }
    return table
  }

  /// When a copy of a shared store was compared with it.
  private static func age(_ pulled: Int64, _ now: Int64) -> String {
    let ago = Quantity.wait(Double(max(0, now - pulled)))
    return "compared with the shared store \(ago) ago: \(Instant(seconds: pulled).short) (UTC)"
  }

  private static func version(_ status: DomainStatus) -> String {
    switch (status.version, status.declared) {
    case (nil, nil): "–"
    case (nil, let declared?): "– → \(declared)"
    case (let stored?, nil): "\(stored)"
    case (let stored?, let declared?): stored == declared ? "\(stored)" : "\(stored) → \(declared)"
    }
  }

  private static func pending(_ status: DomainStatus) -> Table.Cell {
    let count = Quantity.count(status.pending)
    guard status.quarantined > 0 else { return Table.Cell(count) }
    return Table.Cell("\(count) + \(Quantity.count(status.quarantined)) set aside", .warning)
  }

  private static func next(_ status: DomainStatus) -> Table.Cell {
    switch status.decision {
    case .none: Table.Cell("nothing to do", .faint)
    case .ahead, .undeclared, .leftOut:
      Table.Cell("\(status.decision.rawValue): \(visible(status.reason))", .warning)
    case .build, .rebuild, .apply:
      Table.Cell("\(status.decision.rawValue): \(visible(status.reason))", .good)
    }
  }
}
