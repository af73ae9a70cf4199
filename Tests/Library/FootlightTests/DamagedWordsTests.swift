import FileHandles
import Footlight
import FootlightPlatform
import SearchEngine
import TestSupport
import Testing

/// Damage that a search passes over, and others meet.
@Suite struct DamagedWordsTests {
  /// Two domains of which one has a damaged chunk among those of its words.
  private func damaged() throws -> TestWorkspace {
    let work = try TestWorkspace()
    try work.declare("many")
    try work.declare("whole")
    // Of the words in the middle there are two each: a completion looks there first.
    work.put("many", (0..<5_000).map { ($0, "w\(10_000 + $0 % 4_000)x\($0 * 7_919 % 5_000)") })
    work.put("whole", [(1, "wide"), (2, "word")])
    try work.library().sync()
    let file = try #require(try work.generations("many").first)
    let path = work.folder.path(".footlight/" + file)
    var apart = try TakenApart(path)
    #expect(apart.chunks(of: .term) > 2)
    apart.damage([.term], from: 1)
    try apart.write(apart.bytes, to: path)
    return work
  }

  private func isMarked(_ work: TestWorkspace) throws -> Bool {
    try work.files().contains { $0.hasPrefix("many.") && $0.hasSuffix(".damaged") }
  }

  @Test func `suggestions leave the domain out and say so`() throws {
    let work = try damaged()
    let library = try work.library()
    let told = try library.suggest("w")
    #expect(told.suggestions.contains { $0.domain == "whole" })
    #expect(told.notes.contains { $0.domain == "many" })
    #expect(try isMarked(work))
  }

  @Test func `explanations leave the domain out, and the next sync builds it anew`() throws {
    let work = try damaged()
    let library = try work.library()
    #expect(try !library.search("w").hits.isEmpty)
    let found = try library.explain("w", "whole:1")
    #expect(found.isFound)
    #expect(try isMarked(work))
    let row = try #require(try work.library().sync().rows.first { $0.domain == "many" })
    #expect(row.decision == .rebuild)
    #expect(try work.library().explain("w", "many:1").isFound)
  }

  @Test func `a later page leaves the domain out, too`() throws {
    let work = try TestWorkspace()
    for domain in ["a", "b"] {
      try work.declare(domain)
      work.put(domain, (0..<200).map { ($0, "common \($0)") })
    }
    try work.library().sync()
    let file = try #require(try work.generations("a").first)
    let path = work.folder.path(".footlight/" + file)
    var apart = try TakenApart(path)
    apart.damage([.stored])
    try apart.write(apart.bytes, to: path)
    let library = try work.library()
    var options = SearchOptions()
    options.offset = 300
    let answer = try library.search("common", options: options)
    #expect(answer.hits.isEmpty && answer.total == 200)
    #expect(answer.notes.map(\.domain) == ["a"])
  }
}
