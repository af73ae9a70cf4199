import DeclaredRecords
import TestSupport
import TextAnalysis

@testable import SearchEngine

/// Items with a bit of everything that an item may hold.
struct RandomItems {
  var random: SeededRandom

  private static let words = [
    "alpha", "beta", "Gamma", "delta", "rule", "12", "121", "35usc121", "AT&T", "spider-man",
    "C++", "東京", "東京都", "進撃の巨人", "Ёжик", "Straße", "the", "of", "§", "$", "\u{0}", "don’t",
  ]

  init(_ random: SeededRandom) {
    self.random = random
  }

  private mutating func text(_ most: Int) -> String {
    (0..<random.below(most + 1)).map { _ in random.pick(RandomItems.words) ?? "" }
      .joined(separator: random.oneIn(4) ? ", " : " ")
  }

  private mutating func value(_ ordinal: Int) -> StoredItem.Attribute {
    let kinds: [ItemBuffer.AttributeKind] = [
      .text, .number, .boolean, .date, .listElement, .place,
    ]
    let kind = random.pick(kinds) ?? .text
    let isTyped = kind != .text && kind != .listElement
    return StoredItem.Attribute(
      ordinal: ordinal, kind: kind, text: text(2),
      worth: kind == .place
        ? Double(bitPattern: CurveCode.of(random.place()))
        : isTyped ? Double(random.below(2_000_000)) / 7 - 100_000 : 0)
  }

  /// An item whose id holds its number.
  mutating func item(_ number: Int) -> StoredItem {
    StoredItem(
      id: random.oneIn(5) ? "\(text(2))/\(number)" : "\(number)",
      title: (random.pick(RandomItems.words) ?? "") + " " + text(3),
      description: random.oneIn(2) ? text(8) : "",
      body: random.oneIn(3) ? text(random.oneIn(30) ? 5_000 : 60) : "",
      url: random.oneIn(2) ? "https://example.org/\(number)?q=é" : "",
      keywords: (0..<random.below(4)).map { _ in text(2) },
      aliases: (0..<random.below(4)).map { _ in text(3) },
      attributes: (0..<random.below(8)).map { value($0) },
      rank: random.oneIn(2) ? 500 : random.below(1_001),
      expires: random.oneIn(4) ? Int64(random.below(4_000_000_000)) - 2_000_000_000 : nil)
  }

  /// Items 0 ..< count.
  mutating func items(_ count: Int) -> [StoredItem] {
    (0..<count).map { item($0) }
  }
}
