import Footlight

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that makes its own records findable: no files, no declaration.
///
///     BookshelfExample [--index FOLDER] QUERY…
@main
struct Bookshelf {
  static func main() {
    var words = CommandLine.arguments.dropFirst()
    var folder = "."
    if words.first == "--index" {
      words = words.dropFirst()
      folder = words.popFirst() ?? folder
    }
    do throws(Failure) {
      exit(try search(words.joined(separator: " "), in: folder) ? 0 : 1)
    } catch {
      // A failure holds everything that went wrong, each with a code, a place and a remedy.
      for diagnostic in error.diagnostics { print(diagnostic) }
      exit(error.exitCode)
    }
  }

  /// What a declaration would say; the source is left out, since the program is the source.
  private static let definition = """
    domain: shelf
    label: Bookshelf
    version: 1
    item:
      id: "{isbn}"
      title: "{title}"
      description: "{author}, {year}"
      aliases: ["{also[]}"]
      attributes: { author: "{author}", year: { value: "{year}", type: number } }
    """

  private static let books = RecordList(
    "books",
    [
      [
        "isbn": "978-0140449266", "title": "Around the World in Eighty Days",
        "author": "Jules Verne", "year": 1873, "also": ["Le tour du monde en quatre-vingts jours"],
      ],
      [
        "isbn": "978-0142437247", "title": "Moby-Dick", "author": "Herman Melville", "year": 1851,
        "also": ["The Whale"],
      ],
      [
        "isbn": "978-0141439518", "title": "Pride and Prejudice", "author": "Jane Austen",
        "year": 1813,
      ],
    ])

  private static func search(_ query: String, in folder: String) throws(Failure) -> Bool {
    let library = try Library(workspace: folder)
    try library.register(DomainDefinition.inCode(definition), source: books)

    // Equal records are not read twice: after the first call this is one look.
    let report = try library.sync(
      ["shelf"], options: SyncOptions(progress: { update in print("\(update.phase)…") }))
    for row in report.rows { print("\(row.domain): \(row.decision), \(row.items) items") }

    // Filters narrow, facets count; `sort: [AttributeOrder("year")]` would order by a value instead.
    let answer = try library.search(
      query,
      options: SearchOptions(
        limit: 5, filters: ["year<1900"], facets: ["author"], timeout: .seconds(1)))
    for hit in answer.hits {
      let title = marked(hit.title, hit.highlights[.title])
      print("\(hit.tier.rawValue)  \(title)  \(hit.description)")
      if let matched = hit.matched, matched.field == .alias { print("   = \(matched.text)") }
    }
    for value in answer.facets.flatMap(\.values) { print("\(value.count) by \(value.value)") }
    for note in answer.notes { print(note.message) }
    return !answer.hits.isEmpty
  }

  /// A text with what matched in brackets.
  private static func marked(_ text: String, _ highlights: Highlights?) -> String {
    var result = ""
    var at = text.startIndex
    for range in highlights?.ranges(in: text) ?? [] {
      result += text[at..<range.lowerBound] + "[" + text[range] + "]"
      at = range.upperBound
    }
    return result + text[at...]
  }
}
