package import DeclaredRecords
package import FootlightPlatform

/// A program that a source runs, and what it may cost: it prints the records, or turns each file into text.
package struct DeclaredProgram: Sendable, Hashable {
  /// The path of the program.
  var program: String
  /// The program and its arguments as they are declared; `{path}` stands for the file that is converted.
  var words: [String]
  /// The folder in which it runs.
  var folder: String
  /// The files that its records are made of, or further files that it reads; nil for none that are known.
  var inputs: FileSelection?
  /// The limits of one run.
  var limits: ForeignSettings

  /// A program at a path.
  init(_ program: String, _ arguments: [String] = [], folder: String) {
    self.program = program
    words = [program] + arguments
    self.folder = folder
    limits = ForeignSettings(kind: "command")
  }

  /// The program that prints the records of a source.
  package static func command(
    _ definition: SourceDefinition, _ system: SystemServices
  ) throws(Failure) -> DeclaredProgram {
    let words = definition["command"]?.list ?? []
    guard let first = words.first, !first.isEmpty else {
      throw Failure(
        .sourceSetting, "the source names no program",
        at: definition.settings["command"]?.location ?? definition.location,
        remedy: "add `command:` with a program and its arguments, as a list")
    }
    return try DeclaredProgram(first, words, definition, "command", system)
  }

  /// The program that converts the files of a source; nil when they are read as they are.
  package static func converter(
    _ definition: SourceDefinition, _ system: SystemServices
  ) throws(Failure) -> DeclaredProgram? {
    guard let words = definition["convert"]?.list, !words.isEmpty else { return nil }
    guard let first = words.first, !first.isEmpty,
      words.dropFirst().contains(where: { $0.contains("{path}") })
    else {
      throw Failure(
        .sourceSetting,
        "`convert` must be a program and its arguments, with \"{path}\" for the file",
        at: definition.settings["convert"]?.location ?? definition.location,
        remedy: "write it as in `convert: [pdftotext, \"{path}\", \"-\"]`")
    }
    return try DeclaredProgram(first, words, definition, "convert", system)
  }

  private init(
    _ name: String, _ words: [String], _ definition: SourceDefinition, _ key: String,
    _ system: SystemServices
  ) throws(Failure) {
    let place = definition.settings[key]?.location ?? definition.location
    guard definition.allowsOutside else {
      throw Failure(
        .needsPermission, "the source runs a program without a permission", at: place,
        remedy: "grant it with `footlight allow`")
    }
    program = try DeclaredProgram.path(name, definition.folder, system, place)
    self.words = words
    folder = definition.folder
    if definition["inputs"]?.list?.isEmpty == false {
      inputs = try FileSelection(definition, key: "inputs")
    }
    limits = ForeignSettings(definition)
    limits.location = place
  }

  /// Where a program lies: below the declaration's folder when its name holds a slash, otherwise
  /// in a folder of PATH.
  private static func path(
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

  /// The program, the files that its other words name, and its inputs: another look of them can mean another output.
  func files() throws(Failure) -> [SourceFile] {
    let program = SourceFile(path: program, display: words.first ?? "", relative: program)
    return [program] + (try ProgramFiles.arguments(words, folder)) + (try inputs?.files() ?? [])
  }

  /// How these look from outside.
  package func look(now: Int64) throws(Failure) -> SourceStamp {
    try FileSelection.stamp(of: files(), now: now)
  }

  /// The arguments for a file.
  func arguments(for path: String) -> [String] {
    words.dropFirst().map { word in
      var result = ""
      var rest = word[...]
      while let place = rest.firstRange(of: "{path}") {
        result += rest[..<place.lowerBound] + path
        rest = rest[place.upperBound...]
      }
      return result + rest
    }
  }
}
