import FootlightPlatform

extension PageCollector {
  /// Prints the page as one record.
  func printPage(_ printer: inout RecordPrinter) throws(Failure) {
    let main = mainRange
    var object = Record()
    object.put("title", pageTitle)
    appendHead(&object)
    object.put(
      "headings", headings.map { text.text($0.start..<$0.end) }.filter { !$0.isEmpty })
    appendLinkedData(&object)
    object.put("body", text.text(main))
    printer.json.append(json: object)
    try printer.record(line: 1)
  }

  /// Prints a record for the text below each heading, and one for what stands before the first; of bookmarks that a
  /// browser exported one for each.
  func printSections(_ printer: inout RecordPrinter) throws(Failure) {
    if let bookmarks {
      for bookmark in bookmarks.all {
        printer.json.append(json: bookmark.record(text))
        try printer.record(line: bookmark.line)
      }
      return
    }
    let main = mainRange
    let inside = headings.filter { main.contains($0.start) || main.isEmpty && $0.start == 0 }
    let first = inside.first?.start ?? main.upperBound
    let before = text.text(main.lowerBound..<max(main.lowerBound, first))
    if !before.isEmpty || inside.isEmpty {
      try printSection(
        title: pageTitle, anchor: "top", level: 0, parents: [], body: before, line: 1, &printer)
    }
    var taken = ["top": 1]
    var parents: [(level: Int, text: String)] = []
    for (index, heading) in inside.enumerated() {
      let title = text.text(heading.start..<heading.end)
      let next = index + 1 < inside.count ? inside[index + 1].start : main.upperBound
      while let last = parents.last, last.level >= heading.level { parents.removeLast() }
      try printSection(
        title: title.isEmpty ? pageTitle : title,
        anchor: PageCollector.anchor(heading.anchor, title, &taken), level: heading.level,
        parents: parents.map(\.text), body: text.text(heading.end..<max(heading.end, next)),
        line: heading.line, &printer)
      parents.append((heading.level, title))
    }
  }

  /// An anchor that no other part of the page has: that of the heading, or else one made of its words.
  ///
  /// An anchor that a browser does not find on a page opens the page.
  private static func anchor(
    _ written: String, _ title: String, _ taken: inout [String: Int]
  ) -> String {
    var name = written
    if name.isEmpty {
      name = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      if name.isEmpty { name = "section" }
    }
    guard var number = taken[name] else {
      taken[name] = 1
      return name
    }
    repeat { number += 1 } while taken["\(name)-\(number)"] != nil
    taken[name] = number
    taken["\(name)-\(number)"] = 1
    return "\(name)-\(number)"
  }

  private func printSection(
    title: String, anchor: String, level: Int, parents: [String], body: String, line: Int,
    _ printer: inout RecordPrinter
  ) throws(Failure) {
    var object = Record()
    object.put("title", title)
    object.put("anchor", anchor)
    object.put("level", level)
    object.put("parents", parents)
    object.put("page", pageTitle)
    appendHead(&object)
    object.put("body", body)
    printer.json.append(json: object)
    try printer.record(line: line)
  }

  /// The title, or the first heading, in one line.
  private var pageTitle: String {
    let words = title.inOneLine
    guard words.isEmpty else { return words }
    for heading in headings {
      let words = text.text(heading.start..<heading.end)
      if !words.isEmpty { return words }
    }
    return value(of: "og:title") ?? ""
  }

  private func value(of names: String...) -> String? {
    for name in names {
      if let found = meta.first(where: { $0.name == name }) { return found.value }
    }
    return nil
  }

  /// Appends what the page says of itself.
  private func appendHead(_ object: inout Record) {
    object.put(
      "description", value(of: "description", "og:description", "twitter:description"))
    object.put("keywords", value(of: "keywords")?.listed ?? [])
    object.put("author", value(of: "author", "article:author", "dc.creator"))
    object.put("language", language)
    object.put("canonical", canonical.isEmpty ? value(of: "og:url") : canonical)
    object.put("image", value(of: "og:image", "twitter:image"))
    let published = value(of: "article:published_time", "date", "dc.date", "datepublished")
    object.put("date", published ?? (time.isEmpty ? nil : time))
    guard !meta.isEmpty else { return }
    var inner = Record()
    for (name, value) in meta { inner.put(name, value) }
    object.fields.append(Record.Field("meta", .object(inner)))
  }

  /// Appends the JSON-LD that is JSON, and nested no deeper than 64.
  private func appendLinkedData(_ object: inout Record) {
    var bounds = JSONValue.Bounds()
    bounds.depth = 63
    bounds.values = 100_000
    let sound = linkedData.compactMap { script in
      var text = ByteArena(capacity: script.bytes.count + scanPadding)
      text.append(script.bytes, script.bytes.all)
      return try? JSONValue(text, bounds)
    }
    if !sound.isEmpty { object.fields.append(Record.Field("json_ld", .list(sound))) }
  }
}
