import FootlightDiagnostics
import FootlightPlatform
import SQLiteHandles
import SearchIndex
import Synchronization

/// One published state of an embedded store: the catalog's rows, and the generations that they
/// name, open.
///
/// A file that is open stays readable when it is deleted.
final class EmbeddedSnapshot: StoreSnapshot {
  let exists: Bool
  let domains: [StoredDomain]
  private let folder: IndexFolder
  /// The open generations, by domain.
  private let generations: [String: Generation]
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
    generations = [:]
    failures = [:]
    opened = nil
  }

  /// Opens the wanted generations (all without names), several at a time; those that `previous`
  /// has open already are shared.
  init(
    folder: IndexFolder, domains: [StoredDomain], wanted: Set<String>?,
    previous: EmbeddedSnapshot?
  ) {
    self.folder = folder
    self.domains = domains
    exists = true
    var generations: [String: Generation] = [:]
    var toOpen: [StoredDomain] = []
    for domain in domains where wanted?.contains(domain.name) ?? true {
      if let open = previous?.open(domain) {
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
    self.generations = generations
    self.failures = failures
    opened = wanted
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

  private func open(_ domain: StoredDomain) -> Generation? {
    guard domains.contains(where: { $0.name == domain.name && $0.generation == domain.generation })
    else { return nil }
    return generations[domain.name]
  }

  func problem(of domain: String) -> Diagnostic? {
    failures[domain] ?? damaged.withLock { $0[domain] }
  }

  func damage(of domain: String) throws(Failure) -> Diagnostic? {
    guard let stored = domains.first(where: { $0.name == domain }) else { return nil }
    // Opened anew, whatever is open already: what counts is what the disk holds now.
    if case .failure(let failure) = openGeneration(stored, in: folder) {
      return failure.diagnostics.first
    }
    let file = GenerationFile(domain: domain, generation: stored.generation)
    let marker = folder.path(of: file.with(suffix: GenerationFile.damagedSuffix))
    guard try FileStatus.of(marker) != nil else { return nil }
    return Diagnostic(
      .indexDamaged, "a search met damage in the stored index",
      at: SourceLocation(file: folder.path(of: file)))
  }

  func attributes(of domain: String) -> [String] {
    generations[domain]?.attributes ?? []
  }

  func item(id: String, in domain: String) throws(Failure) -> StoredItem? {
    try read(domain) { generation throws(Failure) in
      guard let document = try generation.document(ofID: id) else { return nil }
      return try generation.item(document)
    }
  }

  func item(url: String, in domain: String) throws(Failure) -> StoredItem? {
    try read(domain) { generation throws(Failure) in
      guard let document = try generation.document(ofURL: url) else { return nil }
      return try generation.item(document)
    }
  }

  private func read(
    _ domain: String, _ body: (Generation) throws(Failure) -> StoredItem?
  ) throws(Failure) -> StoredItem? {
    guard let generation = generations[domain] else { return nil }
    do throws(Failure) {
      return try body(generation)
    } catch {
      noteDamage(in: domain, error)
      throw error
    }
  }

  func prepare() throws(Failure) {
    for (domain, generation) in generations {
      do throws(Failure) {
        try generation.prepare()
      } catch {
        // The search itself says so and leaves the domain out.
        noteDamage(in: domain, error)
      }
    }
  }

  func search(
    _ request: SearchRequest, in domains: [String]
  ) throws(Failure) -> SearchAnswer {
    var parts: [SearchPart] = []
    // The engine numbers the parts that it is given; the caller numbers domains.
    var places: [Int] = []
    for (place, name) in domains.enumerated() {
      guard problem(of: name) == nil, let generation = generations[name],
        let stored = self.domains.first(where: { $0.name == name })
      else { continue }
      parts.append(
        SearchPart(domain: name, weight: stored.facts.weight, generation: generation))
      places.append(place)
    }
    do throws(Failure) {
      var answer = try SearchIndex.search(request, in: parts)
      for index in answer.hits.indices { answer.hits[index].part = places[answer.hits[index].part] }
      return answer
    } catch {
      guard error.concerns(EmbeddedSnapshot.damageCodes) else { throw error }
      // One generation spoils it for all: find out which, leave it out, and search the others.
      guard try leaveOutDamaged(parts, request, because: error) else { throw error }
      return try search(request, in: domains)
    }
  }

  private static let damageCodes: Set<DiagnosticCode> = [
    .indexDamaged, .indexFormat, .sqliteCorrupt, .sqliteNotADatabase, .sqliteMissingRow, .sqliteIO,
  ]

  private func leaveOutDamaged(
    _ parts: [SearchPart], _ request: SearchRequest, because failure: Failure
  ) throws(Failure) -> Bool {
    var found = false
    for part in parts {
      do throws(Failure) {
        _ = try SearchIndex.search(request, in: [part])
      } catch {
        noteDamage(in: part.domain, error)
        found = true
      }
    }
    return found
  }

  /// Remembers that a generation is damaged, and tells the next indexer by a marker beside it.
  private func noteDamage(in domain: String, _ failure: Failure) {
    guard failure.concerns(EmbeddedSnapshot.damageCodes), let reason = failure.diagnostics.first,
      let stored = domains.first(where: { $0.name == domain })
    else { return }
    damaged.withLock { $0[domain] = reason }
    let file = GenerationFile(domain: domain, generation: stored.generation)
    do throws(Failure) {
      _ = try folder.files.create(folder.path(of: file.with(suffix: GenerationFile.damagedSuffix)))
    } catch {
      // Somebody who may not write here is told by the note alone.
    }
  }
}

/// Opens generations, several at a time when there are many: each costs a few reads.
private func openGenerations(
  _ domains: [StoredDomain], in folder: IndexFolder
) -> [Result<Generation, Failure>] {
  guard domains.count > 3 else { return domains.map { openGeneration($0, in: folder) } }
  let results = Mutex([Result<Generation, Failure>?](repeating: nil, count: domains.count))
  let next = Atomic<Int>(0)
  Workers.run(min(domains.count, max(2, Workers.processors))) { _ in
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < domains.count else { return }
      let result = openGeneration(domains[index], in: folder)
      results.withLock { $0[index] = result }
    }
  }
  return results.withLock { results in
    results.map { $0 ?? .failure(Failure(.generationMissing, "the index was not opened")) }
  }
}

private func openGeneration(
  _ domain: StoredDomain, in folder: IndexFolder
) -> Result<Generation, Failure> {
  let path = folder.path(of: GenerationFile(domain: domain.name, generation: domain.generation))
  do throws(Failure) {
    guard let status = try FileStatus.of(path) else {
      throw Failure(
        .generationMissing, "the stored index is gone", at: SourceLocation(file: path),
        remedy: "run `footlight sync`")
    }
    guard status.size == domain.bytes else {
      throw Failure(
        .indexDamaged,
        "the stored index has \(status.size) bytes instead of \(domain.bytes)",
        at: SourceLocation(file: path), remedy: "run `footlight sync`")
    }
    return .success(try Generation(path: path))
  } catch {
    guard error.concerns([.fileMissing]) else { return .failure(error) }
    return .failure(
      Failure(.generationMissing, "the stored index is gone", at: SourceLocation(file: path)))
  }
}
