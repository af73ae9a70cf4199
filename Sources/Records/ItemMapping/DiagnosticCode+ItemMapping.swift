public import FootlightPlatform

extension DiagnosticCode {
  /// Records of a lookup cannot be read; what needs them lacks their values.
  ///
  /// Remedy: mend the records that are named.
  public static let lookupDamaged = DiagnosticCode("lookup.damaged", .caller)
  /// Several records of a lookup have one key, and it is declared to have one each.
  ///
  /// Remedy: write `many: true` and `{NAME[].FIELD}`, or make the keys different.
  public static let lookupRepeated = DiagnosticCode("lookup.repeated", .caller)
  /// A record yields no id.
  ///
  /// Remedy: mend the record, or leave it out with `skip_when`; `tolerate` endures some.
  public static let missingID = DiagnosticCode("record.missing-id", .caller)
  /// A record yields no title.
  ///
  /// Remedy: mend the record, or give the title a `default`; `tolerate` endures some.
  public static let missingTitle = DiagnosticCode("record.missing-title", .caller)
  /// A field holds a list or an object where text is wanted.
  ///
  /// Remedy: name what is in it: `a.b`, `a[0]`, `a[]`.
  public static let recordNotText = DiagnosticCode("record.not-text", .caller)
  /// A value cannot be read as what the declaration says it is.
  ///
  /// Remedy: mend the value, or convert it with a filter such as `number` or `date`.
  public static let recordValue = DiagnosticCode("record.value", .caller)
  /// A `map` does not hold a value and there is no `else`.
  ///
  /// Remedy: add the value to `map`, or write `else:`.
  public static let recordNotMapped = DiagnosticCode("record.not-mapped", .caller)
  /// An item would be too large.
  ///
  /// Remedy: let the templates repeat less, or cut with `| truncate:`.
  public static let itemTooLarge = DiagnosticCode("record.too-large", .caller)
  /// A lookup finds so much for the records that memory would not hold it.
  ///
  /// Remedy: look for a key that fewer of its records have.
  public static let lookupTooLarge = DiagnosticCode("lookup.too-large", .caller)
}
