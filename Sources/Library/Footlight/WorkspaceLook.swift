import FootlightPlatform
import IndexStores
import Synchronization

/// The workspace as a query sees it from outside: by `stat` alone, nothing is parsed.
struct WorkspaceLook: Sendable {
  /// Declared domains that are not stored, by name, with the file that declares them.
  var unbuilt: [String: String] = [:]
  /// Why stored domains may be older than what they were built from.
  var stale: [String: String] = [:]
  /// The fault of `user.sqlite`.
  var userData: Diagnostic?
  /// Whether the index is a copy of a shared store.
  var isCopy = false
  /// How old a copy of a shared store is, in seconds, where it is old.
  var copyAge: Int64?
  /// The domains of the shared store that a copy of it lacks.
  var lacking: [String: ReplicaState.Lack] = [:]
  /// The numbers of the shards that it lacks, and how many there are, of domains of which it has others.
  var lackingShards: [String: (numbers: [Int], count: Int)] = [:]
  /// When it was taken, on a clock in nanoseconds.
  var taken: Int64 = 0
  /// The stored generations that it was compared with.
  var generations: [String: Int] = [:]
}

extension Library {
  /// How long a look is used again, in nanoseconds: a server need not ask the disk at every key.
  private static let lookLasts: Int64 = 1_000_000_000

  /// The present look, or one of less than a second ago.
  func look(_ snapshot: any StoreSnapshot) -> WorkspaceLook {
    let now = system.monotonic()
    let generations = Dictionary(snapshot.domains.map { ($0.name, $0.generation) }) { a, _ in a }
    if let last = lastLook.withLock({ $0 }), now - last.taken < Library.lookLasts,
      last.generations == generations
    {
      return last
    }
    var look = WorkspaceLook(taken: now, generations: generations)
    let stored = Dictionary(
      snapshot.domains.compactMap { domain in domain.facts.declaration.map { ($0.path, domain) } }
    ) { a, _ in a }
    var present: Set<String> = []
    for file in declarationFiles() {
      if let domain = stored[file.path] {
        present.insert(domain.name)
        look.stale[domain.name] = staleness(of: domain, file)
      } else if let name = file.probableName(), generations[name] == nil {
        look.unbuilt[name] = file.shown
      }
    }
    for name in open.registered.all.keys where generations[name] == nil {
      look.unbuilt[name] = "the program"
    }
    do throws(Failure) {
      look.userData = try open.userDataProblem(snapshot)
      for domain in snapshot.domains where look.userData == nil && look.stale[domain.name] == nil {
        if try hasUnindexedPushes(domain) {
          look.stale[domain.name] = "records were pushed that are not in it"
        }
      }
    } catch {
      look.userData = error.diagnostics.first
    }
    let copy = (try? store.copy()) ?? nil
    look.isCopy = copy != nil
    look.copyAge = copy?.pulled.map { system.now() - $0 }.flatMap { age in
      age >= Library.oldCopy ? age : nil
    }
    look.lacking = (try? copy?.kept.get())?.lacking(beside: snapshot.domains.map(\.name)) ?? [:]
    for domain in snapshot.domains where !domain.isWhole {
      let numbers = domain.shards.indices.filter { !domain.shards[$0].isHere }
      look.lackingShards[domain.name] = (numbers, domain.shards.count)
    }
    lastLook.withLock { $0 = look }
    return look
  }

  /// Whether programs have pushed records that an index of pushed records does not cover.
  private func hasUnindexedPushes(_ domain: StoredDomain) throws(Failure) -> Bool {
    let stamp = domain.facts.sourceStamp
    guard stamp == PushedSource.nothing || PushCursor(stamp) != nil else { return false }
    return try userData.pushCursor(of: domain.name)?.text ?? PushedSource.nothing != stamp
  }

  /// From this age on a copy of a shared store is called old: a day, in seconds.
  private static let oldCopy: Int64 = 86_400

  private func declarationFiles() -> [DeclarationFile] {
    do throws(Failure) {
      return try DeclarationFile.all(in: workspace, files: system.files)
    } catch {
      return []
    }
  }

