import FootlightPlatform

/// The programs that a build has left beside the test bundle.
package enum BuiltProgram {
  /// Where the program of this name lies; nil when it was not built.
  package static func path(_ name: String) -> String? {
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      guard let folder = Path.parent(of: argument) else { continue }
      let program = Path.join(folder, name)
      if let status = try? FileStatus.of(program), status.kind == .file { return program }
    }
    return nil
  }
}
