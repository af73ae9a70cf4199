package import DeclaredRecords
package import FootlightPlatform

/// A program that prints records, and what it may cost.
package struct CommandSettings: Sendable, Hashable {
  /// The path of the program.
  var program: String
  /// The program and its arguments as they are declared.
  var words: [String]
  /// The folder in which it runs.
  var folder: String
  /// The files that its records are made of; nil when nobody knows them.
  var inputs: FileSelection?
  /// Nanoseconds that may be spent waiting for it.
  var timeLimit: Int64 = 600_000_000_000
  /// Bytes that it may print.
  var outputLimit = 4096 << 20
  /// Bytes of memory that each of its processes may use.
  var memoryLimit = 1024 << 20
  /// Where it is declared.
  var location: SourceLocation?

  /// A program at a path.
  init(_ program: String, _ arguments: [String] = [], folder: String) {
    self.program = program
    words = [program] + arguments
    self.folder = folder
  }

  /// Reads the settings of a source.
  package init(_ definition: SourceDefinition, _ system: SystemServices) throws(Failure) {
    let place = definition.settings["command"]?.location ?? definition.location
    guard let words = definition["command"]?.list, let first = words.first, !first.isEmpty else {
      throw Failure(
        .sourceSetting, "the source names no program", at: place,
        remedy: "add `command:` with a program and its arguments, as a list")
    }
    guard definition.allowsOutside else {
      throw Failure(
        .needsPermission, "the source runs a program without a permission", at: place,
        remedy: "grant it with `footlight allow`")
    }
    self.init(
      try CommandSettings.path(first, definition.folder, system, place),
      Array(words.dropFirst()), folder: definition.folder)
    self.words = words
    location = place
    if definition["inputs"]?.list?.isEmpty == false {
      inputs = try FileSelection(definition, key: "inputs")
    }
    func limit(_ key: String) -> Int? {
      definition[key]?.number.flatMap { Int(exactly: $0) }
    }
    if let seconds = limit("time_limit") {
      timeLimit =
        Int64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        .partialValue
    }
    if let megabytes = limit("output_limit") { outputLimit = megabytes << 20 }
    if let megabytes = limit("memory_limit") { memoryLimit = megabytes << 20 }
  }

  /// Where a program lies: below the declaration's folder when its name holds a slash, otherwise
  /// in a folder of PATH.
  static func path(
    _ name: String, _ folder: String, _ system: SystemServices, _ place: SourceLocation
  ) throws(Failure) -> String {
    if name.contains("/") {
      let path = Path.join(folder, name)
      if try FileStatus.of(path)?.kind == .file { return path }
    } else if let path = Subprocess.find(name, path: system.environment("PATH") ?? "") {
      return path
    }
    throw Failure(
      .sourceMissing, "there is no program `\(name)`", at: place,
      remedy: name.contains(" ")
        ? "write program and arguments as a list: `command: [python3, export.py]`"
        : "install it, or name it by its path, such as `./\(name)`")
  }
}
