package import FootlightPlatform

extension RecordValue {
  /// An object with its members in this order; nil leaves one out.
  static func members(_ members: KeyValuePairs<String, RecordValue?>) -> RecordValue {
    .object(Record(members.compactMap { name, value in value.map { Record.Field(name, $0) } }))
  }

  /// The value as JSON that may stand in a page: nothing in it ends a `script` or begins a comment, since `<`, `>`, `&`,
  /// controls and line separators are escaped, which only stand in its texts.
  package var pageJSON: [UInt8] {
    var json = ByteArena()
    json.append(json: self)
    let text = Quoting.json(json.text(json.all)) { scalar in
      switch scalar {
      case "\u{7F}"..."\u{9F}", "<", ">", "&", "\u{2028}"..."\u{202E}", "\u{FFFE}", "\u{FFFF}":
        true
      default: false
      }
    }
    return Array(text.utf8)
  }
}
