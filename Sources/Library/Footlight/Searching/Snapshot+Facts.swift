import DeclaredRecords
package import FootlightPlatform
import IndexStores
import SearchEngine

/// Facts about a state that doors tell beside its answers.
extension Snapshot {
  /// A domain as it is stored.
  package struct Facts: Sendable, Hashable {
    package var name: String
    package var label: String
    /// The data version that is stored.
    package var version: Int = 0
    /// The number of items that the reader may see.
    package var items: Int
    /// When it was built or changed last, in seconds since 1970.
    package var built: Int64
    /// The attributes whose values may be counted, and those by which hits may be ordered.
    package var facets: [String]
    package var orders: [String]
    /// All attributes, with what people call them and the kind of their values.
    package var attributes: [Attribute]
    /// The attributes that a result shows, as far as they are declared.
    package var shown: [String]

    /// The names that conditions may hold: those of the attributes, and those that stand for all places.
    package var conditionNames: [String] {
      let names = attributes.map(\.name)
      return attributes.contains { $0.type == "place" } ? names + AttributeFilter.placeNames : names
    }
  }

  /// An attribute of a domain.
  package struct Attribute: Sendable, Hashable {
    package var name: String
    /// The declared label; nil where the name has to do.
    package var label: String?
    /// The type of its values, as declarations call it: `text`, `number`, `date`, `boolean`, `list` or `place`.
    package var type: String
  }

  /// The domains, by name.
  package var facts: [Facts] {
    state.domains.map { domain in
      let attributes = state.attributes(of: domain.name)
      return Facts(
        name: domain.name, label: domain.facts.label, version: domain.facts.version,
        items: domain.items - hiddenItems(of: domain.name), built: domain.facts.built,
        facets: attributes.filter { [.text, .listElement, .boolean].contains($0.kind) }.map(\.name),
        orders: attributes.filter { [.number, .date].contains($0.kind) }.map(\.name),
        attributes: attributes.map { attribute in
          Attribute(
            name: attribute.name, label: domain.facts.querySettings.labels[attribute.name],
            type: Snapshot.type(attribute.kind))
        }, shown: domain.facts.querySettings.shown)
    }
  }

  private static func type(_ kind: ItemBuffer.AttributeKind) -> String {
    switch kind {
    case .text: "text"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .listElement: "list"
    case .place: "place"
    }
  }

  /// The number of private items of a domain that the reader may not see; of a domain that cannot be read 0,
  /// since its problem is told instead.
  func hiddenItems(of domain: String) -> Int {
    guard audience.hidesPrivate else { return 0 }
    return (try? state.privateItems(of: domain)) ?? 0
  }

  /// The declared and stored domains, by name, as the reader may know them.
  package var summaries: [DomainSummary] {
    let stored = state.domains.filter { $0.name != ActivityRecord.history }.map { domain in
      DomainSummary(
        domain: domain.name, label: domain.facts.label, version: domain.facts.version,
        items: domain.items - hiddenItems(of: domain.name))
    }
    let unbuilt = look.unbuilt.keys.map { DomainSummary(domain: $0, label: $0) }
    return (stored + unbuilt).sorted { $0.domain < $1.domain }
  }

  /// The status of a domain as the reader may know it: where items may be private, nothing is counted that they may be part
  /// of, whether there are some or not.
  package func seen(_ status: DomainStatus) -> DomainStatus {
    let isOpen = state.analyzer(of: status.domain) != nil
    let mayHide = state.reservedAttributes(of: status.domain).contains(where: \.isPrivate)
    guard audience.hidesPrivate, mayHide || !isOpen else { return status }
    var seen = status
    seen.items -= hiddenItems(of: status.domain)
    seen.changes = ChangeCounts()
    seen.generation = nil
    seen.segments = min(1, status.segments)
    (seen.pending, seen.oldestPending, seen.quarantined) = (0, nil, 0)
    return seen
  }

  /// Whether answers depend on what the reader has used, and how long ago.
  package var hasActivity: Bool { !activity.records.isEmpty }

