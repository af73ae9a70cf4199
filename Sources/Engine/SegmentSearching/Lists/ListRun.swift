import FootlightPlatform

/// The documents of a list that lie in memory in a row, from the one at hand on: of a stored list those of a block.
///
/// Hot: two lists are walked side by side over these, without a call at each document (`Benchmarks query`).
@safe
struct ListRun {
  fileprivate let documents: UnsafePointer<UInt32>
  /// The document at hand, and the end.
  fileprivate(set) var at: Int
  fileprivate let end: Int

  @unsafe
  init(_ documents: UnsafePointer<UInt32>, at: Int, end: Int) {
    unsafe self.documents = documents
    self.at = at
    self.end = end
  }

  @inline(__always)
  fileprivate var document: UInt32 { at < end ? unsafe documents[at] : .max }

  /// Moves to the first document that is not below `target`.
  ///
  /// Mostly it is one of the next: how many of eight are below is counted without a branch, since no jump can be
  /// foreseen. Documents are numbered in thirty bits.
  @inline(__always)
  fileprivate mutating func advance(to target: UInt32) {
    let wanted = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: target))
    while at &+ 8 <= end {
      let next = unsafe UnsafeRawPointer(documents + at).loadUnaligned(as: SIMD8<Int32>.self)
      let below = (next &- wanted) &>> 31
      let half = below.lowHalf &+ below.highHalf
      let quarter = half.lowHalf &+ half.highHalf
      let passed = -Int(quarter.x &+ quarter.y)
      at &+= passed
      if passed < 8 { return }
    }
    while at < end, unsafe documents[at] < target { at &+= 1 }
  }

  /// Whether the last document is below `target`.
  @inline(__always)
  fileprivate func isBelow(_ target: UInt32) -> Bool {
    guard at < end else { return true }
    return unsafe documents[end &- 1] < target
  }
}

extension ListCursor {
  /// Moves two lists to the next document, from the ones at hand on, that both hold: this one leads, and the other one
  /// follows.
  ///
  /// - Parameter looks: how many documents of this list may be looked at; what was looked at is taken off.
  /// - Returns: the document; `UInt32.max` where a list has ended or no more may be looked at.
  func advanceTogether(with other: ListCursor, looks: inout Int) throws(Failure) -> UInt32 {
    var lead = run
    var follower = other.run
    var left = looks
    defer { looks = left }
    var document = lead.document
    while document != .max, left > 0 {
      left &-= 1
      if follower.isBelow(document) {
        let isThere = try other.advance(to: document) != .max
        follower = other.run
        guard isThere else { break }
      } else {
        follower.advance(to: document)
      }
      let there = follower.document
      if there == document {
        stand(at: lead)
        other.stand(at: follower)
        return document
      }
      if lead.isBelow(there) {
        document = try advance(to: there)
        lead = run
      } else {
        lead.advance(to: there)
        document = lead.document
      }
    }
    stand(at: lead)
    other.stand(at: follower)
    return .max
  }

  private var run: ListRun {
    switch self {
    case .stored(let list): list.run
    case .inMemory(let list): list.run
    }
  }

  private func stand(at run: ListRun) {
    switch self {
    case .stored(let list): list.stand(at: run)
    case .inMemory(let list): list.stand(at: run)
    }
  }
}
