import SegmentFiles
package import FootlightDiagnostics
import QueryLanguage

/// The query as an id and as a name, looked up in one segment: what decides tiers 1 and 2.
package struct QueriedName {
  /// The document whose id is the query.
  let identified: UInt32?
  /// The query as terms of the segment, when it holds them all.
  let terms: NameQueryTerms?
  private let forward: ForwardReader

  /// Looks the query up; the mode `none` looks at no names.
  init(_ query: SegmentQuery) throws(Failure) {
    forward = query.forward
    guard query.plan.request.match != .none else {
      identified = nil
      terms = nil
      return
    }
    let identifier = query.plan.request.query.identifier
    var identified: UInt32?
    if !identifier.isEmpty, let document = try query.stored.document(ofID: identifier),
      !query.isHidden(document)
    {
      identified = document
    }
    self.identified = identified
    terms = query.stored.header.names > 0 ? try NameQueryTerms(query) : nil
  }

  /// No name, for queries that are more than plain words.
  init(nothingIn query: SegmentQuery) {
    forward = query.forward
    identified = nil
    terms = nil
  }

  /// The tier of a document that is known to be in tier 1 or 2.
  package func tier(_ document: UInt32) throws(Failure) -> Int {
    if document == identified { return 1 }
    return try firstMatch(document)?.isExact == true ? 1 : 2
  }

  /// Whether the query is the whole title of a document, or its id, which is as exact.
  func isTitle(_ document: UInt32) throws(Failure) -> Bool {
    if document == identified { return true }
    guard let terms, try forward.names(document) > 0 else { return false }
    return terms.match(try forward.name(document, 0)) == .whole
  }

  /// The first name of a document that is the query or begins with it, exact ones first.
  func firstMatch(_ document: UInt32) throws(Failure) -> (ordinal: Int, isExact: Bool)? {
    try terms.flatMap { (terms) throws(Failure) in try terms.firstMatch(document, forward) }
  }
}
