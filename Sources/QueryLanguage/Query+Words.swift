import FootlightPlatform
public import TextAnalysis

extension Query {
  /// Understands a text as words; a note says so where it looks like more than words.
  ///
  /// - Parameter isAttribute: Whether a name is an attribute, so that `name:value` filters.
  public init(
    _ text: String, analyzer: Analyzer = Analyzer(),
    isAttribute: (String) -> Bool = { _ in false }
  ) {
    let source = ByteArena(text)
    let isComplete = Analyzer.endsComplete(source, source.all)
    var buffer = TokenBuffer()
    analyzer.analyze(source, source.all, as: .field, into: &buffer)
    var collector = WordCollector()
    for index in buffer.tokens.indices where !collector.isFull { collector.add(index, of: buffer) }
    words = collector.finish(lastIsComplete: isComplete)
    let syntax = UnreadSyntax(source, isAttribute: isAttribute).map { QueryNote($0) }
    notes = (syntax.map { [$0] } ?? []) + collector.notes

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
