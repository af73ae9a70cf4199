package import FootlightDiagnostics
package import FootlightPlatform

/// Where the published states of an index are kept for several machines.
///
/// It keeps bytes and knows nothing of what is in them: a domain is a file that never changes, deltas that
/// never change, the row of the catalog and the journal, and a version that grows with every change. An index
/// folder takes it as an optional: what is published there is published here first, and what others have
/// published comes in as files and rows.
package protocol SharedIndex: Sendable {
  /// A number that no other one has; not 0.
  func identity() throws(Failure) -> Int
  /// The version of each domain that there is, or was.
  func versions() throws(Failure) -> [String: Int]
  /// A domain as it is published, from one read transaction.
  func state(of domain: String) throws(Failure) -> SharedDomain
  /// Calls `body` with the bytes of a file, in order; what they are is checked against its digest at the end.
  ///
  /// - Throws: `store.missing` when it is no longer there, `store.incomplete` when it holds something else.
  func fetch(
    _ file: SharedFile, _ body: (borrowing ByteArena, ByteRange) throws(Failure) -> Void
  ) throws(Failure)
  /// Whether a file on this machine holds what was published.
  func matches(_ file: SharedFile, at path: String) throws(Failure) -> Bool
  /// The row of a delta.
  ///
  /// - Throws: `store.missing` when it is no longer there, `store.incomplete` when it holds something else.
  func fetch(_ delta: SharedDelta.Name) throws(Failure) -> [UInt8]

  /// A number that is given out once: of a file, or of a delta.
  func nextNumber() throws(Failure) -> Int
  /// Takes the right to change a domain, for as long as it is not let go; returns the domain's version.
  ///
  /// - Throws: `store.claimed` while another machine has it.
  func claim(_ domain: String) throws(Failure) -> Int
  /// Gives the right to change a domain back.
  func letGo(_ domain: String)
  /// Sends a file that was written and forced to the disk; nobody finds it before it is committed.
  func upload(_ number: Int, of domain: String, at path: String) throws(Failure) -> SharedFile
  /// Publishes a change of a domain in one step; returns its new version.
  ///
  /// - Throws: `store.fenced` when the right was lost meanwhile: then nothing has happened.
  func commit(_ change: SharedChange) throws(Failure) -> Int
}

/// A file that never changes.
package struct SharedFile: Sendable, Hashable {
  /// Its number, which its name bears.
  package var number: Int
  /// Its size.
  package var bytes: Int
  /// The digest of its contents.
  package var digest: [UInt8]

  /// Describes a file.
  package init(number: Int, bytes: Int, digest: [UInt8]) {
    self.number = number
    self.bytes = bytes
    self.digest = digest
  }
}

/// A delta that never changes.
package struct SharedDelta: Sendable, Hashable {
  /// The name by which it is found.
  package struct Name: Sendable, Hashable {
    /// The domain.
    package var domain: String
    /// Its number.
    package var number: Int

    /// Names a delta.
    package init(domain: String, number: Int) {
      self.domain = domain
      self.number = number
    }
  }

  /// Its number.
  package var number: Int
  /// The row of the catalog.
  package var row: [UInt8]
}

/// A change that waits, as a row of the journal.
package struct SharedJournalRow: Sendable, Hashable {
  /// The key of the record that changed.
  package var key: [UInt8]
  /// The row of the catalog.
  package var row: [UInt8]

  /// Describes a change.
  package init(key: [UInt8], row: [UInt8]) {
    self.key = key
    self.row = row
  }
}

/// A domain as it is published.
package struct SharedDomain: Sendable {
  /// The domain.
  package var name: String
  /// Grows with every change.
  package var version: Int
  /// Its base; nil for a domain that was removed.
  package var file: SharedFile?
  /// The row of the catalog.
  package var row: [UInt8]
  /// The numbers of the deltas, the oldest first.
  package var deltas: [Int]
  /// The changes that wait to be applied.
  package var journal: [SharedJournalRow]

  /// Describes a domain.
  package init(
    name: String, version: Int, file: SharedFile?, row: [UInt8], deltas: [Int],
    journal: [SharedJournalRow]
  ) {
    self.name = name
    self.version = version
    self.file = file
    self.row = row
    self.deltas = deltas
    self.journal = journal
  }
}

/// The change of a domain in one step.
package struct SharedChange: Sendable {
  /// The change of the base.
  package enum Base: Sendable, Hashable {
    case same
    case replaced(SharedFile)
    case removed
  }

  /// The domain.
  package var domain: String
  /// The version that it is a change of.
  package var version: Int
  /// The change of the base.
  package var base: Base
  /// The row of the catalog.
  package var row: [UInt8]
  /// Deltas that come.
  package var added: [SharedDelta] = []
  /// Deltas that go.
  package var removed: [Int] = []
  /// Changes of the journal that come, or are other ones now.
  package var recorded: [SharedJournalRow] = []
  /// Changes of the journal that go.
  package var settled: [[UInt8]] = []
}
