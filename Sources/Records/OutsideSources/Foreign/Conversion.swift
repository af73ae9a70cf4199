package import DeclaredRecords
package import FootlightPlatform

/// A program that turns a file into text, and what it may cost.
package struct Conversion: Sendable, Hashable {
  /// The path of the program.
  var program: String
  /// The program and its arguments as they are declared; `{path}` stands for the file.
  var words: [String]
  /// The folder in which it runs.
  var folder: String
  /// Further files that it reads; nil for none.
  var inputs: FileSelection?
  /// The limits of one run.
  var limits: ForeignSettings

  /// Reads the settings of a source; nil when it converts nothing.
  package init?(_ definition: SourceDefinition, _ system: SystemServices) throws(Failure) {
    guard let words = definition["convert"]?.list, !words.isEmpty else { return nil }
    let place = definition.settings["convert"]?.location ?? definition.location
    guard let first = words.first, !first.isEmpty, words.dropFirst().contains(where: Self.holdsPath)
    else {
      throw Failure(
        .sourceSetting,
        "`convert` must be a program and its arguments, with \"{path}\" for the file",
        at: place, remedy: "write it as in `convert: [pdftotext, \"{path}\", \"-\"]`")
    }
    guard definition.allowsOutside else {
      throw Failure(
        .needsPermission, "the source runs a program without a permission", at: place,
        remedy: "grant it with `footlight allow`")
    }
    program = try CommandSettings.path(first, definition.folder, system, place)
    self.words = words
    folder = definition.folder
    if definition["inputs"]?.list?.isEmpty == false {
      inputs = try FileSelection(definition, key: "inputs")
    }
    limits = ForeignSettings(definition)
    limits.location = place
  }

  /// How the program, the files that its words name and its inputs look from outside: another look means that every
  /// file is converted again.
  package func look(now: Int64) throws(Failure) -> SourceStamp {
    let program = SourceFile(path: program, display: words.first ?? "", relative: program)
    return try FileSelection.stamp(
      of: [program] + ProgramFiles.arguments(words, folder) + (inputs?.files() ?? []), now: now)
  }

  private static func holdsPath(_ word: String) -> Bool { word.contains("{path}") }

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
