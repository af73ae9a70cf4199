import FootlightPlatform
import SearchEngine
import TestSupport
import Testing

/// The syntax of queries: what is read, what is refused, and that printing and reading agree.
@Suite struct QuerySyntaxTests {
  private static let attributes: Set<String> = ["type", "year", "added", "set", "genre"]

  private static func read(_ text: String) -> Query {
    Query(text) { attributes.contains($0) }
  }

  /// The tree in words, so that a test can name it.
  private static func shape(_ node: QueryNode?) -> String {
    guard let node else { return "nothing" }
    switch node.kind {
    case .words(let chunks, let isOpen):
      let words = chunks.map { chunk in
        chunk.text + (chunk.mark == .prefix ? "*" : chunk.mark == .close ? "~" : "")
      }
      return words.joined(separator: "_") + (isOpen ? "…" : "")
    case .phrase(let text): return "phrase(\(text))"
    case .group(let inside): return "group(\(shape(inside)))"
    case .field(let field, let inside): return "\(field)(\(shape(inside)))"
    case .filter(let filter): return "filter(\(filter))"
    case .domain(let names): return "domain(\(names.joined(separator: "|")))"
    case .excluded(let inside): return "not(\(shape(inside)))"
    case .all(let parts): return "all(\(parts.map(shape).joined(separator: ", ")))"
    case .any(let parts): return "any(\(parts.map(shape).joined(separator: ", ")))"
    }
  }

  @Test(arguments: [
    ("rule 12", "rule_12…"), ("rule 12 ", "rule_12"), ("\"breaking bad\"", "phrase(breaking bad)"),
    ("love -story", "all(love, not(story…))"), ("love NOT story ", "all(love, not(story))"),
    ("a OR b c", "any(a, b_c…)"), ("(a OR b) c", "all(group(any(a, b)), c…)"),
    ("title:narcos ", "title(narcos)"), ("title:(a OR b)", "title(group(any(a, b)))"),
    ("alias:\"x y\"", "alias(phrase(x y))"), ("keyword:a body:b", "all(keyword(a), body(b…))"),
    ("description:x id:\"FRCP 12\"", "all(description(x), id(phrase(FRCP 12)))"),
    ("scope domain:law", "all(scope, domain(law))"),
    ("domain:law,tv.shows", "domain(law|tv.shows)"),
    ("type:Movie", "filter(type:Movie)"), ("type:a,b", "filter(type:a,b)"),
    ("year:2010..2015", "filter(year:2010..2015)"), ("year>=2010", "filter(year>=2010)"),
    ("year:>=2010", "filter(year>=2010)"), ("year:..2015", "filter(year:..2015)"),
    ("year:2015..", "filter(year:2015..)"), ("year<2010", "filter(year<2010)"),
    ("added:2021-09-01..2021-09-30", "filter(added:2021-09-01..2021-09-30)"),
    ("genre:\"Crime TV Shows\"", "filter(genre:\"Crime TV Shows\")"),
    ("genre:\"a, b\",c", "filter(genre:\"a, b\",c)"), ("-type:Movie", "not(filter(type:Movie))"),
    ("zomb* ", "zomb*"), ("zomb~ things", "zomb~_things…"), ("-\"a b\"", "not(phrase(a b))"),
    ("-(a b)", "not(group(a_b))"), ("NOT NOT a", "a…"), ("b NOT NOT NOT a", "all(b, not(a…))"),
    ("((a))", "\\(_\\(_a_\\)_\\)…"),
    ("(type:a OR love) b ", "all(group(any(filter(type:a), love)), b)"),
    ("a\u{3000}-b", "all(a, not(b…))"), ("\\OR \\-x", "\\OR_\\-x…"),
  ])
  func `a query is read as its grammar says`(_ text: String, _ wanted: String) throws {
    let query = QuerySyntaxTests.read(text)
    #expect(QuerySyntaxTests.shape(query.syntax) == wanted)
    #expect(query.notes.isEmpty)
    // Where parentheses group nothing they are words, unless somebody insists.
    guard text != "((a))" else { return }
    let strict = try Query.strict(text) { QuerySyntaxTests.attributes.contains($0) }
    #expect(strict.syntax == query.syntax && strict.words == query.words)
    #expect(strict.expression == query.expression && strict.conditions == query.conditions)
    #expect(strict.literal == nil)
  }

