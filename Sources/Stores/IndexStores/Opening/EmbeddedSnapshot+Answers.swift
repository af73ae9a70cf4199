import FileHandles
import FootlightPlatform
import SearchEngine
import Synchronization

/// Damage of the generations, told when they are opened and when a search meets it.
extension EmbeddedSnapshot {
  func problem(of domain: String) -> Diagnostic? {
    (failures[domain] ?? damaged.withLock { $0[domain] })?.onCopy(inFolder: folder.path)
  }

  func damage(of domain: String) throws(Failure) -> Diagnostic? {
    guard let stored = domains.first(where: { $0.name == domain }) else { return nil }
    // Opened anew, whatever is open already: what counts is what the disk holds now.
    for part in stored.baseShards where part.isHere {
      if case .failure(let failure) = openGeneration(part, of: domain, in: folder) {
        // A refusal of the machine says nothing about the index.
        guard failure.concerns(EmbeddedSnapshot.lastingCodes) else { throw failure }
        return failure.diagnostics.first
      }
    }
    if let failure = failures[domain], EmbeddedSnapshot.damageCodes.contains(failure.code),
      stored.segments > 1
    {
      return failure
    }
    let file = GenerationFile(domain: domain, generation: stored.generation)
    let marker = folder.path(of: file.with(suffix: GenerationFile.damagedSuffix))
    guard try FileStatus.of(marker) != nil else { return nil }
    return Diagnostic(
      .indexDamaged, "a search met damage in the stored index",
      at: SourceLocation(file: folder.path(of: file)))
  }

  /// The domains whose files are gone.
  var missing: Set<String> {
    Set(failures.filter { $0.value.code == .generationMissing }.keys)
  }

  /// Whether looking again would find the same: a generation that the machine refused to open
  /// (too many open files, no permission, a failing disk) may open the next time.
  var isLasting: Bool {
    failures.allSatisfy { EmbeddedSnapshot.lastingCodes.contains($0.value.code) }
  }

  /// The codes of a file that differs from what was written; a disk that fails to read says
  /// nothing.
  static let damageCodes: Set<DiagnosticCode> = [
    .indexDamaged, .indexFormat, .sqliteCorrupt, .sqliteNotADatabase,
  ]

  /// The codes of faults that last until the domain is built anew.
  static let lastingCodes = damageCodes.union([.generationMissing])

  /// Remembers that a generation is damaged, and tells the next indexer by a marker beside it.
  func noteDamage(in domain: String, _ failure: Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes), let reason = failure.diagnostics.first,
      let stored = domains.first(where: { $0.name == domain })
    else { return }
    damaged.withLock { $0[domain] = reason }
    folder.noteDamage(of: stored, failure)
  }
}

