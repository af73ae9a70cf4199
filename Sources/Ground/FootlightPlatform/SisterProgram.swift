/// A program beside the tool, called `footlight-NAME`: one of ours that links what the tool does not, or
/// one that somebody else has put into PATH.
///
/// It is looked for as git looks for its own: beside the running program, then in `../libexec/footlight`,
/// then in PATH.
package struct SisterProgram: Sendable, Hashable {
  /// The part of the name after `footlight-`, which is also the command.
  package let name: String
  /// The package trait that it is built with; nil for a program of somebody else.
  package let trait: String?

  /// The page, the API and the feeds.
  package static let serve = SisterProgram(ours: "serve", trait: "Complete")
  /// The search provider of the desktop.
  package static let desktop = SisterProgram(ours: "desktop", trait: "Complete")
  /// The reader of foreign formats.
  package static let read = SisterProgram(ours: "read", trait: "Complete")

  /// The shared store, and all that changes an index which is a copy of one.
  package static let store = SisterProgram(ours: "store", trait: "PostgresStore")

  private init(ours name: String, trait: String?) {
    self.name = name
    self.trait = trait
  }

  /// The program of this name: one of ours, or anybody's; nil for what can be no such name.
  package init?(named name: String) {
    if let ours = [SisterProgram.serve, .desktop, .read, .store].first(where: { $0.name == name }) {
      self = ours
      return
    }
    let bytes = name.utf8
    guard let first = bytes.first, first.isLetterOrDigit,
      bytes.allSatisfy({
        $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      })
    else { return nil }
    self.init(ours: name, trait: nil)
  }

  /// The name of the file, which is that of the Debian package, too.
  package var fileName: String { "footlight-" + name }

  /// Where it lies; nil when it is nowhere.
  ///
  /// `executable` is the path of the running program, `path` is what PATH holds.
  package func find(beside executable: String?, path: String) -> String? {
    if let folder = executable.flatMap({ Path.parent(of: $0) }) {
      let beside = [folder, Path.normalized(Path.join(folder, "../libexec/footlight"))]
      for folder in beside {
        if let found = Subprocess.find(fileName, path: folder) { return found }
      }
    }
    return Subprocess.find(fileName, path: path)
  }

  /// Where it lies for this process.
  ///
  /// - Throws: `program.missing`, which says how to get it.
  package func located(_ system: SystemServices = .system) throws(Failure) -> String {
    let path = system.path
    if let found = find(beside: Process.executable, path: path) { return found }
    throw isMissing
  }

  /// That it is nowhere, and how to get it.
  package var isMissing: Failure {
    Failure(
      .programMissing,
      "the program \(fileName) is neither beside footlight nor in ../libexec/footlight nor in PATH",
      remedy: trait == nil ? "put it into a folder of PATH" : remedy)
  }

  /// The failure of a program that was built without its trait.
  package var lacksTrait: Failure {
    Failure(
      .programWithoutTrait, "this \(fileName) was built without the trait \(trait ?? "")",
      remedy: remedy)
  }

  private var remedy: String {
    "install the package \(fileName), or build it with `swift build --traits \(trait ?? "")`"
  }

  /// Becomes the program, with these arguments; what this process ignores it does not ignore.
  ///
  /// C: execv.
  package func become(_ arguments: [String], _ system: SystemServices = .system) throws(Failure)
    -> Never
  {
    let program = try located(system)
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw Failure(.filePath, "an argument holds a NUL", at: SourceLocation(file: program))
    }
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    _ = unsafe execv(program, &words)
    let number = errno
    unsafe words.forEach { word in unsafe free(word) }
    Signals.ignoreFailedWrites()
    throw .system(number, "start", program)
  }
}
