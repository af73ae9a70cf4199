import DeclaredRecords
import FootlightPlatform
import SearchEngine

/// Finds out for which searches items came, changed and went, from what a change has touched: the items as they were
/// and as they are, each in segments of which all else is hidden.
///
/// All searches are asked of these segments, not of the index: what that holds beside does not matter, since an item
/// satisfies a search or does not, whatever other items there are. Typos and questions that name an item are no part of
/// it, nor is it whether an item has expired.
struct AlertMatcher: ~Copyable {
  /// Of so many items at most somebody is told at once.
  private static let mostTold = Catalog.mostAlerts
  /// So many items are kept once they were read.
  private static let mostKnown = 2 * mostTold

  /// A document of one of the segments, as it is told.
  private struct Told {
    var id: String
    var title: String
    var url: String
    var isPrivate: Bool
    var digest: ItemDigest
  }

  /// A document of one of the segments.
  private struct Place: Hashable {
    var segment: Int
    var document: UInt32
  }

  private let domain: String
  /// The segments of before, then those of after.
  private let segments: [SearchedSegment]
  private let before: Range<Int>
  private let after: Range<Int>
  private let digester: ItemDigester
  /// The attributes of all domains: a search may name those of any that it looks into.
  private let schema: [(domain: String, attributes: [IndexedAttribute])]
  private let now: Int64
  private var known: [Place: Told] = [:]
  /// For each document of a segment the same item on the other side: 0 where nobody has looked yet.
  private var partners: [[UInt64]]
  private var reader = ItemReader()

  /// - Parameters:
  ///   - before: the items that a change has taken away or replaced.
  ///   - after: the items that it has brought.
  ///   - attributes: those of the domain.
  ///   - others: the attributes of the other domains.
  init(
    _ domain: String, before: [SearchedSegment], after: [SearchedSegment],
    attributes: [IndexedAttribute],
    others: [(domain: String, attributes: [IndexedAttribute])] = [], now: Int64
  ) {
    self.domain = domain
    segments = before + after
    self.before = before.indices
    self.after = before.count..<before.count + after.count
    partners = Array(repeating: [], count: before.count + after.count)
    digester = ItemDigester(attributes: attributes)
    let own = (before + after).map { ($0.domain, $0.stored.attributes) }
    schema = own + others.filter { $0.domain != domain }
    self.now = now
  }

  /// The alerts of all searches, those of one together, in the order of the searches, and how many there were beyond
  /// what is told at once.
  ///
  /// Each search may fill its share of what those before it have left.
  mutating func alerts(_ rules: [AlertRule]) throws(Failure) -> AlertBatch {
    let asked = rules.filter { $0.domains.isEmpty || DomainReach($0.domains).contains(domain) }
    var batch = AlertBatch()
    for (number, rule) in asked.enumerated() {
      guard let request = request(rule) else { continue }
      let share = (AlertMatcher.mostTold - batch.alerts.count) / (asked.count - number)
      try tell(
        rule, of: strictMatches(request, in: segments), &batch, upTo: batch.alerts.count + share)
    }
    return batch
  }

  /// The search as a request, read as it is where all of its domains are asked; nil where none of them has an attribute
  /// that a filter names.
  private func request(_ rule: AlertRule) -> SearchRequest? {
    let stored = segments.last?.stored
    let reach = DomainReach(rule.domains)
    let schema = schema.filter { rule.domains.isEmpty || reach.contains($0.domain) }
    func isAttribute(_ name: String) -> Bool { schema.contains { $0.attributes.hold(name) } }
    let readsInsides = stored?.looksInside ?? false
    // A search that is asked by its name has no word that is being typed.
    var request = SearchRequest(
      query: Query(rule.text + " ", readsInsides: readsInsides) { isAttribute($0) }, limit: 0,
      now: 0)
    request.findsAll = rule.text.allSatisfy(\.isWhitespace)
    for filter in rule.filters {
      let condition = Query(filter) { isAttribute($0) }
      guard condition.isOnlyConditions, condition.identifier.isEmpty else { return nil }
      request.conditions += condition.conditions
    }
    return request
  }

  /// Tells of the hits of a search: of those of after that they came or have changed, of those of before that they went.
  private mutating func tell(
    _ rule: AlertRule, of matches: [Bitmap], _ batch: inout AlertBatch, upTo most: Int
  ) throws(Failure) {
    for segment in after {
      for document in matches[segment].documents {
        let place = Place(segment: segment, document: document)
        let partner = try partner(of: place)
        let isKnown = partner.map { matches[$0.segment][Int($0.document)] } ?? false
        guard batch.alerts.count < most else {
          batch.missed += 1
          continue
        }
        let told = try told(place)
        guard let partner, isKnown else {
          batch.alerts.append(news(rule, .came, told))
          continue
        }
        let earlier = try self.told(partner)
        guard earlier.digest != told.digest else { continue }
        var alert = news(rule, .changed, told)
        alert.isPrivate = told.isPrivate || earlier.isPrivate
        batch.alerts.append(alert)
      }
    }
    for segment in before {
      for document in matches[segment].documents {
        let place = Place(segment: segment, document: document)
        if let partner = try partner(of: place),
          matches[partner.segment][Int(partner.document)]
        {
          continue
        }
        guard batch.alerts.count < most else {
          batch.missed += 1
          continue
        }
        batch.alerts.append(news(rule, .went, try told(place)))
      }
    }
  }

  private func news(_ rule: AlertRule, _ kind: Alert.Kind, _ told: Told) -> Alert {
    Alert(
      search: rule.name, kind: kind, domain: domain, id: told.id, title: told.title,
      url: told.url, isPrivate: told.isPrivate, time: now)
  }

  /// The same item on the other side of the change; nil where it is not there.
  ///
  /// It is looked up once for all searches, so that a search of which little is told costs little.
  private mutating func partner(of place: Place) throws(Failure) -> Place? {
    let stored = segments[place.segment].stored
    if partners[place.segment].isEmpty {
      partners[place.segment] = Array(repeating: 0, count: stored.summary.items)
    }
    let known = partners[place.segment][Int(place.document)]
    guard known == 0 else {
      guard known != .max else { return nil }
      return Place(
        segment: Int(known >> 32) - 1, document: UInt32(truncatingIfNeeded: known))
    }
    let id = try stored.item(place.document).id
    var found: Place?
    for segment in before.contains(place.segment) ? after : before {
      guard let document = try reader.find(id, in: segments[segment].stored),
        segments[segment].hidden?.contains(document) != true
      else { continue }
      found = Place(segment: segment, document: document)
      break
    }
    partners[place.segment][Int(place.document)] =
      found.map { UInt64($0.segment + 1) << 32 | UInt64($0.document) } ?? .max
    return found
  }

  /// An item, read once for all searches, as far as there is room.
  private mutating func told(_ place: Place) throws(Failure) -> Told {
    if let told = known[place] { return told }
    let stored = segments[place.segment].stored
    var buffer = ItemBuffer()
    try reader.open(place.document, of: stored)
    try reader.read(of: stored, into: &buffer)
    let told = Told(
      id: buffer.bytes.text(buffer.id), title: buffer.bytes.text(buffer.title),
      url: buffer.bytes.text(buffer.url),
      isPrivate: try stored.reserved().hidden?[Int(place.document)] ?? false,
      digest: digester.digest(buffer))
    if known.count < AlertMatcher.mostKnown { known[place] = told }
    return told
  }
}

extension Bitmap {
  /// The numbers of the set, ascending.
  var documents: [UInt32] {
    var documents: [UInt32] = []
    forEach { document in
      documents.append(document)
      return true
    }
    return documents
  }
}
