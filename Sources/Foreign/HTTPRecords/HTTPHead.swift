import FootlightPlatform

/// The head of an answer.
struct HTTPHead {
  var status = 0
  /// The mark by which the document is known again next time (RFC 9110, section 8.8).
  var entityTag = ""
  var modified = ""
  var type = ""
  /// Where the document is instead.
  var location = ""
  /// Where it goes on (RFC 8288).
  var next = ""

  /// The most bytes of a value; longer ones are as if they were not there.
  static let valueLimit = 4096

  /// Takes a line; one that begins another head, as after `100 Continue`, forgets the one before.
  mutating func take(_ line: String) {
    if line.hasPrefix("HTTP/") {
      let status = line.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) }
      self = HTTPHead(status: status ?? 0)
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...].trimmed
    guard value.utf8.count <= HTTPHead.valueLimit,
      value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return }
    switch line[..<colon].lowercased() {
    case "etag": entityTag = value
    case "last-modified": modified = value
    case "content-type": type = value
    case "location": location = value
    case "link": if next.isEmpty { next = HTTPHead.next(of: value) }
    default: break
    }
  }

  /// The address of a link whose relation is `next`: `<ADDRESS>; rel="next"`, several with commas between.
  static func next(of links: String) -> String {
    var rest = links[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let address = rest[open..<close].dropFirst()
      rest = rest[close...].dropFirst()
      // Up to the comma that no quotes hold.
      var isQuoted = false
      let end = rest.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }
      let parameters = rest[..<(end ?? rest.endIndex)].split(separator: ";")
      rest = rest[(end ?? rest.endIndex)...]
      let isNext = parameters.contains { parameter in
        let parts = parameter.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmed.lowercased() == "rel" else { return false }
        let relations = parts[1].trimmed.drop { $0 == "\"" }.prefix { $0 != "\"" }
        return relations.lowercased().split(separator: " ").contains("next")
      }
      if isNext { return String(address) }
    }
    return ""
  }

  /// The line that is printed before the body.
  func append(to json: inout ByteArena, wait: Int) {
    var object = Record()
    object.put("status", status)
    object.put("etag", entityTag)
    object.put("modified", modified)
    object.put("type", type)
    object.put("location", location)
    object.put("next", next)
    object.put("wait", wait)
    json.append(json: object)
    json.append(0x0A)
  }
}
