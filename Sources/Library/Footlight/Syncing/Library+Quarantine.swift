import DeclaredRecords
public import FootlightPlatform
public import IndexStores

extension QuarantinedChange {
  /// The key of the record in its source, as people write it; an item's id in most declarations.
  public var id: String { key.forPeople }
}

extension Library {
  /// The changes of the named domains (of all of them without names) that were set aside after five
  /// attempts, by domain and key.
  ///
  /// The item of each stays as it was indexed before. A new change of the record tries it again, and
  /// so do ``release(_:waits:cancellation:)`` and a rebuild.
  ///
  /// - Throws: `domain.unknown`.
  public func quarantine(_ domains: [String] = []) throws(Failure) -> [QuarantinedChange] {
    let state = try store.snapshot(of: [])
    let selection = DomainSelection(domains)
    try selection.check(against: Set(state.domains.map(\.name)))
    return try state.quarantine(of: nil).filter { selection.contains($0.domain) }
  }

  /// Has changes tried again by the next sync: one, written as `domain:id`, or all of a domain.
  ///
  /// - Returns: how many were set aside.
  /// - Throws: `domain.unknown`, `lock.held` while another process indexes.
  @discardableResult
  public func release(
    _ address: String, waits: Bool = false, cancellation: Cancellation? = nil
  ) throws(Failure) -> Int {
    let state = try store.snapshot(of: [])
    let names = Set(state.domains.map(\.name))
    var domain = address
    var id: String?
    if !names.contains(address), let one = ItemAddress(address) {
      domain = one.domain
      id = one.id
    }
    try DomainSelection([domain]).check(against: names)
    let found = try state.quarantine(of: nil).filter { change in
      // Byte by byte: two keys may be canonically equal.
      change.domain == domain
        && id.map { $0.utf8.elementsEqual(change.key.forPeople.utf8) } ?? true
    }
    guard !found.isEmpty else { return 0 }
    let indexer = try store.indexer(waits ? Patience(cancellation: cancellation) : .none)
    defer { indexer.close() }
    guard id != nil else { return try indexer.release(domain, nil) }
    var count = 0
    for change in found { count += try indexer.release(domain, change.key) }
    return count
  }
}

extension JournalKey {
  /// The key as people write it.
  var forPeople: String { SourceKey(bytes).map(\.description) ?? text }
}
