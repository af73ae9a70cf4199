import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Sorted sources come out as one sorted source.
@Suite struct LoserTreeTests {
  @Test func `all elements come out in order, equal ones in the order of their sources`() {
    var random = SeededRandom.announced("loser tree")
    for count in 0..<20 {
      let sources = (0..<count).map { _ in
        (0..<random.below(30)).map { _ in random.below(20) }.sorted()
      }
      var places = [Int](repeating: 0, count: count)
      var tree = LoserTree(sources.map(\.first)) { $0 > $1 }
      var found: [(Int, Int)] = []
      while let source = tree.next {
        found.append((sources[source][places[source]], source))
        places[source] += 1
        let rest = sources[source]
        tree.move(to: places[source] < rest.count ? rest[places[source]] : nil) { $0 > $1 }
      }
      let wanted = sources.enumerated().flatMap { source, elements in
        elements.map { ($0, source) }
      }.sorted { $0 < $1 }
      #expect(found.elementsEqual(wanted) { $0 == $1 }, "seed \(random.seed)")
    }
  }
}