extension EmbeddedSnapshot {
  func verify(_ domain: String) throws(Failure) {
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments { try segment.generation.verify(quick: false) }
      for words in open.hiddenWords { try words.verify(quick: false) }
    }
  }

  func scanItems(
    of domain: String, _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    try scanItems(of: domain, in: 0..<Int.max, hidingPrivate: false, body)
  }

  func scanItems(
    of domain: String, in places: Range<Int>, hidingPrivate hidesPrivate: Bool,
    _ body: (StoredItem) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try reading(domain) { (open) throws(Failure) in
        var first = 0
        for segment in open.segments where first < places.upperBound {
          let own = max(0, places.lowerBound - first)..<(places.upperBound - first)
          let hidden =
            hidesPrivate
            ? HiddenDocuments.joined(
              segment.hidden, try segment.generation.reserved().hidden) : segment.hidden
          first += try segment.generation.scanItems(hiding: hidden, in: own) {
            (item) throws(Failure) in
            try keeping(&failure) { () throws(Failure) in try body(item) }
          }
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  func scanDigests(
    of domain: String, _ body: (ItemDigest, _ id: String) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try reading(domain) { (open) throws(Failure) in
        try open.scanDigests { (digest, id) throws(Failure) in
          try keeping(&failure) { () throws(Failure) in try body(digest, id) }
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  func scanIDs(
    ofSourceKeys keys: [[UInt8]], in domain: String, _ body: (String) -> Void
  ) throws(Failure) {
    guard !keys.isEmpty else { return }
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments {
        for key in keys {
          for document in try segment.generation.documents(ofSourceKey: key)
          where segment.hidden?.contains(document) != true {
            body(try segment.generation.item(document).id)
          }
        }
      }
    }
  }

  func recordDigests(of domain: String) throws(Failure) -> RecordDigests {
    var digests = RecordDigests([], items: 0)
    try reading(domain) { (open) throws(Failure) in digests = try open.recordDigests() }
    return digests
  }

  func quarantine(of domain: String?) throws(Failure) -> [QuarantinedChange] {
    setAside.filter { domain == nil || $0.domain == domain }
  }

  /// Keeps apart what the caller's own work throws: it says nothing about the index, whatever it
  /// is.
  private func keeping<Result>(
    _ failure: inout Failure?, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try work()
    } catch {
      failure = error
      throw Failure(.cancelled, "the reading was ended by its caller")
    }
  }
}

/// Searches, explanations and suggestions, each without the domains that turn out to be damaged.
extension EmbeddedSnapshot {
  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    try asking(domains, hidingPrivate: request.hidesPrivate) { (segments, places) throws(Failure) in
      var answer = try SearchEngine.search(request, in: segments)
      for index in answer.hits.indices {
        answer.hits[index].place = places[answer.hits[index].place]
      }
      answer.counts = Dictionary(answer.counts.map { (places[$0.key], $0.value) }) { $0 + $1 }
      return answer
    } alone: { (_, segments) throws(Failure) in
      _ = try SearchEngine.search(request.unhurried, in: segments)
    }
  }

  func explain(
    _ request: SearchRequest, _ items: [ExplainedItem], in domains: [String]
  ) throws(Failure) -> [Explanation] {
    try asking(domains, hidingPrivate: request.hidesPrivate) { (segments, places) throws(Failure) in
      try SearchEngine.explain(
        request,
        items.map { item in
          ExplainedItem(place: places.firstIndex(of: item.place) ?? -1, id: item.id)
        }, in: segments)
    } alone: { (domain, segments) throws(Failure) in
      let those = items.filter {
        domains.indices.contains($0.place) && domains[$0.place] == domain
      }
      _ = try SearchEngine.explain(
        request.unhurried, those.map { ExplainedItem(place: 0, id: $0.id) }, in: segments)
    }
  }

  func suggest(
    _ request: SuggestionRequest, in domains: [String]
  ) throws(Failure) -> SuggestionAnswer {
    try asking(domains, hidingPrivate: request.hidesPrivate) { (segments, places) throws(Failure) in
      var found = try SearchEngine.suggest(request, in: segments)
      for index in found.suggestions.indices {
        found.suggestions[index].place = places[found.suggestions[index].place]
      }
      return found
    } alone: { (_, segments) throws(Failure) in
      var unhurried = request
      unhurried.bounds?.deadline = nil
      _ = try SearchEngine.suggest(unhurried, in: segments)
    }
  }

  /// Asks the segments of domains; where damage is met, `alone` tells of which domain, and all is asked again without it.
  private func asking<Answer>(
    _ domains: [String], hidingPrivate: Bool,
    _ body: ([SearchedSegment], _ places: [Int]) throws(Failure) -> Answer,
    alone: (String, [SearchedSegment]) throws(Failure) -> Void
  ) throws(Failure) -> Answer {
    while true {
      let (segments, places) = try segments(domains, hidingPrivate: hidingPrivate)
      do throws(Failure) {
        return try body(segments, places)
      } catch {
        // One generation spoils it for all: find out which, leave it out, and search the others.
        try leaveOutDamaged(segments, because: error, alone)
      }
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
    for (index, name) in domains.enumerated() {
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
      places += those.map { _ in index }
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
