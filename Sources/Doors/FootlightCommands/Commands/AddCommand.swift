import Footlight
import FootlightPlatform
import JSONAnswers

extension Command {
  static let add = Command(
    name: "add", operands: .some("FILE"),
    summary: "add a domain from data or from a declaration, and build it",
    detail: """
      FILE is data – csv, tsv or otherwise delimited rows, json, jsonl, yaml, an SQLite database, XML, \
      web pages, mail, a feed, or a folder of Markdown, pages or mail – or its address of http or \
      https, or a declaration. For data a declaration is proposed from what is in it; \
      it is shown with the first items and with what was not certain, and then you are asked. A \
      declaration is validated. What is added is copied into domains/, with its data unless that \
      lies there already, and built. What else a declaration may need is not granted: `footlight allow` does that.

      Lists of literature – bib, ris, enw, nbib – are read through a program of bibutils. You are asked \
      before it runs, with --yes and with --print as well; to say yes also allows the domain to run it. \
      Where nobody can be asked, it does not run.

      With --ready, NAME is one of the declarations that the tool brings along, for browsers, libraries of \
      books and papers, notes, mail, contacts, calendars, manual pages and packages. It is shown and asked \
      for; to say yes also allows it to read what it names, as `footlight allow` would.

      Where nobody can be asked, nothing is added from data without --yes: the proposal is printed, \
      and the exit code is 2. More than 100 MB are never copied without asking or --yes.
      """,
    options: [.ready, .yes, .print, .name, .replace, .items, .json],
    examples: [
      "footlight add plants.csv": "look at the proposal, then say yes",
      "footlight add --yes recipes/": "a folder of Markdown, unasked",
      "footlight add --print plants.csv > domains/plants.yaml":
        "the declaration alone, to change it first",
      "footlight add --ready": "what is on this machine",
      "footlight add --ready firefox": "its bookmarks and its history",
    ],
    run: AddCommand.run)
}

enum AddCommand {
  /// How much is copied without a question.
  private static let largest = 100_000_000

