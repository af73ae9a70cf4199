import Footlight

extension Command {
  static let status = Command(
    name: "status", operands: .any("DOMAIN"),
    summary: "show versions, items, and what a sync would do",
    detail: "Reads no records: what it says about data comes from looking at its files.",
    options: [.json],
    examples: [Example(line: "footlight status --json", says: "one object a domain")],
    run: StatusCommand.run)

  static let domains = Command(
    name: "domains", operands: .none,
    summary: "list the domains, one a line",
    detail: "",
    options: [.json],
    examples: []
  ) { (settings, console) throws(Failure) in
    let summaries = try Library.opened(settings, console).domains()
    if settings.format == .json {
      var json = JSONWriter()
      for summary in summaries { json.summary(summary) }
      try console.output.bytes(json.bytes)
      return .done
    }
    var table = Table([.left, .left, .left, .right])
    for summary in summaries {
      table.add([
        Table.Cell(visible(summary.domain), .title), Table.Cell(visibleLine(summary.label)),
        Table.Cell(summary.version.map { "version \($0)" } ?? "not built", .faint),
        Table.Cell(Quantity.of(summary.items, "item")),
      ])
    }
    for line in table.lines(console.style) { try console.output.line(line) }
    return .done
  }
}

private enum StatusCommand {
  @Sendable
  static func run(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
    let report = try Library.opened(settings, console).status(settings.operands)
    if settings.format == .json {
      var json = JSONWriter()
      for status in report.domains { json.status(status) }
      try console.output.bytes(json.bytes)
    } else {
      for line in table(report.domains).lines(console.style) { try console.output.line(line) }
    }
    try console.output.flush()
    try console.say(report.failures)
    return Failure(report.failures).map { ExitCode(rawValue: $0.exitCode) } ?? .done
  }

  private static func table(_ domains: [DomainStatus]) -> Table {
    var table = Table([.left, .left, .right, .right, .right, .left, .left])
    guard !domains.isEmpty else { return table }
    table.add(
      ["domain", "version", "items", "pending", "size", "built (UTC)", "next sync"]
        .map { Table.Cell($0, .faint) })
    for status in domains {
      table.add([
        Table.Cell(visible(status.domain), .title), Table.Cell(version(status)),
        Table.Cell(Quantity.count(status.items)), Table.Cell(Quantity.count(status.pending)),
        Table.Cell(Quantity.bytes(status.bytes)),
        Table.Cell(status.built.map { Instant(seconds: $0).short } ?? "–"),
        next(status),
      ])
    }
    return table
  }

  private static func version(_ status: DomainStatus) -> String {
    switch (status.version, status.declared) {
    case (nil, nil): "–"
    case (nil, let declared?): "– → \(declared)"
    case (let stored?, nil): "\(stored)"
    case (let stored?, let declared?): stored == declared ? "\(stored)" : "\(stored) → \(declared)"
    }
  }

  private static func next(_ status: DomainStatus) -> Table.Cell {
    switch status.decision {
    case .none: Table.Cell("nothing to do", .faint)
    case .ahead, .undeclared:
      Table.Cell("\(status.decision.rawValue): \(visible(status.reason))", .warning)
    case .build, .rebuild, .apply:
      Table.Cell("\(status.decision.rawValue): \(visible(status.reason))", .good)
    }
  }
}
