import DeclaredRecords
public import FootlightPlatform
import IndexStores
import SearchEngine
import SourceKinds

extension Library {
  /// Validates declarations (all of the workspace without names), reads their sources and maps
  /// every record; writes nothing.
  public func check(
    files: [String] = [], samples: Int = 3, cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) throws(Failure) -> CheckReport {
    var declarations = Declarations()
    if files.isEmpty {
      declarations = try open.declarations()
    } else {
      for file in try declarationFiles(files) { open.load(file, into: &declarations) }
      declarations.settle(
        DomainDefinition.conflicts(among: declarations.loaded.values.map(\.definition)))
    }
    var report = CheckReport(failures: declarations.broken.flatMap(\.diagnostics))
    for (_, domain) in declarations.domains.sorted(by: { $0.key < $1.key }) {
      do throws(Failure) {
        let meter = ProgressMeter(
          domain: domain.definition.name, system: system, report: progress)
        let check = DomainCheck(
          declared: domain, samples: samples, now: system.now(),
          cancellation: cancellation ?? Cancellation())
        let checked = try check.run(meter)
        var told = checked.domain
        told.problems += Library.wrongFilters(domain.definition)
        report.domains.append(told)
        report.failures += checked.failures
        meter.enter(.finished)
      } catch {
        guard !error.concerns([.cancelled]) else { throw error }
        report.failures += error.diagnostics
      }
    }
    // Of a few files nobody can tell which domains there are.
    if files.isEmpty, declarations.broken.isEmpty {
      report.failures += searches.flatMap {
        Library.mistakes(in: $0, declarations.loaded.values.map(\.definition))
      }
    }
    return report
  }

  /// Filters of `pins` and `hide` that no item can pass, since a value is none of its attribute's type.
  private static func wrongFilters(_ definition: DomainDefinition) -> [Diagnostic] {
    let schema = AttributeSchema([
      (definition.name, IndexSettings(definition).attributes.filter { !$0.isReserved })
    ])
    var found: [Diagnostic] = []
    for filter in (definition.querySettings.pins + definition.querySettings.hidden).flatMap(
      \.filters)
    {
      do throws(Failure) {
        _ = try schema.conditions([filter])
      } catch {
        guard var diagnostic = error.diagnostics.first else { continue }
        diagnostic.message = "the rule never holds: \(diagnostic.message)"
        diagnostic.location = definition.curationPlaces[filter] ?? definition.location
        diagnostic.severity = .warning
        if !found.contains(diagnostic) { found.append(diagnostic) }
      }
    }
    return found
  }

  /// Why a search that has a name cannot be asked: domains that there are not, conditions and orders that those which it
  /// searches do not know.
  private static func mistakes(
    in search: SavedSearch, _ definitions: [DomainDefinition]
  ) -> [Diagnostic] {
    let selection = DomainSelection(search.domains)
    let searched = definitions.filter { selection.contains($0.name) }
    let schema = AttributeSchema(
      searched.map { ($0.name, IndexSettings($0).attributes.filter { !$0.isReserved }) })
    var found: [Diagnostic] = []
    func look(_ body: () throws(Failure) -> Void) {
      do throws(Failure) { try body() } catch { found += error.diagnostics }
    }
    look { () throws(Failure) in try selection.check(against: definitions.map(\.name)) }
    // Where nothing is searched all that is asked for is unknown, which the names of the domains have told.
    if !searched.isEmpty {
      look { () throws(Failure) in _ = try schema.conditions(search.filters) }
      look { () throws(Failure) in
        try schema.check(SearchOptions(), AttributeOrder.list(search.sort))
      }
    }
    return found.map { diagnostic in
      var told = diagnostic
      told.message = "@\(search.name) cannot be asked: \(diagnostic.message)"
      told.location = search.location
      return told
    }
  }

  /// The named files, which may lie anywhere – names begin where the process stands – and the files of named domains and
  /// groups.
  private func declarationFiles(_ names: [String]) throws(Failure) -> [DeclarationFile] {
    var files: [DeclarationFile] = []
    for name in names {
      let path = try Path.absolute(name)
      var named = [DeclarationFile(path: path, shown: name)]
      if !name.contains("/"), !name.hasSuffix(".yaml"), try FileStatus.of(path)?.kind != .file {
        let all = try DeclarationFile.all(in: workspace, files: system.files)
        try DomainSelection([name]).check(against: all.compactMap { $0.probableName() })
        named = all.filter { $0.probableName().map(DomainSelection([name]).contains) ?? false }
      }
      files += named.filter { file in !files.contains { $0.path == file.path } }
    }
    return files
  }
}

