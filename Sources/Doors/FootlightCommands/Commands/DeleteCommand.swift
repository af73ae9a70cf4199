import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let delete = Command(
    name: "delete", operands: .any("ADDRESS"),
    summary: "delete items that programs have pushed, or a whole index",
    detail: """
      ADDRESS is domain:id, as 'query --ids' prints it or with plain spaces, or the item's url; an id \
      that no item has is fine. Only items of domains with 'kind: external' can be deleted: those of \
      other domains come back with their source. All that is named is deleted, or nothing. The next \
      search sees it. --domain means all items of a domain, --all all that was ever pushed, with the states of \
      batches.

      With --built ADDRESS is the name of a domain, of any kind: all that is indexed of it is deleted. Its declaration stays \
      unless --declaration is given, so that the next sync builds it again; data files always stay.
      """,
    options: [.domain, .deletesPushed, .deletesIndex, .declaration, .wait, .memory, .json],
    examples: [
      "footlight delete pages:17 pages:18": "delete two items",
      "footlight delete --domain pages": "delete all items of a domain",
      "footlight delete --all": "delete all that was ever pushed",
      "footlight delete --built books": "forget what was indexed of books",
    ]
  ) { (settings, console) throws(Failure) in
    guard !settings.deletesIndex else { return try deleteIndex(settings, console) }
    let ways = [!settings.operands.isEmpty, !settings.domains.isEmpty, settings.findsAll]
    guard ways.count(where: { $0 }) == 1 else {
      throw Failure(
        ways.contains(true) ? .surplusOperand : .missingOperand,
        ways.contains(true)
          ? "'delete' takes addresses, --domain or --all, one of them"
          : "'delete' needs to know what to delete",
        remedy: "write 'footlight delete ADDRESS…', '--domain DOMAIN' or '--all'")
    }
    let library = try Library.opened(settings, console)
    let options = PushOptions(
      waits: settings.waits, memory: settings.memory, cancellation: console.cancellation())
    let report: PushReport
    if settings.findsAll {
      report = try library.deleteAllRecords(options: options)
    } else if settings.domains.isEmpty {
      report = try library.deleteRecords(at: settings.operands, options: options)
    } else {
      report = try library.deleteRecords(ofDomains: settings.domains, options: options)
    }
    try PushOutput.print(report, domain: nil, settings, console)
    return PushOutput.exitCode(report)
  }
  private static func deleteIndex(
    _ settings: Settings, _ console: Console
  ) throws(Failure) -> ExitCode {
    guard !settings.operands.isEmpty, settings.domains.isEmpty, !settings.findsAll else {
      throw Failure(
        .missingOperand, "'delete --built' needs the names of domains",
        remedy: "write 'footlight delete --built DOMAIN…'")
    }
    let removed = try Library.opened(settings, console).remove(
      settings.operands, declarations: settings.removesDeclaration, waits: settings.waits,
      cancellation: console.cancellation())
    if settings.printsJSON {
      try console.write(JSONObjects.removed, removed)
    } else {
      for domain in removed {
        try console.output.line(
          "\(visible(domain.domain))  removed \(Quantity.of(domain.items, "item"))")
      }
    }
    try console.output.flush()
    for domain in removed {
      if let file = domain.remainingDeclaration {
        try console.say("\(file) is still there: the next sync builds \(domain.domain) again")
      } else if let file = domain.deletedDeclaration {
        try console.say("deleted \(file)")
      }
    }
    return .done
  }
}
