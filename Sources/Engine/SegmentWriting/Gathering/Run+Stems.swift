import FootlightPlatform
import TextAnalysis

extension Run {
  /// The place of a term's stem in the tally of the item at hand; nil when it has none.
  ///
  /// Called after `entry` of the term itself. A word is stemmed once in a run; after that the number
  /// of its stem is looked up.
  @inline(__always)
  mutating func stemEntry(_ term: UInt32, _ analyzer: Analyzer) -> Int? {
    guard analyzer.stems else { return nil }
    let index = Int(term)
    let known = index < stems.count ? stems[index] : 0
    let stem = known == 0 ? makeStem(term) : known
    return stem == .max ? nil : entry(stem &- 1)
  }

  @inline(never)
  private mutating func makeStem(_ term: UInt32) -> UInt32 {
    let index = Int(term)
    if index >= stems.count {
      stems.append(contentsOf: repeatElement(0, count: terms.count - stems.count))
    }
    var stem = ByteArena(capacity: 64)
    var found = UInt32.max
    if stemmer?.append(stemOf: terms.bytes, terms.range(index), to: &stem) ?? false {
      found = terms.intern(stem, stem.all) &+ 1
    }
    stems[index] = found
    return found
  }
}