extension Library {
  /// Compares the named domains (all of them without names) with their sources, item by item, and
  /// the bytes of their indexes with their checksums.
  ///
  /// Every record is read and mapped as a build would do it, every chunk of the index is read.
  /// Expired items are no differences, nor are items that stay as they were indexed before because
  /// their records are bad now: those are counted apart. Nothing is kept of an item but about 40 bytes and its id. A
  /// domain that was never built has no items to compare: its source is not read.
  ///
  /// - Parameters:
  ///   - domains: Names of domains and groups.
  ///   - cancellation: Ends the call when it is set.
  ///   - progress: is told how far the reading is.
  ///   - difference: is told of every difference as it is found: first what is different or surplus,
  ///     in the order of the index's source, then what is missing, in that of the source.
  /// - Throws: `domain.unknown`, what `difference` throws, and what the machine refuses; failures of
  ///   single domains are in the report.
  public func verify(
    _ domains: [String] = [], cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil,
    difference: (ItemDifference) throws(Failure) -> Void
  ) throws(Failure) -> VerifyReport {
    let plan = try open.plan(DomainSelection(domains), cancellation: cancellation)
    let state = try store.snapshot(of: plan.entries.map(\.name))
    let lost = try open.userDataProblem(state, isThorough: true)
    var report = VerifyReport(failures: plan.failures + (lost.map { [$0] } ?? []))
    for entry in plan.entries {
      // An error of the caller's own closure ends it all; a fault of a domain does not.
      var stopped: Failure?
      do throws(Failure) {
        let stored = state.domains.first { $0.name == entry.name }
        let meter = ProgressMeter(domain: entry.name, system: system, report: progress)
        if stored != nil { try state.verify(entry.name) }
        guard let declared = entry.declared else {
          report.domains.append(undeclared(entry.name, items: stored?.items ?? 0))
          continue
        }
        if case .success(let decision) = entry.decision, decision.action == .leftOut {
          report.domains.append(leftOut(entry.name, decision.reason, items: stored?.items ?? 0))
          continue
        }
        guard let stored else {
          report.domains.append(unbuilt(entry, declared))
          continue
        }
        declared.definition.forgetKept(system)
        let verification = DomainVerification(
          declared: declared, stored: stored, state: state, now: system.now(),
          cancellation: cancellation ?? Cancellation())
        var result = try verification.run(meter) { (found) throws(Failure) in
          do throws(Failure) {
            try difference(found)
          } catch {
            stopped = error
            throw error
          }
        }
        result.notes += notes(entry, result)
        report.domains.append(result)
        meter.enter(.finished)
      } catch {
        if let stopped { throw stopped }
        guard !error.concerns([.cancelled]) else { throw error }
        report.failures += error.diagnostics
      }
    }
    return report
  }

  /// Compares the named domains with their sources and counts the differences.
  public func verify(
    _ domains: [String] = [], cancellation: Cancellation? = nil,
    progress: (@Sendable (ProgressUpdate) -> Void)? = nil
  ) throws(Failure) -> VerifyReport {
    try verify(domains, cancellation: cancellation, progress: progress) { _ in }
  }

  /// Says once that every item would be missing.
  private func unbuilt(_ entry: SyncPlan.Entry, _ declared: DeclaredDomain) -> VerifiedDomain {
    var reason = ""
    if case .success(let decision) = entry.decision { reason = ": \(decision.reason)" }
    let note = Diagnostic(
      .unbuilt, "\(entry.name) has no index to compare\(reason)",
      at: declared.definition.location, remedy: "run `footlight sync \(entry.name)`",
      severity: .note)
    return VerifiedDomain(domain: entry.name, isBuilt: false, notes: [note])
  }

  private func undeclared(_ name: String, items: Int) -> VerifiedDomain {
    let note = Diagnostic(
      .undeclared, "no declaration names \(name) any more: only its bytes were checked",
      remedy: isCopy ? nil : "`footlight delete --built \(name)` deletes its index",
      severity: isCopy ? .note : .warning)
    return VerifiedDomain(domain: name, stored: items, notes: [note])
  }

  private func leftOut(_ name: String, _ reason: String, items: Int) -> VerifiedDomain {
    let note = Diagnostic(
      .storeCopy, "\(name) was not compared: \(reason)", remedy: nil, severity: .note)
    return VerifiedDomain(domain: name, stored: items, notes: [note])
  }

  /// Notes about kept records and, as far as a look at the files tells, the reason of differences.
  private func notes(_ entry: SyncPlan.Entry, _ result: VerifiedDomain) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    if result.kept > 0 {
      let (items, records) =
        result.kept == 1
        ? ("1 item stays as it was", "its record is")
        : (
          "\(result.kept) items stay as they were", "their records are"
        )
      notes.append(
        Diagnostic(
          .stale, "\(items) indexed in \(entry.name): \(records) bad now",
          at: entry.declared?.definition.source.location,
          remedy: "mend what `footlight check \(entry.name)` shows, and sync", severity: .note))
    }
    guard result.differences > 0, case .success(let decision) = entry.decision else {
      return notes
    }
    switch decision.action {
    case .build, .rebuild, .apply:
      return notes + [
        Diagnostic(
          decision.action == .build ? .unbuilt : .stale, "\(entry.name): \(decision.reason)",
          at: entry.declared?.definition.location, remedy: "run `footlight sync \(entry.name)`",
          severity: .note)
      ]
    case .none, .undeclared, .ahead, .leftOut:
      return notes + [
        Diagnostic(
          .stale, "\(entry.name) differs from its source although \(decision.reason)",
          at: entry.declared?.definition.location,
          remedy: "run `footlight sync --rebuild \(entry.name)`", severity: .note)
      ]
    }
  }
}
