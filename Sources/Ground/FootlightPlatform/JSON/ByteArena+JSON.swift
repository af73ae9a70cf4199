extension ByteArena {
  /// Appends a record as JSON.
  package mutating func append(json record: Record) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for field in record.fields {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(json: field.name)
      append(UInt8(ascii: ":"))
      append(json: field.value)
    }
    append(UInt8(ascii: "}"))
  }

  /// Appends a value as JSON.
  package mutating func append(json value: RecordValue) {
    switch value {
    case .null: append("null")
    case .boolean(let boolean): append(boolean ? "true" : "false")
    case .number(let written): append(written)
    case .text(let text): append(json: text)
    case .list(let elements):
      append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(json: element)
      }
      append(UInt8(ascii: "]"))
    case .object(let record): append(json: record)
    }
  }

  /// Appends a text as JSON, with quotes around it.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    append(escapingJSON: text)
    append(UInt8(ascii: "\""))
  }
}
