import FileHandles
import FootlightPlatform
import SearchEngine
import Synchronization
import TextAnalysis

/// One published state of an embedded store: the catalog's rows, and the generations that they
/// name, open.
///
/// A file that is open stays readable when it is deleted.
final class EmbeddedSnapshot: StoreSnapshot {
  let exists: Bool
  let domains: [StoredDomain]
  let folder: IndexFolder
  /// The open domains.
  let open: [String: OpenDomain]
  /// The segments of each that take part in searches.
  let searched: [String: [SearchedSegment]]
  let setAside: [QuarantinedChange]
  /// Why others could not be opened.
  let failures: [String: Diagnostic]
  /// In which ones damage was met later.
  let damaged = Mutex<[String: Diagnostic]>([:])
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
    var opened: [String: [Int: OpenGeneration]] = [:]
    var toOpen: [(domain: String, part: StoredShard)] = []
    for domain in domains where wanted?.contains(domain.name) ?? true {
      for part in domain.baseShards where part.isHere {
        if let open = previous?.open(part, of: domain.name) {
          opened[domain.name, default: [:]][part.generation] = open
        } else {
          toOpen.append((domain.name, part))
        }
      }
    }
    var failures: [String: Diagnostic] = [:]
    for (wanted, result) in zip(toOpen, openGenerations(toOpen, in: folder)) {
      switch result {
      case .success(let generation):
        opened[wanted.domain, default: [:]][wanted.part.generation] = generation
      case .failure(let failure):
        failures[wanted.domain] = failures[wanted.domain] ?? failure.diagnostics.first
      }
    }
    var open: [String: OpenDomain] = [:]
    for domain in domains where failures[domain.name] == nil {
      let name = domain.name
      guard let files = opened[name] else { continue }
      let bases = domain.baseShards.map { files[$0.generation] }
      let deltas = state.deltas[name] ?? []
      if let before = previous?.open[name], before.isMade(of: bases, deltas) {
        open[name] = before
        continue
      }
      do throws(Failure) {
        open[name] = try OpenDomain(bases, deltas)
      } catch {
        failures[name] = error.diagnostics.first
        folder.noteDamage(of: domain, error)
      }
    }
    self.open = open
    var searched: [String: [SearchedSegment]] = [:]
    for domain in domains {
      searched[domain.name] = open[domain.name]?.searchedSegments(domain.name, domain.facts)
    }
    self.searched = searched
    self.failures = failures
    self.opened = wanted
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
    searched[domain.name] = added.searchedSegments(domain.name, domain.facts)
    self.searched = searched
    setAside = other.setAside
    failures = other.failures
    opened = other.opened
  }

  func adding(_ domain: AddedDomain) throws(Failure) -> any StoreSnapshot {
    let base = OpenGeneration(inMemory: try domain.segment())
    return EmbeddedSnapshot(self, domain.stored, try OpenDomain([base], []))
  }

  func itemsInWindow(
    _ now: Int64, of domain: String, atMost limit: Int, where isWanted: (StoredItem) -> Bool
  ) throws(Failure) -> [StoredItem] {
    var found: [StoredItem] = []
    try reading(domain) { (open) throws(Failure) in
      for segment in open.segments {
        for document in try segment.generation.documentsInWindow(now) where !segment.hides(document)
        {
          guard found.count < limit else { return }
          let item = try segment.generation.item(document)
          if item.expires.map({ $0 > now }) ?? true, isWanted(item) { found.append(item) }
        }
      }
    }
    return found
  }

  func privateItems(of domain: String) throws(Failure) -> Int {
    var count = 0
    try reading(domain) { (open) throws(Failure) in count = try open.privateCount() }
    return count
  }

  /// Whether these domains (all without names) have been opened, as far as that is possible.
  func covers(_ wanted: Set<String>?) -> Bool {
    guard let opened else { return true }
    return wanted?.isSubset(of: opened) ?? false
  }

  /// An open file of a domain, if it is still the one that has this name: where an index was deleted and begun
  /// again, the same names and numbers stand for other files.
  private func open(_ part: StoredShard, of domain: String) -> OpenGeneration? {
    let path = folder.path(of: GenerationFile(domain: domain, generation: part.generation))
    return open[domain]?.bases.first {
      $0.generation.path == path && $0.generation.identity == part.identity && $0.isStillNamed
    }
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

  func looksInside(_ domain: String) -> Bool {
    open[domain]?.base.generation.looksInside ?? false
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
}
