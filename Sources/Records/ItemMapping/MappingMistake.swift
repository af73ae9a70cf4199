import FootlightPlatform

/// Why a record is no item; thrown within the mapping only.
struct MappingMistake: Error {
  var code: DiagnosticCode
  var message: String
  var remedy: String

  /// The remedy is that of the code unless another one is given.
  init(_ code: DiagnosticCode, _ message: String, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy ?? MappingMistake.remedy(for: code)
  }

  /// This mistake with another one of the same record; one that comes again is told once.
  func with(_ other: MappingMistake) -> MappingMistake {
    if message.contains(other.message) { return self }
    return MappingMistake(
      code, "\(message); \(other.message)",
      remedy: remedy == other.remedy ? remedy : "\(remedy); \(other.remedy)")
  }

  /// The diagnostic; the caller knows the place.
  var diagnostic: Diagnostic { Diagnostic(code, message, remedy: remedy) }

  private static func remedy(for code: DiagnosticCode) -> String {
    switch code {
    case .missingID, .missingTitle:
      "mend the record, give the field a `default`, or leave such records out with `skip_when`"
    case .recordNotText:
      "name an element (`[0]`), or add `| first` or `| join: \", \"`"
    case .recordNotMapped:
      "add the value to `map`, or say with `else` what stands for all others"
    case .itemTooLarge:
      "shorten it with `| truncate: 100000` or `| limit: 100`, or leave the record out"
    default:
      "mend the value, convert it with a filter, or leave such records out with `skip_when`"
    }
  }
}
