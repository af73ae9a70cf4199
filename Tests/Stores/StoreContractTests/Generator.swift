import DeclaredRecords
import TestSupport

/// Items and queries of few words, so that they meet.
enum Generator {
  private static let words = [
    "rule", "rules", "ruler", "scope", "scoped", "motion", "motions", "the", "of", "court",
    "courts",
    "a", "an", "ab", "abc", "x", "civil", "Crème", "straße", "AT&T", "don’t", "frc254", "35usc121",
    "U.S.C.", "§", "$", "c++", "12", "121", "120", "1", "spider-man", "東京", "東京タワー", "京都",
    "進撃の巨人", "태양의", "12.1", "№", "İstanbul",
  ]

  private static func text(_ most: Int, _ random: inout SeededRandom) -> String {
    let count = 1 + random.below(most)
    return (0..<count).map { _ in
      // Squared, so that some words are much more frequent than others.
      let place = random.below(words.count) * random.below(words.count) / words.count
      return words[place]
    }.joined(separator: random.oneIn(5) ? ", " : " ")
  }

  static func item(_ number: Int, _ random: inout SeededRandom) -> Item {
    Item(
      id: random.oneIn(4) ? text(2, &random) + " \(number)" : "\(number)",
      title: text(4, &random), description: random.oneIn(2) ? "" : text(8, &random),
      body: random.oneIn(2) ? "" : text(30, &random),
      keywords: (0..<random.below(3)).map { _ in text(2, &random) },
      aliases: (0..<random.below(4)).map { _ in text(3, &random) },
      attributes: random.oneIn(3)
        ? [] : [ItemAttribute("color", .text(["red", "green", "Blue", "12"][random.below(4)]))],
      rank: [0, 500, 500, 500, 1000][random.below(5)],
      expires: random.oneIn(6) ? Int64(random.below(1000)) : nil)
  }

  static func query(_ random: inout SeededRandom) -> String {
    var query = text(3, &random)
    // As somebody types: cut short somewhere, or the last word finished.
    if random.oneIn(2) { query = String(query.prefix(1 + random.below(query.count))) }
    if random.oneIn(3) { query += " " }
    if random.oneIn(20) { query = "\(random.below(60))" }
    return query
  }

  /// A query of any form: plain words, phrases, alternatives, fields, filters, typos.
  static func anyQuery(_ random: inout SeededRandom) -> String {
    let plain = query(&random)
    switch random.below(14) {
    case 0: return "\"\(text(2, &random))\""
    case 1: return "\(text(1, &random)) OR \(text(1, &random))"
    case 2: return "\(text(1, &random)) -\(text(1, &random))"
    case 3: return "title:\(text(1, &random)) \(plain)"
    case 4: return "\(plain) color:red"
    case 5: return "color:\(["red", "green", "blue"][random.below(3)])"
    case 6:
      return "\(["ruul", "motoin", "coort", "spider-men", "civvil"][random.below(5)]) \(plain)"
    case 7: return "\(["motins", "scoped", "courtz"][random.below(3)])~"
    case 8: return "(\(text(1, &random)) OR \(text(2, &random))) \(text(1, &random))"
    case 9: return "\(random.below(160))"
    default: return plain
    }
  }
}
