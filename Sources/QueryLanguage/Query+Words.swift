import FootlightPlatform
public import TextAnalysis

extension Query {
  /// Understands a text as words.
  public init(_ text: String, analyzer: Analyzer = Analyzer()) {
    let source = ByteArena(text)
    var buffer = TokenBuffer()
    let isComplete = Analyzer.endsComplete(source, source.all)

    analyzer.analyze(source, source.all, as: .name, into: &buffer)
    if buffer.tokens.isEmpty {
      name = nil
    } else {
      name = NameQuery(
        tokens: buffer.tokens.map { buffer.bytes.bytes($0.text) }, lastIsComplete: isComplete)
    }

    buffer.removeAll()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    var collector = WordCollector()
    for index in buffer.tokens.indices { collector.add(index, of: buffer) }
    words = collector.finish(lastIsComplete: isComplete)
    notes = collector.notes
    self.text = text
    identifier = source.text(Analyzer.trimmed(source, source.all))
  }
}
