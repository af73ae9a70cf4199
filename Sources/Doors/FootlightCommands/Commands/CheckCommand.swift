import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let check = Command(
    name: "check", operands: .any("DOMAIN"),
    summary: "validate declarations and their records; write nothing",
    detail: """
      Checks the declarations of the named domains, or all of the workspace; a name that is a file is that declaration. It reports every mistake with its \
      place, maps every record, counts the bad ones, and shows the first items as they would be \
      indexed.
      """,
    options: [.items, .json],
    examples: [
      "footlight check books": "what its declaration makes of its records",
      "footlight check draft.yaml": "the same of a file that lies anywhere",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let bar = ProgressBar(console)
    let report = try bar.during { (progress) throws(Failure) in
      try library.check(
        files: settings.operands, samples: settings.sampleItems,
        cancellation: console.cancellation(), progress: progress)
    }
    if settings.printsJSON {
      for domain in report.domains { try console.say(domain.problems) }
      try console.write(JSONObjects.checked, report.domains)
    } else {
      for domain in report.domains { try print(domain, console) }
    }
    try console.say(report.failures)
    return ExitCode(rawValue: report.exitCode)
  }

  private static func print(_ domain: CheckedDomain, _ console: Console) throws(Failure) {
    let style = console.style
    var counts = [Quantity.of(domain.records, "record"), Quantity.of(domain.items, "item")]
    if domain.skipped > 0 { counts.append("\(Quantity.count(domain.skipped)) skipped") }
    if domain.badRecords > 0 {
      counts.append(style("\(Quantity.count(domain.badRecords)) bad", .error))
    }
    let name = style(visible(domain.domain), .title)
    try console.output.line(
      "\(name)  \(counts.joined(separator: ", "))  \(style(visible(domain.file), .faint))")
    try console.write(samples: domain.samples, of: domain.domain)
    try console.say(domain.problems)
  }
}
