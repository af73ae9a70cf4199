import DeclaredRecords
import FootlightPlatform

/// Says what a file is that looks like JSON with records and is not read as such.
enum JSONOddity {
  /// The reason why a file is not read as JSON; nil when there is none.
  static func problem(_ beginning: borrowing FileBeginning, name: String) -> Failure? {
    let text = beginning.text.drop { $0.isWhitespace }
    func failure(_ message: String, _ remedy: String) -> Failure {
      Failure(.dataFormat, message, remedy: remedy)
    }
    let isNamedJSON = ["json", "js", "json5", "jsonc", "geojson"].contains(name)
    if isNamedJSON, text.hasPrefix("//") || text.hasPrefix("/*") {
      return failure(
        "the file begins with a comment, and JSON has none",
        "take the comments out, for example: sed 's|^[[:space:]]*//.*||' FILE > OTHER.json")
    }
    if let assigned = assignment(text) {
      return failure(
        "the file is a program: its JSON stands after `\(assigned) =`",
        "keep the JSON alone, for example: sed '1s/^[^=]*=//; $s/;[[:space:]]*$//' FILE > OTHER.json"
      )
    }
    guard text.first == "{", beginning.isWhole,
      case .object(let record)? = RecordValue(document: String(text))
    else { return nil }
    return emptyList(record).map {
      failure("the list `\($0)` is empty: there are no records yet", "put some into it")
    }
  }

  /// The name to which a text assigns something: `window.data`, `const items`.
  private static func assignment(_ text: Substring) -> Substring? {
    let line = text.prefix(200).prefix { $0 != "\n" }
    guard let sign = line.firstIndex(of: "=") else { return nil }
    let name = line[..<sign]
    let rest = line[sign...].dropFirst().drop(while: \.isWhitespace)
    guard let first = name.first, first.isLetter || first == "_" || first == "$",
      rest.first == "{" || rest.first == "[",
      name.allSatisfy({ $0.isLetter || $0.isNumber || "_$. []\"'".contains($0) })
    else { return nil }
    return name.trimmedEnd
  }

  /// The name of the only list of a document, which holds no object beside it, where that is empty.
  private static func emptyList(_ record: Record) -> String? {
    let holding = record.fields.filter {
      if case .list = $0.value { true } else { $0.value.record != nil }
    }
    return holding.count == 1 && holding.first?.value == .list([]) ? holding.first?.name : nil
  }
}
