import DeclaredRecords
import FootlightPlatform
import IndexStores

extension OpenWorkspace {
  /// Does a push, and tells the hooks when it fails or there is something to know.
  func told(
    _ options: PushOptions, _ body: () throws(Failure) -> PushReport
  ) throws(Failure) -> PushReport {
    do throws(Failure) {
      let report = try body()
      if let didWarn = options.hooks.didWarn {
        for warning in report.warnings { didWarn(warning) }
      }
      return report
    } catch {
      options.hooks.didFail?(error)
      throw error
    }
  }

  /// A domain that programs push records into.
  func external(_ domain: String) throws(Failure) -> DeclaredDomain {
    try external(domain, declarations())
  }

  func external(
    _ domain: String, _ declarations: Declarations
  ) throws(Failure) -> DeclaredDomain {
    guard let declared = declarations.domains[domain] else {
      if let broken = declarations.broken.first(where: { $0.name == domain }),
        let failure = Failure(broken.diagnostics)
      {
        throw failure
      }
      throw Failure(DomainSelection.unknown(domain, among: declarations.domains.keys))
    }
    guard declared.source is PushedSource else {
      throw Failure(
        .notExternal,
        "\(domain) has records of its own: programs can neither push nor delete its items",
        at: declared.definition.source.location,
        remedy: "change its source and run `footlight sync`, or declare `kind: external`")
    }
    return declared
  }
}
