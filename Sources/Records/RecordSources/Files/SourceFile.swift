import FileHandles
package import FootlightPlatform

/// One file of a source.
package struct SourceFile: Sendable, Hashable {
  /// Where it is.
  package var path: String
  /// How messages call it.
  package var display: String
  /// The path below the declaration's folder.
  package var relative: String
  /// Why it cannot be opened, where its name alone says so.
  package var problem: Diagnostic?

  /// The encoding that is declared for its text.
  package var encoding: TextEncoding?

  package init(
    path: String, display: String, relative: String, problem: Diagnostic? = nil
  ) {
    self.path = path
    self.display = display
    self.relative = relative
    self.problem = problem
  }
}

extension UnpackedFiles {
  /// Opens a file of text as UTF-8.
  func open(
    _ file: SourceFile, endsLinesWithReturns: Bool = false, rewriting: Rewriting? = nil
  ) throws(Failure) -> File {
    try open(
      file.path,
      TextForm(encoding: file.encoding, mayEndLinesWithReturns: endsLinesWithReturns),
      rewriting: rewriting)
  }
}

extension Failure {
  /// The failure with a file called as messages call it, where its path stands.
  package func named(_ file: SourceFile) -> Failure {
    let renamed = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.location?.file == file.path { diagnostic.location?.file = file.display }
      return diagnostic
    }
    return Failure(renamed) ?? self
  }
}
