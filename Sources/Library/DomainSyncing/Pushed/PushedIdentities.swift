package import DeclaredRecords
package import FootlightPlatform
package import IndexStores
import SearchEngine

/// The ids under which pushed records are stored, which are those of their items: another mapping
/// can make others of the same records.
package struct PushedIdentities {
  private let definition: DomainDefinition
  private let plan: JSONLinesFormat
  private let mapper: ItemMapper

  package init(_ definition: DomainDefinition, now: Int64) throws(Failure) {
    self.definition = definition
    plan = try JSONLinesFormat(definition.mapping.plan)
    mapper = ItemMapper(definition, now: now)
  }

  /// Maps records, and adds under which ids they belong and which of them do not fit.
  package func look(
    _ page: [PushedRecord], into found: inout PushedFindings
  ) throws(Failure) {
    var mapping = mapper.worker()
    let settings = IndexSettings(definition)
    var batch = RecordBatch()
    var item = ItemBuffer()
    let records = page.filter { $0.json != nil }
    let reader = JSONLineReader(
      plan, name: PushedSource.name(of: definition.name), lines: records.compactMap(\.json))
    var isMet = [Bool](repeating: false, count: records.count)
    while try reader.next(&batch) {
      try reader.decode(&batch)
      for record in batch.records {
        let place = Int(record.number) - 1
        guard records.indices.contains(place) else { continue }
        isMet[place] = true
        var outcome = mapping.map(batch, record, into: &item)
        var problem = outcome == .item ? SegmentWorker.problem(of: item, settings) : nil
        if outcome != .item {
          if case .bad(let mistake) = outcome { problem = mistake }
          outcome = mapping.identify(batch, record, into: &item)
          if problem == nil, case .bad(let mistake) = outcome { problem = mistake }
        }
        let id = outcome == .item ? item.bytes.text(item.id) : nil
        found.add(records[place].id, now: id, problem)
      }
    }
    for (index, isMet) in isMet.enumerated() where !isMet {
      let problem = Diagnostic(.userDataDamaged, "what is stored is no record")
      found.add(records[index].id, now: nil, problem)
    }
  }
}

/// The findings of a declaration about the records that were pushed.
package struct PushedFindings {
  /// How many mistakes are told one by one.
  private static let mostListed = 20

  private let definition: DomainDefinition
  /// The ids by which searches still find records that have others already, by those.
  private let former: [String: String]
  /// The records with other ids than those that they are stored under.
  package private(set) var renamed: [(from: String, to: String)] = []
  private var owners: [IdentifierBytes: String] = [:]
  private var records = 0
  private var bad = 0
  private var clashes = 0
  private var mistakes: [Diagnostic] = []

  package init(_ definition: DomainDefinition, former: [String: String] = [:]) {
    self.definition = definition
    self.former = former
  }

  /// Whether two records have the same id, so that none can be stored under its own.
  package var hasClashes: Bool { clashes > 0 }

  /// Adds a record; one without an id keeps the one that it has.
  fileprivate mutating func add(_ stored: String, now: String?, _ problem: Diagnostic?) {
    records += 1
    let id = now ?? stored
    if !id.utf8.elementsEqual(stored.utf8) { renamed.append((stored, id)) }
    if var problem {
      bad += 1
      problem.message = "\(address(stored)), which was pushed earlier: \(problem.message)"
      note(problem)
    }
    if let owner = owners.updateValue(stored, forKey: IdentifierBytes(text: id)) {
      clashes += 1
      note(
        Diagnostic(
          .duplicateID,
          "the records pushed as \(address(owner)) and \(address(stored)) have the same id now",
          remedy: "make the ids different, or delete one of the two"))
    }
  }

  /// How searches call the item of a record.
  private func address(_ stored: String) -> String {
    "\(definition.name):\(former[stored] ?? stored)"
  }

  private mutating func note(_ mistake: Diagnostic) {
    if mistakes.count < PushedFindings.mostListed { mistakes.append(mistake) }
  }

  /// The failure that keeps the declaration from being applied to the records; nil for none.
  package var failure: Failure? {
    let isEndured = definition.source.tolerate.endures(bad: bad, of: records)
    guard clashes > 0 || !isEndured else { return nil }
    let rest = bad + clashes - mistakes.count
    let first = Diagnostic(
      clashes > 0 ? .duplicateID : .tooManyBadRecords,
      "\(definition.name): \(records == 1 ? "the record" : "some of the \(records) records") pushed "
        + "into it do not fit its declaration" + (rest > 0 ? "; \(rest) more than are listed" : ""),
      at: definition.location,
      remedy: "mend the declaration, delete those records, or push all of them mended in one call")
    return Failure([first] + mistakes)
  }
}

/// An id that is equal to others with the same bytes, not to all that are written the same.
private struct IdentifierBytes: Hashable {
  let text: String

  static func == (left: IdentifierBytes, right: IdentifierBytes) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
