package import FootlightPlatform

/// Writes an object member by member; what is empty is left out.
package struct JSONObjectWriter: ~Copyable {
  private var isFirst = true

  /// Begins an object.
  package init(_ json: inout ByteArena) {
    json.append(UInt8(ascii: "{"))
  }

  /// Ends the object.
  package consuming func end(_ json: inout ByteArena) {
    json.append(UInt8(ascii: "}"))
  }

  /// Writes a name; the value is to follow.
  package mutating func key(_ name: String, _ json: inout ByteArena) {
    json.append(isFirst ? "\"" : ",\"")
    isFirst = false
    json.append(escapingJSON: name)
    json.append("\":")
  }

  /// Writes a text.
  package mutating func text(_ name: String, _ value: String?, _ json: inout ByteArena) {
    guard let value, !value.isEmpty else { return }
    key(name, &json)
    json.append(jsonText: value)
  }

  /// Writes a whole number.
  package mutating func number(_ name: String, _ value: Int, _ json: inout ByteArena) {
    key(name, &json)
    json.append(String(value))
  }

  /// Writes a list of texts.
  package mutating func list(_ name: String, _ values: [String], _ json: inout ByteArena) {
    guard !values.isEmpty else { return }
    key(name, &json)
    for (index, value) in values.enumerated() {
      json.append(UInt8(ascii: index == 0 ? "[" : ","))
      json.append(jsonText: value)
    }
    json.append(UInt8(ascii: "]"))
  }
}
