import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let queries = Command(
    name: "queries", operands: .any("[forget] TEXT"),
    summary: "list what was asked, and what found nothing",
    detail: """
      Queries are counted with 'log: true' in footlight.yaml alone, and on this machine alone: their folded text, \
      how often they were asked, their hits, how often something was picked, and the day. Nothing tells who \
      asked. At most 10,000 are kept. 'queries forget' forgets all, or those that are named.
      """,
    options: [.queriesWithoutHits, .queriesWithoutPicks, .historyLimit, .json],
    examples: [
      "footlight queries --no-hits": "what your index lacks",
      "footlight queries forget": "as if nothing had been asked",
    ]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    if settings.operands.first == "forget" {
      let texts = Array(settings.operands.dropFirst())
      let count = try library.forgetQueries(texts)
      try console.say(count == 0 ? "nothing was counted of that" : "forgot \(count)")
      return count == 0 ? .nothingFound : .done
    }
    if let word = settings.operands.first {
      throw Failure(
        .surplusOperand, "'queries' does not know '\(visible(word))'",
        remedy: "write 'queries' or 'queries forget'")
    }
    let found = try library.queries(settings.queries, limit: settings.historyLimit)
    if settings.printsJSON {
      try console.write(JSONObjects.askedQuery, found)
      return found.isEmpty ? .nothingFound : .done
    }
    var table = Table([.right, .right, .right, .left])
    if !found.isEmpty {
      table.add(["asked", "hits", "picks", "query"].map { Table.Cell($0, .faint) })
    }
    for query in found {
      table.add([
        Table.Cell(String(query.asked)), Table.Cell(String(query.hits)),
        Table.Cell(String(query.picks)), Table.Cell(visibleLine(query.text), .title),
      ])
    }
    try console.write(table)
    if found.isEmpty {
      try console.say(
        library.logsQueries
          ? "nothing was counted of that"
          : "nothing is counted: write 'log: true' into footlight.yaml")
    }
    return found.isEmpty ? .nothingFound : .done
  }
}

extension CommandOption {
  static let queriesWithoutHits = CommandOption(
    "no-hits", .general, .none { $0.queries = .withoutHits }, "only those that found nothing")

  static let queriesWithoutPicks = CommandOption(
    "no-picks", .general, .none { $0.queries = .withoutPicks },
    "only those that found something, of which nobody opened anything")
}
