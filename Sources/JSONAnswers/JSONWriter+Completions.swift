package import Footlight

extension JSONWriter {
  /// The object of a completed text.
  package mutating func completions(_ found: Completions) {
    object { json in
      json.member("query", found.query)
      json.member("took_us", found.took.inMicroseconds)
      if found.isCut {
        json.name("cut")
        json.value(true)
      }
      json.name("suggestions")
      json.array { list in
        for suggestion in found.suggestions {
          list.object { json in
            json.member("text", suggestion.text)
            json.member("kind", suggestion.kind.rawValue)
            json.member("domain", suggestion.domain)
            if let id = suggestion.id { json.member("id", id) }
            if let count = suggestion.count { json.member("count", count) }
          }
        }
      }
      json.name("notes")
      json.array { list in
        for note in found.notes { list.note(note) }
      }
    }
    endLine()
  }
}
