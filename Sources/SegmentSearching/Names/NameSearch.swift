import SegmentFiles
import FootlightDiagnostics

/// A document of which the query is a whole name.
struct WholeName {
  var document: UInt32
  /// Whether that name is its title, or it is found by its id.
  var isTitle: Bool
}

/// What orders hits that names have made, which have no score: kept where others have theirs.
struct NameStanding {
  /// Whether the query is the whole title: titles come before aliases.
  var isTitle = false
  /// Why the document is preferred: what is used more comes first, then what is within its window.
  var preference = Preference()

  init(isTitle: Bool = false, _ preference: Preference = Preference()) {
    self.isTitle = isTitle
    self.preference = preference
  }

  /// The higher one comes first; never shown.
  var worth: Int {
    (isTitle ? 16 : 0) + 2 * preference.activity + (preference.isInWindow ? 1 : 0)
  }
}

extension SegmentSearch {
  /// The first documents with some names that are the query, as many as are wanted: those whose title it
  /// is, then the others; each once.
  ///
  /// Equal names stand in this order, so that no more of them are read.
  func wholeNames(in those: NamedDocuments) throws(Failure) -> [WholeName] {
    var found: [WholeName] = []
    switch those {
    case .documents(let documents):
      for document in documents {
        found.append(WholeName(document: document, isTitle: try isTitled(document)))
      }
    case .names(let range):
      let packed = nameRows
      var pace = SearchPace(plan.request)
      var index = range.lowerBound
      while index < range.upperBound, found.count < plan.wanted {
        let row = index / PackedRows.perRow
        let view = try chunks.view(.names, packed.rows.offset(ofRow: row))
        let end = min((row + 1) * PackedRows.perRow, range.upperBound)
        while index < end, found.count < plan.wanted {
          try pace.step()
          let entry = packed.rows.number(index % PackedRows.perRow, in: view)
          let document = packed.document(entry)
          if !isHidden(document) {
            let isTitle = packed.ordinal(entry) == 0 || document == identified
            found.append(WholeName(document: document, isTitle: isTitle))
          }
          index += 1
        }
      }
    }
    return found
  }

  /// Whether the query is the whole title of a document, or its id, which is as exact.
  func isTitled(_ document: UInt32) throws(Failure) -> Bool {
    if document == identified { return true }
    guard let nameTerms, try forward.names(document) > 0 else { return false }
    return nameTerms.match(try forward.name(document, 0)) == .whole
  }
}
