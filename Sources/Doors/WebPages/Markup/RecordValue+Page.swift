import FootlightPlatform

extension RecordValue {
  /// The value as JSON that may stand in a page: nothing in it ends a `script` or begins a comment, since `<`, `>`, `&`,
  /// controls and line separators are escaped, which only stand in its texts.
  var pageJSON: [UInt8] {
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
