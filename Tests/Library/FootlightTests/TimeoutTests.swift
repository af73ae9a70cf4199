import Footlight
import FootlightPlatform
import Synchronization
import TestSupport
import Testing

/// Searches that are stopped before they are done.
@Suite struct TimeoutTests {
  /// A library whose clock goes on by a millisecond at each look.
  private func library() throws -> (TestWorkspace, Library) {
    let workspace = try TestWorkspace()
    try workspace.declare("d", item: ", attributes: { kind: \"{title}\" }")
    workspace.put("d", (0..<3_000).map { ($0, "word w\($0 % 7) \($0 % 2 == 0 ? "even" : "odd")") })
    _ = try workspace.library().sync()
    let clock = SteppingClock()
    workspace.system.monotonic = { clock.next() }
    return (workspace, try workspace.library())
  }

  @Test(arguments: ["word w3", "word OR odd", "w1 even zebra", "nothing word w2 "])
  func `what was found until then is good, and the answer says that it was stopped`(
    _ text: String
  ) throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    var options = SearchOptions(limit: 5_000, countsExactly: true)
    options.marksMatches = false
    let whole = try library.search(text, options: options)
    #expect(!whole.isCut && !whole.notes.contains { $0.code == .searchCut })
    let known = Dictionary(
      uniqueKeysWithValues: whole.hits.enumerated().map { ($0.element.id, $0.offset) })
    var cut = 0
    for milliseconds in 0..<40 {
      options.timeout = .milliseconds(milliseconds)
      let answer = try library.search(text, options: options)
      let places = answer.hits.compactMap { hit in
        known[hit.id].flatMap { place -> Int? in
          let other = whole.hits[place]
          return other.tier == hit.tier && other.score == hit.score ? place : nil
        }
      }
      #expect(places.count == answer.hits.count && places == places.sorted())
      #expect(answer.isCut == answer.notes.contains { $0.code == .searchCut })
      if answer.isCut {
        cut += 1
        #expect(answer.isAtLeast && answer.total <= whole.total)
      } else {
        #expect(answer.hits == whole.hits && answer.total == whole.total)
      }
    }
    #expect(cut > 0)
  }

  @Test func `every way to write a name right looks at the deadline`() throws {
    let workspace = try TestWorkspace()
    try workspace.declare("d")
    // Nine words that are one typo apart, twice: 81 ways to write a name of two, none of which is one.
    let names = ["abcdefghij", "klmnopqrst"].flatMap { word in
      (0...8).map { place in
        var letters = Array(word)
        if place > 0 { letters[place] = "z" }
        return String(letters)
      }
    }
    workspace.put("d", names.enumerated().map { ($0.offset, $0.element) })
    _ = try workspace.library().sync()
    let clock = SteppingClock()
    workspace.system.monotonic = { clock.next() }
    let library = try workspace.library()
    var options = SearchOptions()
    options.timeout = .milliseconds(1_000_000)
    let began = clock.next()
    let whole = try library.search("abcdefghij klmnopqrst ", options: options)
    #expect(!whole.isCut)
    #expect(clock.next() - began > 81 * 1_000_000, "a look costs a millisecond")
    options.timeout = .milliseconds(40)
    #expect(try library.search("abcdefghij klmnopqrst ", options: options).isCut)
  }

  @Test func `the hits of a search that was stopped are explained`() throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    var options = SearchOptions(countsExactly: true)
    options.explainsHits = true
    var explained = 0
    for milliseconds in 0..<20 {
      options.timeout = .milliseconds(milliseconds)
      let answer = try library.search("word w3", options: options)
      #expect(answer.hits.allSatisfy { $0.explanation?.tier == $0.tier })
      if answer.isCut { explained += answer.hits.count }
    }
    #expect(explained > 0)
  }

  @Test(arguments: ["w", "wo", "word w", "word w3 o", "word even w"])
  func `suggestions that were stopped are the first of all, and say so`(_ text: String) throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    let whole = try library.suggest(text)
    #expect(!whole.isCut && whole.notes.isEmpty && !whole.suggestions.isEmpty)
    var cut = 0
    for milliseconds in 0..<12 {
      let told = try library.suggest(text, timeout: .milliseconds(milliseconds))
      #expect(told.isCut == told.notes.contains { $0.code == .searchCut })
      if told.isCut { cut += 1 } else { #expect(told.suggestions == whole.suggestions) }
      #expect(
        told.suggestions == Array(whole.suggestions.prefix(told.suggestions.count)),
        "\(milliseconds) ms")
    }
    #expect(cut > 0)
    #expect(
      try library.suggest(text, timeout: .milliseconds(Int.max)).suggestions == whole.suggestions)
    #expect(try library.suggest(text, timeout: .milliseconds(-1)).isCut)
  }

  @Test(arguments: [nil, 2])
  func `an explanation that was stopped says that nobody knows`(_ perDomain: Int?) throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    var options = SearchOptions()
    options.perDomain = perDomain
    let whole = try library.explain("word w3", "d:3", options: options)
    #expect(!whole.isCut && (perDomain != nil || whole.isFound))
    var cut = 0
    for milliseconds in 0..<60 {
      options.timeout = .milliseconds(milliseconds)
      let told = try library.explain("word w3", "d:3", options: options)
      if told.isCut {
        cut += 1
        #expect(!told.isFound && told.explanation.reason.contains("stopped after"))
      } else {
        #expect(told == whole)
      }
    }
    #expect(cut > 0)
  }

  @Test(arguments: [Int.max, Int.max / 1_000_000, Int.min])
  func `no number of an option traps`(_ number: Int) throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    var options = SearchOptions(limit: 3)
    options.timeout = .milliseconds(number)
    #expect(try library.search("word", options: options).hits.isEmpty == (number < 0))
    options = SearchOptions(limit: 3)
    options.perDomain = number
    options.explainsHits = true
    #expect(try library.search("word", options: options).hits.isEmpty == (number < 0))
  }

  @Test func `another thread stops a search, which throws`() throws {
    let (workspace, library) = try library()
    defer { withExtendedLifetime(workspace) {} }
    let cancellation = Cancellation()
    #expect(try library.search("word w1", cancellation: cancellation).total > 0)
    cancellation.cancel()
    for text in ["word w1", "word OR w2"] {
      #expect(
        failureCode { _ = try library.search(text, cancellation: cancellation) }?.name
          == "cancelled")
    }
    let snapshot = try library.snapshot()
    let codes = [
      failureCode { _ = try library.suggest("w", cancellation: cancellation) },
      failureCode { _ = try library.explain("w", "d:1", cancellation: cancellation) },
      failureCode { _ = try snapshot.suggest("w", cancellation: cancellation) },
      failureCode { _ = try snapshot.explain("w", "d:1", cancellation: cancellation) },
    ]
    #expect(codes.map { $0?.name } == Array(repeating: "cancelled", count: 4))
  }
}

/// A clock that goes on when it is looked at.
private final class SteppingClock: Sendable {
  private let time = Atomic<Int64>(0)

  func next() -> Int64 { time.add(1_000_000, ordering: .relaxed).newValue }
}
