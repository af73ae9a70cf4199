public import FootlightDiagnostics

extension DiagnosticCode {
  /// No folder upward holds `domains/`.
  public static let workspaceMissing = DiagnosticCode("workspace.missing", .caller)
  /// A workspace that was to be started exists already.
  public static let workspaceExists = DiagnosticCode("workspace.exists", .caller)
  /// A domain that is neither declared nor stored.
  public static let unknownDomain = DiagnosticCode("domain.unknown", .caller)
  /// A domain is registered in code and declared too, or registered twice.
  public static let registeredTwice = DiagnosticCode("domain.registered-twice", .caller)
  /// The stored version is higher than the declared one.
  public static let versionAhead = DiagnosticCode("domain.ahead", .caller)
  /// A domain is declared but not built.
  public static let unbuilt = DiagnosticCode("domain.unbuilt", .caller)
  /// A domain is older than its declaration or its data.
  public static let stale = DiagnosticCode("domain.stale", .caller)
  /// A domain is stored, but no declaration names it.
  public static let undeclared = DiagnosticCode("domain.undeclared", .caller)
  /// Something is there already where a dump was to be written.
  public static let dumpExists = DiagnosticCode("dump.exists", .caller)
  /// The items of a dump have more attributes than a table has columns.
  public static let dumpTooWide = DiagnosticCode("dump.too-wide", .caller)
  /// More records are bad than the source tolerates.
  public static let tooManyBadRecords = DiagnosticCode("source.too-many-bad-records", .caller)
  /// Two records have one id.
  public static let duplicateID = DiagnosticCode("record.duplicate-id", .caller)
  /// A changed source lost more than half of its items.
  public static let sourceShrank = DiagnosticCode("source.shrank", .caller)
  /// The folder of the index lies where locks may not hold.
  public static let networkFolder = DiagnosticCode("index.network-folder", .machine)
  /// The text of a query cannot be parsed.
  public static let querySyntax = DiagnosticCode("query.syntax", .caller)
  /// An address without a domain, or an url that no item has.
  public static let badAddress = DiagnosticCode("item.bad-address", .caller)
}
