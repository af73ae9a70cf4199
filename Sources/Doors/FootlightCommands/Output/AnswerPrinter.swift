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
    for (index, hit) in answer.hits.enumerated() {
      if index > 0 || isOneOfMany || hasGroups { try console.output.line() }
      let highlighter = console.style.isColourful ? Highlighter(hit) : nil
      let marker: HitCard.Marker? = highlighter.map { found in { found.ranges(in: $0) } }
      let card = HitCard(
        hit: hit, label: try label(of: hit.domain), marker: marker, style: console.style,
        width: console.width)
      for line in card.lines { try console.output.line(line) }
      guard let explanation = hit.explanation else { continue }
      let told = ExplanationCard(
        explanation: explanation, style: console.style, width: console.width)
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
      if !isOneOfMany {
        try console.say(
          answer.total == 0 ? "nothing found" : "no hits on this page: there are \(answer.total)")
      }
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

/// The domains that a query names by their beginning: listed before the hits, never among them.
struct DomainLines {
  /// Those whose name or label begins with the text of a query; `selected` are the domains and
  /// groups that are searched, all when there are none.
  static func named(
    by query: String, among domains: [DomainSummary], selected: [String]
  ) -> [DomainSummary] {
    let text = visibleLine(query).lowercased()
    // One letter begins too many names to mean one of them.
    guard text.count > 1 else { return [] }
    let reach = DomainReach(selected)
    return domains.filter { domain in
      let isSearched = selected.isEmpty || reach.contains(domain.domain)
      return isSearched
        && (domain.domain.hasPrefix(text) || domain.label.lowercased().hasPrefix(text))
    }
  }

  /// The lines: name, label, how much is in it, and how to search there alone.
  static func lines(_ domains: [DomainSummary], _ style: Style) -> [String] {
    var table = Table([.left, .left, .right, .left])
    for domain in domains {
      table.add([
        Table.Cell("▸ " + visible(domain.domain), .address),
        Table.Cell(domain.label == domain.domain ? "" : visibleLine(domain.label), .label),
        Table.Cell(Quantity.of(domain.items, "item")),
        Table.Cell("--domain \(visible(domain.domain))", .faint),
      ])
    }
    return table.lines(style)
  }
}

/// The number of hits with each value of an attribute, as people read it.
enum FacetLines {
  /// The most values that are shown, the commonest first; `--json` has all of them.
  static let limit = 20

  /// A heading for each attribute, and a line for each value with its count.
  static func lines(_ facets: [Facet], _ style: Style, width: Int) -> [String] {
    facets.flatMap { facet in
      var table = Table([.right, .left])
      for value in facet.values.prefix(limit) {
        let count = "  " + Quantity.count(value.count)
        let room = max(10, width - columns(of: count) - 2)
        table.add([
          Table.Cell(count), Table.Cell(shortened(visibleLine(value.value.written), to: room)),
        ])
      }
      let bound = facet.isAtLeast ? style("  at least; --count exact counts all", .faint) : ""
      var lines = [style(visible(facet.name), .title) + bound] + table.lines(style)
      if facet.values.isEmpty { lines.append("  none") }
      let rest = facet.values.count - limit
      if rest > 0 { lines.append(style("  … \(Quantity.count(rest)) more", .faint)) }
      return lines
    }
  }
}

/// Why an item is where it is, as people read it: tier and reason, then a line a factor.
struct ExplanationCard {
  let explanation: Explanation
  /// Whether the search was stopped before it could tell.
  var isCut = false
  let style: Style
  let width: Int

  /// The lines, without the item's name.
  var lines: [String] {
    var lines = wrapped(headline, to: max(20, width - 2)).map { "  " + $0 }
    if !explanation.missing.isEmpty, explanation.tier != nil {
      lines.append(
        "  it lacks " + explanation.missing.map { visibleLine($0) }.joined(separator: ", "))
    }
    var table = Table([.left, .right, .left])
    for factor in explanation.factors {
      let sign = factor.adds && factor.value >= 0 ? "+" : ""
      let value = sign + Quantity.count(factor.value)
      table.add([
        Table.Cell("  " + visibleLine(factor.name)), Table.Cell(value, factor.adds ? .label : nil),
        Table.Cell(visibleLine(factor.detail), .faint),
      ])
    }
    if let score = explanation.score {
      table.add([Table.Cell("  score"), Table.Cell(Quantity.count(score), .title)])
    }
    return lines + table.lines(style)
  }

  private var headline: String {
    let reason = visibleLine(explanation.reason)
    guard let tier = explanation.tier else { return isCut ? reason : "not found: " + reason }
    return "tier \(tier.rawValue), \(tier): " + reason
  }
}

extension Settings {
  /// The most bytes of a file with an area.
  private static let largestArea = 8 << 20

  /// The areas in the files that are named.
  func areas(_ console: Console) throws(Failure) -> [String] {
    var areas: [String] = []
    for file in areaFiles {
      // A file of GeoJSON is one line as often as many.
      var input = try console.input(file)
      var bytes = ByteArena()
      while bytes.count <= Settings.largestArea,
        try input.read(into: &bytes, upTo: 1 << 16) > 0
      {}
      guard bytes.count <= Settings.largestArea else {
        throw Failure(
          .wrongValue, "the area in \(visible(file)) is larger than 8 MB",
          remedy: "leave out corners of its polygons")
      }
      areas.append(bytes.text(bytes.all))
    }
    return areas
  }
}
