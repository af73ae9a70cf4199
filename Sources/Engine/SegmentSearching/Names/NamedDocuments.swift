import FootlightPlatform

/// The bearers of some names: neighbouring entries of the stream `names`, or documents, ascending.
enum NamedDocuments {
  case names(Range<Int>)
  case documents([UInt32])

  /// How many names there are, or documents.
  var count: Int {
    switch self {
    case .names(let range): range.count
    case .documents(let documents): documents.count
    }
  }
}

/// The documents with a name that is a query, and those with one that begins with it; ascending.
struct RareNames {
  var exact: [UInt32] = []
  var all: [UInt32] = []
}

extension NameIndex {
  /// A word that so few documents hold is looked for in these, where they have few names: finding its place among the
  /// names reads more.
  private static let mostLookedInto = 8
  private static let mostNames = 128

  /// The documents with a name that begins with a query of which one word is rare; nil where none is, or
  /// where its items have many names.
  ///
  /// A word of a name has a posting in names, so that no other document is asked. Hidden ones are left out.
  private func rareNames(_ terms: NameQueryTerms) throws(Failure) -> RareNames? {
    guard let rarest = terms.rarest, rarest.documents <= NameIndex.mostLookedInto,
      try query.stored.residentDictionary() == nil
    else { return nil }
    var found = RareNames()
    var documents: [UInt32] = []
    var names = 0
    let list = try ListCursor(query.stored, rarest, inNames: true, weight: 0)
    while list.document != .max {
      names += try query.forward.names(list.document)
      documents.append(list.document)
      try list.advance()
    }
    guard names <= NameIndex.mostNames else { return nil }
    for document in documents where !query.isHidden(document) {
      guard let match = try terms.firstMatch(document, query.forward) else { continue }
      found.all.append(document)
      if match.isExact { found.exact.append(document) }
    }
    return found
  }

  /// Where the names stand that begin with a query, and those that are it.
  func namedDocuments(
    _ terms: NameQueryTerms
  ) throws(Failure) -> (exact: NamedDocuments, all: NamedDocuments) {
    if let those = try cheaplyNamed(terms) { return those }
    let range = try names(beginningWith: terms)
    return (.names(range.exact), .names(range.all))
  }

  /// The same where it takes little: a word is rare, or a table knows the names of each first word.
  func cheaplyNamed(
    _ terms: NameQueryTerms
  ) throws(Failure) -> (exact: NamedDocuments, all: NamedDocuments)? {
    if let rare = try rareNames(terms) { return (.documents(rare.exact), .documents(rare.all)) }
    guard try query.stored.residentDictionary() != nil else { return nil }
    let range = try names(beginningWith: terms)
    return (.names(range.exact), .names(range.all))
  }

  /// Whether some name begins with some whole words, which are given in both ways.
  func holdsBeginning(_ words: NameQueryTerms, _ terms: [UInt32]) throws(Failure) -> Bool {
    if let rare = try rareNames(words) { return !rare.all.isEmpty }
    return try holdsBeginning(terms)
  }

  /// Calls `body` with the document of each name, or with each document.
  func forEachDocument(_ those: NamedDocuments, _ body: (UInt32) -> Void) throws(Failure) {
    switch those {
    case .names(let range): try forEachName(range, body)
    case .documents(let documents): documents.forEach(body)
    }
  }

  /// The smallest documents with some names, as many as `best` wants.
  func smallest(
    _ best: SmallestDocuments, in those: NamedDocuments
  ) throws(Failure) -> [UInt32] {
    switch those {
    case .names(let range): return try smallest(best, in: range)
    case .documents(let documents):
      var best = best
      for document in documents where best.canTake(document) { best.take(document) }
      return best.documents
    }
  }
}
