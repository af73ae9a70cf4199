import FootlightDiagnostics

/// Why a record is no item; thrown within the mapping only.
struct BadRecord: Error {
  var code: DiagnosticCode
  var message: String

  init(_ code: DiagnosticCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
