package import FootlightPlatform

/// One command: what it is called, what it takes, what it says about itself, and what it does.
package struct Command: Sendable {
  /// The words after a command that belong to no option.
  struct Operands: Sendable {
    let name: String
    let least: Int
    let most: Int

    /// The operands as usage shows them: `DOMAIN…`, `[DIR]`.
    var written: String {
      guard most > 0 else { return "" }
      let repeated = most > least + 1 ? "\(name)…" : name
      return least == 0 ? "[\(repeated)]" : repeated
    }

    static let none = Operands(name: "", least: 0, most: 0)
    static func optional(_ name: String) -> Operands { Operands(name: name, least: 0, most: 1) }
    static func one(_ name: String) -> Operands { Operands(name: name, least: 1, most: 1) }
    /// One of each: "QUERY ID".
    static func pair(_ names: String) -> Operands { Operands(name: names, least: 2, most: 2) }
    static func any(_ name: String) -> Operands { Operands(name: name, least: 0, most: .max) }
    static func some(_ name: String) -> Operands { Operands(name: name, least: 1, most: .max) }
  }

  package let name: String
  let operands: Operands
  /// One line without a full stop.
  let summary: String
  /// Further explanation, in whole sentences.
  let detail: String
  /// Its own options; those that every command takes come on top.
  let options: [CommandOption]
  /// Command lines worth showing, and what they do.
  let examples: KeyValuePairs<String, String>
  /// The program beside the tool that does it; the table tells of its options all the same.
  package var program: SisterProgram?
  /// Does it, and returns the exit code.
  let run: @Sendable (Settings, Console) throws(Failure) -> ExitCode

  /// All options that may follow the command.
  var allOptions: [CommandOption] { options + CommandOption.everywhere }
}

extension Command {
  /// A command that a program beside the tool does.
  init(
    _ name: String? = nil, program: SisterProgram, operands: Operands, summary: String,
    detail: String,
    options: [CommandOption], examples: KeyValuePairs<String, String>
  ) {
    self.init(
      name: name ?? program.name, operands: operands, summary: summary, detail: detail,
      options: options,
      examples: examples, program: program
    ) { (_, _) throws(Failure) in
      // The tool becomes the program before it comes here.
      throw program.isMissing
    }
  }
}
