import Footlight
import FootlightPlatform
import JSONAnswers

/// Writes answers as they were asked for: objects, identifiers, or text for people.
struct AnswerPrinter: ~Copyable {
  private let format: Settings.Format
  private let template: HitTemplate?
  /// The domains and groups that are searched; all when there are none.
  private let selected: [String]
  private let library: Library
  private let console: Console
  private let offset: Int
  private var json: JSONWriter
  private var known: [DomainSummary]?
  private var hasPrinted = false

  init(
    format: Settings.Format, domains: [String] = [], offset: Int = 0, library: Library,
    console: Console
  ) throws(Failure) {
    self.format = format
    if case .template(let text) = format {
      template = try HitTemplate(text)
    } else {
      template = nil
    }
    selected = domains
    self.offset = offset
    self.library = library
    self.console = console
    json = JSONWriter(capacity: 1 << 14)
  }

  /// Writes one answer.
  mutating func print(_ answer: Answer, isOneOfMany: Bool = false) throws(Failure) {
    switch format {
    case .json:
      json.removeAll()
      json.line(JSONObjects.answer, answer)
      try console.output.bytes(json.bytes)
    case .identifiers:
      for hit in answer.hits { try console.output.line(console.data(hit.address)) }
      try console.say(answer.notes)
    case .template:
      for hit in answer.hits { try printTemplate(hit) }
      try console.say(answer.notes)
    case .people:
      try printForPeople(answer, isOneOfMany: isOneOfMany)
    }
    hasPrinted = true
  }

  private mutating func printTemplate(_ hit: Hit) throws(Failure) {
    guard let template else { return }
    let text = console.data(template.written(hit, label: try label(of: hit.domain)))
    // Output that is separated by zeros, as `xargs -0` reads it, holds no line feed.
    if text.utf8.last == 0 { try console.output.text(text) } else { try console.output.line(text) }
  }

  private mutating func printForPeople(_ answer: Answer, isOneOfMany: Bool) throws(Failure) {
    if isOneOfMany {
      if hasPrinted { try console.output.line() }
      try console.output.line(console.style("» \(visible(answer.query))", .label))
    }
    let hasGroups = try printDomains(answer)
    for (place, hit) in answer.hits.enumerated() {
      if place > 0 || isOneOfMany || hasGroups { try console.output.line() }
      let highlighter = console.style.isColourful ? Highlighter(hit) : nil
      let marker: HitCard.Marker? = highlighter.map { found in { found.ranges(in: $0) } }
      let card = HitCard(
        hit: hit, label: try label(of: hit.domain), marker: marker, style: console.style,
        width: console.width)
      for line in card.lines { try console.output.line(line) }
      guard let explanation = hit.explanation else { continue }
      let told = ExplanationCard(explanation, style: console.style, width: console.width)
      for line in told.lines { try console.output.line(line) }
    }
    let facets = FacetLines.lines(answer.facets, console.style, width: console.width)
    if !facets.isEmpty, !answer.hits.isEmpty || isOneOfMany || hasGroups {
      try console.output.line()
    }
    for line in facets { try console.output.line(line) }
    try console.output.flush()
    try console.say(answer.notes)
    if answer.hits.isEmpty {
      if !isOneOfMany { try console.say(emptyPage(answer)) }
    } else if console.terminal.talksToTerminal {
      try console.talk.line(console.talkStyle("\n" + footer(answer), .faint))
      try console.talk.flush()
    }
  }

  /// Lists the domains that the query names before the hits of the first page.
  private mutating func printDomains(_ answer: Answer) throws(Failure) -> Bool {
    guard offset == 0 else { return false }
    let named = DomainLines.named(by: answer.query, among: try domains(), selected: selected)
    for line in DomainLines.lines(named, console.style) { try console.output.line(line) }
    return !named.isEmpty
  }

  private func emptyPage(_ answer: Answer) -> String {
    answer.total == 0 ? "nothing found" : "no hits on this page: there are \(answer.total)"
  }

  private func footer(_ answer: Answer) -> String {
    let total = (answer.isAtLeast ? "at least " : "") + Quantity.count(answer.total)
    let time = Quantity.duration(answer.took.inSeconds)
    let page = "\(Quantity.count(answer.hits.count)) of \(total) in \(time)"
    let next = offset + answer.hits.count
    // The reach of an answer; beyond it the hint would be none.
    guard next < answer.total, next < 10_000 else { return page }
    return page + "  ·  --offset \(next) goes on  ·  footlight show ID shows one whole"
  }

  private mutating func domains() throws(Failure) -> [DomainSummary] {
    if let known { return known }
    let found = try library.domains()
    known = found
    return found
  }

  private mutating func label(of domain: String) throws(Failure) -> String {
    try domains().first { $0.domain == domain }?.label ?? domain
  }
}
