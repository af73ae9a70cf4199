import FileHandles
import FootlightPlatform
import SegmentFiles
import Synchronization

/// Damage of the generations, told when they are opened and when a search meets it.
extension EmbeddedSnapshot {
  func problem(of domain: String) -> Diagnostic? {
    (failures[domain] ?? damaged.withLock { $0[domain] })?.onCopy(inFolder: folder.path)
  }

  func damage(of domain: String) throws(Failure) -> Diagnostic? {
    guard let stored = domains.first(where: { $0.name == domain }) else { return nil }
    // Opened anew, whatever is open already: what counts is what the disk holds now.
    for part in stored.parts where part.isHere {
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
