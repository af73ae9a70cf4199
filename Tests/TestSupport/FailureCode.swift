package import FootlightPlatform

/// The code of the failure that `body` throws; nil when it throws none.
package func failureCode(_ body: () throws -> Void) -> DiagnosticCode? {
  failure(body)?.diagnostics.first?.code
}

/// The failure that `body` throws; nil when it throws none.
package func failure(_ body: () throws -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? Failure
  }
}
