/// The name of a changed record in the journal: its id, or the bytes by which its source finds it.
package struct JournalKey: Sendable, Hashable {
  /// The bytes.
  package var bytes: [UInt8]

  /// Makes a key of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a key of text.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The bytes as text, for people.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A change that is not applied yet.
package struct JournalRow: Sendable, Hashable {
  /// The key of the record that changed.
  package var key: JournalKey
  /// Grows with every change that is recorded: a row whose number is another one has changed again.
  package var sequence: Int64
  /// When the first change was recorded that is not applied, in seconds since 1970.
  package var firstSeen: Int64
  /// How often it was tried.
  package var attempts: Int
  /// Why the last attempt failed; empty for none.
  package var lastError: String
  /// Before when it need not be tried again, in seconds since 1970; 0 for at once.
  package var retryAt: Int64
  /// The digest of the record with which the last attempt failed; 0 where nobody knows it.
  package var digest: UInt64

  /// Makes a row.
  package init(
    key: JournalKey, sequence: Int64, firstSeen: Int64, attempts: Int = 0, lastError: String = "",
    retryAt: Int64 = 0, digest: UInt64 = 0
  ) {
    self.key = key
    self.sequence = sequence
    self.firstSeen = firstSeen
    self.attempts = attempts
    self.lastError = lastError
    self.retryAt = retryAt
    self.digest = digest
  }

  /// After so many failed attempts a change is set aside until it is released or recorded anew.
  package static let mostAttempts = 5

  /// How many seconds pass after so many failed attempts before the next one: 10, 40, 160, 640.
  package static func backoff(after attempts: Int) -> Int64 {
    10 << Int64(2 * min(max(attempts - 1, 0), 8))
  }

  /// How many failed attempts there are with one more, of a record with this digest.
  ///
  /// A change that was set aside stays so, and the answer is nil, unless its record is another one
  /// now: then this is the first attempt of a new change. Before that every attempt counts, since
  /// some records are never the same twice.
  package func attempts(failingWith digest: UInt64) -> Int? {
    guard attempts >= JournalRow.mostAttempts else { return attempts + 1 }
    return [0, self.digest].contains(digest) || self.digest == 0 ? nil : 1
  }
}

/// Changes of one domain that are applied together, the oldest first.
package struct JournalBatch: Sendable, Hashable {
  /// The domain.
  package var domain: String
  /// The changes.
  package var rows: [JournalRow]

  /// Makes a batch.
  package init(domain: String, rows: [JournalRow]) {
    self.domain = domain
    self.rows = rows
  }
}

/// Which of the pending changes are due.
package enum JournalDue: Sendable, Hashable {
  /// Those whose time to be tried again has come.
  case retry(now: Int64)
  /// All that were not tried since an instant: one attempt each.
  case untried(since: Int64)
}

/// A change that could not be applied.
package struct FailedAttempt: Sendable, Hashable {
  /// The change.
  package var row: JournalRow
  /// Why; without contents of records.
  package var error: String
  /// The digest of the record; 0 where nobody knows it.
  package var digest: UInt64

  /// Describes a failed attempt.
  package init(_ row: JournalRow, error: String, digest: UInt64 = 0) {
    self.row = row
    self.error = error
    self.digest = digest
  }
}

/// A change that was set aside.
public struct QuarantinedChange: Sendable, Hashable {
  /// The domain.
  public var domain: String
  /// The key of the record that changed.
  package var key: JournalKey
  /// How often it was tried.
  public var attempts: Int
  /// Why the last attempt failed.
  public var lastError: String

  /// Describes a change.
  package init(domain: String, key: JournalKey, attempts: Int, lastError: String) {
    self.domain = domain
    self.key = key
    self.attempts = attempts
    self.lastError = lastError
  }
}
