import DomainDeclarations
import DomainSyncing
public import FootlightDiagnostics
public import FootlightPlatform
import OpenWorkspaces

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
        report.domains.append(checked.domain)
        report.failures += checked.failures
        meter.enter(.finished)
      } catch {
        guard !error.concerns([.cancelled]) else { throw error }
        report.failures += error.diagnostics
      }
    }
    return report
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
