package import SearchEngine
import TextAnalysis

/// What a word of a query may mean, found by comparing it with every term of every item.
struct NaiveTypos {
  /// The terms, by their levels less one, and what those of a level are worth: see
  /// ``naiveSum(_:_:)``.
  private(set) var levels: [(terms: Set<Term>, idf: Int)] = []

  /// Nothing but itself.
  init() {}

  /// Nothing when the word is found well or cannot hold typos.
  ///
  /// - Parameter isBeside: whether other words stand beside it: then one of four letters that no item holds may lack
  ///   one.
  init(_ word: NaiveWord, _ documents: [NaiveDocument], isBeside: Bool) {
    guard word.word.isClose || word.holding < 10 else { return }
    let lacksLetter = isBeside && word.holding == 0
    var holding: [Term: Int] = [:]
    for document in documents {
      for term in document.impacts.keys { holding[term, default: 0] += 1 }
    }
    levels = naiveTypos(word.word, holding, lacksLetter: lacksLetter).map { level in
      let sum = level.reduce(0) { $0 + $1.value }
      return (Set(level.keys), NaiveScoring.idf(items: documents.count, holding: sum))
    }
  }
}

/// The level of words together: twice their typos, and one more if some word is only the beginning of
/// what is meant.
package func naiveSum(_ one: Int, _ other: Int) -> Int {
  2 * (one / 2 + other / 2) + max(one % 2, other % 2)
}

/// The terms that a word may mean, by their levels less one, of terms and how many items hold each.
package func naiveTypos(
  _ word: QueryWord, _ terms: [[UInt8]: Int], lacksLetter: Bool = false
) -> [[[UInt8]: Int]] {
  var budget = NaiveDistance.budget(word)
  var least = 0
  if budget == 0, lacksLetter, NaiveDistance.mayLackLetter(word) { (budget, least) = (1, 5) }
  guard budget > 0 else { return [] }
  let typed = NaiveDistance.letters(word.text)
  var near: [(term: Term, level: Int, holding: Int)] = []
  for (term, count) in terms where !NaiveDistance.hasNumber(term) {
    let letters = NaiveDistance.letters(term)
    guard letters.count <= 63, letters.count >= least,
      letters.first == typed.first || NaiveDistance.mayBegin(letters, typed)
    else { continue }
    let beginnings =
      word.isPrefix ? (1...letters.count).map { letters.prefix($0) } : [letters[...]]
    let edits = beginnings.map { NaiveDistance.edits(typed, Array($0)) }.min() ?? 0
    let isSwapped = beginnings.contains { NaiveDistance.begin(typed, Array($0)) }
    let distance = isSwapped ? 1 : edits + (letters.first == typed.first ? 0 : 1)
    let isWhole =
      isSwapped
      ? NaiveDistance.begin(typed, letters) : NaiveDistance.edits(typed, letters) == edits
    if edits > 0, distance <= budget {
      near.append((term, 2 * distance + (isWhole ? 0 : 1), count))
    }
  }
  near.sort { a, b in
    if a.level != b.level { return a.level < b.level }
    if a.holding != b.holding { return a.holding > b.holding }
    return a.term.lexicographicallyPrecedes(b.term)
  }
  return (1...2 * budget + 1).map { level in
    Dictionary(
      near.prefix(8).filter { $0.level == level }.map { ($0.term, $0.holding) }
    ) { first, _ in first }
  }
}

/// Whether two letters have keys beside each other.
package func naiveAreBeside(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
  let keys = [
    "q": "wa", "w": "qeas", "e": "wrsd", "r": "etdf", "t": "ryfg", "y": "tugh", "u": "yihj",
    "i": "uojk", "o": "ipkl", "p": "ol", "a": "qwsz", "s": "awedzx", "d": "serfxc",
    "f": "drtgcv", "g": "ftyhvb", "h": "gyujbn", "j": "huiknm", "k": "jiolm", "l": "kop",
    "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb", "b": "vghn", "n": "bhjm", "m": "njk",
  ]
  return keys[String(a)]?.unicodeScalars.contains(b) ?? false
}

/// How far words are apart, by the definition.
private enum NaiveDistance {
  static func letters(_ text: Term) -> [Unicode.Scalar] {
    Array(String(decoding: text, as: UTF8.self).unicodeScalars)
  }

  static func hasNumber(_ text: Term) -> Bool {
    letters(text).contains {
      ("0"..."9").contains($0) || !$0.isASCII && $0.properties.numericType != nil
    }
  }

  static func budget(_ word: QueryWord) -> Int {
    let count = letters(word.text).count
    if word.run != nil || word.inside != nil || word.isSymbol || word.traits.contains(.unspaced)
      || hasNumber(word.text)
      || count > 63
    {
      return 0
    }
    if count >= 8 { return 2 }
    if count >= 5 { return 1 }
    return word.isClose && count >= 3 ? 1 : 0
  }

  /// Whether a word of four letters may be one of five.
  static func mayLackLetter(_ word: QueryWord) -> Bool {
    word.run == nil && word.inside == nil && !word.isSymbol && !word.traits.contains(.unspaced)
      && !hasNumber(word.text) && letters(word.text).count == 4
  }

  /// Whether the first letter alone is wrong, in a way that is one typo.
  static func begin(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    areSwapped(a, b)
      || a.count == b.count && a.dropFirst() == b.dropFirst() && naiveAreBeside(a[0], b[0])
  }

  /// Whether the first two letters are swapped, and the others the same.
  static func areSwapped(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    a.count > 1 && a.count == b.count && a[0] != a[1] && a[0] == b[1] && a[1] == b[0]
      && a[2...] == b[2...]
  }

  /// Another first letter is one of the same alphabet.
  static func mayBegin(_ term: [Unicode.Scalar], _ typed: [Unicode.Scalar]) -> Bool {
    guard let one = term.first, let other = typed.first else { return false }
    if other.isASCII { return ("a"..."z").contains(one) }
    return one.value / 128 == other.value / 128
  }

  /// Letters inserted, left out, replaced, or swapped with the next: by the definition.
  static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if abs(a.count - b.count) > 3 { return 99 }
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        var best = min(table[i - 1][j], table[i][j - 1]) + 1
        best = min(best, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, table[i - 2][j - 2] + 1)
        }
        table[i][j] = best
      }
    }
    return table[a.count][b.count]
  }
}

extension NaiveWord {
  /// The lowest level with which an item holds the word, and what it adds then; nil when it does not
  /// hold it.
  func close(_ document: NaiveDocument, onlyNames: Bool) -> (typos: Int, score: Int)? {
    closeWays(document, onlyNames: onlyNames) { _ in true }
  }

  /// The same, where `counts` says which terms do.
  func closeWays(
    _ document: NaiveDocument, onlyNames: Bool, exact: Bool = true, _ counts: (Term) -> Bool
  ) -> (typos: Int, score: Int)? {
    if exact, let score = contribution(document, onlyNames: onlyNames) { return (0, score) }
    for (place, level) in typos.levels.enumerated() {
      let there = level.terms.filter {
        document.impacts[$0] != nil && (!onlyNames || document.nameTerms.contains($0)) && counts($0)
      }
      guard !there.isEmpty else { continue }
      let worth = level.idf + (document.analyzer.stems ? level.idf / 4 : 0)
      return (place + 1, there.reduce(0) { $0 + Int(document.impacts[$1] ?? 0) * worth })
    }
    return nil
  }
}
