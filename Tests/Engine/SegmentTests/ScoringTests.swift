import DeclaredRecords
import TestSupport
import Testing

@testable import SearchEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arithmetic of ranking against floating point, and the properties that bounds rest on.
@Suite struct ScoringTests {
  @Test func `logarithms are those of the library, in steps of a 256th`() {
    var random = SeededRandom.announced("logarithms")
    #expect(Scoring.log2Fixed(0) == 0)
    #expect(Scoring.log2Fixed(1) == 0)
    for exponent in 0..<64 {
      #expect(Scoring.log2Fixed(1 << UInt64(exponent)) == exponent * 256)
    }
    for _ in 0..<3_000 {
      let number = max(1, random.next() >> UInt64(random.below(64)))
      let exact = 256 * log2(Double(number))
      let fixed = Double(Scoring.log2Fixed(number))
      #expect(abs(fixed - exact) < 1.01, "\(number)")
    }
  }

  @Test func `a larger number has no smaller logarithm`() {
    var before = 0
    for number: UInt64 in 1..<20_000 {
      let fixed = Scoring.log2Fixed(number)
      #expect(fixed >= before, "\(number)")
      before = fixed
    }
  }

  @Test func `a rarer word is worth no less`() {
    for items in [0, 1, 2, 9, 1_000, 1_000_000] {
      var before = Int.max
      for holding in stride(from: 0, through: items, by: max(1, items / 500)) {
        let idf = Scoring.idf(items: items, holding: holding)
        #expect(idf <= before)
        #expect(idf >= 1)
        before = idf
      }
    }
    #expect(Scoring.idf(items: 255, holding: 0) == 256 * 8)
    #expect(Scoring.idf(items: 255, holding: 255) == 1)
    #expect(Scoring.exactShare(2_048) == 512)
  }

  @Test func `impossible numbers of items do no harm`() {
    #expect(Scoring.idf(items: -5, holding: 3) == 1)
    #expect(Scoring.idf(items: 3, holding: -5) == Scoring.idf(items: 3, holding: 0))
    #expect(Scoring.idf(items: 3, holding: 900) == 1)
  }

  private static func counts(_ random: inout SeededRandom, _ most: Int) -> FieldCounts {
    var counts = FieldCounts()
    counts.title = UInt32(random.below(most))
    counts.alias = UInt32(random.below(most))
    counts.keywords = UInt32(random.below(most))
    counts.description = UInt32(random.below(most))
    counts.body = UInt32(random.below(most))
    return counts
  }

  @Test func `an impact lies within 1 and 127, and another occurrence never lowers it`() {
    var random = SeededRandom.announced("impacts")
    let weights = RankingWeights.undeclared
    let fields: [WritableKeyPath<FieldCounts, UInt32>] = [
      \.title, \.alias, \.keywords, \.description, \.body,
    ]
    for _ in 0..<2_000 {
      var counts = ScoringTests.counts(&random, random.oneIn(5) ? 100_000 : 4)
      let norms = FieldNorms(
        title: random.below(20), keywords: random.below(40), description: random.below(90),
        body: random.below(9_000), weights)
      let impact = Scoring.impact(counts, norms, weights)
      #expect((1...127).contains(impact))
      if let field = random.pick(fields) {
        counts[keyPath: field] += 1
        #expect(Scoring.impact(counts, norms, weights) >= impact, "seed \(random.seed)")
      }
    }
  }

  @Test func `a word counts in each field as much as the weight of the field says`() {
    var weights = RankingWeights.undeclared
    weights.numbers = (1...11).reversed().map(Double.init)
    let norms = FieldNorms(
      title: Int(weights.titleLength), keywords: Int(weights.keywordsLength),
      description: Int(weights.descriptionLength), body: Int(weights.bodyLength), weights)
    let fields: [(WritableKeyPath<FieldCounts, UInt32>, Double)] = [
      (\.title, weights.title), (\.alias, weights.aliases), (\.keywords, weights.keywords),
      (\.description, weights.description), (\.body, weights.body),
    ]
    for (field, weight) in fields {
      var counts = FieldCounts()
      counts[keyPath: field] = 2
      let wanted = UInt8(127.0 * 2 * weight / (weights.k1 + 2 * weight))
      #expect(Scoring.impact(counts, norms, weights) == wanted)
    }
    // Ever so little is not nothing.
    var counts = FieldCounts()
    counts.body = 1
    let endless = FieldNorms(title: 0, keywords: 0, description: 0, body: 1 << 30, weights)
    #expect(Scoring.impact(counts, endless, weights) == 1)
  }

  @Test func `a longer field counts less, an alias as much whatever its length`() {
    let weights = RankingWeights.undeclared
    var counts = FieldCounts()
    counts.body = 1
    let short = FieldNorms(title: 3, keywords: 0, description: 0, body: 10, weights)
    let long = FieldNorms(title: 3, keywords: 0, description: 0, body: 1_000, weights)
    #expect(Scoring.impact(counts, short, weights) > Scoring.impact(counts, long, weights))
    counts = FieldCounts()
    counts.alias = 1
    #expect(Scoring.impact(counts, short, weights) == Scoring.impact(counts, long, weights))
    // 127 · 3 / (1.2 + 3), rounded down.
    #expect(Scoring.impact(counts, short, weights) == 90)
  }
}
