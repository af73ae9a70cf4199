package import FootlightPlatform
package import IndexStores
import SearchEngine
import TextAnalysis

extension OpenWorkspace {
  /// Makes the daily copy of `user.sqlite`, where one is due; what cannot be copied is told.
  package func backUpUserData() -> [Diagnostic] {
    do throws(Failure) {
      guard try userData.isBackupDue(now: system.now()) else { return [] }
      try userData.backUp()
      return []
    } catch {
      return error.asWarnings
    }
  }

  /// The fault of `user.sqlite` although something was stored in it; nil for none.
  ///
  /// - Parameter isThorough: whether all of it is read.
  package func userDataProblem(
    _ snapshot: (any StoreSnapshot)?, isThorough: Bool = false
  ) throws(Failure) -> Diagnostic? {
    let condition = try userData.condition(isThorough: isThorough)
    if case .usable = condition { return nil }
    let hasCopy = try userData.hasBackup()
    if case .damaged = condition { return userData.loss(condition, hasCopy: hasCopy) }
    guard hasCopy || snapshot?.knowsUserData ?? false else { return nil }
    return userData.loss(condition, hasCopy: hasCopy)
  }
}

extension OpenWorkspace {
  /// Brings what is recorded in line with the items that there are: what was recorded of an item goes with
  /// it, and a page that has become an item is recorded as that.
  ///
  /// Called whenever items may have changed. A sync never fails because of recorded activity: whatever cannot be
  /// settled now is settled by the next one.
  package func settleActivity() {
    do throws(Failure) {
      let records = try userData.activity()
      guard !records.isEmpty else { return }
      let state = try store.snapshot(of: nil)
      var gone: [ActivityRecord] = []
      var moved: [(page: ActivityRecord, item: ItemAddress)] = []
      for record in records {
        if record.isPage {
          if let item = try owner(of: record.url, state) { moved.append((record, item)) }
        } else if !record.isWeak, state.problem(of: record.domain) == nil,
          state.domains.contains(where: { $0.name == record.domain }),
          try state.item(id: record.id, in: record.domain) == nil
        {
          gone.append(record)
        }
      }
      guard !gone.isEmpty || !moved.isEmpty else { return }
      try userData.changeActivity { (change) throws(Failure) in
        // A thing that was used meanwhile is settled the next time.
        for record in gone where try change.record(record.domain, record.id) == record {
          try change.forget(record.domain, record.id)
        }
        for (page, item) in moved {
          guard var kept = try change.record(page.domain, page.id) else { continue }
          kept.domain = item.domain
          kept.id = item.id
          kept.expires = nil
          if let known = try change.record(item.domain, item.id) { kept.merge(known) }
          try change.forget(page.domain, page.id)
          try change.store(kept)
        }
      }
      activityChanges.note()
    } catch {
      return
    }
  }

  /// The item that has an url.
  private func owner(
    of url: String, _ state: any StoreSnapshot
  ) throws(Failure) -> ItemAddress? {
    for domain in state.domains.map(\.name) where state.problem(of: domain) == nil {
      if let item = try state.item(url: url, now: system.now(), in: domain) {
        return ItemAddress(domain: domain, id: item.id)
      }
    }
    return nil
  }
}
