extension QueryLexer {
  /// Reads the values of a filter; nil when there is none.
  mutating func filterCondition(_ comparison: AttributeFilter.Comparison?)
    -> AttributeFilter.Condition?
  {
    var comparison = comparison
    if comparison == nil {
      // `year:>=2010` says the same as `year>=2010`.
      for known in [AttributeFilter.Comparison.atMost, .atLeast, .below, .above]
      where text[at...].starts(with: known.rawValue.utf8) {
        at += known.rawValue.utf8.count
        comparison = known
        break
      }
    }
    if let comparison {
      guard let value = value(endsAtRange: false), value.isQuoted || !value.text.isEmpty else {
        return nil
      }
      return .compared(comparison, value.text)
    }
    var values: [AttributeFilter.Value] = []
    while true {
      guard let low = value(endsAtRange: true) else { return nil }
      if text[at...].starts(with: "..".utf8) {
        at += 2
        guard let high = value(endsAtRange: true) else { return nil }
        let ends = [low, high].map { $0.isQuoted || !$0.text.isEmpty ? $0.text : nil }
        guard ends[0] != nil || ends[1] != nil else { return nil }
        values.append(.range(ends[0], ends[1]))
      } else if low.isQuoted || !low.text.isEmpty {
        values.append(.equal(low.text))
      }
      guard at < text.count, text[at] == UInt8(ascii: ",") else { break }
      at += 1
    }
    // White space or the end of a group must follow.
    guard at == text.count || spaceSize(at) > 0 || text[at] == UInt8(ascii: ")") && depth > 0
    else { return nil }
    return values.isEmpty ? nil : .oneOf(values)
  }

  /// Reads one value, in quotation marks or not; nil when nothing closes them.
  private mutating func value(endsAtRange: Bool) -> (text: String, isQuoted: Bool)? {
    var content: [UInt8] = []
    if at < text.count, text[at] == UInt8(ascii: "\"") {
      guard let end = closingQuote(at + 1) else { return nil }
      var offset = at + 1
      while offset < end {
        if text[offset] == UInt8(ascii: "\\"), offset + 1 < end { offset += 1 }
        content.append(text[offset])
        offset += 1
      }
      at = end + 1
      return (String(decoding: content, as: UTF8.self), true)
    }
    var inner = 0
    while at < text.count, spaceSize(at) == 0 {
      let byte = text[at]
      if endsAtRange, byte == UInt8(ascii: ",") || text[at...].starts(with: "..".utf8) { break }
      if byte == UInt8(ascii: "(") { inner += 1 }
      if byte == UInt8(ascii: ")") {
        if inner == 0, depth > 0 { break }
        inner = max(0, inner - 1)
      }
      content.append(byte)
      at += 1
    }
    return (String(decoding: content, as: UTF8.self), false)
  }
}
