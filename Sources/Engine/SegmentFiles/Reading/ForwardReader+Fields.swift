package import FootlightPlatform
package import QueryLanguage

/// A part of a document's forward records.
package enum ForwardPart {
  /// A name in the form of names; ordinal 0 is the title.
  case name(Int)
  /// Further terms of the names, such as derived ones, over all names.
  case namesExtra
  case keywords
  case description
  case body
  /// Terms derived from description and body.
  case longExtra
}

extension ForwardPart {
  /// The fields whose words may stand there.
  package var fields: [Field] {
    switch self {
    case .name(let ordinal): ordinal == 0 ? [.title] : [.alias]
    case .namesExtra: [.title, .alias]
    case .keywords: [.keyword]
    case .description: [.description]
    case .body: [.body]
    case .longExtra: [.description, .body]
    }
  }
}

extension ForwardReader {
  /// The lists of terms of a document with what they are, until `body` says stop.
  package func forEachField(
    _ document: UInt32, onlyNames: Bool, mostOfLong: Int = .max,
    _ body: (ForwardPart, NameTerms) -> Bool
  ) throws(Failure) {
    let names = try names(document)
    var place = 0
    try forEachSequence(document, onlyNames: onlyNames, mostOfLong: mostOfLong) { list in
      defer { place += 1 }
      let part: ForwardPart
      switch place - names {
      case ..<0: part = .name(place)
      case 0: part = .namesExtra
      case 1: part = .keywords
      case 2: part = .description
      case 3: part = .body
      default: part = .longExtra
      }
      return body(part, list)
    }
  }
}
