import Footlight
import FootlightPlatform
import TestSupport
import Testing

@testable import FootlightCommands

/// What `query` prints beside hits, over a workspace of its own.
@Suite final class QueryOutputTests {
  private let folder: TemporaryFolder
  private let memory = MemoryConsole()

  init() throws {
    folder = try TemporaryFolder()
    try FileOperations.system.createFolder(folder.path("domains"))
    try folder.write(
      "domains/books.yaml",
      """
      domain: books
      version: 1
      source: { kind: csv, path: books.csv }
      item:
        id: "{id}"
        title: "{title}"
        attributes:
          author: "{author}"
          year: { type: number, value: "{year}" }

      """)
    try folder.write(
      "domains/books.csv",
      """
      id,title,author,year
      1,Around the World,Jules Verne,1872
      2,Around the Moon,Jules Verne,1869
      3,Around Ithaca,Homer,

      """)
  }

  private func run(_ words: String...) -> Int32 {
    Tool.run(words, on: memory.console(folder: folder.path))
  }

  @Test func `facets stand below the hits`() throws {
    #expect(run("sync") == 0)
    let before = memory.output.count
    #expect(run("query", "around", "-n", "1", "--facet", "author", "--facet", "year") == 0)
    let said = String(memory.output.dropFirst(before))
    #expect(
      said.hasSuffix(
        """

        author
          2  Jules Verne
          1  Homer
        year
          1  1869
          1  1872

        """))
    #expect(said.hasPrefix("Around"))
    #expect(run("query", "around", "--facet", "author", "--json") == 0)
    #expect(
      memory.output.contains(
        #""facets":{"author":[{"value":"Jules Verne","count":2},{"value":"Homer","count":1}]}"#))
  }

  @Test func `an explanation stands in aligned lines`() throws {
    #expect(run("sync") == 0)
    var before = memory.output.count
    #expect(run("explain", "Verne", "books:1") == 1)
    #expect(
      memory.output.dropFirst(before) == """
        Around the World  books:1
          not found: it lacks 'Verne'

        """)
    before = memory.output.count
    #expect(run("explain", "the around ", "books:2") == 0)
    let lines = memory.output.dropFirst(before).split(separator: "\n")
    #expect(lines.first == "Around the Moon  books:2")
    #expect(
      lines.count > 1 && lines[1] == "  tier 3, named: titles and aliases alone hold all words")
    #expect(
      lines.count == 6 && lines[2].hasPrefix("  the     +") && lines[2].contains("in title; "))
    #expect(run("explain", "around", "books:9") == 1)
    #expect(memory.output.hasSuffix("books:9\n  not found: books holds no item with this id\n"))
    #expect(run("explain", "books:3", "--filter", "year>=1800") == 1)
    #expect(memory.output.hasSuffix("year>=1800 leaves it out: it has no year\n"))
    #expect(run("query", "around", "--explain", "-n", "1") == 0)
    #expect(memory.output.contains("  tier 2, starts: the title begins with the query\n"))
    #expect(run("explain", "around") == 2 && memory.talk.contains("'explain' needs QUERY ID"))
  }

  @Test func `before the first sync a filter finds nothing and says why`() {
    #expect(run("query", "verne", "--filter", "year>=1870") == 1)
    #expect(memory.talk.contains("nothing is indexed yet"))
    #expect(!memory.talk.contains("no searched domain has an attribute"))
  }

  @Test(arguments: [
    ("author:Jules Verne", "quotation marks: author:\"some words\""),
    ("author:", "quotation marks: author:\"some words\""),
    ("title:around", "'title' is a field of all items, no attribute"),
    ("autor:Homer", "did you mean 'author'?"), ("Homer", "'Homer' is no filter"),
  ])
  func `what is no filter is refused with its remedy`(_ filter: String, _ said: String) {
    #expect(run("sync") == 0)
    #expect(run("query", "around", "--filter", filter) == 2)
    #expect(memory.talk.contains(said))
  }

  @Test(arguments: ["year:abc OR verne", "(year:abc) around", "around year:abc"])
  func `a value that its attribute cannot have is noted wherever it stands`(_ text: String) {
    #expect(run("sync") == 0)
    _ = run("query", text)
    #expect(memory.talk.contains("'abc' is no number, as 'year' wants: it matches nothing"))
  }

  @Test func `an unknown domain within OR is noted, and notes have an end`() {
    #expect(run("sync") == 0)
    let names = (0..<200).map { "n\($0)" }.joined(separator: ",")
    _ = run("query", "homer OR domain:\(names)")
    #expect(memory.talk.contains("no searched domain is called 'n63'"))
    #expect(memory.talk.contains("and 136 more notes") && !memory.talk.contains("'n64'"))
  }

  @Test func `everything is not asked for beside other queries`() {
    #expect(run("query", "--all", "--batch", folder.path("domains/books.csv")) == 2)
    #expect(memory.talk.contains("'query' takes --queries or --all, not both"))
    #expect(run("query", "--all", "around") == 2)
    #expect(memory.talk.contains("'query' takes TEXT or --all, not both"))
  }

  @Test func `who pages too far is told of dump`() {
    #expect(run("query", "around", "--offset", "10000", "-n", "1") == 2)
    #expect(memory.talk.contains("footlight dump"))
  }
}
