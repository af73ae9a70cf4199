import Footlight

extension Command {
  static let show = Command(
    name: "show", operands: .one("ID"),
    summary: "print an item whole",
    detail: "ID is domain:id, as 'query --ids' prints it or with plain spaces, or the item's url.",
    options: [.json],
    examples: [Example(line: "footlight show books:103", says: "all that is known of an item")]
  ) { (settings, console) throws(Failure) in
    guard let found = try found(settings, console) else { return .nothingFound }
    if settings.format == .json {
      var json = JSONWriter()
      json.item(found.item, domain: found.domain)
      try console.output.bytes(json.bytes)
    } else {
      let page = ItemPage(
        item: found.item, domain: found.domain, style: console.style, console.width)
      for line in page.lines(wholeBody: true) { try console.output.line(line) }
    }
    return .done
  }

  static let open = Command(
    name: "open", operands: .one("ID"),
    summary: "open an item's url with the desktop's program for it",
    detail: """
      ID is what 'show' takes. Opened are http, https, file and mailto; --print writes the url to \
      standard output instead.
      """,
    options: [.print],
    examples: [Example(line: "footlight open books:103", says: "open its page")]
  ) { (settings, console) throws(Failure) in
    guard let found = try found(settings, console) else { return .nothingFound }
    let url = found.item.url
    guard !url.isEmpty else {
      throw Failure(
        .itemWithoutURL, "'\(visible(settings.operands.first ?? ""))' has no url",
        remedy: "give its declaration a url: under item:")
    }
    if settings.printsOnly {
      try console.output.line(console.data(url))
    } else {
      try console.open(url)
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
