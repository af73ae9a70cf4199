extension FieldPath: CustomStringConvertible {
  /// The path as it is written in templates.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key):
        if !text.isEmpty { text += "." }
        let isPlain = !key.isEmpty && !key.contains { ".[]|{}\"'".contains($0) }
        text +=
          isPlain
          ? key
          : "\""
            + key.split(
              separator: "\"", omittingEmptySubsequences: false
            ).joined(separator: "\"\"") + "\""
      case .index(let index): text += "[\(index)]"
      case .everyElement: text += "[]"
      case .everyValue: text += ".*"
      }
    }
    return text
  }
}