  private func staleness(of domain: StoredDomain, _ file: DeclarationFile) -> String? {
    guard let declaration = domain.facts.declaration else { return nil }
    if declaration.hasChanged { return "its declaration \(file.shown) changed" }
    if domain.facts.watched.contains(where: \.hasChanged) { return "its data changed" }
    return nil
  }
}

extension WorkspaceLook {
  /// The way to a newer state.
  ///
  /// Another machine may have published it already; if not, a sync of any machine publishes it.
  var remedy: String {
    isCopy
      ? "run `footlight store pull`, or `footlight sync` to publish it" : "run `footlight sync`"
  }

  /// The way out where something of the index is missing or damaged.
  var repair: String { isCopy ? "run `footlight store pull`" : "run `footlight sync`" }

  /// Notes for the reader of an answer from these domains.
  func notes(_ selection: DomainSelection) -> [Note] {
    let old = stale.filter { selection.contains($0.key) }.sorted { $0.key < $1.key }
      .map { name, reason in
        Note(
          code: .stale,
          message: "\(name) is older than what it is built from: \(reason); \(remedy)",
          domain: name)
      }
    let lost = userData.map { problem in
      Note(
        code: Note.Code(problem.code),
        message: problem.message + (problem.remedy.map { "; \($0)" } ?? ""))
    }
    let copy = copyAge.map { age in
      Note(
        code: .oldCopy,
        message: """
          this is a copy of the shared store as it was \(age / 86_400) \(age < 172_800 ? "day" : "days") \
          ago; run `footlight store pull`
          """)
    }
    return unbuiltNotes(selection, remedy: "; \(remedy)") + old + lackingNotes(selection)
      + [lost, copy].compactMap(\.self)
  }

  /// Notes on domains that are declared and not built.
  func unbuiltNotes(_ selection: DomainSelection, remedy: String = "") -> [Note] {
    unbuilt.filter { selection.contains($0.key) && lacking[$0.key] == nil }
      .sorted { $0.key < $1.key }.map { name, file in
        Note(
          code: .unbuilt, message: "\(name) is declared in \(file) but not built\(remedy)",
          domain: name)
      }
  }

  /// Notes on domains that a copy of a shared store does not hold, or not whole.
  func lackingNotes(_ selection: DomainSelection, tellsRemedy: Bool = true) -> [Note] {
    lacking.filter { selection.contains($0.key) }.sorted { $0.key < $1.key }.map { name, lack in
      let message = lack.message(name, lackingShards[name])
      return Note(
        code: .lackingCopy,
        message: tellsRemedy ? message : String(message.prefix { $0 != ";" }), domain: name)
    }
  }
}

extension ReplicaState.Lack {
  private static let moreRoom = "run `footlight store pull --disk SIZE`"

  /// That a domain was not searched as it is published.
  fileprivate func message(_ domain: String, _ shards: (numbers: [Int], count: Int)?) -> String {
    let missing =
      shards.map { "\(Quantity.ranges($0.numbers, of: "shard")) of \($0.count)" } ?? "some shards"
    return switch self {
    case .leftOut:
      "\(domain) was not searched: this machine keeps other domains; run `footlight store pull --domain \(domain)`"
    case .away:
      "\(domain) was not searched: it was not fetched from the shared store; run `footlight store pull`"
    case .partly:
      "\(domain) was searched in part: this machine does not keep \(missing); run `footlight store pull --all`"
    case .noShard:
      "\(domain) was not searched: this machine keeps none of its shards; name others by `footlight store pull --shards`, or run `footlight store pull --all`"
    case .crowded:
      "\(domain) was not searched: it does not fit into the room that this machine gives; \(Self.moreRoom)"
    case .squeezed:
      "\(domain) was searched in part: this machine has no room for \(missing); \(Self.moreRoom)"
    case .old:
      "\(domain) is older than what is published, which could not be fetched; run `footlight store pull`"
    }
  }
}
