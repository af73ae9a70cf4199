import FootlightPlatform

extension ElementTree {
  /// Appends the record as an entry of a feed, whatever the feed calls its parts; false when it becomes too
  /// large.
  ///
  /// Formats: RFC 4287 (Atom), https://www.rssboard.org/rss-specification, https://web.resource.org/rss/1.0/,
  /// https://www.rssboard.org/media-rss.
  func appendFeedEntry(to json: inout ByteArena) -> Bool {
    let start = json.count
    var parts = children(of: 0)
    // The parts of a medium may stand in a group of their own.
    for part in parts where part.name == "media:group" { parts += children(of: part.node) }
    let link = link(parts)
    let id =
      first(["guid", "id", "atom:id", "dc:identifier"], parts) ?? attribute("rdf:about", of: 0)
    let summary = first(["summary", "description", "itunes:summary", "media:description"], parts)
    let published = first(["published", "pubDate", "dc:date", "issued", "date", "created"], parts)
    let updated = first(["updated", "atom:updated", "modified", "dcterms:modified"], parts)
    var categories: [String] = []
    var enclosure: String?
    for part in parts {
      switch part.name {
      case "itunes:keywords", "media:keywords":
        categories += text(of: part.node)?.listed ?? []
      case "category", "dc:subject", "media:category":
        if let text = attribute("term", of: part.node) ?? text(of: part.node) {
          categories.append(text)
        }
      case "enclosure": enclosure = enclosure ?? attribute("url", of: part.node)
      case "link" where attribute("rel", of: part.node) == "enclosure":
        enclosure = enclosure ?? attribute("href", of: part.node)
      default: break
      }
    }
    var object = Record()
    object.put("id", id ?? link)
    object.put(
      "title", first(["title", "atom:title", "dc:title", "media:title", "itunes:title"], parts))
    object.put("link", link)
    object.put("author", author(parts))
    object.put("published", (published ?? updated).map(FeedDate.iso))
    object.put("updated", (updated ?? published).map(FeedDate.iso))
    object.put("summary", summary)
    object.put("body", first(["content:encoded", "content", "fulltext"], parts) ?? summary)
    object.put("categories", categories)
    object.put("image", image(parts))
    object.put("enclosure", enclosure)
    object.put("duration", first(["itunes:duration"], parts))
    object.put("season", first(["itunes:season", "podcast:season"], parts))
    object.put("episode", first(["itunes:episode", "podcast:episode"], parts))
    object.put("publisher", first(["dc:publisher"], parts))
    object.put("language", first(["dc:language"], parts))
    json.append(json: object)
    return json.count - start <= RecordPrinter.recordLimit
  }

  /// Where the entry is: the address of a link that is no other relation, or the guid of RSS, where that is
  /// one.
  private func link(_ parts: [(name: String, node: Int)]) -> String? {
    for part in parts where ["link", "atom:link"].contains(part.name) {
      guard let target = attribute("href", of: part.node) else {
        if let text = text(of: part.node) { return text }
        continue
      }
      if (attribute("rel", of: part.node) ?? "alternate") == "alternate" { return target }
    }
    guard let guid = parts.first(where: { $0.name == "guid" })?.node,
      attribute("isPermaLink", of: guid) != "false", let text = text(of: guid),
      text.hasPrefix("http")
    else { return nil }
    return text
  }

  private func author(_ parts: [(name: String, node: Int)]) -> String? {
    for part in parts where ["author", "atom:author"].contains(part.name) {
      let name = children(of: part.node).first { ["name", "atom:name"].contains($0.name) }?.node
      if let text = text(of: name ?? part.node) { return text }
    }
    return first(["dc:creator", "itunes:author", "media:credit"], parts)
  }

  private func image(_ parts: [(name: String, node: Int)]) -> String? {
    for part in parts {
      let type = attribute("type", of: part.node) ?? ""
      let isPicture =
        switch part.name {
        case "itunes:image", "media:thumbnail": true
        case "media:content":
          attribute("medium", of: part.node) == "image" || type.hasPrefix("image/")
        case "enclosure": type.hasPrefix("image/")
        default: false
        }
      if isPicture, let target = attribute("url", of: part.node) ?? attribute("href", of: part.node)
      {
        return target
      }
    }
    return nil
  }

  // MARK: Parts

  /// The elements in an element, with their names as they are written.
  private func children(of parent: Int) -> [(name: String, node: Int)] {
    var found: [(name: String, node: Int)] = []
    var child = Int(nodes[parent].firstChild)
    while child >= 0, found.count < 10_000 {
      if !nodes[child].isAttribute { found.append((name(of: child), child)) }
      child = Int(nodes[child].next)
    }
    return found
  }

  private func first(_ names: [String], _ parts: [(name: String, node: Int)]) -> String? {
    for name in names {
      for part in parts where part.name == name {
        if let text = text(of: part.node) { return text }
      }
    }
    return nil
  }

  private func attribute(_ name: String, of node: Int) -> String? {
    var child = Int(nodes[node].firstChild)
    while child >= 0, nodes[child].isAttribute {
      if self.name(of: child) == name { return text(of: child) }
      child = Int(nodes[child].next)
    }
    return nil
  }

  private func name(of node: Int) -> String {
    var name = ByteArena()
    names.append(nodes[node].name, to: &name)
    return name.text(name.all)
  }

  /// The text of an element with all that stands within it, or of an attribute; nil for blank ones.
  private func text(of node: Int) -> String? {
    let range = ByteRange(start: nodes[node].start, count: nodes[node].end - nodes[node].start)
    let text = (nodes[node].isAttribute ? values.text(range) : texts.text(range)).trimmed
    return text.isEmpty ? nil : text
  }
}
