import Footlight

extension Command {
  static let initialise = Command(
    name: "init", operands: .optional("DIR"),
    summary: "start a workspace with an example that works",
    detail: """
      Makes domains/ in DIR, or in the present folder, with one commented declaration and its \
      data. What is there already is left as it is.
      """,
    options: [],
    examples: [
      Example(line: "footlight init finder && cd finder && footlight sync", says: "begin at once")
    ]
  ) { (settings, console) throws(Failure) in
    let folder = settings.operands.first ?? settings.workspace ?? "."
    let made = try Library.initialise(folder == "." ? console.folder : folder)
    for path in made { try console.output.line(console.data(path)) }
    let place = folder == "." ? "" : "cd \(quotedForShell(folder)) && "
    try console.say("now: \(place)footlight sync && footlight query verne")
    return .done
  }
}

/// A word as a shell wants it, in quotes where it must be.
func quotedForShell(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { byte in
    (0x61...0x7A).contains(byte | 0x20) || (0x2B...0x3A).contains(byte) || byte == 0x5F
  }
  guard !isPlain else { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: #"'\''"#) + "'"
}