  @Test(arguments: [
    "", "don't", "Mission: Impossible", "title: word", "type: Movie", "5\" disk", "12:30",
    "Re:Zero",
    "http://example.org", "rule 12(b)", "OR", "NOT", "oregon or not", "a - b", "--limit",
    "spider-man",
    "-", "AT&T", ":", "title:", "a:b:c", "x < y", "a>b", "FOR x", ":)", "a )", "unknown:value",
    "type :Movie", "f(x) g", "*", "~", "a * b", "..", "x^2", "a,b", "l'amour",
  ])
  func `marks that mean nothing are words, and nothing is noted`(_ text: String) {
    let query = QuerySyntaxTests.read(text)
    #expect(query.notes.isEmpty && query.expression == nil && query.conditions.isEmpty)
    #expect(text.isEmpty || QuerySyntaxTests.shape(query.syntax).hasPrefix("all(") == false)
  }

  @Test(arguments: [
    ("love (story", 6, "query.parenthesis"), ("say \"open", 5, "query.quote"),
    ("a OR", 3, "query.operand"), ("OR b", 1, "query.operand"), ("a OR OR b", 6, "query.operand"),
    ("(a OR) b", 4, "query.operand"), ("\"\" a", 1, "query.quote"),
    ("() a", 1, "query.parenthesis"),
    ("a NOT", 3, "query.operand"), ("x year:..", 3, "query.value"),
    ("type:\"open", 1, "query.value"),
    ("title:(open", 7, "query.parenthesis"), ("-(open", 2, "query.parenthesis"),
    ("in *ford*", 4, "query.piece"), ("*ford ", 1, "query.piece"),
    ("in *ford", 4, "query.piece"), ("title:*or*", 7, "query.piece"),
  ])
  func `what cannot be parsed is words and noted, or refused with its place`(
    _ text: String, _ column: Int, _ code: String
  ) {
    let query = QuerySyntaxTests.read(text)
    #expect(query.notes.first?.code == code && query.notes.first?.column == column)
    let refused = failure {
      _ = try Query.strict(text) { QuerySyntaxTests.attributes.contains($0) }
    }
    let told = refused?.diagnostics.first
    #expect(told?.code.name == code)
    #expect(told?.location == SourceLocation(file: "query", line: 1, column: column))
    #expect(told?.remedy?.isEmpty == false)
  }

