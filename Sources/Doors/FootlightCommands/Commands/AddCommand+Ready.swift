import Footlight
import FootlightPlatform
import JSONAnswers

extension AddCommand {
  /// Lists the ready declarations: first those of which something is on this machine.
  static func list(
    _ library: Library, _ settings: Settings, _ console: Console
  ) throws(Failure) -> ExitCode {
    let domains = try library.ready(cancellation: console.cancellation())
    guard settings.format != .json else {
      var json = JSONWriter()
      for domain in domains { json.line(JSONObjects.ready, domain) }
      try console.output.bytes(json.bytes)
      return .done
    }
    let found = domains.filter { !$0.found.isEmpty }
    try console.output.line(
      console.style(
        found.isEmpty ? "Nothing was found on this machine." : "On this machine:", .title))
    var table = Table([.left, .right, .left])
    for domain in found { table.add(row(domain)) }
    for line in table.lines(console.style) { try console.output.line("  " + line) }
    let missing = domains.filter(\.found.isEmpty)
    if !missing.isEmpty {
      try console.output.line()
      try console.output.line(console.style("Not found:", .title))
      var table = Table([.left, .left])
      for domain in missing {
        table.add([
          Table.Cell(domain.domain),
          Table.Cell("\(domain.label), looked for in \(domain.places.first ?? "")", .faint),
        ])
      }
      for line in table.lines(console.style) { try console.output.line("  " + line) }
    }
    try console.output.flush()
    if let first = found.first(where: { !$0.isDeclared }) {
      try console.say("add one with `footlight add --ready \(quotedForShell(first.domain))`")
    }
    return found.isEmpty ? .nothingFound : .done
  }

  private static func row(_ domain: ReadyDomain) -> [Table.Cell] {
    let more = domain.isWhole ? "" : "+"
    var count = domain.items.map { Quantity.count($0) + more } ?? "–"
    if domain.items == 0, !domain.isWhole { count = "many" }
    var says = domain.label
    if let problem = domain.problem { says += ": \(problem)" }
    if domain.isDeclared { says += " (added)" }
    return [
      Table.Cell(domain.domain, .title), Table.Cell(count),
      Table.Cell(visibleLine(says), domain.problem == nil ? nil : .warning),
    ]
  }
}
