import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let verify = Command(
    name: "verify", operands: .any("DOMAIN"),
    summary: "compare the index with its sources, item by item",
    detail: """
      Reads every record, maps it as a build would, and compares each item with the stored one; \
      reads every byte of the index and compares it with its checksum. Prints domain:id for each \
      item that is different, missing in the index, or surplus there; --json says which. Expired \
      items are no differences, nor are items that were kept because their records are bad now: they \
      are counted apart. Of a domain that was never built that is all that is said. Nothing is \
      written.

      Exits 0 when all is the same, 1 when something differs or was never built, 2 when a declaration or a source \
      cannot be read, and 3 when an index is damaged.
      """,
    options: [.json],
    examples: [
      "footlight verify": "all domains",
      "footlight verify --json law": "how each item of a group differs",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let bar = ProgressBar(console)
    var json = JSONWriter()
    let report = try bar.during { (progress) throws(Failure) in
      try library.verify(
        settings.operands, cancellation: console.cancellation(), progress: progress
      ) { (difference) throws(Failure) in
        guard settings.format == .json else {
          return try console.output.line(console.data(difference.address))
        }
        json.line(JSONObjects.difference, difference)
        try console.output.bytes(json.bytes)
        json.removeAll()
      }
    }
    try console.output.flush()
    for domain in report.domains {
      try console.say(summary(domain))
      try console.say(domain.notes)
    }
    try console.say(report.failures)
    return ExitCode(rawValue: report.exitCode)
  }

  /// `books: 13 items; 1 different, 2 missing`.
  private static func summary(_ domain: VerifiedDomain) -> String {
    guard domain.isBuilt else { return "\(domain.domain): never built" }
    var parts: [String] = []
    if domain.different > 0 { parts.append("\(Quantity.count(domain.different)) different") }
    if domain.missing > 0 { parts.append("\(Quantity.count(domain.missing)) missing") }
    if domain.surplus > 0 { parts.append("\(Quantity.count(domain.surplus)) surplus") }
    if parts.isEmpty { parts.append("no differences") }
    if domain.kept > 0 { parts.append("\(Quantity.count(domain.kept)) kept") }
    if domain.badRecords > 0 { parts.append(Quantity.of(domain.badRecords, "bad record")) }
    return "\(domain.domain): \(Quantity.of(domain.stored, "item")); "
      + parts.joined(separator: ", ")
  }
}
