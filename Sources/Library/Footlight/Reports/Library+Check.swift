import DeclaredRecords
public import FootlightPlatform
import SegmentFiles
import SegmentSearching

extension Library {
  /// Validates declarations (all of the workspace without files), reads their sources and maps
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
          domain: domain.definition.name, world: world, report: progress)
        let check = DomainCheck(
          declared: domain, samples: samples, now: world.now(),
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
    for filter in (definition.doors.pins + definition.doors.hidden).flatMap(\.filters) {
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

  /// The named files, which may lie anywhere; names begin where the process stands.
  private func declarationFiles(_ names: [String]) throws(Failure) -> [DeclarationFile] {
    var files: [DeclarationFile] = []
    for name in names {
      let path = try Path.absolute(name)
      if !files.contains(where: { $0.path == path }) {
        files.append(DeclarationFile(path: path, shown: name))
      }
    }
    return files
  }
}
