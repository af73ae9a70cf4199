import SegmentFiles
import FootlightDiagnostics
import HitExplaining
import SegmentSearching

/// Searches, explanations and suggestions, each without the domains that turn out to be damaged.
extension EmbeddedSnapshot {
  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    let (parts, places) = parts(domains)
    do throws(Failure) {
      var answer = try SegmentSearching.search(request, in: parts)
      for index in answer.hits.indices { answer.hits[index].part = places[answer.hits[index].part] }
      return answer
    } catch {
      // One generation spoils it for all: find out which, leave it out, and search the others.
      try leaveOutDamaged(parts, because: error) { (_, parts) throws(Failure) in
        _ = try SegmentSearching.search(request.unhurried, in: parts)
      }
      return try search(request, in: domains)
    }
  }

  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation] {
    let (parts, places) = parts(domains)
    do throws(Failure) {
      return try HitExplaining.explain(
        request,
        items.map { item in
          ExplainedItem(part: places.firstIndex(of: item.part) ?? -1, id: item.id)
        }, in: parts)
    } catch {
      try leaveOutDamaged(parts, because: error) { (domain, parts) throws(Failure) in
        let those = items.filter { domains.indices.contains($0.part) && domains[$0.part] == domain }
        _ = try HitExplaining.explain(
          request.unhurried, those.map { ExplainedItem(part: 0, id: $0.id) }, in: parts)
      }
      return try explain(request, items, in: domains)
    }
  }

  func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer {
    let (parts, places) = parts(domains)
    do throws(Failure) {
      var found = try HitExplaining.suggest(request, in: parts)
      for index in found.suggestions.indices {
        found.suggestions[index].part = places[found.suggestions[index].part]
      }
      return found
    } catch {
      try leaveOutDamaged(parts, because: error) { (_, parts) throws(Failure) in
        var unhurried = request
        unhurried.bounds?.deadline = nil
        _ = try HitExplaining.suggest(unhurried, in: parts)
      }
      return try suggest(request, in: domains)
    }
  }

  /// The segments of the domains that can be searched, and the index of each one's domain among those
  /// given: the engine numbers the parts that it is given, the caller numbers domains.
  private func parts(_ domains: [String]) -> (parts: [SearchPart], places: [Int]) {
    var parts: [SearchPart] = []
    var places: [Int] = []
    for (place, name) in domains.enumerated() {
      guard problem(of: name) == nil, let those = searched[name] else { continue }
      parts += those
      places += those.map { _ in place }
    }
    return (parts, places)
  }

  /// Finds out which domains' damage made a work fail, by doing it with each domain alone.
  ///
  /// - Throws: the failure itself, when it is not about damage or no domain is found.
  private func leaveOutDamaged(
    _ parts: [SearchPart], because failure: Failure,
    _ work: (String, [SearchPart]) throws(Failure) -> Void
  ) throws(Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes) else { throw failure }
    var isFound = false
    for domain in Set(parts.map(\.domain)) {
      do throws(Failure) {
        try work(domain, parts.filter { $0.domain == domain })
      } catch {
        guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
        noteDamage(in: domain, error)
        isFound = true
      }
    }
    guard isFound else { throw failure }
  }
}

extension SearchRequest {
  /// The same without a deadline, behind which nothing would be read, and from the first hit on: alone
  /// a domain has fewer hits, so what stood on a later page of all stands on an earlier one.
  fileprivate var unhurried: SearchRequest {
    var request = self
    request.bounds?.deadline = nil
    request.limit += request.offset
    request.offset = 0
    return request
  }
}
