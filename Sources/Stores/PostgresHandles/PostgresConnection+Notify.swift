#if PostgresStore
  import CSystemPQ
  package import FootlightPlatform

  extension PostgresConnection {
    /// Waits until somebody has notified a channel that is listened to; false when the time is over.
    ///
    /// The text of a notification is thrown away: it is a hint to look, and nothing more.
    ///
    /// C: PQconsumeInput, PQnotifies.
    package func waitForNotice(milliseconds: Int64) throws(Failure) -> Bool {
      if takeNotices() { return true }
      guard try wait(forWriting: false, milliseconds: milliseconds) else { return false }
      guard unsafe PQconsumeInput(handle) != 0 else { throw broken() }
      return takeNotices()
    }

    private func takeNotices() -> Bool {
      var isTold = false
      while let notice = unsafe PQnotifies(handle) {
        isTold = true
        unsafe PQfreemem(notice)
      }
      return isTold
    }
  }
#endif
