package import FootlightDiagnostics
import FootlightPlatform
package import TextAnalysis

extension Query {
  /// Understands any text: what cannot be parsed is taken as words, and a note says so.
  ///
  /// - Parameter isAttribute: Whether a name is an attribute, so that `name:value` filters.
  package init(
    _ text: String, analyzer: Analyzer = Analyzer(),
    isAttribute: @escaping (String) -> Bool = { _ in false }
  ) {
    self = Query.read(text, analyzer, isAttribute).query
  }

  /// Understands a text that is free of mistakes.
  ///
  /// - Throws: all mistakes: `query.quote`, `query.parenthesis`, `query.operand`, `query.value`,
  ///   `query.words`.
  package static func strict(
    _ text: String, analyzer: Analyzer = Analyzer(),
    isAttribute: @escaping (String) -> Bool = { _ in false }
  ) throws(Failure) -> Query {
    let (query, mistakes) = read(text, analyzer, isAttribute)
    let found = QueryMistake.diagnostics(QueryMistake.told(mistakes), in: text)
    if let failure = Failure(found) { throw failure }
    return query
  }

  private static func read(
    _ text: String, _ analyzer: Analyzer, _ isAttribute: @escaping (String) -> Bool
  ) -> (query: Query, mistakes: [QueryMistake]) {
    var lexer = QueryLexer(Array(text.utf8), isAttribute: isAttribute)
    lexer.run()
    var parser = QueryParser(lexer)
    let syntax = parser.parse()
    var compiler = QueryCompiler(text, analyzer)
    let query = compiler.compile(syntax, parser.mistakes)
    return (query, parser.mistakes + compiler.mistakes)
  }
}
