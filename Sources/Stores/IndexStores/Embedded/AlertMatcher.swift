import FootlightDiagnostics
import FootlightPlatform
import ItemMapping
import QueryLanguage
import SegmentFiles
import SegmentSearching

/// Finds out for which searches items came, changed and went, from what a change has touched: the items as they were
/// and as they are, each in segments of which all else is hidden.
///
/// All searches are asked of these segments, not of the index: what that holds beside does not matter, since an item
/// satisfies a search or does not, whatever other items there are. Typos and questions that name an item are no part of
/// it, nor is it whether an item has expired.
struct AlertMatcher: ~Copyable {
  /// Of so many items at most somebody is told at once.
  private static let mostTold = Catalog.mostAlerts

  /// A document of one of the segments, as it is told.
  private struct Told {
    var id: String
    var title: String
    var url: String
    var isPrivate: Bool
    var digest: ItemDigest
  }

  private let domain: String
  private let before: [SearchedSegment]
  private let after: [SearchedSegment]
  private let digester: ItemDigester
  private let now: Int64
  private var known: [Int: [UInt32: Told]] = [:]
  private var reader = ItemReader()

  /// - Parameters:
  ///   - before: the items that a change has taken away or replaced.
  ///   - after: the items that it has brought.
  init(
    _ domain: String, before: [SearchedSegment], after: [SearchedSegment],
    attributes: [IndexedAttribute], now: Int64
  ) {
    self.domain = domain
    self.before = before
    self.after = after
    digester = ItemDigester(attributes: attributes)
    self.now = now
  }

  /// The alerts of all searches, those of one together, in the order of the searches.
  mutating func alerts(_ rules: [AlertRule]) throws(Failure) -> [Alert] {
    var found: [Alert] = []
    for rule in rules where rule.domains.isEmpty || DomainReach(rule.domains).contains(domain) {
      guard found.count < AlertMatcher.mostTold else { break }
      guard let request = request(rule) else { continue }
      found += try alerts(rule, strictMatches(request, in: before + after))
    }
    return found
  }

  /// The search as a request; nil where it names an attribute that the domain lacks.
  private func request(_ rule: AlertRule) -> SearchRequest? {
    let stored = (after.first ?? before.first)?.stored
    let attributes = stored?.attributes ?? []
    let readsInsides = stored?.looksInside ?? false
    // A search that is asked by its name has no word that is being typed.
    var request = SearchRequest(
      query: Query(rule.text + " ", readsInsides: readsInsides) { attributes.hold($0) }, limit: 0,
      now: 0)
    request.findsAll = rule.text.allSatisfy(\.isWhitespace)
    for filter in rule.filters {
      let condition = Query(filter) { attributes.hold($0) }
      guard condition.isOnlyConditions, condition.identifier.isEmpty else { return nil }
      request.conditions += condition.conditions
    }
    return request
  }

  private mutating func alerts(
    _ rule: AlertRule, _ matches: [Bitmap]
  ) throws(Failure) -> [Alert] {
    var gone: [String: Told] = [:]
    var order: [String] = []
    for place in before.indices {
      for document in documents(of: matches[place]) {
        let told = try told(place, document)
        gone[told.id] = told
        order.append(told.id)
      }
    }
    var alerts: [Alert] = []
    func add(_ kind: Alert.Kind, _ told: Told, isPrivate: Bool) {
      alerts.append(
        Alert(
          search: rule.name, kind: kind, domain: domain, id: told.id, title: told.title,
          url: told.url, isPrivate: isPrivate, time: now))
    }
    for place in before.count..<before.count + after.count {
      for document in documents(of: matches[place]) {
        let told = try told(place, document)
        guard let earlier = gone.removeValue(forKey: told.id) else {
          add(.came, told, isPrivate: told.isPrivate)
          continue
        }
        guard earlier.digest != told.digest else { continue }
        add(.changed, told, isPrivate: told.isPrivate || earlier.isPrivate)
      }
    }
    for id in order {
      if let told = gone[id] { add(.went, told, isPrivate: told.isPrivate) }
    }
    return alerts
  }

  private func documents(of matches: Bitmap) -> [UInt32] {
    var documents: [UInt32] = []
    matches.forEach { document in
      documents.append(document)
      return documents.count < AlertMatcher.mostTold
    }
    return documents
  }

  /// An item, read once for all searches.
  private mutating func told(_ place: Int, _ document: UInt32) throws(Failure) -> Told {
    if let told = known[place]?[document] { return told }
    let stored = (place < before.count ? before[place] : after[place - before.count]).stored
    var buffer = ItemBuffer()
    try reader.open(document, of: stored)
    try reader.read(of: stored, into: &buffer)
    let told = Told(
      id: buffer.bytes.text(buffer.id), title: buffer.bytes.text(buffer.title),
      url: buffer.bytes.text(buffer.url),
      isPrivate: try stored.reserved().hidden?[Int(document)] ?? false,
      digest: digester.digest(buffer))
    known[place, default: [:]][document] = told
    return told
  }
}
