import DeclaredRecords
import FootlightPlatform
import TestSupport
import Testing

@testable import SearchEngine

/// Walking posting lists by steps, by leaps and by bounds, against the list as it was written.
@Suite struct ListCursorTests {
  private struct Posting {
    var document: UInt32
    var contribution: Int
  }

  private static let words = ["most", "often", "seldom", "rare", "named"]

  /// 4,000 items in which words occur so often, in titles now and then.
  private static func generation(
    _ random: inout SeededRandom, _ folder: borrowing TemporaryFolder
  ) throws(Failure) -> Segment {
    var items: [StoredItem] = []
    for number in 0..<4_000 {
      var body = String(repeating: "most ", count: random.below(4))
      if random.oneIn(3) { body += String(repeating: "often ", count: 1 + random.below(9)) }
      if random.oneIn(25) { body += "seldom " }
      if random.oneIn(200) { body += "rare " }
      // Some documents stand in long rows without the word, others side by side.
      let isNamed = number / 300 % 2 == 0 && random.oneIn(2)
      items.append(
        .item(
          "\(number)", "t\(String(10_000 + number))" + (isNamed ? " named most" : ""),
          body: body + String(repeating: "x ", count: random.below(60))))
    }
    return try ItemFile(itemsABatch: 500).generation(of: items, at: folder.path("g.sqlite"))
  }

  /// The postings of a word, made from the items themselves.
  private static func postings(_ word: String, inNames: Bool, _ generation: Segment)
    throws(Failure) -> [Posting]
  {
    let weights = RankingWeights.undeclared
    var list: [Posting] = []
    var document: UInt32 = 0
    try generation.forEachItem { item in
      let title = item.title.split(separator: " ")
      let body = item.body.split(separator: " ")
      var counts = FieldCounts()
      counts.title = UInt32(title.count { $0 == word })
      counts.body = UInt32(body.count { $0 == word })
      if inNames ? counts.title > 0 : counts != FieldCounts() {
        let norms = FieldNorms(
          title: title.count, keywords: 0, description: 0, body: body.count, weights)
        list.append(
          Posting(
            document: document, contribution: 7 * Int(Scoring.impact(counts, norms, weights))))
      }
      document += 1
    }
    return list
  }

  @Test func `a list is walked, leapt over and bounded as it was written`() throws {
    var random = SeededRandom.announced("lists")
    let folder = try TemporaryFolder()
    let generation = try ListCursorTests.generation(&random, folder)
    for word in ListCursorTests.words {
      for inNames in [false, true] {
        let wanted = try ListCursorTests.postings(word, inNames: inNames, generation)
        let entry = try #require(try generation.term(ByteArena(word)))
        #expect(entry.documents >= wanted.count)
        let make = { () throws(Failure) in
          try ListCursor(generation, entry, inNames: inNames, weight: 7)
        }
        let comment: Comment = "\(word) inNames \(inNames), seed \(random.seed)"
        let steps = try make()
        #expect(steps.count == wanted.count, comment)
        #expect(steps.highest == wanted.map(\.contribution).max() ?? 0, comment)
        for posting in wanted {
          #expect(steps.document == posting.document, comment)
          #expect(steps.contribution == posting.contribution, comment)
          try steps.advance()
        }
        #expect(steps.document == .max, comment)
        try leap(try make(), wanted, &random, comment)
      }
    }
  }

