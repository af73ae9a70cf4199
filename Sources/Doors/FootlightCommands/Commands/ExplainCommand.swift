import Footlight
import JSONAnswers

extension Command {
  static let explain = Command(
    name: "explain", operands: .pair("QUERY ID"),
    summary: "tell why an item is in an answer, or why it is missing",
    detail: """
      QUERY is one argument, in quotation marks if it holds spaces; ID is what 'show' takes. The \
      factors with a sign add up to the score; the others order equal scores. Pages do not matter: \
      a hit is explained wherever it stands. With --all or a filter QUERY may be left out.

      Exits 0 for a hit and 1 for an item that is none; then the reason says what is missing.
      """,
    options: [
      .domain, .perDomain, .distinct, .match, .filter, .within, .all, .timeout, .strictQuery, .json,
    ],
    examples: [
      "footlight explain rule law.rules:FRCP%2012": "why it is first",
      "footlight explain -d law narcos law.rules:1 --json": "for a program",
    ]
  ) { (settings, console) throws(Failure) in
    let address = settings.operands.last ?? ""
    let text = settings.operands.count > 1 ? settings.operands[0] : ""
    guard text.isEmpty || !settings.findsAll else {
      throw Failure(
        .surplusOperand, "'explain' takes QUERY or --all, not both",
        remedy: "leave one of them out")
    }
    let library = try Library.opened(settings, console)
    var options = settings.search
    options.areas = try settings.areas(console)
    let found = try library.explain(text, address, options: options)
    if settings.printsJSON {
      try console.write(JSONObjects.explained, [found])
    } else {
      let name = visible(ItemAddress(domain: found.domain, id: found.id).description)
      let title = found.title.map { console.style(visible($0), .title) + "  " } ?? ""
      try console.output.line(title + console.style(name, .address))
      let card = ExplanationCard(
        explanation: found.explanation, isCut: found.isCut, style: console.style,
        width: console.width)
      for line in card.lines { try console.output.line(line) }
    }
    return found.isFound ? .done : .nothingFound
  }
}
