package import Footlight

/// The form in which the hits of an answer are written.
package struct HitForm: Sendable {
  /// The members that are written; all when empty.
  package var fields: Set<String> = []
  /// Whether offsets count units of UTF-16, as strings of JavaScript and Java do, instead of Unicode scalars.
  package var countsUTF16 = false
  /// Whether texts are also written as HTML, with what matched in `mark`.
  package var marksHTML = false
  /// To how many characters a description is cut, around what matched in it; nil for all of it.
  package var longestDescription: Int?

  package init(marksHTML: Bool = false) { self.marksHTML = marksHTML }

  /// The names of the members that a hit may have.
  package static var knownFields: [String] { JSONObjects.hit.members.map(\.name) }
}

extension JSONObjects {
  /// The object of an answer with its hits in a form.
  package static func answer(_ form: HitForm) -> JSONObject<Answer> {
    var hit = JSONObjects.hit
    if !form.fields.isEmpty { hit = hit.keeping(form.fields) }
    if form.marksHTML {
      hit = JSONObject(hit.name, hit.summary, hit.members + [marked])
    }
    let hits = JSONMember<Answer>.list("hits", "hits", "this page of hits, best first", of: hit) {
      $0.hits.map { hit in
        let cropped = form.longestDescription.map { hit.cropped(to: $0) } ?? hit
        return form.countsUTF16 ? cropped.inUTF16 : cropped
      }
    }
    return JSONObject(
      answer.name, answer.summary, answer.members.map { $0.name == "hits" ? hits : $0 })
  }

  private static let marked = JSONMember<Hit>(
    "html", "object",
    "only with `highlight=html`: `title`, `description`, `snippet` and an alias or keyword of `matched` as HTML, with what matched in `mark`"
  ) { json, hit in
    json.object("html") { json in
      json.member("title", html(hit.title, hit.highlights[.title]))
      json.member("description", html(hit.description, hit.highlights[.description]))
      if let matched = hit.matched, let marks = hit.highlights[matched.field],
        matched.field == .alias || matched.field == .keyword
      {
        json.member("matched", html(matched.text, marks))
      }
      if let snippet = hit.snippet {
        json.member("snippet", html(snippet.text, snippet.highlights))
      }
    }
  }

  private static func html(_ text: String, _ highlights: Highlights?) -> String {
    var written = ""
    var index = text.startIndex
    for range in highlights?.ranges(in: text) ?? [] {
      written +=
        escaped(text[index..<range.lowerBound]) + "<mark>" + escaped(text[range]) + "</mark>"
      index = range.upperBound
    }
    return written + escaped(text[index...])
  }

  private static func escaped(_ text: Substring) -> String {
    var written = ""
    for character in text {
      switch character {
      case "&": written += "&amp;"
      case "<": written += "&lt;"
      case ">": written += "&gt;"
      case "\"": written += "&quot;"
      case "'": written += "&#39;"
      default: written.append(character)
      }
    }
    return written
  }
}

extension Hit {
  /// The hit with a description of at most so many scalars.
  fileprivate func cropped(to length: Int) -> Hit {
    let marks = highlights[.description]
    let piece = CroppedText(description, marks ?? Highlights(), to: length)
    var hit = self
    hit.description = piece.text
    hit.highlights[.description] = marks.map { _ in piece.highlights }
    return hit
  }

  /// The hit with offsets that count units of UTF-16.
  fileprivate var inUTF16: Hit {
    var hit = self
    let texts: [Field: String] = [
      .title: title, .description: description, .alias: matched?.text ?? "",
      .keyword: matched?.text ?? "",
    ]
    for (field, highlights) in hit.highlights {
      hit.highlights[field] = highlights.inUTF16(of: texts[field] ?? "")
    }
    if let snippet { hit.snippet?.highlights = snippet.highlights.inUTF16(of: snippet.text) }
    return hit
  }
}

extension Highlights {
  /// The same pieces, counted in units of UTF-16.
  fileprivate func inUTF16(of text: String) -> Highlights {
    Highlights(
      scalars: ranges(in: text).map { range in
        text.utf16.distance(
          from: text.startIndex, to: range.lowerBound)..<text.utf16.distance(
            from: text.startIndex, to: range.upperBound)
      })
  }
}

/// A piece of a long text around the first match, with ellipses where it was cut.
struct CroppedText {
  private(set) var text: String
  /// The matches within the piece.
  private(set) var highlights: Highlights

  /// The whole text where it has no more scalars than `length`; the first match begins within the piece.
  init(_ whole: String, _ matches: Highlights, to length: Int) {
    (text, highlights) = (whole, matches)
    let scalars = Array(whole.unicodeScalars)
    guard length > 0, scalars.count > length else { return }
    let first = (matches.scalars.first ?? 0..<0).clamped(to: 0..<scalars.count - 1)
    // A third of the piece stands before the match, and no word is cut in two where a blank is near.
    var start = min(max(0, first.lowerBound - length / 3), scalars.count - length)
    var end = start + length
    func isBlank(_ place: Int) -> Bool { scalars[place].properties.isWhitespace }
    if start > 0,
      let blank = (start..<min(start + 20, max(start, first.lowerBound))).first(where: isBlank)
    {
      start = blank + 1
    }
    let least = max(start + 1, end - 20, min(first.upperBound, end))
    if end < scalars.count, let blank = (least..<end).last(where: isBlank) { end = blank }
    var piece = String.UnicodeScalarView()
    if start > 0 { piece.append("…") }
    let shift = start - piece.count
    piece.append(contentsOf: scalars[start..<end])
    if end < scalars.count { piece.append("…") }
    text = String(piece)
    highlights.scalars = matches.scalars.map { $0.clamped(to: start..<end) }
      .filter { !$0.isEmpty }.map { $0.lowerBound - shift..<$0.upperBound - shift }
  }
}
