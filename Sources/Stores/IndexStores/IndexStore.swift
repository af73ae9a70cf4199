package import FootlightPlatform

/// Where prepared items are kept and found again.
///
/// A store receives bytes and numbers and never ranks by itself: analysis, scores and order come
/// from `TextAnalysis` and `SegmentFiles` for every store, so that all stores answer alike.
package protocol IndexStore: Sendable {
  /// What it keeps of a shared store, where it is a copy of one, which is changed there first; nil where it is none.
  func copy() throws(Failure) -> IndexCopy?

  /// The newest published state, pinned; with names only these domains are opened for searching.
  ///
  /// Takes no lock and needs no permission to write. A store that does not exist yet is empty.
  func snapshot(of domains: [String]?) throws(Failure) -> any StoreSnapshot

  /// Files that belong to nothing live; the next indexer clears them away.
  func leftovers() throws(Failure) -> [StoreLeftover]

  /// The faults of the store itself, whatever its domains hold.
  func examine() throws(Failure) -> [Diagnostic]

  /// What searches that have names have to tell a reader.
  func alerts(for reader: AlertReader) throws(Failure) -> AlertBatch

  /// The alerts after one, the oldest first, whoever was told of them.
  ///
  /// - Parameter hidesPrivate: whether private items are left out, before the limit is counted.
  func alerts(
    after sequence: Int64, atMost limit: Int, hidesPrivate: Bool
  ) throws(Failure) -> [Alert]

  /// Notes up to which alert a reader was told.
  func noteTold(_ reader: AlertReader, upTo sequence: Int64) throws(Failure)

  /// The right to change the store: one indexer at a time has it, until it is let go.
  ///
  /// Deletes the remains of a killed indexer.
  func indexer(_ patience: Patience) throws(Failure) -> any StoreIndexer
}

extension IndexStore {
  /// Whether it is a copy of a shared store; what a copy keeps may be unreadable.
  package var isCopy: Bool { ((try? copy()) ?? nil) != nil }

  /// Whether something lies about that the next indexer clears away.
  package func hasLeftovers() throws(Failure) -> Bool { try !leftovers().isEmpty }
}

/// Something in a store that belongs to nothing live.
package struct StoreLeftover: Sendable, Hashable {
  /// The domain that it was made for.
  package var domain: String
  /// Its name.
  package var name: String
  /// How much room it takes.
  package var bytes: Int
}

/// The patience of a caller while another process has the right to change a store.
package struct Patience: Sendable {
  /// Whether to wait at all; otherwise the call fails at once.
  package var waits: Bool
  /// Ends the waiting.
  package var cancellation: Cancellation?
  /// Is told once, with the process id of the other one, before the waiting begins.
  package var whenWaiting: @Sendable (Int32?) -> Void

  /// Waits until it is told not to.
  package init(
    waits: Bool = true, cancellation: Cancellation? = nil,
    whenWaiting: @escaping @Sendable (Int32?) -> Void = { _ in }
  ) {
    self.waits = waits
    self.cancellation = cancellation
    self.whenWaiting = whenWaiting
  }

  /// Fails at once.
  package static let none = Patience(waits: false)
}
