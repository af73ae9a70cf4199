import FootlightPlatform
import HitExplaining
import SegmentFiles
import SegmentSearching

/// Searches, explanations and suggestions, each without the domains that turn out to be damaged.
extension EmbeddedSnapshot {
  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    let (segments, places) = try segments(domains, hidingPrivate: request.hidesPrivate)
    do throws(Failure) {
      var answer = try SegmentSearching.search(request, in: segments)
      for index in answer.hits.indices {
        answer.hits[index].place = places[answer.hits[index].place]
      }
      answer.counts = Dictionary(answer.counts.map { (places[$0.key], $0.value) }) { $0 + $1 }
      return answer
    } catch {
      // One generation spoils it for all: find out which, leave it out, and search the others.
      try leaveOutDamaged(segments, because: error) { (_, segments) throws(Failure) in
        _ = try SegmentSearching.search(request.unhurried, in: segments)
      }
      return try search(request, in: domains)
    }
  }

  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation] {
    let (segments, places) = try segments(domains, hidingPrivate: request.hidesPrivate)
    do throws(Failure) {
      return try HitExplaining.explain(
        request,
        items.map { item in
          ExplainedItem(place: places.firstIndex(of: item.place) ?? -1, id: item.id)
        }, in: segments)
    } catch {
      try leaveOutDamaged(segments, because: error) { (domain, segments) throws(Failure) in
        let those = items.filter {
          domains.indices.contains($0.place) && domains[$0.place] == domain
        }
        _ = try HitExplaining.explain(
          request.unhurried, those.map { ExplainedItem(place: 0, id: $0.id) }, in: segments)
      }
      return try explain(request, items, in: domains)
    }
  }

  func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer {
    let (segments, places) = try segments(domains, hidingPrivate: request.hidesPrivate)
    do throws(Failure) {
      var found = try HitExplaining.suggest(request, in: segments)
      for index in found.suggestions.indices {
        found.suggestions[index].place = places[found.suggestions[index].place]
      }
      return found
    } catch {
      try leaveOutDamaged(segments, because: error) { (_, segments) throws(Failure) in
        var unhurried = request
        unhurried.bounds?.deadline = nil
        _ = try HitExplaining.suggest(unhurried, in: segments)
      }
      return try suggest(request, in: domains)
    }
  }

  /// The segments of the domains that can be searched, and the index of each one's domain among those
  /// given: the engine numbers the segments that it is given, the caller numbers domains.
  ///
  /// Statistics that hide private items subtract the words of these items.
  private func segments(
    _ domains: [String], hidingPrivate: Bool
  ) throws(Failure) -> (segments: [SearchedSegment], places: [Int]) {
    var segments: [SearchedSegment] = []
    var places: [Int] = []
    for (place, name) in domains.enumerated() {
      guard problem(of: name) == nil, var those = searched[name] else { continue }
      if hidingPrivate {
        do throws(Failure) {
          if let words = try open[name]?.privateWords(), !those.isEmpty {
            those[0].hiddenWords.append(words)
          }
        } catch {
          guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
          noteDamage(in: name, error)
          continue
        }
      }
      segments += those
      places += those.map { _ in place }
    }
    return (segments, places)
  }

  /// Finds out which domains' damage made a work fail, by doing it with each domain alone.
  ///
  /// - Throws: the failure itself, when it is not about damage or no domain is found.
  private func leaveOutDamaged(
    _ segments: [SearchedSegment], because failure: Failure,
    _ work: (String, [SearchedSegment]) throws(Failure) -> Void
  ) throws(Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes) else { throw failure }
    var isFound = false
    for domain in Set(segments.map(\.domain)) {
      do throws(Failure) {
        try work(domain, segments.filter { $0.domain == domain })
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
  /// The same from the first hit on and without a deadline, after which nothing would be read:
  /// alone a domain has fewer hits, so a hit of a later page stands on an earlier one.
  fileprivate var unhurried: SearchRequest {
    var request = self
    request.bounds?.deadline = nil
    request.limit += request.offset
    request.offset = 0
    return request
  }
}
