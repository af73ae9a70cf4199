import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import HitExplaining
import SegmentFiles
import SegmentSearching
import Synchronization
import TextAnalysis

/// One published state of an embedded store: the catalog's rows, and the generations that they
/// name, open.
///
/// A file that is open stays readable when it is deleted.
final class EmbeddedSnapshot: StoreSnapshot {
  let exists: Bool
  let domains: [StoredDomain]
  private let folder: IndexFolder
  /// The open domains.
  let open: [String: OpenDomain]
  /// What of them takes part in searches.
  private let searched: [String: [SearchedSegment]]
  let setAside: [QuarantinedChange]
  /// Why others could not be opened.
  private let failures: [String: Diagnostic]
  /// In which ones damage was met later.
  private let damaged = Mutex<[String: Diagnostic]>([:])
  private let opened: Set<String>?

  /// The state of a store that does not exist yet.
  init(folder: IndexFolder) {
    self.folder = folder
    exists = false
    domains = []
    open = [:]
    searched = [:]
    setAside = []
    failures = [:]
    opened = nil
  }

  /// Opens the wanted generations (all without names), several at a time.
  ///
  /// Those that `previous` has open already are shared, and what was wanted of it stays open: who
  /// asks one domain after the other opens each once.
  init(
    folder: IndexFolder, state: CatalogReader.State, wanted: Set<String>?,
    previous: EmbeddedSnapshot?
  ) {
    self.folder = folder
    let domains = state.domains
    self.domains = domains
    setAside = state.quarantine
    exists = true
    var wanted = wanted
    if let previous {
      if let before = previous.opened { wanted?.formUnion(before) } else { wanted = nil }
    }
    let withoutDeltas = domains.filter { $0.segments > 1 && state.deltas[$0.name] == nil }
    if !withoutDeltas.isEmpty {
      wanted = (wanted ?? Set(domains.map(\.name))).subtracting(withoutDeltas.map(\.name))
    }
    var generations: [String: OpenGeneration] = [:]
    var toOpen: [StoredDomain] = []
    for domain in domains where wanted?.contains(domain.name) ?? true {
      if let open = previous?.openBase(of: domain) {
        generations[domain.name] = open
      } else {
        toOpen.append(domain)
      }
    }
    var failures: [String: Diagnostic] = [:]
    for (domain, result) in zip(toOpen, openGenerations(toOpen, in: folder)) {
      switch result {
      case .success(let generation): generations[domain.name] = generation
      case .failure(let failure): failures[domain.name] = failure.diagnostics.first
      }
    }
    var open: [String: OpenDomain] = [:]
    for (name, base) in generations {
      let deltas = state.deltas[name] ?? []
      if let before = previous?.open[name], before.isMade(of: base, deltas) {
        open[name] = before
        continue
      }
      do throws(Failure) {
        open[name] = try OpenDomain(base, deltas)
      } catch {
        failures[name] = error.diagnostics.first
        if let stored = domains.first(where: { $0.name == name }) {
          folder.noteDamage(of: stored, error)
        }
      }
    }
    self.open = open
    var searched: [String: [SearchedSegment]] = [:]
    for domain in domains {
      searched[domain.name] = open[domain.name]?.parts(domain.name, domain.facts)
    }
    self.searched = searched
    self.failures = failures
    opened = wanted
  }

  /// Another one with one more domain, which has no file.
  private init(_ other: EmbeddedSnapshot, _ domain: StoredDomain, _ added: OpenDomain) {
    folder = other.folder
    exists = other.exists
    domains = (other.domains + [domain]).sorted { $0.name.precedesInBytes($1.name) }
    var open = other.open
    open[domain.name] = added
    self.open = open
    var searched = other.searched
    searched[domain.name] = added.parts(domain.name, domain.facts)
    self.searched = searched
    setAside = other.setAside
    failures = other.failures
    opened = other.opened
  }

  func adding(_ domain: AddedDomain) throws(Failure) -> any StoreSnapshot {
    let base = OpenGeneration(inMemory: try domain.segment())
    return EmbeddedSnapshot(self, domain.stored, try OpenDomain(base, []))
  }

