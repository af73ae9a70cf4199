/// Which of several sorted sources comes next: a tree of losers (Knuth, TAOCP 3, 5.4.1), in which a source that
/// moves on is compared with log₂ k others.
struct LoserTree<Key: Comparable & BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// The loser at each inner node; at 0 the source that comes next.
  private var nodes = ScratchList<Int>()
  /// The key at which each source stands; nil where it has ended.
  private var keys = ScratchList<Key?>()

  /// - Parameter follows: tells of two sources with equal keys whether the first one stands after the second.
  init(_ keys: [Key?], follows: (Int, Int) -> Bool) {
    nodes.append(-1)
    for (source, key) in keys.enumerated() {
      self.keys.append(key)
      if source > 0 { nodes.append(-1) }
    }
    for source in keys.indices { climb(source, isFilling: true, follows) }
  }

  /// The source that comes next; nil when all have ended.
  var next: Int? {
    let first = nodes[0]
    return first >= 0 && keys[first] != nil ? first : nil
  }

  /// The key of a source.
  subscript(source: Int) -> Key? { keys[source] }

  /// The source that came next stands at another key now.
  @inline(__always)
  mutating func move(to key: Key?, follows: (Int, Int) -> Bool) {
    let source = nodes[0]
    keys[source] = key
    climb(source, isFilling: false, follows)
  }

  @inline(__always)
  private mutating func climb(_ source: Int, isFilling: Bool, _ follows: (Int, Int) -> Bool) {
    var winner = source
    var node = (source + keys.count) / 2
    while node > 0 {
      let other = nodes[node]
      if other < 0 {
        // Nobody has come here yet: who comes later is compared with this one.
        if isFilling {
          nodes[node] = winner
          return
        }
      } else if isAfter(winner, other, follows) {
        nodes[node] = winner
        winner = other
      }
      node /= 2
    }
    nodes[0] = winner
  }

  @inline(__always)
  private func isAfter(_ one: Int, _ other: Int, _ follows: (Int, Int) -> Bool) -> Bool {
    guard let a = keys[one] else { return true }
    guard let b = keys[other] else { return false }
    return a == b ? follows(one, other) : b < a
  }
}