  @Test func `a place is a line and a column, and all mistakes are told`() {
    let refused = failure { _ = try Query.strict("a\nb (c \"d") }
    #expect(
      refused?.diagnostics.map(\.location) == [
        SourceLocation(file: "query", line: 2, column: 3),
        SourceLocation(file: "query", line: 2, column: 6),
      ])
  }

  @Test(arguments: [
    ("Kung Fu Panda (2008)", 4), ("12(b)(6) (a) motion", 5), ("(parenthetical)", 1),
    ("-40", 1), ("-ism words", 2), ("-", 1), ("10 -20 guide", 3), ("Sink -or- Swim", 3),
    ("NOT guilty", 2), ("-story", 1), ("-story -love", 2), ("(Love) (Actually) ", 2),
  ])
  func `what may be meant as plain text is words`(_ text: String, _ words: Int) {
    let query = QuerySyntaxTests.read(text)
    #expect(query.words.count == words && query.expression == nil && query.conditions.isEmpty)
    #expect(query.notes.isEmpty && query.literal == nil)
  }

  @Test(arguments: [
    "love -story", "-type:Movie", "rule -12", "-\"a b\" c", "a -(b c)", "(a OR b) c", "a NOT b",
    "title:(a b)", "(year:2010)", "x (type:a -b)", "type:Movie -40",
  ])
  func `what cannot be meant otherwise is an operator, unless the whole is a name`(_ text: String) {
    let query = QuerySyntaxTests.read(text)
    #expect(query.expression != nil || !query.conditions.isEmpty)
    #expect(query.literal?.expression == nil && query.literal?.conditions == [])
    #expect(query.literal?.isPasted(text.lowercased()) == true)
    #expect(query.literal?.isPasted(text + " x") == false)
  }

  @Test func `a strict reading keeps every operator`() throws {
    for text in ["-story love", "-40", "NOT guilty"] {
      #expect(try !Query.strict(text).conditions.isEmpty)
    }
    #expect(
      failure { _ = try Query.strict("() a") }?.diagnostics.first?.code.name == "query.parenthesis")
    let grouped = try Query.strict("(2008)")
    #expect(grouped.expression != nil)
  }

  @Test func `words that are not syntax reach the analysis whole`() {
    #expect(
      QuerySyntaxTests.read("U. S. C. 12 year:2000").words.map(\.text) == [
        Array("usc".utf8), Array("12".utf8),
      ])
    let query = QuerySyntaxTests.read("35 USC 121 type:x")
    #expect(query.name?.tokens.count == 3 && query.name?.lastIsComplete == true)
    #expect(query.identifier == "35 USC 121")
    #expect(QuerySyntaxTests.read("type:x nar").words.map(\.isPrefix) == [true])
    #expect(QuerySyntaxTests.read("nar type:x").words.map(\.isPrefix) == [false])
    #expect(QuerySyntaxTests.read("zomb* apoc* ").words.map(\.isPrefix) == [true, true])
    #expect(QuerySyntaxTests.read("zomb* apoc").name == nil)
    #expect(QuerySyntaxTests.read("night zomb* ").name?.lastIsComplete == false)
    #expect(QuerySyntaxTests.read("strnager~ things").words.map(\.isClose) == [true, false])
    #expect(QuerySyntaxTests.read("(story").words.map(\.isPrefix) == [true])
  }

  @Test(arguments: [
    "-(x\\\n)", "(x\\\\\\ )", "(x\\\\)", "title:(a\\ )", "('( )", "(a OR b(c )", "(title:x(y* )",
    "(f(x))",
  ])
  func `a word at the end of a group does not take its parenthesis`(_ text: String) {
    let query = QuerySyntaxTests.read(text)
    #expect(query.notes.isEmpty)
    #expect(QuerySyntaxTests.read(query.syntax?.description ?? "").syntax == query.syntax)
  }

  @Test func `parentheses deeper than any query needs are words`() {
    let deep = String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)
    let query = QuerySyntaxTests.read(deep)
    #expect(query.notes.first?.code == "query.parenthesis")
    let printed = query.syntax?.description ?? ""
    #expect(QuerySyntaxTests.read(printed).syntax == query.syntax)
  }

  @Test func `many words and filters are cut, and a note says so`() {
    let words = (0..<100).map { "w\($0) OR" }.joined(separator: " ") + " x"
    #expect(QuerySyntaxTests.read(words).notes.map(\.code) == ["query.words"])
    let filters = (0..<100).map { "year:\($0)" }.joined(separator: " ")
    let query = QuerySyntaxTests.read(filters)
    #expect(query.conditions.count == 64 && query.notes.map(\.code) == ["query.words"])
  }

  // MARK: random texts

  private static let pieces = [
    "love", "story", "12", "\"", "\"a b\"", "(", ")", "-", " ", "  ", " OR ", " NOT ", "OR", "NOT",
    "title:", "body:", "id:", "domain:", "type:", "year:", "year>=", "year<", "2010", "..", ",",
    "*",
    "~", "\\", "\\\"", "\\(", ":", "<", "=", "進撃", "é", "\u{3000}", "\n", "'", "U.S.C.", "&", "x",
    "type:Movie", "genre:\"a b\"", "-type:a,b", "\u{0}", "\u{FFFD}", "🎬", "a-b", "f(x)", "{", "}",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    (0..<random.below(14)).map { _ in random.pick(pieces) ?? "" }.joined()
  }

  @Test func `two negations in a row and empty parentheses say nothing`() {
    for (text, printed) in [
      ("(NOT NOT NOT NOT a) b ", "\\( a \\) b "), ("b NOT NOT NOT a ", "b -a "),
      ("12* NOT 12 ", "12* NOT 12 "), ("() -love ", "\\- love "),
    ] {
      let query = QuerySyntaxTests.read(text)
      #expect(query.syntax?.description == printed, "\(text)")
      #expect(QuerySyntaxTests.read(printed).syntax == query.syntax, "\(text)")
    }
  }

  @Test(arguments: [
    ("*ford*", nil), ("*특별*", nil), ("*画*", nil), ("*ป*", nil), ("**ford**", nil), ("*ford", nil),
    ("*ford ", nil), ("or*", nil), ("M*A*S*H", nil), ("*", nil), ("* note", nil), ("**or", nil),
    ("*.csv", nil), ("*p->it", nil), ("5*3", nil), ("\\*or", nil), ("*画", nil), ("*or~", nil),
    ("*or", 1), ("*or ", 1), ("*12", 1), ("in *12 ", 4), ("(*or OR c)", 2), ("*or*", 1),
    ("a *fé*", 3), ("*특*", 1), ("(*ab* OR c)", 2), ("-x *12*", 4),
  ])
  func `a piece that is too short to be looked for within words is noted`(
    _ text: String, _ column: Int?
  ) {
    let query = Query(text, readsInsides: true)
    #expect(query.notes.map(\.column) == [column].compactMap(\.self))
    #expect((failure { _ = try Query.strict(text, readsInsides: true) } == nil) == (column == nil))
  }

  @Test func `no text fails, and what is printed is read again as the same`() {
    var random = SeededRandom.announced("query syntax")
    for round in 0..<6_000 {
      let text = QuerySyntaxTests.text(&random)
      let query = QuerySyntaxTests.read(text)
      let comment: Comment = "\(text.debugDescription), round \(round), seed \(random.seed)"
      #expect(query.text == text)
      guard let tree = query.syntax else { continue }
      let printed = tree.description
      let again = QuerySyntaxTests.read(printed)
      #expect(again.syntax == tree, "\(printed.debugDescription) from \(comment)")
      #expect(again.syntax?.description == printed, comment)
      // Canonical text holds no mistake, but for words that are too many or say nothing, and stars before a word.
      #expect(
        again.notes.allSatisfy { $0.code == "query.words" || $0.code == "query.piece" },
        "\(again.notes) \(comment)")
      if query.notes.isEmpty {
        let strict = failure {
          _ = try Query.strict(text) { QuerySyntaxTests.attributes.contains($0) }
        }
        #expect(strict == nil, comment)
      }
    }
  }

  @Test func `random bytes are words, too`() {
    var random = SeededRandom.announced("query bytes")
    for _ in 0..<1_000 {
      let bytes = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
      let query = QuerySyntaxTests.read(String(decoding: bytes, as: UTF8.self))
      if let tree = query.syntax {
        #expect(
          QuerySyntaxTests.read(tree.description).syntax == tree, "\(bytes), seed \(random.seed)")
      }
    }
  }

  @Test func `hostile texts are read in time that grows with them`() {
    for text in [
      String(repeating: "(", count: 50_000), String(repeating: "-", count: 50_000),
      String(repeating: "\"", count: 50_001), String(repeating: "NOT ", count: 15_000),
      String(repeating: "a OR ", count: 15_000), String(repeating: "title:", count: 15_000),
      String(repeating: "\\", count: 50_001), String(repeating: "year:\"a ", count: 10_000),
      String(repeating: "x (", count: 15_000) + String(repeating: ")", count: 15_000),
      String(repeating: "a ", count: 50_000), String(repeating: "() a ", count: 30_000),
      "id:(" + String(repeating: "a ", count: 30_000),
    ] {
      #expect(QuerySyntaxTests.read(text).text == text)
      // A refusal for each of many places, each with its line.
      let told = failure { _ = try Query.strict(text) }?.diagnostics.count ?? 0
      #expect(told <= 65)
    }
  }

  @Test func `the first 64 mistakes are told, then how many more there are`() {
    let text = "\n" + String(repeating: "(", count: 100)
    let notes = QuerySyntaxTests.read(text).notes
    #expect(notes.count == 65 && notes[63].column == 65)
    #expect(notes.last?.message.hasPrefix("and 36 more mistakes, at column 66") == true)
    let told = failure { _ = try Query.strict(text) }?.diagnostics
    #expect(told?.count == 65 && told?.last?.message == "and 36 more mistakes")
    #expect(told?.last?.location == SourceLocation(file: "query", line: 2, column: 65))
  }

  @Test func `ids count as words`() {
    let query = QuerySyntaxTests.read("id:(" + String(repeating: "a ", count: 100) + ")")
    guard case .all(let ids) = query.expression else {
      Issue.record("no list of ids")
      return
    }
    #expect(ids.count == 64 && query.notes.map(\.code) == ["query.words"])
  }
}
