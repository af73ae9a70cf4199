import DeclaredRecords
public import FootlightPlatform
import SourceKinds

extension Library {
  /// Makes the log of changes that `changes: triggers` needs, in the database of a domain's source;
  /// true when something was made, false when it was there already.
  ///
  /// Nothing else in Footlight writes into a source, so that it needs the domain's permission. One
  /// short transaction; whoever writes meanwhile waits for it, and it waits for them for at most
  /// five seconds.
  ///
  /// - Throws: `domain.unknown`, `declaration.needs-permission`, `source.setting` when the source
  ///   asks for no triggers or they could not log all changes, `sqlite.busy`.
  @discardableResult
  public func installChangeLog(of domain: String) throws(Failure) -> Bool {
    try changeLog(of: domain).install()
  }

  /// Deletes the log of changes, with its triggers, from the database of a domain's source; true
  /// when there was something to delete.
  ///
  /// - Throws: `domain.unknown`, `declaration.needs-permission`, `source.setting`, `sqlite.busy`.
  @discardableResult
  public func uninstallChangeLog(of domain: String) throws(Failure) -> Bool {
    try changeLog(of: domain).uninstall()
  }

  private func changeLog(of domain: String) throws(Failure) -> SQLiteChangeLog {
    let declarations = try open.declarations()
    guard let declared = declarations.domains[domain] else {
      if let broken = declarations.broken.first(where: { $0.name == domain }),
        let failure = Failure(broken.diagnostics)
      {
        throw failure
      }
      throw Failure(DomainSelection.unknown(domain, among: declarations.domains.keys))
    }
    let source = declared.definition.source
    let log = try SQLiteChangeLog(source)
    guard source.allowsOutside else {
      throw Failure(
        .needsPermission, "\(domain) has no permission to write into its source",
        at: source.location,
        remedy: "read the declaration; if it may, grant it with `footlight allow \(domain)`")
    }
    return log
  }
}
