import TestSupport
import Testing

@testable import Footlight

/// What is told of conditions that are misspelled, or that leave domains out.
@Suite final class ConditionNoteTests {
  private let work: TestWorkspace

  init() throws {
    work = try TestWorkspace()
    try work.declare(
      "shows", item: ", attributes: { type: \"{type}\", year: { value: \"{year}\", type: number } }"
    )
    try work.declare("books")
    work.records.put(
      "shows",
      [(1, "Love story", "Movie"), (2, "Love songs", "Series")].map {
        ["id": .number("\($0.0)"), "title": .text($0.1), "type": .text($0.2)]
      })
    work.put("books", [(1, "Love letters")])
    _ = try work.library().sync()
  }

  @Test(arguments: [
    ("type:movei love", "type has no value 'movei': did you mean 'Movie'?", "type:Movie love"),
    (
      "typ:Movie love", "no searched domain has an attribute 'typ': did you mean 'type'?",
      "type:Movie love"
    ),
    (
      "domain:shwos love", "no searched domain is called 'shwos': did you mean 'shows'?",
      "domain:shows love"
    ),
    (
      "type:movi movi movies", "type has no value 'movi': did you mean 'Movie'?",
      "type:Movie movi movies"
    ),
    (
      "domain:show love -domain:shown",
      "no searched domain is called 'show': did you mean 'shows'?",
      "domain:shows love -domain:shown"
    ),
    ("near:48.1,11.5,5km", "no searched domain has places", nil),
  ])
  func `a mistake is told in one note, with the query that was meant`(
    query: String, message: String, meant: String?
  ) throws {
    let notes = try work.library().search(query).notes
    #expect(notes.map(\.message) == [message])
    #expect(notes.first?.meant == meant)
  }

  @Test(arguments: ["alien: covenant", "12:30", "http://example.org", "love type:Movie", "re:make"])
  func `words with a colon are words, and a condition that holds is told nothing about`(
    query: String
  ) throws {
    #expect(
      try work.library().search(query).notes.filter { $0.code.rawValue != "query.typos" }.isEmpty)
  }

  @Test func `a misspelt filter beside the text says what was meant, and proposes no other text`()
    throws
  {
    var options = SearchOptions()
    options.filters = ["type:movi"]
    let notes = try work.library().search("movi love", options: options).notes
    #expect(notes.map(\.message) == ["type has no value 'movi': did you mean 'Movie'?"])
    #expect(notes.map(\.meant) == [nil])
  }

  @Test func `of many values that nothing has three are told`() throws {
    let values = (0..<50).map { "nothing\($0)" }.joined(separator: ",")
    let notes = try work.library().search("type:\(values)").notes
    #expect(notes.map(\.code) == [.badValue, .badValue, .badValue])
  }

  @Test
  func
    `a domain that lacks an attribute is told of where it holds the words and nothing was found`()
    throws
  {
    let library = try work.library()
    let letters = try library.search("letters type:Movie").notes
    #expect(letters.map(\.domain) == ["books"])
    #expect(try library.search("songs type:Movie").notes.isEmpty, "no other domain holds it")
  }

  @Test(arguments: [Audience.page, .web, .desktop])
  func `what only who runs it can mend is told to nobody else`(reader: Audience) throws {
    try work.declare("late")
    let library = try work.library()
    var options = SearchOptions()
    let told = try library.search("love", options: options).notes
    #expect(told.map(\.code) == [.unbuilt] && told[0].message.hasSuffix("run `footlight sync`"))
    options.audience = reader
    let read = try library.search("love", options: options).notes
    #expect(read.map(\.code) == [.unbuilt] && !read[0].message.contains("run"))
  }
}
