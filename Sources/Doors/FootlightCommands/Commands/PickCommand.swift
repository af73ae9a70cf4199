import Footlight
import FootlightPlatform

extension Command {
  static let pick = Command(
    name: "pick", operands: .any("TEXT"),
    summary: "find and pick an item on the terminal, as you type",
    detail: """
      Every key searches all domains. Arrows choose a hit, Tab narrows to domains and values, Enter opens \
      the hit's url as 'open' does, or prints an item that has none; F1 lists all keys. \
      'footlight' alone on a terminal does the same.

      With --print the address is written to standard output instead, and with --format what the \
      format says: keys are read from the terminal and it is drawn on wherever standard output goes.

      What was picked is recorded as a visit for the words that were typed, as 'history visit --for' does; before \
      anything is typed the list shows what was used last.

      Exits 0 when something was picked and 130 when not.
      """,
    options: [.domain, .print, .format],
    examples: [
      "footlight pick rule 12": "begin with these words",
      "footlight pick --print love": "for a script: the address",
      "footlight pick --format '{url}'": "print the url",
    ]
  ) { (settings, console) throws(Failure) in
    let device = try terminal(console)
    return try run(settings, console, try Library.opened(settings, console), device)
  }

  /// Runs the name of the tool alone: it picks where there is a terminal and a workspace; nil where there is none.
  static func pickAlone(_ settings: Settings, _ console: Console) throws(Failure) -> ExitCode? {
    guard console.terminal.readsFromTerminal, console.terminal.writesToTerminal,
      let library = try? Library.opened(settings, console)
    else { return nil }
    let device = try terminal(console)
    return try run(settings, console, library, device)
  }

  /// The terminal, if somebody sits at it and it can place a cursor.
  private static func terminal(_ console: Console) throws(Failure) -> TerminalDevice {
    let terminal = console.terminal
    let refused =
      if !terminal.readsFromTerminal, !terminal.writesToTerminal, !terminal.talksToTerminal {
        "there is no terminal to pick on"
      } else if (console.variable("TERM") ?? "").isEmpty {
        "the terminal does not say of what kind it is: TERM is not set"
      } else if let kind = console.variable("TERM"), ["dumb", "unknown"].contains(kind) {
        "a terminal of the kind '\(kind)' cannot be drawn on"
      } else {
        ""
      }
    guard refused.isEmpty else {
      throw Failure(.noTerminalToPick, refused, remedy: "use 'footlight query TEXT'")
    }
    do throws(Failure) {
      return try TerminalDevice()
    } catch {
      throw Failure(
        .noTerminalToPick, "there is no terminal to pick on", remedy: "use 'footlight query TEXT'")
    }
  }

  private static func run(
    _ settings: Settings, _ console: Console, _ library: Library, _ device: consuming TerminalDevice
  ) throws(Failure) -> ExitCode {
    let template: HitTemplate? =
      if case .template(let text) = settings.format { try HitTemplate(text) } else { nil }
    let prints = settings.printsOnly || template != nil
    if !settings.domains.isEmpty {
      // An unknown domain is told before anything is drawn.
      var options = SearchOptions(domains: settings.domains, limit: 0)
      options.findsAll = true
      _ = try library.search("", options: options)
    }
    let picker = try Picker(
      library, on: device, text: settings.operands.joined(separator: " "),
      domains: settings.domains, purpose: prints ? .take : .open,
      isColourful: isColourful(settings, console))
    guard let picked = try picker.run() else { return .interrupted }
    var options = VisitOptions(
      for: picked.query.allSatisfy(\.isWhitespace) ? nil : picked.query)
    if let template {
      let label = try library.domains().first { $0.domain == picked.hit.domain }?.label
      try console.output.line(
        console.data(template.written(picked.hit, label: label ?? picked.hit.domain)))
    } else if prints {
      try console.output.line(console.data(picked.hit.address))
    } else if picked.hit.url.isEmpty {
      if let found = try library.item(picked.hit.address) { try console.write(found) }
    } else {
      // Which records it, too.
      try OpenCommand.open(picked.hit.address, library, options, console)
      return .done
    }
    // Nobody knows whether a script opens a printed address.
    options.isCopy = prints
    do throws(Failure) {
      try library.visit(picked.hit.address, options: options)
    } catch {
      try console.say(error.diagnostics)
    }
    return .done
  }

  /// Colours are for the terminal that is drawn on, whatever standard output is.
  private static func isColourful(_ settings: Settings, _ console: Console) -> Bool {
    switch settings.colours {
    case .always: true
    case .never: false
    case .auto: (console.variable("NO_COLOR") ?? "").isEmpty
    }
  }
}
