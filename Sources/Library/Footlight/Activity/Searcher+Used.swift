import FootlightPlatform
import IndexStores
import SegmentFiles

extension Searcher {
  /// The suggestions for the empty query: things that were used, the most used first, then items in their window.
  func suggestUsed(
    _ text: String, _ selection: DomainSelection, limit: Int, audience: Audience, began: Int64
  ) throws(Failure) -> Completions {
    let now = world.now()
    var found: [Completion] = []
    var known: Set<ItemAddress> = []
    let used = activity.records.filter { record in
      selection.contains(record.domain) && record.mayShow(in: .suggest)
        && record.activityClass(on: activity.today) > 0 && !record.hasExpired(now: now)
    }.sorted { one, other in
      let (first, second) = (
        one.activityClass(on: activity.today), other.activityClass(on: activity.today)
      )
      guard first == second else { return first > second }
      return ((one.last ?? .min), one.sequence) > ((other.last ?? .min), other.sequence)
    }
    func add(_ found: inout [Completion], _ address: ItemAddress, _ title: String) {
      guard found.count < limit, known.insert(address).inserted else { return }
      found.append(
        Completion(text: title, kind: .title, domain: address.domain, id: address.id))
    }
    for record in used where found.count < limit {
      let address = ItemAddress(domain: record.domain, id: record.id)
      // An item that is gone, or only known by its link, is no suggestion.
      guard let item = try item(at: address), audience == .owner || !item.isPrivate,
        isShown(record.domain, to: audience)
      else { continue }
      add(&found, address, item.item.title)
    }
    for domain in state.domains.map(\.name)
    where found.count < limit && selection.contains(domain) && isShown(domain, to: audience)
      && state.problem(of: domain) == nil
    {
      let items = try state.itemsInWindow(now, of: domain, atMost: limit) { item in
        let address = ItemAddress(domain: domain, id: item.id)
        let isHidden =
          audience.hidesPrivate && ReservedValues(item, state, domain)[.isPrivate] != nil
        return !isHidden && !known.contains(address)
          && activity.record(address)?.mayShow(in: .suggest) ?? true
      }
      for item in items { add(&found, ItemAddress(domain: domain, id: item.id), item.title) }
    }
    return Completions(
      query: text, took: .nanoseconds(world.monotonic() - began), suggestions: found,
      notes: notes(try problems(state.domains.map(\.name)), selection))
  }
}
