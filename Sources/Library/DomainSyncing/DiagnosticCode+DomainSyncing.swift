public import FootlightPlatform

extension DiagnosticCode {
  /// The stored version is higher than the declared one.
  ///
  /// Remedy: raise the version, or run `footlight rebuild DOMAIN`.
  public static let versionAhead = DiagnosticCode("domain.ahead", .caller)
  /// Two items with one url, so that a link to one of them shows another.
  ///
  /// Remedy: make the urls different, if they are of different pages.
  public static let sharedURL = DiagnosticCode("item.shared-url", .caller)
  /// `pins` or `hide` names an id that no item has.
  ///
  /// Remedy: write the id of an item, as `footlight query --ids` prints it after the colon.
  public static let unknownPin = DiagnosticCode("pin.unknown-item", .caller)
  /// More records are bad than the source tolerates.
  ///
  /// Remedy: mend the records that are listed, or raise `tolerate`.
  public static let tooManyBadRecords = DiagnosticCode("source.too-many-bad-records", .caller)
  /// Two records have one id.
  ///
  /// Remedy: make the ids different, or choose with `duplicates: first` or `last`.
  public static let duplicateID = DiagnosticCode("record.duplicate-id", .caller)
  /// A changed source lost more than half of its items.
  ///
  /// Remedy: if that is right, run again with `--allow-shrink`.
  public static let sourceShrank = DiagnosticCode("source.shrank", .caller)
  /// A language is declared whose stems this build of Footlight cannot make.
  ///
  /// Remedy: use a build with the trait `Complete`, or agree with `--without-stemming`.
  public static let buildWithoutStems = DiagnosticCode("build.without-stems", .caller)
  /// A raised version has wiped the records that programs had pushed.
  ///
  /// Remedy: let the program push all of its records again.
  public static let pushAgain = DiagnosticCode("push.again", .caller)
}
