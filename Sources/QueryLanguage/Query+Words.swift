import FootlightPlatform
public import TextAnalysis

extension Query {
  /// Understands a text as words.
  public init(_ text: String, analyzer: Analyzer = Analyzer()) {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    let isComplete = Query.endsWithWhiteSpace(source)

    analyzer.analyze(source, source.all, as: .name, into: &buffer)
    name =
      buffer.tokens.isEmpty
      ? nil
      : NameQuery(
        tokens: buffer.tokens.map { buffer.bytes.bytes($0.text) }, lastIsComplete: isComplete)

    buffer.removeAll()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    var collector = WordCollector()
    for token in buffer.tokens { collector.add(token, of: buffer) }
    words = collector.finish(lastIsComplete: isComplete)
    notes = collector.notes
    self.text = text
    identifier = Query.trimmed(source)
  }

  private static func endsWithWhiteSpace(_ source: borrowing ByteArena) -> Bool {
    source.count > 0 && source[source.count - 1] == 0x20
  }

  private static func trimmed(_ source: borrowing ByteArena) -> String {
    var start = 0
    var end = source.count
    while start < end, source[start] <= 0x20 { start += 1 }
    while end > start, source[end - 1] <= 0x20 { end -= 1 }
    return source.text(ByteRange(start: start, count: end - start))
  }
}
