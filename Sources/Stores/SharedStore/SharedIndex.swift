package import FootlightPlatform

/// Where the published states of an index are kept for several machines.
///
/// It keeps bytes and knows nothing of what is in them: a domain is one file or several that never change, deltas that
/// never change, the row of the catalog and the journal, and a token that is another one after every change. An index
/// folder takes it as an optional: what is published there is published here first, and what others have
/// published comes in as files and rows.
///
/// Tokens are random and digests those of the contents, since a store can go back: after a restored backup, or with
/// a standby that lacked the last changes, whatever is counted is given out a second time.
package protocol SharedIndex: Sendable {
  /// One row that tells whether anything was published.
  func news() throws(Failure) -> SharedNews
  /// The token of the state of each domain that there is, or was.
  func tokens() throws(Failure) -> [String: Int]
  /// How large the published states are.
  func sizes() throws(Failure) -> [String: SharedSizes]
  /// A domain as it is published, from one read transaction.
  func state(of domain: String) throws(Failure) -> SharedDomain
  /// Calls `body` with each extent of a file from one on, in order.
  ///
  /// - Throws: `store.missing` when it is no longer there, `store.incomplete` when there are others than expected.
  func fetch(
    _ file: SharedFile, from extent: Int,
    _ body: (borrowing ByteArena, ByteRange) throws(Failure) -> Void
  ) throws(Failure)
  /// Whether a file of the published base is there as it was sent; the server reads the whole file for it.
  func presence(ofPublished number: Int, of domain: String) throws(Failure) -> SharedPresence
  /// Whether a file is there as it was sent, published or not; the server reads the whole file for it.
  func presence(of file: SharedFile) throws(Failure) -> SharedPresence
  /// The row of a delta.
  ///
  /// - Throws: `store.missing` when it is no longer there, `store.incomplete` when it holds something else.
  func fetch(_ delta: SharedDelta.Name) throws(Failure) -> [UInt8]

  /// A number that is given out once: of a file, or of a delta.
  func nextNumber() throws(Failure) -> Int
  /// Takes the right to change a domain, for as long as it is not let go; returns the token of its
  /// state, 0 where nothing was published yet.
  ///
  /// - Throws: `store.claimed` while another machine has it.
  func claim(_ domain: String) throws(Failure) -> Int
  /// Gives the right to change a domain back.
  func letGo(_ domain: String)
  /// Sends a file that was written and forced to the disk; nobody finds it before it is committed.
  func upload(_ number: Int, of domain: String, at path: String) throws(Failure)
  /// Publishes a change of a domain in one step; returns the token of its new state.
  ///
  /// - Throws: `store.fenced` when the right was lost meanwhile: then nothing has happened.
  func commit(_ change: SharedChange) throws(Failure) -> Int

  /// Takes some shards of a build that several machines do together, each with a fence; they stay for as long as
  /// they are not let go.
  ///
  /// - Throws: `store.claimed` while others build the domain otherwise, `store.moved`.
  func takeShards(
    of domain: String, _ build: SharedBuild, atMost most: Int
  ) throws(Failure) -> [Int: Int64]
  /// Gives shards back that are not built.
  func letGoShards(_ fences: [Int64])
  /// Sends the file of a shard.
  func uploadShard(
    _ number: Int, of domain: String, at path: String, _ fence: Int64
  ) throws(Failure)
  /// Settles a shard: its file was sent, or is one of the published base that holds the same.
  ///
  /// - Throws: `store.fenced` when another machine has taken it meanwhile.
  func finishShard(
    _ number: Int, of domain: String, _ fence: Int64, facts: [UInt8]
  ) throws(Failure)
  /// The shards of a build; none when it was published, or given up.
  func shards(of domain: String, _ build: SharedBuild) throws(Failure) -> [SharedShard]
  /// Gives up what was built in shards, where that has made nothing different; the right to change the domain is held.
  func endShards(of domain: String) throws(Failure)
  /// Has shards built anew, all or none; none while somebody publishes the domain.
  ///
  /// - Returns: how many of them are.
  func rejectShards(_ shards: [SharedShard], of domain: String) throws(Failure) -> Int
}

/// The state of a whole store, as far as it tells whether anything was published.
package struct SharedNews: Sendable, Hashable {
  /// A number that no other store has; not 0.
  package var identity: Int
  /// Another one after every change of any domain.
  package var token: Int
}

/// What a store knows of a file.
package enum SharedPresence: Sendable {
  /// It is there as it was sent.
  case whole
  /// Some of it is gone or another one, or cannot be read from the server's disk.
  case lost
  /// The worker on which it lies lets nobody in.
  case away
  /// The store has not answered in time: it may be whole.
  case unknown
}

/// How much room the published state of a domain takes.
package struct SharedSizes: Sendable, Hashable {
  /// The token of the state.
  package var token: Int
  /// How many bytes its files have, in their order.
  package var files: [Int]
  /// How many bytes its deltas have.
  package var deltas: Int
}

/// A build that several machines do together.
package struct SharedBuild: Sendable, Hashable {
  /// Tells it from builds of other declarations.
  package var key: String
  /// How many shards there are.
  package var shards: Int
  /// The token of the state that it follows; 0 for none.
  package var token: Int
}

/// A shard of a build that several machines do together.
package struct SharedShard: Sendable, Hashable {
  /// Its number among the shards.
  package var number: Int
  /// The fence of the machine that has taken it last.
  package var fence: Int64
  /// Its file; nil where it is not built yet.
  package var file: SharedFile?
  /// The facts that its builder gave.
  package var facts: [UInt8] = []
}

/// A delta that never changes.
package struct SharedDelta: Sendable, Hashable {
  /// The name by which it is found.
  package struct Name: Sendable, Hashable {
    /// The domain.
    package var domain: String
    /// Its number.
    package var number: Int
    /// The digest of its row.
    package var digest: [UInt8]
    /// The first 14 bytes of its row, a row of its first column alone: the number of the file that it changes.
    package var head: [UInt8]
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
}

/// A domain as it is published.
package struct SharedDomain: Sendable {
  /// The domain.
  package var name: String
  /// Tells this state from all others that there are or were; not 0.
  package var token: Int
  /// The files of its base: one, or its shards; none for a domain that was removed.
  package var files: [SharedFile] = []
  /// The row of the catalog.
  package var row: [UInt8]
  /// The deltas, the oldest first.
  package var deltas: [SharedDelta.Name] = []
  /// The changes that wait to be applied.
  package var journal: [SharedJournalRow] = []
}

/// The change of a domain in one step.
package struct SharedChange: Sendable {
  /// The change of the base.
  package enum Base: Sendable, Hashable {
    case same
    /// Files by the numbers that their names bear, in their order: each was sent, or is one of the present base.
    case replaced([Int])
    case removed
  }

  /// The domain.
  package var domain: String
  /// The token of the state that it is a change of.
  package var token: Int
  /// The change of the base.
  package var base: Base
  /// The row of the catalog.
  package var row: [UInt8]
  /// Deltas that come.
  package var added: [SharedDelta] = []
  /// The deltas that the domain has then; all others go.
  package var deltas: [Int] = []
  /// Changes of the journal that come, or are other ones now.
  package var recorded: [SharedJournalRow] = []
  /// Changes of the journal that go.
  package var settled: [[UInt8]] = []
}
