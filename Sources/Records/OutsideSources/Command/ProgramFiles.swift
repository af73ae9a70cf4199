package import DeclaredRecords
package import FootlightPlatform

/// The files that the words of a program name: a change of one of them can mean other records.
package enum ProgramFiles {
  /// The files beside the program itself.
  package static func arguments(_ words: [String], _ folder: String) throws(Failure) -> [SourceFile]
  {
    var found: [SourceFile] = []
    for word in words.dropFirst() {
      guard let path = try path(of: word, folder) else { continue }
      found.append(SourceFile(path: path, display: word, relative: word))
    }
    return found
  }

  /// The files that a source runs beside the programs of the system: the text that a permission covers.
  ///
  /// Scripts alone: other files that are named are data, which changes by itself.
  ///
  /// - Returns: the words that name them, with a hash of the contents of each.
  package static func scripts(
    of definition: SourceDefinition
  ) throws(Failure) -> [(word: String, hash: String)] {
    var found: [(String, String)] = []
    for key in ["command", "convert"] {
      found += try scripts(of: definition[key]?.list ?? [], in: definition.folder)
    }
    return found
  }

  /// The same of the words of one program, which runs in a folder.
  package static func scripts(
    of words: [String], in folder: String
  ) throws(Failure) -> [(word: String, hash: String)] {
    var found: [(String, String)] = []
    for (place, word) in words.enumerated() {
      // A first word without a slash is looked for in PATH.
      guard place > 0 || word.contains("/"), let path = try path(of: word, folder) else { continue }
      let isRun = if place == 0 { true } else { try isScript(path) }
      guard isRun else { continue }
      let bytes = try File.readWhole(path, limit: mostBytes)
      found.append((word, SHA256.hexadecimal(of: bytes.bytes(bytes.all))))
    }
    return found
  }

  private static let mostBytes = 64 << 20

  /// The file that a word names; nil for a word that names none.
  private static func path(of word: String, _ folder: String) throws(Failure) -> String? {
    guard !word.isEmpty, word.utf8.count < 4_096, !word.utf8.contains(0) else { return nil }
    let path = Path.join(folder, word)
    do throws(Failure) {
      return try FileStatus.of(path)?.kind == .file ? path : nil
    } catch {
      return nil
    }
  }

  /// Whether a file is run: it may be executed, says so in its first bytes, or has an ending of scripts.
  private static func isScript(_ path: String) throws(Failure) -> Bool {
    if let status = try FileStatus.of(path), status.permissions & 0o111 != 0 { return true }
    if endings.contains(where: { path.utf8.count > $0.utf8.count && path.hasSuffix($0) }) {
      return true
    }
    var start = ByteArena(capacity: 2)
    let file = try File(path: path)
    _ = try file.read(into: &start, at: 0, upTo: 2)
    return start.text(start.all) == "#!"
  }

  private static let endings = [
    ".awk", ".bash", ".cjs", ".fish", ".jar", ".jq", ".js", ".lua", ".mjs", ".php", ".pl", ".py",
    ".r",
    ".R", ".rb", ".sed", ".sh", ".sql", ".swift", ".tcl", ".ts", ".wasm", ".zsh",
  ]
}
