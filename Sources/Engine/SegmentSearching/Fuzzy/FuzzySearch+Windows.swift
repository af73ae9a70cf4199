import FootlightPlatform
import SegmentFiles

extension FuzzySearch {
  /// With so many postings of the expansions of a single word they are added up in windows.
  static let manyPostings = 1_024

  /// Reads all lists of the only word and its expansions; returns how many documents there are beyond those
  /// taken.
  ///
  /// The better groups come first, so a document counts as what it is met as first. (Walking the lists side by
  /// side, the slowest rare word of statutes took three times as long.)
  ///
  /// - Parameters:
  ///   - most: the most typos with which the word is here.
  ///   - areInNames: whether all of the documents hold the words in names.
  func findInWindows(
    _ word: Int, _ most: Int, areInNames: Bool, taken: Set<UInt32>, into top: inout TopHits
  ) throws(Failure) -> Int {
    // A local set: a closure that reaches into an object asks for access at every name.
    var seen = DocumentSet(size: 0)
    swap(&seen, &query.scratch.buffers.seen)
    defer { swap(&seen, &query.scratch.buffers.seen) }
    seen.removeAll()
    for document in taken { seen.insert(document) }
    var window = DocumentWindow()
    var count = 0
    let inNames = FuzzyConjunction.places(word, query, true)
    let anywhere = areInNames ? [] : FuzzyConjunction.places(word, query, false)
    for typos in 0...max(most, names.reduce(0) { max($0, $1.typos) }) {
      for name in names where name.typos == typos {
        for (step, named) in [name.exact, name.all].enumerated() {
          var fresh: [UInt32] = []
          try index.forEachDocument(named) { document in
            if !query.isHidden(document), seen.insertIfAbsent(document) { fresh.append(document) }
          }
          count += fresh.count
          for document in fresh {
            top.push(
              Candidate(tier: 5, score: 0, document: document, typos: 4 * typos + step))
          }
        }
      }
      for (step, levels) in [(2, inNames), (3, anywhere)] where typos < levels.count {
        let found = try add(
          levels[typos], onlyNames: step == 2, key: 4 * typos + step, &window, &seen, into: &top)
        // Those with the word as it is were found as something better.
        if typos > 0 { count += found }
      }
    }
    return count
  }

  /// Takes the documents of some words that nobody has seen, scored by the sum of what the words add.
  ///
  /// Those with the word as it is are only marked as seen. Returns how many there are.
  private func add(
    _ words: [Int], onlyNames: Bool, key: Int, _ window: inout DocumentWindow,
    _ seen: inout DocumentSet, into top: inout TopHits
  ) throws(Failure) -> Int {
    var lists: [ListCursor] = []
    for word in words {
      lists.append(try query.lists.list(word, onlyNames: onlyNames, statistics))
      // The stem is in every document of the exact form, so no document joins by this.
      if let exact = try query.lists.exactList(word, onlyNames: onlyNames, statistics) {
        lists.append(exact)
      }
    }
    var count = 0
    var promising: [ScoredDocument] = []
    while true {
      try query.plan.request.bounds?.check()
      var least = UInt32.max
      for list in lists { least = min(least, list.document) }
      guard least != .max else { return count }
      window.begin(at: least)
      for list in lists { try list.add(to: &window) }
      if let hidden = query.hidden { window.remove(hidden) }
      window.keepFresh(&seen)
      let isMarked = key < 4
      let threshold = isMarked ? .max : top.threshold(tier: 5, typos: key)
      var group = 0
      while group < DocumentWindow.groups {
        count += window.drain(
          from: &group, above: query.hopeless(threshold), into: &promising,
          upTo: ScoredDocument.mostTogether)
        for found in promising {
          top.push(
            Candidate(
              tier: 5, score: query.weighted(found.score), document: found.document, typos: key))
        }
        promising.removeAll(keepingCapacity: true)
      }
    }
  }
}
