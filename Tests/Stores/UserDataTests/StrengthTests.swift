import Testing

@testable import IndexStores

@Suite struct StrengthTests {
  /// Strength after visits at least two minutes apart, on one day.
  private func strength(visits: Int) -> ActivityStrength {
    (0..<visits).reduce(ActivityStrength.none) { strength, _ in
      strength.adding(ActivityStrength.visit, on: 100)
    }
  }

  @Test(arguments: [
    (1, 3), (2, 4), (3, 4), (4, 5), (7, 5), (8, 6), (15, 6), (16, 7), (17, 7), (40, 7),
  ])
  func `visits raise the class`(_ visits: Int, _ level: Int) {
    #expect(strength(visits: visits).activityClass(on: 100) == level)
  }

  @Test(arguments: [(0, 3), (1, 2), (30, 2), (31, 1), (60, 1), (61, 0), (500, 0), (-20, 3)])
  func `one visit fades in sixty days`(_ days: Int, _ level: Int) {
    #expect(strength(visits: 1).activityClass(on: 100 + days) == level)
  }

  @Test(arguments: [(0, 7), (30, 6), (60, 5), (90, 4), (120, 3), (100_000, 0)])
  func `strength ends at 2047 and halves in thirty days`(_ days: Int, _ level: Int) {
    #expect(strength(visits: 100).strength == 2_047)
    #expect(strength(visits: 100).activityClass(on: 100 + days) == level)
  }

  @Test func `the table halves in thirty steps and falls at each`() {
    #expect(ActivityStrength.table.count == 30)
    #expect(ActivityStrength.table.first == 65_536)
    for (one, other) in zip(ActivityStrength.table, ActivityStrength.table.dropFirst()) {
      #expect(one > other && other > 32_768)
    }
  }

  @Test func `days are counted down below 1970, too`() {
    #expect(ActivityStrength.day(of: 0) == 0)
    #expect(ActivityStrength.day(of: 86_399) == 0)
    #expect(ActivityStrength.day(of: -1) == -1)
    #expect(ActivityStrength.day(of: -86_400) == -1)
    #expect(ActivityStrength.day(of: -86_401) == -2)
  }

  @Test func `repeats within two minutes count once, and a star is no visit`() {
    var record = ActivityRecord(domain: "d", id: "1")
    record.add(ActivityUse(), now: 1_000, sequence: 1)
    record.add(ActivityUse(), now: 1_119, sequence: 2)
    #expect(record.strength.strength == 64 && record.sequence == 2)
    record.add(ActivityUse(), now: 1_239, sequence: 3)
    #expect(record.strength.strength == 128)
    var star = ActivityRecord(domain: "d", id: "2")
    star.isStarred = true
    #expect(star.activityClass(on: 0) == 7 && star.strength.strength == 0)
  }

  @Test func `a pick leads for its query and its beginnings, and fades`() {
    var record = ActivityRecord(domain: "d", id: "1")
    var use = ActivityUse()
    use.query = "seven si"
    record.add(use, now: 0, sequence: 1)
    for query in ["seven si", "seven s", "seve", "s"] {
      #expect(record.picked(for: query, on: 0) == 3)
    }
    #expect(record.picked(for: "seven sa", on: 0) == 0)
    #expect(record.picked(for: "seven sin", on: 0) == 0)
    #expect(record.picked(for: "", on: 0) == 0)
    #expect(record.picked(for: "seven si", on: 61) == 0)
  }

  @Test func `as many queries are remembered as there is room for, the strongest`() {
    var record = ActivityRecord(domain: "d", id: "1")
    for number in 0..<40 {
      var use = ActivityUse()
      use.query = "q\(number)"
      record.add(use, now: Int64(number) * 1_000, sequence: Int64(number))
    }
    #expect(record.picks.count == ActivityRecord.mostPicks)
    #expect(record.picks.last?.query == "q39")
  }

  @Test func `merging twice is merging once`() {
    var one = ActivityRecord(domain: "d", id: "1")
    one.add(ActivityUse(), now: 10 * 86_400, sequence: 1)
    var other = ActivityRecord(domain: "d", id: "1")
    other.title = "later"
    other.add(ActivityUse(), now: 40 * 86_400, sequence: 1)
    other.isStarred = true
    var merged = one
    merged.merge(other)
    #expect(merged.strength == ActivityStrength(strength: 64, day: 40))
    #expect(merged.title == "later" && merged.isStarred && merged.first == 10 * 86_400)
    var again = merged
    again.merge(other)
    #expect(again == merged)
  }

  @Test func `places survive being stored as bits`() {
    for bits in 0..<16 { #expect(Eligibility.bits(Eligibility.of(bits: bits)) == bits) }
  }
}
