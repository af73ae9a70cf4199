import DomainDeclarations
import DomainSyncing
public import FootlightDiagnostics
public import FootlightPlatform
import OpenWorkspaces
import SegmentFiles

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
