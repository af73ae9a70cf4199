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
  /// Whether it concerns one file; what is wrong with the machine, or with all, ends a read.
  var isOfFile: Bool { !concerns([.tooManyFiles, .diskFull, .fileFailed, .cancelled]) }

  /// The failure with a file called as messages call it, where its path stands.
  package func named(_ file: SourceFile) -> Failure {
    retold { if $0.location?.file == file.path { $0.location?.file = file.display } }
  }
}
