import FootlightDiagnostics
import RecordSources

/// Says what a file is that looks like JSON with records and is not read as such.
enum JSONOddity {
  /// What is the matter; nil when nothing is.
  static func problem(
    _ beginning: borrowing FileBeginning, from start: Int, name: String, display: String
  ) -> Failure? {
    let text = beginning.text.drop { $0.isWhitespace }
    let place = SourceLocation(file: display)
    func failure(_ message: String, _ remedy: String) -> Failure {
      Failure(.dataFormat, message, at: place, remedy: remedy)
    }
    let isNamedJSON = ["json", "js", "json5", "jsonc", "geojson"].contains(name)
    if isNamedJSON, text.hasPrefix("//") || text.hasPrefix("/*") {
      return failure(
        "the file begins with a comment, and JSON has none",
        "take the comments out, for example: sed 's|^[[:space:]]*//.*||' FILE > OTHER.json")
    }
    if let assigned = assignment(text) {
      return failure(
        "the file is a program: its JSON stands behind `\(assigned) =`",
        "keep the JSON alone, for example: sed '1s/^[^=]*=//; $s/;[[:space:]]*$//' FILE > OTHER.json"
      )
    }
    guard text.first == "{", beginning.isWhole,
      case .object(let record)? = RecordValue(document: String(text))
    else { return nil }
    if let empty = emptyList(record) {
      return failure("the list `\(empty)` is empty: there are no records yet", "put some into it")
    }
    guard let columns = columns(record) else { return nil }
    return failure(
      "the document holds columns – \(columns) – and each of them the values of all records",
      """
      write a record a line, for example: python3 -c "import pandas; \
      pandas.read_json('FILE').to_json('OTHER.jsonl', orient='records', lines=True)"
      """)
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
    var written = name
    while written.last?.isWhitespace ?? false { written.removeLast() }
    return written
  }

  /// The name of the only list of a document that is empty.
  private static func emptyList(_ record: Record) -> String? {
    var empty: String?
    for field in record.fields {
      switch field.value {
      case .list(let elements):
        guard elements.isEmpty, empty == nil else { return nil }
        empty = field.name
      case .object: return nil
      case .null, .boolean, .number, .text: continue
      }
    }
    return empty
  }

  /// The columns of a table that is written column by column; nil when it is none.
  private static func columns(_ record: Record) -> String? {
    guard record.fields.count > 1 else { return nil }
    var keys: [String]?
    var length: Int?
    for field in record.fields {
      switch field.value {
      case .object(let column):
        let own = column.fields.map(\.name)
        guard own.count > 1, own.allSatisfy({ Int($0) != nil }), keys == nil || keys == own,
          length == nil
        else { return nil }
        keys = own
      case .list(let values):
        guard values.count > 1, length == nil || length == values.count, keys == nil,
          values.allSatisfy({ value in
            switch value {
            case .list, .object: false
            default: true
            }
          })
        else { return nil }
        length = values.count
      case .null, .boolean, .number, .text: return nil
      }
    }
    let names = record.fields.prefix(3).map { "`\($0.name)`" }.joined(separator: ", ")
    return names + (record.fields.count > 3 ? " and others" : "")
  }
}
