import FootlightPlatform
public import TextAnalysis

extension Query {
  /// Understands a text as words.
  public init(_ text: String, analyzer: Analyzer = Analyzer()) {
    let source = ByteArena(text)
    let isComplete = Analyzer.endsComplete(source, source.all)
    var buffer = TokenBuffer()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    var collector = WordCollector()
    for index in buffer.tokens.indices where !collector.isFull { collector.add(index, of: buffer) }
    words = collector.finish(lastIsComplete: isComplete)
    notes = collector.notes

    // The sequence serves as the name when it needs no cuts.
    if buffer.nameDiffers {
      buffer.removeAll()
      analyzer.analyze(source, source.all, as: .name, into: &buffer)
    }
    name = NameQuery(buffer, lastIsComplete: isComplete)
    self.text = text
    identifier = source.text(Analyzer.trimmed(source, source.all))
  }
}
