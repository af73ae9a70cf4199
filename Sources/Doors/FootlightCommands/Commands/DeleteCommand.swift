import Footlight
import FootlightPlatform

extension Command {
  static let delete = Command(
    name: "delete", operands: .any("ADDRESS"),
    summary: "delete items that programs have pushed",
    detail: """
      ADDRESS is domain:id, as 'query --ids' prints it or with plain spaces, or the item's url; an id \
      that no item has is fine. Only items of domains with 'kind: external' can be deleted: those of \
      other domains come back with their source. All that is named is deleted, or nothing. The next \
      search sees it.
      """,
    options: [.deletedDomain, .deletedAll, .wait, .memory, .json],
    examples: [
      "footlight delete pages:17 pages:18": "delete two items",
      "footlight delete --domain pages": "delete all items of a domain",
      "footlight delete --all": "delete all that was ever pushed",
    ]
  ) { (settings, console) throws(Failure) in
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
}
