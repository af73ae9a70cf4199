package import DeclaredRecords
package import FootlightPlatform

/// The files that the words of a program name: a change of one of them can mean other records.
package enum ProgramFiles {
  /// The files beside the program itself: those that words name, and the scripts that a text for a shell names, beside which
  /// it may name what it writes.
  package static func arguments(_ words: [String], _ folder: String) throws(Failure) -> [SourceFile]
  {
    var found: [SourceFile] = []
    for file in named(by: words, in: folder) {
      guard try isRun(file) || file.isWord else { continue }
      found.append(SourceFile(path: file.path, display: file.name, relative: file.name))
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
    // A first word without a slash is looked for in PATH.
    if let program = words.first, program.contains("/"), let path = path(of: program, in: folder) {
      found.append((program, try hash(path)))
    }
    for file in named(by: words, in: folder) {
      guard try isRun(file) else { continue }
      found.append((file.name, try hash(file.path)))
    }
    return found
  }

  private static func hash(_ path: String) throws(Failure) -> String {
    let bytes = try File.readWhole(path, limit: mostBytes)
    return SHA256.hexadecimal(of: bytes.bytes(bytes.all))
  }

  /// A file that is named by a word, or by a piece of it: the text that a shell is given names files as well.
  private struct NamedFile {
    var name: String
    var path: String
    /// Whether it is a whole word.
    var isWord: Bool
    /// Whether it stands where an interpreter looks for what it runs, whatever the file is called.
    var isAfterInterpreter: Bool
  }

  /// The files that the words after the program name, each once; also in folders that they name, into which a shell may go.
  private static func named(by words: [String], in folder: String) -> [NamedFile] {
    var found: [NamedFile] = []
    var folders = [folder]
    var before = words.first?[...] ?? ""
    // In a shell `do` begins what a loop does, elsewhere it runs a file; `eval` runs what a shell reads.
    let isShell = Path.name(of: words.first ?? "").hasSuffix("sh")
    for word in words.dropFirst() {
      let pieces = word.split(whereSeparator: marks.contains).filter { $0 != word[...] }
      // A name may have spaces itself.
      for (index, piece) in ([word[...]] + pieces).enumerated() {
        // What follows a letter of an option may be a name: `-fprogram.awk`.
        let name = String(piece.first == "-" ? piece.dropFirst(2) : piece)
        if let there = path(of: name, in: folder, as: .folder), folders.count < 8 {
          folders.append(there)
        }
        var isFile = false
        for folder in folders {
          guard let path = path(of: name, in: folder), !found.contains(where: { $0.path == path })
          else { continue }
          isFile = true
          let runs =
            index > 1 && before == "." || isInterpreter(before)
            || (isShell ? pieces.contains("eval") : ProgramFiles.loading.contains(String(before)))
          found.append(
            NamedFile(
              name: name, path: path, isWord: piece == word[...], isAfterInterpreter: runs))
        }
        if isFile || piece.first != "-" && (index > 0 || pieces.isEmpty) { before = piece }
      }
    }
    return found
  }

  /// What parts the words of a shell, and the texts of programs in other languages.
  private static let marks = Set(" \t\n;|&()<>{}[]\"'`$=,:!")

  /// Whether a file is run, as far as its place or itself tells.
  private static func isRun(_ file: NamedFile) throws(Failure) -> Bool {
    if file.isAfterInterpreter { return true }
    return try isScript(file.path)
  }

  /// Whether a program runs the file that is named after it.
  private static func isInterpreter(_ word: Substring) -> Bool {
    let name = word[(word.lastIndex(of: "/").map { word.index(after: $0) } ?? word.startIndex)...]
    return interpreters.contains(String(name.prefix { $0.isLetter }))
  }

  private static let interpreters: Set<String> = [
    "awk", "bash", "bun", "dash", "deno", "env", "exec", "fish", "gawk", "jq", "java",
    "julia",
    "ksh", "lua", "luajit", "mawk", "node", "perl", "php", "pypy", "python", "R", "Rscript", "ruby",
    "sed", "sh", "source", "swift", "tclsh", "zsh",
  ]

  /// What runs the file that is named after it, in a text of Perl, Ruby or JavaScript.
  private static let loading: Set<String> = ["do", "load", "require"]

  private static let mostBytes = 64 << 20

  /// The file, or folder, that a word names; nil for a word that names none.
  private static func path(
    of word: String, in folder: String, as kind: FileStatus.Kind = .file
  ) -> String? {
    guard !word.isEmpty, word.utf8.count < 4_096, !word.utf8.contains(0) else { return nil }
    let path = Path.join(folder, word)
    let status = (try? FileStatus.of(path)) ?? nil
    return status?.kind == kind ? path : nil
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
