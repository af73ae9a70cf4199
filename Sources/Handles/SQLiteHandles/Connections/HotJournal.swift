import CSystemSQLite
import FootlightPlatform

/// Repeats a call that met what looks like the journal of a writer that died
/// (SQLITE_READONLY_ROLLBACK).
///
/// A hot journal is looked for without a lock, so one that a living writer is just deleting can look
/// hot. A connection that may write locks the database and looks once more; one that only reads
/// fails at once. A journal that is hot in truth is still there after 50 ms.
///
/// SQLite: the note on false positives at `hasHotJournal` in pager.c.
func repeatedWhileJournalLooksHot(_ call: () -> Int32) -> Int32 {
  var code = call()
  var times = 0
  while code == looksHot, times < 25 {
    Workers.pause()
    code = call()
    times += 1
  }
  return code
}

/// SQLITE_READONLY_ROLLBACK, whose macro Swift does not import.
private let looksHot = SQLITE_READONLY | (3 << 8)
