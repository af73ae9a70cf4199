package import FootlightPlatform

extension JSONFault: RecordFault {
  /// The code of the bad record.
  package var code: DiagnosticCode {
    self == .encoding ? .recordEncoding : .recordUnreadable
  }

  /// The message.
  package var message: String {
    switch self {
    case .value: "a value was expected here"
    case .key: "a key in quotes was expected here"
    case .colon: "a colon was expected here, between a key and its value"
    case .endOfObject: "a comma or the end of the object was expected here"
    case .endOfArray: "a comma or the end of the array was expected here"
    case .openString: "the text is not closed by a quote"
    case .controlCharacter: "a control character stands in a text; it must be escaped"
    case .escape: "this is no escape that JSON knows"
    case .surrogate: "half a surrogate pair stands alone in an escape"
    case .number: "this is no number that JSON knows"
    case .depth: "lists and objects are nested more than \(JSONScanner.deepest) deep"
    case .encoding: "the text is not valid UTF-8"
    case .notAnObject: "a record must be an object"
    case .afterValue: "nothing may stand here, after the end of the record"
    case .noSuchKey: "the keys that lead to the records are not there"
    case .notTheArray: "there must be an array of objects"
    case .values: "the mapping takes more than \(recordValueLimit) values from this record"
    }
  }

  /// The remedy.
  package var remedy: String {
    switch self {
    case .value: "write a text in quotes, a number, true, false, null, a list or an object"
    case .key: "put keys in double quotes, and no comma after the last one"
    case .colon, .endOfObject, .endOfArray:
      "look for a comma, a colon, a quote or a bracket that is missing before this place"
    case .openString: "close the text with a quote, and write quotes within it as \\\""
    case .controlCharacter: "write it as an escape, such as \\n or \\u0009"
    case .escape:
      "write one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits"
    case .surrogate: "write both halves, as in \\ud83d\\ude00, or the character itself"
    case .number: "write it as in 12, -0.5 or 1e3, or put it in quotes"
    case .depth: "make it flatter, or leave it out"
    case .encoding: "convert the file to UTF-8"
    case .notAnObject: "write it as an object, such as {\"id\": 1}, or use `{value}`, which it is"
    case .afterValue: "look for a bracket too many, or for two records without a separator"
    case .noSuchKey, .notTheArray: "check `records:` in the declaration"
    case .values: "name fewer values: elements such as [0] instead of [], or fields instead of *"
    }
  }
}

/// How many values the paths of a plan may find in one record.
let recordValueLimit = 1 << 20