  func itemsInWindow(
    _ now: Int64, of domain: String, atMost limit: Int
  ) throws(Failure) -> [StoredItem] {
    var found: [StoredItem] = []
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments {
        for document in try segment.generation.documentsInWindow(now) where !segment.hides(document)
        {
          guard found.count < limit else { return }
          let item = try segment.generation.item(document)
          if item.expires.map({ $0 > now }) ?? true { found.append(item) }
        }
      }
    }
    return found
  }

  /// The domains whose files are gone.
  var missing: Set<String> {
    Set(failures.filter { $0.value.code == .generationMissing }.keys)
  }

  /// Whether these domains (all without names) have been opened, as far as that is possible.
  func covers(_ wanted: Set<String>?) -> Bool {
    guard let opened else { return true }
    return wanted?.isSubset(of: opened) ?? false
  }

  /// Whether looking again would find the same: a generation that the machine refused to open
  /// (too many open files, no permission, a failing disk) may open the next time.
  var isLasting: Bool {
    failures.allSatisfy { EmbeddedSnapshot.lastingCodes.contains($0.value.code) }
  }

  /// The open generation of a domain, if its file is still the one that has this name: where an
  /// index was deleted and begun again, the same names and numbers stand for other files.
  private func openBase(of domain: StoredDomain) -> OpenGeneration? {
    guard domains.contains(where: { $0.name == domain.name && $0.generation == domain.generation }),
      let base = open[domain.name]?.base, base.isStillNamed
    else { return nil }
    return base
  }

  func problem(of domain: String) -> Diagnostic? {
    (failures[domain] ?? damaged.withLock { $0[domain] })?.onCopy(inFolder: folder.path)
  }

  func damage(of domain: String) throws(Failure) -> Diagnostic? {
    guard let stored = domains.first(where: { $0.name == domain }) else { return nil }
    // Opened anew, whatever is open already: what counts is what the disk holds now.
    if case .failure(let failure) = openGeneration(stored, in: folder) {
      // What the machine refuses says nothing about the index.
      guard failure.concerns(EmbeddedSnapshot.lastingCodes) else { throw failure }
      return failure.diagnostics.first
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

  func attributes(of domain: String) -> [IndexedAttribute] {
    (open[domain]?.base.generation.attributes ?? []).filter { !$0.isReserved }
  }

  func reservedAttributes(of domain: String) -> [IndexedAttribute] {
    (open[domain]?.base.generation.attributes ?? []).filter(\.isReserved)
  }

  func analyzer(of domain: String) -> Analyzer? {
    open[domain]?.base.generation.analyzer
  }

  func hasStems(_ domain: String) -> Bool {
    open[domain]?.base.generation.hasStems ?? false
  }

  func item(id: String, in domain: String) throws(Failure) -> StoredItem? {
    try read(domain) { open throws(Failure) in
      try open.item(id: id)
    }
  }

  func item(url: String, now: Int64, in domain: String) throws(Failure) -> StoredItem? {
    try read(domain) { open throws(Failure) in
      try open.item(url: url, now: now)
    }
  }

  private func read(
    _ domain: String, _ body: (OpenDomain) throws(Failure) -> StoredItem?
  ) throws(Failure) -> StoredItem? {
    guard let open = open[domain] else { return nil }
    do throws(Failure) {
      return try body(open)
    } catch {
      noteDamage(in: domain, error)
      throw error.onCopy(inFolder: folder.path)
    }
  }

  /// Reads all of a domain; nothing where nothing is stored, a failure where it cannot be opened.
  func reading(
    _ domain: String, _ body: (OpenDomain) throws(Failure) -> Void
  ) throws(Failure) {
    if let failure = failures[domain] { throw Failure(failure.onCopy(inFolder: folder.path)) }
    _ = try read(domain) { (open) throws(Failure) in
      try body(open)
      return nil
    }
  }

  func prepare() throws(Failure) {
    for (domain, open) in open {
      do throws(Failure) {
        for segment in open.segments {
          // Typos are looked for in the base and in what the deltas add to it.
          let isSearched = segment.number == 0 || open.addedWords == nil
          try segment.searchable.prepare(spellings: isSearched)
        }
        for words in open.hiddenWords { try words.prepareWords() }
        try open.addedWords?.prepare()
      } catch {
        // The search itself says so and leaves the domain out.
        noteDamage(in: domain, error)
      }
    }
  }

  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    let (parts, places) = parts(domains)
    do throws(Failure) {
      var answer = try SegmentSearching.search(request, in: parts)
      for index in answer.hits.indices { answer.hits[index].place = places[answer.hits[index].place] }
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
          ExplainedItem(place: places.firstIndex(of: item.place) ?? -1, id: item.id)
        }, in: parts)
    } catch {
      try leaveOutDamaged(parts, because: error) { (domain, parts) throws(Failure) in
        let those = items.filter { domains.indices.contains($0.place) && domains[$0.place] == domain }
        _ = try HitExplaining.explain(
          request.unhurried, those.map { ExplainedItem(place: 0, id: $0.id) }, in: parts)
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
        found.suggestions[index].place = places[found.suggestions[index].place]
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
  private func parts(_ domains: [String]) -> (parts: [SearchedSegment], places: [Int]) {
    var parts: [SearchedSegment] = []
    var places: [Int] = []
    for (place, name) in domains.enumerated() {
      guard problem(of: name) == nil, let those = searched[name] else { continue }
      parts += those
      places += those.map { _ in place }
    }
    return (parts, places)
  }

  /// What says that the file is not what was written; a disk that fails to read says nothing.
  static let damageCodes: Set<DiagnosticCode> = [
    .indexDamaged, .indexFormat, .sqliteCorrupt, .sqliteNotADatabase,
  ]

  /// What stays as it is until somebody builds anew.
  private static let lastingCodes = damageCodes.union([.generationMissing])

  /// Finds out which domains' damage made a work fail, by doing it with each domain alone.
  ///
  /// - Throws: the failure itself, when it is not about damage or no domain is found.
  private func leaveOutDamaged(
    _ parts: [SearchedSegment], because failure: Failure,
    _ work: (String, [SearchedSegment]) throws(Failure) -> Void
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

  /// Remembers that a generation is damaged, and tells the next indexer by a marker beside it.
  private func noteDamage(in domain: String, _ failure: Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes), let reason = failure.diagnostics.first,
      let stored = domains.first(where: { $0.name == domain })
    else { return }
    damaged.withLock { $0[domain] = reason }
    folder.noteDamage(of: stored, failure)
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
