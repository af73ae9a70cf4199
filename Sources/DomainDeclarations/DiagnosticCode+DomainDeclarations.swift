public import FootlightDiagnostics

extension DiagnosticCode {
  /// The file is no YAML that a declaration may hold.
  public static let declarationSyntax = DiagnosticCode("declaration.syntax", .caller)
  /// A key that no table knows.
  public static let unknownKey = DiagnosticCode("declaration.unknown-key", .caller)
  /// A key that must be there is not.
  public static let missingKey = DiagnosticCode("declaration.missing-key", .caller)
  /// A value of another type than its key wants.
  public static let wrongType = DiagnosticCode("declaration.wrong-type", .caller)
  /// A value outside what its key allows.
  public static let badValue = DiagnosticCode("declaration.bad-value", .caller)
  /// A domain's name that breaks the rules for names.
  public static let badName = DiagnosticCode("declaration.bad-name", .caller)
  /// A kind of source that nobody offers.
  public static let unknownKind = DiagnosticCode("declaration.unknown-kind", .caller)
  /// A template that cannot be read.
  public static let badTemplate = DiagnosticCode("declaration.bad-template", .caller)
  /// A filter that does not exist.
  public static let unknownFilter = DiagnosticCode("declaration.unknown-filter", .caller)
  /// A list where text is wanted.
  public static let listWhereText = DiagnosticCode("declaration.list-where-text", .caller)
  /// A path that leaves the folder of the declaration.
  public static let outsideFolder = DiagnosticCode("declaration.outside-folder", .caller)
  /// A domain that two files declare.
  public static let declaredTwice = DiagnosticCode("declaration.declared-twice", .caller)
}
