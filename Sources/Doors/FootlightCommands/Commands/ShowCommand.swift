import Footlight
import JSONAnswers

extension Command {
  static let show = Command(
    name: "show", operands: .one("ID"),
    summary: "print an item whole",
    detail: "ID is domain:id, as 'query --ids' prints it or with plain spaces, or the item's url.",
    options: [.json],
    examples: ["footlight show books:103": "all that is known of an item"]
  ) { (settings, console) throws(Failure) in
    guard let found = try found(settings, console) else { return .nothingFound }
    if settings.printsJSON {
      try console.write(JSONObjects.item, [found])
    } else {
      try console.write(found)
    }
    return .done
  }

  static let open = Command(
    name: "open", operands: .one("TARGET"),
    summary: "open something with the desktop's program, and record it",
    detail: """
      TARGET is what 'history visit' takes, and so are its options. Opened are http, https and mailto, by the \
      desktop's program or the one that the domain declares; --print writes the url to standard output \
      instead, and records nothing.
      """,
    options: [.print] + CommandOption.visitOptions,
    examples: ["footlight open books:103": "open its page"]
  ) { (settings, console) throws(Failure) in
    let library = try Library.opened(settings, console)
    let target = settings.operands.first ?? ""
    let options = try settings.visitOptions()
    if settings.printsOnly {
      try console.output.line(console.url(try library.opening(target).url))
    } else {
      try OpenCommand.open(target, library, options, console)
    }
    return .done
  }

  private static func found(
    _ settings: Settings, _ console: Console
  ) throws(Failure) -> LocatedItem? {
    let address = settings.operands.first ?? ""
    let found = try Library.opened(settings, console).item(address)
    if found == nil { try console.say("no item is called '\(address)'") }
    return found
  }
}

/// Opens something and records it.
enum OpenCommand {
  static func open(
    _ target: String, _ library: Library, _ options: VisitOptions, _ console: Console
  ) throws(Failure) {
    let opening = try library.opening(target, identifier: options.identifier)
    if let command = opening.command {
      try console.launch(command, opening.folder)
    } else {
      try console.open(opening.url)
    }
    // It is open: what keeps it from being recorded is no failure of the opening.
    do throws(Failure) {
      try library.record(opening, options: options)
    } catch {
      try console.say(error.diagnostics)
    }
  }
}
