import Footlight
import FootlightPlatform

extension Command {
  static let query = Command(
    name: "query", operands: .some("TEXT"),
    summary: "search, best hits first",
    detail: """
      All words must occur; the last one may be unfinished unless a space follows it. Several \
      arguments are joined by spaces. Case, accents and most punctuation make no difference. The \
      index is read as it is: 'sync' brings it up to date.

      "a phrase", -word, a OR b and ( ) work as elsewhere; title: alias: keyword: description: body: \
      and id: look into one field; domain:law searches a domain or group; word* is a prefix, and \
      word~ stands for words that are spelled nearly so. \
      Attributes filter: type:Movie, type:a,b, year:2010..2015, year>=2010, -type:Movie; places \
      do so by near:48.14,11.58,10km. A backslash \
      takes a mark literally. What cannot be parsed is taken as words.

      Exits 0 when something was found and 1 when nothing was.
      """,
    options: [
      .domain, .limit, .offset, .perDomain, .distinct, .match, .filter, .within, .facet, .siblings,
      .sort,
      .all, .count,
      .timeout, .strictQuery, .explain, .queriesFile, .fresh, .store, .json, .ids, .format,
    ],
    examples: [
      "footlight query rule 12": "in all domains",
      "footlight query -d law -n 3 copyr": "three hits, as somebody types",
      "footlight query 'love type:Movie year>=2015' --facet genre":
        "with conditions, and how many of each genre",
      "footlight query war --distinct series": "the best one of each series",
      "footlight query 'bakery near:48.14,11.58,2km' --sort near":
        "around a place, the nearest first",
      "footlight query king --format '{title}\\t{id}'": "two columns for a script",
      "footlight query --json 'king '": "for a program; the word is complete",
      "footlight query --queries queries.txt --json": "many queries, one process",
    ]
  ) { (settings, console) throws(Failure) in
    guard settings.operands.isEmpty || settings.batchFile == nil else {
      throw Failure(
        .surplusOperand, "'query' takes TEXT or --queries, not both",
        remedy: "leave one of them out")
    }
    guard settings.operands.allSatisfy(\.isEmpty) && settings.batchFile == nil || !settings.findsAll
    else {
      let other = settings.batchFile == nil ? "TEXT" : "--queries"
      throw Failure(
        .surplusOperand, "'query' takes \(other) or --all, not both",
        remedy: "leave one of them out")
    }
    let library = try Library.opened(settings, console)
    var options = settings.search
    options.areas = try settings.areas(console)
    options.marksMatches = settings.format != .identifiers
    var printer = try AnswerPrinter(
      format: settings.format, domains: settings.domains, offset: options.offset,
      library: library, console: console)
    if let file = settings.batchFile {
      return try batch(file, library, options, &printer, console)
    }
    let text = settings.operands.joined(separator: " ")
    let answer = try library.search(text, options: options)
    if options.offset == 0, options.filters.isEmpty, options.areas.isEmpty {
      library.count(asked: text, hits: answer.total)
      try? library.writeQueries()
    }
    try printer.print(answer)
    return answer.hits.isEmpty ? .nothingFound : .done
  }

  /// Answers a query a line; what a line ends with belongs to the query, its line feed does not.
  private static func batch(
    _ file: String, _ library: Library, _ options: SearchOptions, _ printer: inout AnswerPrinter,
    _ console: Console
  ) throws(Failure) -> ExitCode {
    var lines = try console.input(file)
    // The state stays open over all lines; its first answer should not pay for the opening.
    try library.snapshot().prepare()
    // So that what looks for a newer state has run once, too.
    var rehearsal = SearchOptions(domains: options.domains)
    rehearsal.timeout = .milliseconds(20)
    _ = try? library.search("a", options: rehearsal)
    var line = ByteArena()
    var hasFound = false
    while !console.output.isClosed, try lines.readLine(into: &line) {
      let answer = try library.search(line.text(line.all), options: options)
      line.removeAll()
      try printer.print(answer, isOneOfMany: true)
      // Whoever writes the queries as it goes waits for each answer.
      if file == "-" { try console.output.flush() }
      if !answer.hits.isEmpty { hasFound = true }
    }
    return hasFound ? .done : .nothingFound
  }
}