  @Sendable
  static func run(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode {
    if settings.domainName != nil, settings.operands.count > 1 {
      throw Failure(
        .surplusOperand, "--name names one domain, and there are several files",
        remedy: "add them one after the other")
    }
    let library = try Library.opened(settings, console)
    if settings.takesReady, settings.operands.isEmpty {
      return try list(library, settings, console)
    }
    var problems: [Diagnostic] = []
    var added: [DomainProposal] = []
    var isRefused = false
    for path in settings.operands {
      do throws(Failure) {
        guard !(settings.takesReady && settings.printsOnly) else {
          for text in try library.readyText(path) { try console.output.text(text) }
          continue
        }
        for proposal in try proposals(path, library, settings, console) {
          guard !settings.printsOnly else {
            try console.output.text(proposal.declaration)
            continue
          }
          guard try accepts(proposal, settings, console) else {
            isRefused = true
            continue
          }
          try library.add(proposal)
          if !proposal.permission.isEmpty { try library.allow(proposal.domain) }
          let allowed = proposal.permission.isEmpty ? "" : ", which may \(proposal.permission)"
          try console.say("added \(console.shown(proposal.file))\(allowed)")
          added.append(proposal)
        }
      } catch {
        guard !error.concerns([.cancelled]) else { throw error }
        if error.concerns([.addProgram]), console.terminal.readsFromTerminal {
          isRefused = true
        } else {
          problems += error.diagnostics
        }
      }
    }
    try console.output.flush()
    try console.say(problems)
    var code = Failure(problems)?.exitCode ?? 0
    for proposal in added where proposal.isToBeAllowed {
      try console.say(
        "\(proposal.domain) asks another machine: allow it with `footlight allow "
          + "\(Quoting.shell(proposal.domain))`, then run `footlight sync`")
    }
    added.removeAll(where: \.isToBeAllowed)
    if !added.isEmpty {
      let domains = added.map(\.domain)
      var leftOut = 0
      let built = try SyncCommand.run(settings, console) { (library, options) throws(Failure) in
        let report = try library.sync(domains, options: options)
        leftOut = report.rows.reduce(0) { $0 + $1.badRecords }
        return report
      }
      code = max(code, built.rawValue, leftOut > 0 ? ExitCode.nothingFound.rawValue : 0)
      if built.rawValue == 0 { try sayQueries(added, library, console) }
      for proposal in built == .mistake ? added : [] where try library.withdraw(proposal) {
        try console.say(
          "took \(console.shown(proposal.file)) away again, since it could not be built; "
            + "`footlight add --print` writes it, to be changed by hand")
      }
    }
    return ExitCode(rawValue: code == 0 && isRefused ? ExitCode.nothingFound.rawValue : code)
  }

  private static func proposals(
    _ operand: String, _ library: Library, _ settings: Settings, _ console: Console
  ) throws(Failure) -> [DomainProposal] {
    if settings.takesReady {
      return try library.propose(
        ready: operand, replacing: settings.replaces, samples: settings.sampleItems)
    }
    return [
      try library.propose(
        for: operand, name: settings.domainName, replacing: settings.replaces,
        samples: settings.sampleItems
      ) { (program) throws(Failure) in
        guard console.terminal.readsFromTerminal else { return false }
        return try asks(
          "Run the program `\(visibleLine(program))` on \(console.shown(operand)), "
            + "now and at each sync? [y/N] ", console)
      }
    ]
  }

  /// Ends with what can be typed now: queries that were tried.
  private static func sayQueries(
    _ added: [DomainProposal], _ library: Library, _ console: Console
  ) throws(Failure) {
    for proposal in added where !proposal.queries.isEmpty {
      let queries = try library.findingQueries(proposal)
      guard !queries.isEmpty else { continue }
      let shown = queries.map { "footlight query \(Quoting.shell($0))" }
      for (index, line) in shown.enumerated() {
        try console.say((index == 0 ? "try: " : "     ") + line)
      }
    }
  }

  // MARK: The question

  private static func accepts(
    _ proposal: DomainProposal, _ settings: Settings, _ console: Console
  ) throws(Failure) -> Bool {
    let isLarge = proposal.bytes > largest
    if settings.acceptsAll {
      try sayDoubts(proposal, console)
      return true
    }
    let isNew = proposal.isInferred || !proposal.permission.isEmpty
    guard isNew || isLarge else { return true }
    if isNew { try show(proposal, console) }
    try sayDoubts(proposal, console)
    guard console.terminal.readsFromTerminal else {
      throw Failure(
        .notConfirmed, "nothing was added: there is nobody to ask", at: nil,
        remedy: "accept the proposal with --yes, or write it to a file with --print")
    }
    return try asks(question(proposal, console), console)
  }

  private static func question(_ proposal: DomainProposal, _ console: Console) -> String {
    let copied =
      proposal.data.isEmpty
      ? ""
      : ", copying \(Quantity.of(proposal.data.count, "file")), \(Quantity.bytes(proposal.bytes))"
    let verb = proposal.replaces ? "Replace" : "Add"
    let allowed =
      proposal.permission.isEmpty ? "" : " and allow it to \(visibleLine(proposal.permission))"
    // A program that was agreed to reads a file that lies there for anybody.
    let shows =
      proposal.permission.isEmpty || proposal.isInferred
      ? ""
      : proposal.isPrivate
        ? "Pages, `footlight serve` and the desktop leave it out. "
        : "`footlight serve` shows it to every program on this machine. "
    return "\(verb) \(console.shown(proposal.file))\(copied)\(allowed)? \(shows)[y/N] "
  }

  private static func asks(_ question: String, _ console: Console) throws(Failure) -> Bool {
    try console.talk.text(visible(question))
    try console.talk.flush()
    var answers = try console.input("-")
    var line = ByteArena()
    guard try answers.readLine(into: &line, limit: 1 << 12) else { return false }
    return ["y", "yes"].contains(visibleLine(line.text(line.all)).lowercased())
  }

  // MARK: The proposal

  private static func show(_ proposal: DomainProposal, _ console: Console) throws(Failure) {
    for line in visibleLines(proposal.declaration).dropLast() {
      let isComment = line.hasPrefix("#")
      try console.output.line(isComment ? console.style(line, .faint) : line)
    }
    try console.write(samples: proposal.samples, of: proposal.domain)
  }

  private static func sayDoubts(
    _ proposal: DomainProposal, _ console: Console
  ) throws(Failure) {
    if proposal.isInferred {
      let all = proposal.isWhole ? "all " : "the first and some later "
      try console.say(
        "\(proposal.domain): inferred from \(all)\(Quantity.of(proposal.records, "record"))")
    }
    for doubt in proposal.doubts { try console.say("  worth a look: \(doubt)") }
  }
}

extension DomainProposal {
  /// Whether somebody still has to allow what it does.
  fileprivate var isToBeAllowed: Bool { needsPermission && permission.isEmpty }
}

extension Console {
  /// A path as somebody who stands in the present folder writes it.
  fileprivate func shown(_ path: String) -> String {
    guard let here = try? Path.absolute(folder), Path.isInside(path, here),
      path.utf8.count > here.utf8.count
    else { return path }
    let rest = path.utf8.dropFirst(here.utf8.count).drop { $0 == UInt8(ascii: "/") }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension AddCommand {
  /// Lists the ready declarations: first those of which something is on this machine.
  static func list(
    _ library: Library, _ settings: Settings, _ console: Console
  ) throws(Failure) -> ExitCode {
    let domains = try library.ready(cancellation: console.cancellation())
    guard !settings.printsJSON else {
      try console.write(JSONObjects.ready, domains)
      return .done
    }
    let found = domains.filter { !$0.found.isEmpty }
    try console.output.line(
      console.style(
        found.isEmpty ? "Nothing was found on this machine." : "On this machine:", .title))
    try console.write(Table([.left, .right, .left], found, row), indent: "  ")
    let missing = domains.filter(\.found.isEmpty)
    if !missing.isEmpty {
      try console.output.line()
      try console.output.line(console.style("Not found:", .title))
      let table = Table([.left, .left], missing) { domain in
        [
          Table.Cell(domain.domain),
          Table.Cell("\(domain.label), looked for in \(domain.places.first ?? "")", .faint),
        ]
      }
      try console.write(table, indent: "  ")
    }
    try console.output.flush()
    if let first = found.first(where: { !$0.isDeclared }) {
      try console.say("add one with `footlight add --ready \(Quoting.shell(first.domain))`")
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
