import SearchEngine
import TextAnalysis

/// The text under which a query is counted, and offered to whoever begins to type it.
///
/// Words are folded, so that all their spellings count together; a query with operators is as it was typed, for without
/// its marks it would ask for something else.
struct CountedText {
  /// The text that is kept.
  let text: String
  /// Whether there are operators in it.
  let hasOperators: Bool

  /// - Parameter isAttribute: Whether a name is an attribute, so that `name:value` filters.
  init(_ query: String, isAttribute: @escaping (String) -> Bool) {
    // A star before a word is one where any domain may look within words.
    let syntax = Query(query, readsInsides: true) { name in
      AttributeFilter.placeNames.contains(name) || isAttribute(name)
    }.syntax
    hasOperators = syntax.map { !$0.isPlain } ?? false
    text = hasOperators ? CountedText.typed(query) : CountedText.folded(query)
  }

  /// The words of a query, folded; no blank stands between characters of a script without spaces unless it was typed.
  private static func folded(_ query: String) -> String {
    guard Analyzer().analyze(query, as: .name).contains(where: { $0.traits.contains(.unspaced) })
    else { return ActivityView.folded(query) }
    var folded = ""
    for piece in query.split(whereSeparator: \.isWhitespace) {
      var wasUnspaced = false
      for (index, token) in Analyzer().analyze(String(piece), as: .name).enumerated() {
        let isUnspaced = token.traits.contains(.unspaced)
        if !folded.isEmpty, index == 0 || !isUnspaced || !wasUnspaced { folded += " " }
        folded += token.text
        wasUnspaced = isUnspaced
      }
    }
    return String(folded.prefix(200))
  }

  /// A query as it was typed, but for the width of its blanks.
  static func typed(_ query: String) -> String {
    String(query.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200))
  }

  /// Whether a counted query is one that this text, which is being typed, begins.
  func begins(_ counted: String) -> Bool {
    guard !text.isEmpty, counted != text else { return false }
    if hasOperators { return counted.lowercased().hasPrefix(text.lowercased()) }
    return counted.hasPrefix(text)
      || CountedText.mayHaveOperators(counted) && CountedText.folded(counted).hasPrefix(text)
  }

  /// Whether there are capitals or marks in a text; thousands of counted queries have none, and need not be folded.
  private static func mayHaveOperators(_ counted: String) -> Bool {
    counted.utf8.contains { $0 < 0x80 && $0 != 0x20 && $0 &- 0x30 >= 10 && $0 &- 0x61 >= 26 }
  }
}

extension QueryNode {
  /// Whether it is words alone, of which none has a mark.
  fileprivate var isPlain: Bool {
    if case .words(let chunks, _) = kind { return chunks.allSatisfy { $0.mark == .none } }
    return false
  }
}
