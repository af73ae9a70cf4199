package import FootlightPlatform
package import IndexStores
package import SearchEngine

// What stores of tests need not be able to do.

extension IndexStore {
  /// A store of its own.
  package func copy() throws(Failure) -> IndexCopy? { nil }

  /// A store of which nothing but its domains can be wrong.
  package func examine() -> [Diagnostic] { [] }

  /// A store need not be able to tell of changes.
  package func alerts(for reader: AlertReader) throws(Failure) -> AlertBatch { AlertBatch() }

  /// None.
  package func alerts(
    after sequence: Int64, atMost limit: Int, hidesPrivate: Bool
  ) throws(Failure) -> [Alert] { [] }

  /// Nothing was told.
  package func noteTold(_ reader: AlertReader, upTo sequence: Int64) throws(Failure) {}
}

extension StoreSnapshot {
  /// A store need not be able to leave out what is asked for nowhere.
  package func scanItems(
    of domain: String, in places: Range<Int>, hidingPrivate hidesPrivate: Bool,
    _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    let isPrivate = reservedAttributes(of: domain).firstIndex { $0.isPrivate }
    let ordinal = isPrivate.map { attributes(of: domain).count + $0 }
    var index = 0
    try scanItems(of: domain) { (item) throws(Failure) in
      if hidesPrivate, item.attributes.contains(where: { $0.ordinal == ordinal }) { return }
      if places.contains(index) { try body(item) }
      index += 1
    }
  }

  /// A store need not be able to complete texts.
  package func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer { SuggestionAnswer() }

  /// Most states need no preparation.
  package func prepare() {}
}

extension StoreIndexer {
  /// A store of one machine is built by it alone.
  package func jointBuild(
    _ domain: String, settings: IndexSettings, fingerprint: String, memory: Int, builders: Int,
    key: String, _ cancellation: Cancellation
  ) throws(Failure) -> (any StoreBuild)? {
    try build(domain, settings: settings, memory: memory)
  }

  /// A store need not know large deltas.
  package func mergeLargeDeltas(
    of domain: String, memory: Int, _ cancellation: Cancellation
  ) throws(Failure) -> StoredDomain? { nil }
}

extension StoreBuild {
  /// A store need not be able to compare.
  package func changes(since earlier: StoredDomain) -> ChangeCounts? { nil }
}
