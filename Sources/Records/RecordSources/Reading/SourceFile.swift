import FootlightDiagnostics

/// One file of a source.
struct SourceFile: Sendable, Hashable {
  /// Where it is.
  var path: String
  /// How messages call it.
  var display: String
  /// The path below the declaration's folder.
  var relative: String
  /// Why it cannot be opened, where its name alone says so.
  var problem: Diagnostic?
}

extension Failure {
  /// The failure with a file called as messages call it, where its path stands.
  func named(_ file: SourceFile) -> Failure {
    let renamed = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.location?.file == file.path { diagnostic.location?.file = file.display }
      return diagnostic
    }
    return Failure(renamed) ?? self
  }
}
