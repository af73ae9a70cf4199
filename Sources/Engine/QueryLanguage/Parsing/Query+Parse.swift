package import FootlightPlatform
package import TextAnalysis

extension Query {
  /// Understands any text: what cannot be parsed is taken as words, and a note says so.
  ///
  /// - Parameters:
  ///   - readsInsides: whether `*word*` asks for words that it stands in.
  ///   - isAttribute: Whether a name is an attribute, so that `name:value` filters.
  package init(
    _ text: String, analyzer: Analyzer = Analyzer(), readsInsides: Bool = false,
    isAttribute: @escaping (String) -> Bool = { _ in false }
  ) {
    self = Query.read(text, analyzer, readsInsides, isAttribute, isStrict: false).query
  }

  /// Understands a text that is free of mistakes.
  ///
  /// - Throws: all mistakes: `query.quote`, `query.parenthesis`, `query.operand`, `query.value`,
  ///   `query.piece`, `query.words`.
  package static func strict(
    _ text: String, analyzer: Analyzer = Analyzer(), readsInsides: Bool = false,
    isAttribute: @escaping (String) -> Bool = { _ in false }
  ) throws(Failure) -> Query {
    let (query, mistakes) = read(text, analyzer, readsInsides, isAttribute, isStrict: true)
    let found = QueryMistake.diagnostics(QueryMistake.told(mistakes), in: text)
    if let failure = Failure(found) { throw failure }
    return query
  }

  /// The same text with every mark as a part of the words, as names are pasted; nil where it is read so anyway.
  private static func literal(_ query: Query, _ analyzer: Analyzer) -> Query? {
    guard query.expression != nil || !query.conditions.isEmpty else { return nil }
    let size = query.text.utf8.count
    let whole = QueryNode(
      kind: .words([QueryChunk(text: query.text, range: 0..<size)], isOpen: true), range: 0..<size)
    var compiler = QueryCompiler(query.text, analyzer)
    return compiler.compile(whole, [])
  }

  private static func read(
    _ text: String, _ analyzer: Analyzer, _ readsInsides: Bool,
    _ isAttribute: @escaping (String) -> Bool, isStrict: Bool
  ) -> (query: Query, mistakes: [QueryMistake]) {
    var lexer = QueryLexer(
      Array(text.utf8), readsInsides: readsInsides, isAttribute: isAttribute)
    lexer.run()
    var parser = QueryParser(lexer, isStrict: isStrict)
    let syntax = parser.parse()
    var compiler = QueryCompiler(text, analyzer)
    var query = compiler.compile(syntax, parser.mistakes)
    if !isStrict, let literal = literal(query, analyzer) { query.literals = [literal] }
    return (query, parser.mistakes + compiler.mistakes)
  }
}

extension Query {
  /// Whether a name is the whole text, marks included, but for capitals and the forms of its dashes and quotes.
  package func isPasted(_ name: String) -> Bool {
    Query.folded(text) == Query.folded(name)
  }

  private static func folded(_ text: String) -> [UInt8] {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2010...0x2015, 0x2212: plain.append("-")
      case 0x2018...0x201B: plain.append("'")
      case 0x201C...0x201F, 0xAB, 0xBB: plain.append("\"")
      default: plain.append(scalar)
      }
    }
    let source = ByteArena(String(plain))
    var folded = ByteArena(capacity: source.count)
    Analyzer().appendFolded(of: source, Analyzer.trimmed(source, source.all), into: &folded)
    return folded.bytes(folded.all)
  }
}