  /// Goes on by random distances, and looks at bounds on the way.
  private func leap(
    _ cursor: ListCursor, _ wanted: [Posting], _ random: inout SeededRandom, _ comment: Comment
  ) throws(Failure) {
    var target: UInt32 = 0
    while target < 4_200 {
      if random.oneIn(2) {
        let bound = cursor.bound(target)
        #expect(bound.last >= target, comment)
        let best = wanted.lazy.filter { $0.document >= target && $0.document <= bound.last }
          .map(\.contribution).max()
        #expect(bound.contribution >= best ?? 0, comment)
      }
      if random.oneIn(2) {
        try cursor.advance(to: target)
        let next = wanted.first { $0.document >= target }
        #expect(cursor.document == next?.document ?? .max, "to \(target): \(comment)")
        if let next { #expect(cursor.contribution == next.contribution, comment) }
      }
      target += UInt32(1 + random.below([2, 20, 200, 900][random.below(4)]))
    }
  }

  @Test func `what a list adds to documents is what it says of them, above a bar`() throws {
    var random = SeededRandom.announced("promising documents")
    let folder = try TemporaryFolder()
    let generation = try ListCursorTests.generation(&random, folder)
    for word in ListCursorTests.words {
      let postings = try ListCursorTests.postings(word, inNames: false, generation)
      let held = Dictionary(
        uniqueKeysWithValues: postings.map { ($0.document, $0.contribution) })
      let entry = try #require(try generation.term(ByteArena(word)))
      let list = try ListCursor(generation, entry, inNames: false, weight: 7)
      var first = 0
      while first < 4_000 {
        let end = first + 1 + random.below(300)
        let rare = 1 + random.below(40)
        let documents = (first..<end).filter { _ in random.oneIn(rare) }
        first = end
        var promising = documents.map {
          ScoredDocument(document: UInt32($0), score: random.below(700))
        }
        let least = random.below(1_600) - 100
        let wanted = promising.map { ($0.document, $0.score + (held[$0.document] ?? 0)) }
          .filter { $0.1 > least }
        try list.add(to: &promising, above: least)
        let comment: Comment = "\(word) above \(least), seed \(random.seed)"
        #expect(promising.map(\.document) == wanted.map(\.0), comment)
        #expect(promising.map(\.score) == wanted.map(\.1), comment)
      }
    }
  }

  @Test func `in memory, a place is found by growing steps`() throws {
    var random = SeededRandom.announced("growing steps")
    for _ in 0..<200 {
      let list = Set((0..<random.below(60)).map { _ in UInt32(random.below(100)) }).sorted()
      let start = random.below(list.count + 1)
      let target = UInt32(random.below(110))
      let cursor = ListCursor(documents: list, contributions: list.map { $0 + 1 })
      for _ in 0..<start { try cursor.advance() }
      try cursor.advance(to: target)
      let wanted = list.dropFirst(start).first { $0 >= target }
      #expect(cursor.document == wanted ?? .max, "\(target) in \(list) from \(start)")
      #expect(cursor.contribution == wanted.map { Int($0) + 1 } ?? 0)
    }
  }

  @Test func `two lists are walked together as they are one by one, for no more looks`() throws {
    var random = SeededRandom.announced("lists together")
    let folder = try TemporaryFolder()
    let generation = try ListCursorTests.generation(&random, folder)
    func list(_ word: String) throws -> ListCursor {
      if word == "in memory" {
        let prefix = PrefixPostings(capacity: 600)
        for document in 0..<500 { prefix.append(UInt32(document * 7), 3) }
        return .inMemory(MemoryListCursor(prefix, weight: 2))
      }
      let entry = try #require(try generation.term(ByteArena(word)))
      return try ListCursor(generation, entry, inNames: false, weight: 7)
    }
    for (one, other) in [
      ("often", "most"), ("most", "often"), ("seldom", "often"), ("rare", "most"),
      ("most", "rare"), ("in memory", "often"), ("often", "in memory"), ("named", "often"),
    ] {
      let comment: Comment = "\(one) \(other), seed \(random.seed)"
      let (lead, follower) = (try list(one), try list(other))
      let (slowLead, slowFollower) = (try list(one), try list(other))
      while slowLead.document != .max {
        let most = 1 + random.below(90)
        var looks = most
        let found = try lead.advanceTogether(with: follower, looks: &looks)
        var slowLooks = most
        var slowFound = UInt32.max
        while slowLead.document != .max, slowLooks > 0 {
          slowLooks -= 1
          let document = slowLead.document
          let there = try slowFollower.advance(to: document)
          if there == document {
            slowFound = document
            break
          }
          try slowLead.advance(to: there)
        }
        #expect(found == slowFound && looks == slowLooks, comment)
        if found != .max {
          #expect(lead.document == found && follower.document == found, comment)
          #expect(lead.contribution == slowLead.contribution, comment)
          #expect(follower.contribution == slowFollower.contribution, comment)
          try lead.advance()
          try slowLead.advance()
        }
        let isAtEnd = follower.document == .max || lead.document == .max
        #expect(isAtEnd || lead.document == slowLead.document, comment)
        if isAtEnd { break }
      }
    }
  }
}
