public import FootlightPlatform

extension DiagnosticCode {
  /// The file is no YAML that a declaration may hold.
  ///
  /// Remedy: mend the YAML at the place that is named; quote text that begins with `{`, `[` or `*`.
  public static let declarationSyntax = DiagnosticCode("declaration.syntax", .caller)
  /// A key that no table knows.
  ///
  /// Remedy: write one of the keys above; the message proposes the nearest.
  public static let unknownKey = DiagnosticCode("declaration.unknown-key", .caller)
  /// A key that must be there is not.
  ///
  /// Remedy: write the key; the message says what it is for.
  public static let missingKey = DiagnosticCode("declaration.missing-key", .caller)
  /// A value of another type than its key wants.
  ///
  /// Remedy: write what the message wants; numbers and booleans stand without quotes.
  public static let wrongType = DiagnosticCode("declaration.wrong-type", .caller)
  /// A value outside what its key allows.
  ///
  /// Remedy: write a value that the message names.
  public static let badValue = DiagnosticCode("declaration.bad-value", .caller)
  /// A domain's name that breaks the rules for names.
  ///
  /// Remedy: use lower-case words with dots between them, such as `law.rules`.
  public static let badName = DiagnosticCode("declaration.bad-name", .caller)
  /// A kind of source that nobody offers.
  ///
  /// Remedy: write one of the kinds above; the message proposes the nearest.
  public static let unknownKind = DiagnosticCode("declaration.unknown-kind", .caller)
  /// A template that cannot be read.
  ///
  /// Remedy: close every `{`, write literal braces as `{{` and `}}`, and quote the template.
  public static let badTemplate = DiagnosticCode("declaration.bad-template", .caller)
  /// A filter that does not exist.
  ///
  /// Remedy: write one of the filters above; the message proposes the nearest.
  public static let unknownFilter = DiagnosticCode("declaration.unknown-filter", .caller)
  /// A list where text is wanted.
  ///
  /// Remedy: choose with `| first` or `| join: ', '`, or declare `type: list`.
  public static let listWhereText = DiagnosticCode("declaration.list-where-text", .caller)
  /// A path that leaves the folder of the declaration.
  ///
  /// Remedy: put the data beside the declaration, or grant it with `footlight allow DOMAIN`.
  public static let outsideFolder = DiagnosticCode("declaration.outside-folder", .caller)
  /// A source that does more than read files, without the permission for it.
  ///
  /// Remedy: read the declaration; if it may do that, grant it with `footlight allow DOMAIN`.
  public static let needsPermission = DiagnosticCode("declaration.needs-permission", .caller)
  /// A pattern of `links` that cannot be read, or an id that they do not make.
  ///
  /// Remedy: write `https://host/path/{part}` or `/path/{part}`, and use the parts of all patterns in `id`.
  public static let badLink = DiagnosticCode("declaration.bad-link", .caller)
  /// A domain that two files declare.
  ///
  /// Remedy: rename one of the two, or remove one of the files.
  public static let declaredTwice = DiagnosticCode("declaration.declared-twice", .caller)
}
