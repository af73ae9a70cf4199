import Footlight
import FootlightPlatform

/// Writes answers as they were asked for: objects, identifiers, or text for people.
struct AnswerPrinter: ~Copyable {
  private let format: Settings.Format
  private let library: Library
  private let console: Console
  private var json: JSONWriter
  private var labels: [String: String]?
  private var hasPrinted = false

  init(format: Settings.Format, library: Library, console: Console) {
    self.format = format
    self.library = library
    self.console = console
    json = JSONWriter(capacity: 1 << 14)
  }

  /// Writes one answer.
  mutating func print(_ answer: Answer, isOneOfMany: Bool = false) throws(Failure) {
    switch format {
    case .json:
      json.removeAll()
      json.answer(answer)
      try console.output.bytes(json.bytes)
    case .identifiers:
      for hit in answer.hits { try console.output.line(console.data(hit.address)) }
      try say(answer.notes)
    case .people:
      try printForPeople(answer, isOneOfMany: isOneOfMany)
    }
    hasPrinted = true
  }

  private mutating func printForPeople(_ answer: Answer, isOneOfMany: Bool) throws(Failure) {
    if isOneOfMany {
      if hasPrinted { try console.output.line() }
      try console.output.line(console.style("» \(visible(answer.query))", .label))
    }
    let highlighter = console.style.isColourful ? Highlighter(answer.query) : nil
    let marker: HitCard.Marker? = highlighter.map { found in { found.ranges(in: $0) } }
    for (place, hit) in answer.hits.enumerated() {
      if place > 0 || isOneOfMany { try console.output.line() }
      let card = HitCard(
        hit: hit, label: try label(of: hit.domain), marker: marker, style: console.style,
        width: console.width)
      for line in card.lines { try console.output.line(line) }
    }
    try console.output.flush()
    try say(answer.notes)
    if answer.hits.isEmpty {
      if !isOneOfMany { try console.say(emptyPage(answer)) }
    } else if console.terminal.talksToTerminal {
      try console.talk.line(console.talkStyle("\n" + footer(answer), .faint))
      try console.talk.flush()
    }
  }

  private func emptyPage(_ answer: Answer) -> String {
    answer.total == 0 ? "nothing found" : "no hits on this page: there are \(answer.total)"
  }

  private func footer(_ answer: Answer) -> String {
    let total = (answer.isAtLeast ? "at least " : "") + Quantity.count(answer.total)
    let time = Quantity.duration(Double(answer.tookMicroseconds) / 1e6)
    return "\(Quantity.count(answer.hits.count)) of \(total) in \(time)"
  }

  private func say(_ notes: [Note]) throws(Failure) {
    for note in notes {
      try console.say(
        Diagnostic(DiagnosticCode(note.code, .caller), note.message, severity: .note))
    }
  }

  private mutating func label(of domain: String) throws(Failure) -> String {
    if labels == nil {
      var found: [String: String] = [:]
      for summary in try library.domains() { found[summary.domain] = summary.label }
      labels = found
    }
    return labels?[domain] ?? domain
  }
}