  /// The schema.org type of the items of a domain; nil where nothing says it.
  package func schema(of domain: String) -> String? {
    state.domains.first { $0.name == domain }?.facts.querySettings.schemaType
  }

  /// Whether there is an index at all.
  package var exists: Bool { state.exists }

  /// A text that is another one when anything is that answers from this state depend on: generations, changes,
  /// and what notes tell of the workspace.
  package var stamp: String {
    var text = "\(ObjectIdentifier(state as AnyObject).hashValue)"
    let now = system.now()
    for domain in state.domains {
      text += "\n\(domain.name) \(domain.generation) \(domain.segments) \(domain.items)"
      text += " \(domain.bytes) \(domain.deltaBytes) \(domain.facts.built) \(domain.pending)"
      // What is read at query time changes with the declaration alone, and rules with the time as well.
      if let declaration = domain.facts.declaration {
        text += " \(declaration.size) \(declaration.modified) "
      }
      let rules = domain.facts.querySettings.pins + domain.facts.querySettings.hidden
      text += rules.map { $0.holds(at: now) ? "+" : "-" }.joined()
    }
    for (name, reason) in look.stale.sorted(by: { $0.key < $1.key }) {
      text += "\n\(name)<\(reason)"
    }
    for (name, file) in look.unbuilt.sorted(by: { $0.key < $1.key }) { text += "\n\(name)-\(file)" }
    for (name, lack) in look.lacking.sorted(by: { $0.key < $1.key }) { text += "\n\(name)?\(lack)" }
    // An item is there until the second at which it expires. After the first such second of a domain it is not
    // known when the next one is, until a sync has taken out what is over.
    if state.domains.contains(where: { ReadPosition($0.facts).expiries.next ?? .max <= now }) {
      text += "\n@\(now)"
    }
    // Visits fade with time, and pages that are no items are forgotten.
    if !activity.records.isEmpty { text += "\n\(now / 60)" }
    return text
  }

  /// Calls `body` with the id and title of the items of a domain at these places of those that everybody may see,
  /// as far as they have not expired.
  package func forEachItem(
    of domain: String, in places: Range<Int>,
    _ body: (_ id: String, _ title: String) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachShown(of: domain, in: places) { (item) throws(Failure) in
      try body(item.id, item.title)
    }
  }

  /// The same with the whole items.
  package func forEachWholeItem(
    of domain: String, in places: Range<Int>, _ body: (LocatedItem) throws(Failure) -> Void
  ) throws(Failure) {
    let names = state.attributes(of: domain).map(\.name)
    try forEachShown(of: domain, in: places) { (item) throws(Failure) in
      var found = LocatedItem(domain: domain, item: item.named(names))
      found.relevance = ReservedValues(item, state, domain).relevance
      try body(found)
    }
  }

  private func forEachShown(
    of domain: String, in places: Range<Int>, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    let now = system.now()
    try state.scanItems(of: domain, in: places, hidingPrivate: true) { (item) throws(Failure) in
      if let expires = item.expires, expires <= now { return }
      try body(item)
    }
  }
}

extension Library {
  /// A text that is another one when something was pushed, visited or starred, or a key was changed.
  package var userStamp: String {
    let path = Path.join(workspace.index, UserDatabase.fileName)
    return [path, path + "-wal"].map { path in
      (try? FileStatus.of(path)).flatMap { $0 }.map { "\($0.inode) \($0.size) \($0.modified)" }
        ?? "-"
    }.joined(separator: "\n")
  }

  /// The items that programs pushed last into a domain, the latest first.
  package func latestPushes(to domain: String, atMost count: Int) throws(Failure) -> [String] {
    try userData.latestPushes(to: domain, atMost: count)
  }

  /// The state that a program stored with its last batch of a name; nil for none.
  package func batchState(_ batch: String, of domain: String) throws(Failure) -> String? {
    try userData.clientState(batch, of: domain)
  }
}
